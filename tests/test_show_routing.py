"""The figures and tables of routing: they show what the router decides, and say it in words."""

import re

import pytest

from ctxlab.routing import Router
from ctxlab.routing_queries import INTENTS, INTENTS_IN_SENTENCES, KINDS, Query, load_queries
from ctxlab.routing_scores import RoutingScore, score_answers, sweep
from ctxlab.show import (
    cosine_table,
    coverage_curve,
    gates_view,
    routing_plane,
    routing_playground,
    score_table,
    words_table,
)
from ctxlab.show.plane import decided, plane_facts

QUERIES = load_queries()
SOURCE = {
    "billing": "refund charge invoice payment money",
    "cancel": "cancel charge subscription stop account",
    "support": "help problem question agent broken",
}


def test_the_worked_arithmetic_to_the_third_decimal() -> None:
    both, clear = "cancel and refund charge", "I need a refund for my invoice payment"
    lines = repr(cosine_table(both, SOURCE)).splitlines()
    assert [line.split()[-4:] for line in lines[1:]] == [
        ["2", "2.000", "2.236", "0.447"],
        ["2", "2.000", "2.236", "0.447"],
        ["0", "2.000", "2.236", "0.000"],
    ]
    assert (
        repr(cosine_table(clear, SOURCE)).splitlines()[1].endswith("3      2.828     2.236   0.474")
    )
    assert words_table(both, SOURCE).rows[-2:] == [
        ["(other words)", 0, 3, 3, 5],
        ["sum of squares", 4, 5, 5, 5],
    ]


def test_a_repeated_word_adds_its_square() -> None:
    table = words_table("stop! stop", {"cancel": "stop stop now"})
    assert table.rows == [["stop", 2, 2], ["(other words)", 0, 1], ["sum of squares", 4, 5]]
    assert repr(cosine_table("", SOURCE)).splitlines()[1].split()[-4:] == [
        *("0", "0.000", "2.236", "0.000")
    ]


def test_a_router_that_routes_nothing_has_no_accuracy() -> None:
    table = score_table({"refuse": RoutingScore(0, 0, 2, 3), "guess": RoutingScore(3, 2, 0, 0)})
    assert table.rows[0][-3:] == ["0 %", "–", "0.600"]
    assert table.rows[1][-3:] == ["100 %", "60 %", "0.800"]


@pytest.mark.parametrize("intents", [INTENTS, INTENTS_IN_SENTENCES])
@pytest.mark.parametrize(("threshold", "margin"), [(0.3, 0.05), (0.0, 0.0), (0.1, 0.3), (0.9, 0.9)])
def test_the_plane_counts_what_the_router_decides(
    intents: dict[str, str], threshold: float, margin: float
) -> None:
    dots = decided(QUERIES, intents, threshold, margin)
    words = "\n".join(plane_facts(dots, threshold, margin))
    router = Router(intents)
    answers = [router.route(query.text, threshold, margin).intent for query in QUERIES]
    score = score_answers(QUERIES, answers)
    assert f": {score.right + score.wrong} of 120 routed" in words
    assert sum(map(int, re.findall(r"(\d+) routed rightly", words))) == score.right
    assert sum(map(int, re.findall(r"(\d+) routed wrongly", words))) == score.wrong
    assert all(f"{kind.replace('_', ' ')}: " in words for kind in KINDS)


def test_a_tie_is_never_right() -> None:
    (tied,) = decided(
        [Query("refund charge", "clear", ("a",))], dict.fromkeys("ab", "refund"), 0, 0
    )
    assert (tied.lead, tied.is_right, tied.fate) == (0.0, False, "refused")


def test_a_plane_without_points_is_a_plane() -> None:
    assert "0 of 0 routed" in repr(routing_plane([], INTENTS))
    assert "0 % → –" in repr(gates_view([Query("zebra", "unknown", ())], INTENTS))


def test_a_curve_says_every_point_at_which_anything_is_routed() -> None:
    curve = sweep(QUERIES, INTENTS, thresholds=[0.0, 0.3, 0.9], margins=[0.05])
    words = repr(coverage_curve({"gates": curve}, {"perfect": RoutingScore(72, 0, 48, 0)}))
    assert "gates: 0: 46 % → 62 %, 0.3: 6 % → 86 %\n" in words
    assert words.endswith("perfect: 60 % → 100 %")


def test_the_playground_follows_its_gates() -> None:
    written = {"five words": INTENTS, "sentences": INTENTS_IN_SENTENCES}
    playground = routing_playground(QUERIES, written)
    assert "7 of 120 routed" in repr(playground.view)
    assert "routed → of these right: 6 % → 86 %, cost 0.567" in repr(playground.view)
    playground.controls["intents"].value = "sentences"
    assert "34 of 120 routed" in repr(playground.view)
    playground.controls["threshold"].value = 0.6
    assert repr(playground.view) == repr(gates_view(QUERIES, INTENTS_IN_SENTENCES, 0.6, 0.05))


def test_the_same_plane_has_the_same_bytes() -> None:
    one, two = (gates_view(QUERIES, INTENTS).png for _ in "12")
    assert one == two
