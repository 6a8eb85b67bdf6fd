"""Published figures: equal to the tables, with a source on each row, and their shapes."""

import subprocess
import sys

import pytest

from ctxlab.recall import published, second_model

# Liu et al. 2023, Tables 5-7: accuracy in percent by index of the document with the answer.
TABLES = {
    (10, "Claude-1.3"): "62.9 58.3 59.7",
    (10, "Claude-1.3 (100K)"): "63.1 58.3 59.7",
    (10, "GPT-3.5-Turbo"): "76.8 61.2 62.4",
    (10, "MPT-30B-Instruct"): "60.2 56.2 59.7",
    (10, "LongChat-13B (16K)"): "72.1 58.9 58.5",
    (20, "Claude-1.3"): "59.9 55.9 56.8 57.2 60.1",
    (20, "Claude-1.3 (100K)"): "59.8 55.9 57.0 57.4 60.0",
    (20, "GPT-3.5-Turbo"): "75.8 57.2 53.8 55.4 63.2",
    (20, "GPT-3.5-Turbo (16K)"): "75.7 57.3 54.1 55.4 63.1",
    (20, "MPT-30B-Instruct"): "53.7 51.8 52.2 52.7 56.3",
    (20, "LongChat-13B (16K)"): "68.6 57.4 55.3 52.5 55.0",
    (30, "Claude-1.3"): "59.1 55.1 54.8 55.7 56.4 56.2 59.9",
    (30, "GPT-3.5-Turbo (16K)"): "73.4 55.1 50.5 50.9 51.8 54.9 63.7",
    (30, "MPT-30B-Instruct"): "51.6 51.3 51.2 49.0 49.6 51.3 54.1",
    (30, "LongChat-13B (16K)"): "66.9 54.8 52.5 52.9 52.2 51.3 55.1",
}
INDEXES = {10: (0, 4, 9), 20: (0, 4, 9, 14, 19), 30: (0, 4, 9, 14, 19, 24, 29)}
TABLE_OF = {10: "Table 5", 20: "Table 6", 30: "Table 7"}


@pytest.mark.parametrize("items, model", TABLES)
def test_curves_are_the_tables(items: int, model: str) -> None:
    curve = published().curve(model, items)
    assert [round(100 * share, 1) for share in curve.recall] == [
        float(figure) for figure in TABLES[items, model].split()
    ]
    assert curve.indexes == INDEXES[items]
    assert curve.answers == 2655
    assert curve.source == f"Liu et al. 2023 (arXiv:2307.03172), {TABLE_OF[items]}"


def test_all_curves_of_the_three_tables_are_there() -> None:
    number = {
        n: sum(c.items == n and "Table" in c.source for c in _question_answering())
        for n in TABLE_OF
    }
    assert number == {10: 6, 20: 6, 30: 5}


def test_key_value_retrieval_is_the_repositorys() -> None:
    mpt = published().curve("MPT-30B-Instruct", 140, "key-value retrieval")
    assert mpt.recall == (1.0, 0.936, 0.886, 0.804, 0.962)
    assert mpt.indexes == (0, 34, 69, 104, 139)
    longchat = published().curve("LongChat-13B (16K)", 140, "key-value retrieval")
    assert longchat.recall == (0.37, 0.382, 0.354, 0.656, 0.886)
    assert "EXPERIMENTS.md" in mpt.source and mpt.answers == 500


def test_every_row_names_its_source_and_is_a_share() -> None:
    for row in published().rows:
        assert row.source.startswith(("Liu et al. 2023", "Jiang et al. 2023"))
        assert any(word in row.source for word in ("Table", "section", "EXPERIMENTS.md"))
        assert 0 <= row.recall <= 1
        assert (row.index is not None) == (row.kind == "curve")


def test_baselines_frame_the_curves() -> None:
    shares = {
        (row.model, row.setting): row.recall for row in published().rows if row.kind == "baseline"
    }
    assert shares["GPT-3.5-Turbo", "closed book"] == 0.561
    assert shares["GPT-3.5-Turbo", "oracle"] == 0.883
    middle = published().curve("GPT-3.5-Turbo", 20).recall[2]
    assert middle < shares["GPT-3.5-Turbo", "closed book"], "worse than without any document"


def test_reordering_is_a_mixed_result() -> None:
    gains = {(r.model, r.setting): round(100 * r.gain, 1) for r in published().reorderings}
    assert len(gains) == 24
    assert gains["GPT-3.5-Turbo", "2x, OpenAI embeddings"] == 2.7
    assert gains["GPT-3.5-Turbo", "4x, OpenAI embeddings"] == -0.6
    assert gains["LongChat-13B", "2x, OpenAI embeddings"] == 3.8
    assert gains["GPT-3.5-Turbo", "2x, LongLLMLingua r_k"] == 5.9
    assert [setting for setting, gain in gains.items() if gain < 0] == [
        ("GPT-3.5-Turbo", "4x, BM25"),
        ("GPT-3.5-Turbo", "4x, OpenAI embeddings"),
    ]


@pytest.mark.parametrize(
    "model, items, verdict",
    [
        ("GPT-3.5-Turbo", 20, "U"),
        ("GPT-3.5-Turbo", 10, "primacy only"),
        ("LongChat-13B (16K)", 20, "primacy only"),
        ("MPT-30B-Instruct", 20, "recency only"),
        ("Llama-2-70B-Chat", 20, "recency only"),
    ],
)
def test_not_every_published_curve_is_a_u(model: str, items: int, verdict: str) -> None:
    assert published().curve(model, items).shape().verdict == verdict


def test_intervals_hold_their_figures() -> None:
    for curve in (*published().curves, *second_model().curves):
        for share, low, high in zip(curve.recall, curve.low, curve.high, strict=bool(curve.low)):
            assert 0 <= low <= share <= high <= 1


def test_a_curve_without_answers_gives_no_verdict() -> None:
    curve = published().curve("GPT-3.5-Turbo (original prompt)", 20, "compressed multi-document QA")
    with pytest.raises(ValueError, match="how many answers"):
        curve.shape()


def test_an_unknown_curve_names_those_there_are() -> None:
    with pytest.raises(KeyError, match=r"GPT-3\.5-Turbo"):
        published().curve("GPT-5", 20)


def test_the_second_model_is_worst_next_to_the_question() -> None:
    for items, task in ((10, "on-call"), (20, "on-call"), (10, "deploy-key")):
        curve = second_model().curve("Gemma-3-270M (base, Q4_K_M)", items, task)
        assert curve.recall[-1] == min(curve.recall) == 0
        assert curve.shape().last_minus_middle.high < 0


def test_figures_need_neither_numpy_nor_a_model() -> None:
    code = (
        "import sys, ctxlab.recall.cli; from ctxlab.recall import measured, published;"
        "published().curves; [run.plan for run in measured().values()];"
        "print([m for m in ('numpy', 'matplotlib', 'regex') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8")
    assert done.stdout.strip() == "[]", done.stderr


def _question_answering() -> list[object]:
    return [curve for curve in published().curves if curve.task == "multi-document QA"]
