"""What a check says, in three forms: the same facts in each, and no form can be broken."""

import html
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from ctxlab.checking.check import check
from ctxlab.checking.exercise import Mistake
from ctxlab.checking.plain import encode_arguments
from ctxlab.checking.result import SIGNS, CheckResult
from ctxlab.checking.wording import call, value
from ctxlab.sections import ContextSection

EVIL = "<script>alert(1)</script> & \"'` *bold* __x__ [a](b) $x$ | <b>"
FULL = CheckResult(
    id="02.3",
    title=f"Title {EVIL}",
    outcome="not yet",
    passed_cases=3,
    total_cases=7,
    call=f"mine(text={EVIL!r})",
    expected=f"expected {EVIL}",
    got=f"got {EVIL}",
    note=f"in mine, line 1: {EVIL}",
    mistake=Mistake(f"name {EVIL}", len, f"hint {EVIL}"),
    is_certain=True,
    printed=f"printed {EVIL}\n\nand ``` more",
)
FACTS = ("02.3", "Title", "not yet", "3 of 7", "mine(", "expected", "got", "name", "hint", "more")


class Reader(HTMLParser):
    """The text and the tags of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words, self.tags, self.open = "", set[str](), list[str]()
        self.feed(page)
        self.close()

    def handle_data(self, data: str) -> None:
        self.words += data

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.add(tag)
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def forms(result: CheckResult) -> tuple[str, str, str]:
    return repr(result), Reader(result._repr_html_()).words, result._repr_markdown_()


@pytest.mark.parametrize("form", range(3))
def test_each_form_has_all_the_facts(form: int) -> None:
    for fact in FACTS:
        assert fact in forms(FULL)[form]


def test_text_and_html_say_it_word_for_word() -> None:
    text, page, _ = forms(FULL)
    for fact in (FULL.call, FULL.expected, FULL.got, FULL.note, FULL.advice, FULL.printed):
        assert fact in text and fact in page


def test_html_is_whole_and_holds_no_foreign_tag() -> None:
    reader = Reader(FULL._repr_html_())
    assert reader.open == []
    assert reader.tags == {"div", "b", "table", "tr", "th", "td", "code"}
    assert html.escape(EVIL) in FULL._repr_html_()


def test_html_takes_its_colours_from_the_theme() -> None:
    page = FULL._repr_html_()
    assert not re.search(r"#[0-9a-fA-F]{3,6}\b|rgb\(|(?<!-)color:\s*(black|white)", page)
    assert "var(--jp-ui-font-color0" in page


def test_markdown_shows_a_learners_line_as_it_is() -> None:
    markdown = FULL._repr_markdown_()
    outside_code = re.sub(r"(`+) .*? \1(?!`)", "", markdown)
    assert not re.search(r"(?<!\\)[<$|]", outside_code.partition("\n")[2])
    assert "\\*bold\\*" in outside_code and "\\_\\_x\\_\\_" in outside_code
    assert " ⏎ " in markdown and "\n\nand" not in markdown


def test_what_is_not_known_leaves_no_gap() -> None:
    bare = CheckResult("00.1", "Does it fit?", "passed", total_cases=56, passed_cases=56)
    assert repr(bare) == "✓ 00.1 Does it fit? · passed (56 cases)"
    assert "<table" not in bare._repr_html_()
    assert bare.arguments == () and bare.remarks == [] and bare.rows == []


@pytest.mark.parametrize("outcome", list(SIGNS))
def test_every_outcome_is_said_in_words(outcome: Any) -> None:
    result = CheckResult("00.1", "Does it fit?", outcome)
    assert all(outcome in form and SIGNS[outcome] in form for form in forms(result))


def test_the_failing_call_can_be_pasted() -> None:
    from ctxlab import ContextSection, count_tokens  # noqa: F401  (used by what is pasted)

    result = check("02.3", lambda sections, remaining, count: [7])
    pasted = re.sub(r"^\w+", "dict", result.call)
    assert eval(pasted)["sections"] == result.arguments[0]
    assert result.arguments[0] is not result.arguments[0], "new each time"


def test_a_long_value_is_shortened_in_the_middle() -> None:
    shown = value("x" * 5_000)
    assert len(shown) < 700 and " 4402 characters " in shown
    assert shown.startswith("'xxx") and shown.endswith("xxx'")


def test_a_section_is_shown_without_what_it_has_by_default() -> None:
    case = encode_arguments((ContextSection("a", "b"), ContextSection("c", "d", 0.5, pinned=True)))
    assert call("f", ("one", "other"), case) == (
        "f(one=ContextSection(name='a', text='b'), "
        "other=ContextSection(name='c', text='d', priority=0.5, pinned=True))"
    )
