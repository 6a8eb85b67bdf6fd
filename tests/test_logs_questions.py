"""Questions made from a log: one answer each, in one place, and the same every time."""

import re
from collections import Counter
from pathlib import Path

import pytest

from ctxlab.logs import Log, LogItem, ask, load_log, sample
from ctxlab.logs.questions import values_in

NAMES = sorted(
    path.name for path in sample().iterdir() if path.suffix in (".log", ".json", ".jsonl")
)


def store(*texts: str, author: str = "outside world") -> Log:
    items = [LogItem(step, "tool result", author, text) for step, text in enumerate(texts)]
    return Log("made.log", "plain text", "utf-8", items)


def pairs(log: Log, n: int = 20, seed: int = 0) -> set[tuple[str, str]]:
    return {(question.text, question.answer) for question in ask(log, n, seed)}


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", NAMES)
def test_each_answer_stands_in_one_item_once(name: str, seed: int) -> None:
    log = load_log(sample(name))
    questions = ask(log, 20, seed)
    assert len(questions) >= 3
    text = "\n".join(item.text for item in log.items)
    for question in questions:
        assert text.count(question.answer) == 1
        assert question.answer not in question.text
        at = text.index(question.answer)
        around = text[at - 1 : at] + text[at + len(question.answer) :][:1]
        assert not any(character.isalnum() or character in "_-" for character in around)
        assert question.step == len(log.items) and question.kind in ("plain", "vague")


def lines_of(log: Log) -> list[str]:
    lines = [line for item in log.items for line in item.text.split("\n") if line.strip()]
    return [re.sub(r"\s+", " ", line) for line in lines]


@pytest.mark.parametrize("name", NAMES)
def test_the_words_of_a_plain_question_fit_one_line(name: str) -> None:
    log = load_log(sample(name))
    plain = [question for question in ask(log) if question.kind == "plain"]
    for question in plain:
        context = question.text.split('"', 1)[1].rsplit('"', 1)[0]
        left, right = map(re.escape, context.split("…", 1))
        found = [line for line in lines_of(log) if re.search(f"{left}.+?{right}", line)]
        assert len(found) == 1 and question.answer in found[0]
    assert len(plain) >= 2


@pytest.mark.parametrize("name", NAMES)
def test_a_vague_question_names_one_line_and_asks_for_the_next(name: str) -> None:
    log = load_log(sample(name))
    lines = lines_of(log)
    vague = [question for question in ask(log) if question.kind == "vague"]
    for question in vague:
        above = question.text.split('"', 1)[1].rsplit('"', 1)[0]
        [at] = [i for i, line in enumerate(lines) if above in line]
        assert question.answer in lines[at + 1]
        [kind] = re.findall(r"Which (\w+) stands", question.text)
        assert [v for k, v in values_in(lines[at + 1]) if k == kind] == [question.answer]
    assert len(vague) >= 4 or name == "c_build.log"  # there the builds say all twice


def test_questions_are_the_same_every_time() -> None:
    log = load_log(sample("shell_session.log"))
    assert ask(log, 5) == ask(log, 5)
    assert pairs(log, 5) != pairs(log, 5, seed=1)
    assert [question.answer for question in ask(log, 4)] == PINNED


def test_kinds_of_value_are_mixed() -> None:
    answers = [question.answer for question in ask(load_log(sample("pip_install.log")), 12)]
    kinds = Counter(kind for answer in answers for kind, _ in list(values_in(answer))[:1])
    assert max(kinds.values()) <= 5 and len(kinds) >= 4


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("listening on port 8073", [("port", "8073")]),
        ("http://localhost:8073/x", [("port", "8073")]),
        ("from 10.0.0.7:5432 to 10.0.0.8", [("address", "10.0.0.7:5432"), ("address", "10.0.0.8")]),
        ("took 12.5 ms", [("duration", "12.5 ms")]),
        ("real\t0m12.081s", [("duration", "0m12.081s")]),
        ("cmake version 3.25.1", [("version", "3.25.1")]),
        ("numpy 2.4.0rc1 ok", [("version", "2.4.0rc1")]),
        ("commit 8a6d79c done", [("hash", "8a6d79c")]),
        ("see OPS-4471", [("id", "OPS-4471")]),
        ("348894 bytes", [("size", "348894 bytes")]),
        ("wrote 20,000 rows", [("number", "20,000")]),
        ("cc src/words.c -o words.o", [("path", "src/words.c"), ("path", "words.o")]),
        ("at /var/log/app/run.log:3", [("path", "/var/log/app/run.log")]),
        ("at 2026-03-05T08:47:00Z on 2026-03-05 09:00:00", []),
        ("facade deadbeef", []),
        ("text/markdown and 17.3/17.3 and 1/5", []),
        ("version 1.2.3.4-beta", []),
        ("x-1234567 y_1234567", []),
        ("header.end()", []),
        ("12 apples", []),
    ],
)
def test_values(line: str, values: list[tuple[str, str]]) -> None:
    assert list(values_in(line)) == values


PINNED = [
    "100644",
    "src/table.c",
    "036aca83097b866e5b8187b93da531445da236c10bc3be6a82550ccc7ece8b8b",
    "1,12",
]


# What must not be asked. Each log has one good question besides.

GOOD = "the deploy of staging took 77.5 ms"


@pytest.mark.parametrize(
    "bad",
    [
        ("worker took 48.5 ms", "later: worker took 48.5 ms"),  # the value stands twice
        ("exit of build 4.58 s", "run 14.58 seconds long"),  # once more inside a longer number
        ("job finished after 12.25 s", "job finished after 13.25 s"),  # the words fit two lines
        ("48.25 ms", "=== 99.75 ms ==="),  # no words around it
    ],
)
def test_what_has_two_answers_is_not_asked(bad: tuple[str, str]) -> None:
    questions = ask(store(GOOD, *bad))
    assert {q.answer for q in questions} - {"14.58 seconds"} == {"77.5 ms"}


def test_fewest_words_that_single_a_line_out() -> None:
    log = store(
        "health check of api in staging ok after 48.5 ms",
        "health check of api in production ok after 51.5 ms",
    )
    assert pairs(log) == {
        ('Which duration stands at the dots in "in staging ok after …"?', "48.5 ms"),
        ('Which duration stands at the dots in "in production ok after …"?', "51.5 ms"),
    }


def test_a_vague_question_is_made_where_a_plain_one_cannot() -> None:
    log = store("deploy of staging\n48.5 ms\n\ndeploy of production\n51.5 ms")
    assert pairs(log) == {
        ('Which duration stands on the line after "deploy of staging"?', "48.5 ms"),
        ('Which duration stands on the line after "deploy of production"?', "51.5 ms"),
    }
    assert ask(store("deploy\n48.5 ms\ndeploy\n51.5 ms")) == []  # two lines fit
    assert ask(store("deploy\n48.5 ms 49.5 ms")) == []  # two values fit
    assert ask(store("deploy", "48.5 ms")) == []  # the line before is another item's


def test_calls_and_rules_are_not_asked_about() -> None:
    for author in ("model", "developer"):
        assert ask(store(GOOD, author=author)) == []
    assert len(ask(store(GOOD, author="user"))) == 1


def test_what_a_call_says_counts_when_values_are_single() -> None:
    both = [LogItem(0, "tool result", "outside world", GOOD), LogItem(1, "history", "model", GOOD)]
    assert ask(Log("x", "", "", both)) == []


def test_how_many() -> None:
    log = load_log(sample("pip_install.log"))
    assert ask(log, 0) == [] and len(ask(log, 7)) == 7
    assert ask(store()) == []
    with pytest.raises(ValueError, match="at least 0"):
        ask(log, -1)


def test_hostile_lines_cost_no_time(tmp_path: Path) -> None:
    lines = ["a" * 1_000, "a." * 500, "1." * 500, "/a" * 500, "a b" * 300, "9" * 1_000, "a-" * 500]
    path = tmp_path / "run.log"
    path.write_text("\n".join(lines * 20 + [GOOD]), encoding="utf-8")
    assert [q.answer for q in ask(load_log(path)) if q.answer == "77.5 ms"] == ["77.5 ms"]
