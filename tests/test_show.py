"""Figures, tables and playgrounds: readable by everybody, and the same in words."""

import itertools

import pytest

from ctxlab.assembly import assemble_context
from ctxlab.bpe import bpe_counter
from ctxlab.sections import ContextSection
from ctxlab.show import (
    Table,
    bars,
    budget_bar,
    budget_playground,
    cut_playground,
    decision_table,
    lines,
    show_cut,
    show_tokens,
)
from ctxlab.show.style import BACKGROUND, FATES, INK, SERIES, contrast

SECTIONS = [
    ContextSection("rule", "Never delete it.", pinned=True),
    ContextSection("log", "line after line " * 20, priority=1, truncatable=True),
    ContextSection("chat", "nice weather " * 20),
]


@pytest.mark.parametrize("fate", FATES)
def test_text_on_every_fate_can_be_read(fate: str) -> None:
    assert contrast(FATES[fate].text, FATES[fate].fill) >= 4.5


@pytest.mark.parametrize("colour", [*SERIES, INK])
def test_lines_and_their_names_can_be_read(colour: str) -> None:
    assert contrast(colour, BACKGROUND) >= 4.5


def test_no_two_fates_are_told_apart_by_colour_alone() -> None:
    looks = [(fate.hatch, fate.text) for name, fate in FATES.items() if name != "free"]
    alike = [pair for pair in itertools.combinations(looks, 2) if pair[0] == pair[1]]
    assert alike == []


def test_a_budget_bar_says_in_words_what_it_draws() -> None:
    picture = budget_bar(assemble_context(SECTIONS, 30))
    assert picture.png.startswith(b"\x89PNG")
    assert repr(picture).splitlines()[0] == "30 of 30 tokens, within budget"
    assert "rule: pinned, 7 tokens" in picture.alt and "chat: dropped" in picture.alt
    data, metadata = picture._repr_mimebundle_()
    assert data["text/plain"] == repr(picture)
    assert metadata["image/png"] == {"alt": picture.alt, "width": 800}


def test_over_budget_is_said() -> None:
    assembly = assemble_context(SECTIONS, 3, on_pinned_overflow="flag")
    assert "7 of 3 tokens, over budget" in repr(budget_bar(assembly))
    assert repr(budget_bar(assemble_context([], 0))) == "0 of 0 tokens, within budget"


def test_charts_say_every_point() -> None:
    chart = lines({"walk": [(1, 1), (2, 4)], "search": [(1, 1), (2, 2.5)]}, "Cost", "n", "reads")
    assert repr(chart) == "Cost (n → reads)\nwalk: 1 → 1, 2 → 4\nsearch: 1 → 1, 2 → 2.5"
    assert "chinese: -66 %" in repr(bars({"english": 7, "chinese": -66}, "Error", "%"))


def test_the_same_figure_has_the_same_bytes() -> None:
    one, two = (bars({"a": 1, "b": -2}, "Same").png for _ in "12")
    assert one == two


def test_no_figure_is_left_open() -> None:
    import matplotlib.pyplot as plt

    budget_bar(assemble_context(SECTIONS, 30))
    assert plt.get_fignums() == []


def test_a_table_escapes_and_aligns() -> None:
    table = Table(["name", "n"], [["<b>", 1200], ["x", 7]])
    assert repr(table) == "name      n\n<b>   1,200\nx         7"
    assert "&lt;b&gt;" in table._repr_html_() and "<b>" not in table._repr_html_()
    with pytest.raises(ValueError, match="a row has 1 values for 2 columns"):
        Table(["a", "b"], [["x"]])
    assert repr(Table(["a"], [])) == "a"
    assert "needs" in repr(decision_table(assemble_context(SECTIONS, 30)))


def test_pages_say_in_text_what_they_frame() -> None:
    page = show_tokens("Never <delete> 漢字\n", bpe_counter("o200k_base"))
    assert "|" in page.text and "↵" in page.text
    assert "&lt;" in page.html and "<delete" not in page.html
    assert "(nothing: not one word fits beside the marker)" in show_cut("alphabet", 1).text
    assert "left out  (nothing)" in show_cut("alpha", 9).text


def test_a_playground_follows_its_controls_and_stays_a_result() -> None:
    playground = budget_playground(SECTIONS, budget=30)
    first = playground._canvas.value
    playground.controls["budget"].value = 200
    assert playground._canvas.value != first
    assert "200 tokens" in repr(playground.view)
    bundle = playground._repr_mimebundle_()
    assert bundle["text/plain"] == repr(playground.view)
    assert "image/png" in bundle
    playground.controls["accounting"].value = "bodies"
    assert "rule: pinned, 4 tokens" in repr(playground.view)


def test_a_playground_of_text_has_its_html_beside_it() -> None:
    playground = cut_playground("to be or not to be", limit=3)
    assert playground._repr_mimebundle_()["text/html"] == playground.view.html
    playground.controls["limit"].value = 0
    assert "0 tokens" in repr(playground.view)
