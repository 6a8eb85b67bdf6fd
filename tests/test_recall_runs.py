"""Runs: resumed after an interrupt, never mixed, and turned into the right figures."""

import json
from pathlib import Path
from statistics import fmean

import pytest

from ctxlab.recall import load_run, measured
from ctxlab.recall.plans import REORDERS, Plan
from ctxlab.recall.runfile import RunFileError
from ctxlab.recall.runs import measure, use_threads
from ctxlab.recall.stored import save_runs
from tests.support.recall import MadeUpReader

PLAN = Plan("on-call", facts=5, contexts=6)


def quiet(_: str) -> None:
    pass


def test_a_run_measures_every_trial_once(tmp_path: Path) -> None:
    reader = MadeUpReader()
    run = load_run(measure(PLAN, reader, tmp_path / "run.jsonl", tell=quiet))
    assert reader.asked == 6
    assert run.curve.recall == (1, 0, 0, 0, 1)
    assert run.curve.shape().verdict == run.log_prob_shape().verdict == "U"
    assert run.first(2).curve.answers == 2


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path, whole = tmp_path / "run.jsonl", tmp_path / "whole.jsonl"
    with pytest.raises(KeyboardInterrupt):
        measure(PLAN, MadeUpReader(stop_after=2), path, tell=quiet)
    assert len(load_run(path).records) == 2
    with path.open("a", encoding="utf-8") as file:
        file.write('{"context": 2, "ord')  # the machine went off in the middle of a line
    second = MadeUpReader()
    measure(PLAN, second, path, tell=quiet)
    assert second.asked == 4
    measure(PLAN, MadeUpReader(), whole, tell=quiet)
    assert path.read_text(encoding="utf-8") == whole.read_text(encoding="utf-8")


def test_a_finished_run_asks_nothing(tmp_path: Path) -> None:
    path = measure(PLAN, MadeUpReader(), tmp_path / "run.jsonl", tell=quiet)
    again = MadeUpReader()
    measure(PLAN, again, path, tell=quiet)
    assert again.asked == 0


def test_a_run_grows_to_more_contexts_and_never_shrinks(tmp_path: Path) -> None:
    path = measure(PLAN, MadeUpReader(), tmp_path / "run.jsonl", tell=quiet)
    more = MadeUpReader()
    measure(Plan("on-call", 5, 8), more, path, tell=quiet)
    assert more.asked == 2
    measure(Plan("on-call", 5, 3), more, path, tell=quiet)
    run = load_run(path)
    assert (more.asked, run.plan.contexts, len(run.records)) == (2, 8, 8)
    assert run.provenance["prompts_sha256"] == run.plan.fingerprint()


@pytest.mark.parametrize(
    "plan, reader, changed",
    [
        (Plan("on-call", 5, 6, seed=1), MadeUpReader(), "seed"),
        (Plan("on-call", 5, 6, layout="prose"), MadeUpReader(), "layout"),
        (Plan("deploy-key", 7, 6), MadeUpReader(), "template, facts"),
        (PLAN, MadeUpReader(name="another"), "model"),
    ],
)
def test_another_measurement_is_refused_and_the_file_spared(
    tmp_path: Path, plan: Plan, reader: MadeUpReader, changed: str
) -> None:
    path = measure(PLAN, MadeUpReader(), tmp_path / "run.jsonl", tell=quiet)
    before = path.read_bytes()
    with pytest.raises(RunFileError, match=rf"run\.jsonl holds another .*\({changed} differ"):
        measure(plan, reader, path, tell=quiet)
    assert path.read_bytes() == before


def test_other_prompts_under_the_same_plan_are_refused(tmp_path: Path) -> None:
    path = measure(PLAN, MadeUpReader(), tmp_path / "run.jsonl", tell=quiet)
    text = path.read_text(encoding="utf-8").replace(PLAN.fingerprint(), "0" * 64)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RunFileError, match=r"prompts differ"):
        measure(PLAN, MadeUpReader(), path, tell=quiet)


@pytest.mark.parametrize("text", ["", "notes\n", '{"plan": {}}\n', "[]\n"])
def test_a_file_that_is_no_run_file_is_refused_and_spared(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RunFileError, match=r"notes\.txt is not a whole run file"):
        measure(PLAN, MadeUpReader(), path, tell=quiet)
    assert path.read_text(encoding="utf-8") == text


def test_progress_tells_what_is_left(tmp_path: Path) -> None:
    told: list[str] = []
    measure(PLAN, MadeUpReader(), tmp_path / "run.jsonl", tell=told.append)
    assert len(told) == 6 and told[-1].startswith("trial 6 of 6:") and "0 s left" in told[-1]


def test_the_header_says_with_what(tmp_path: Path) -> None:
    path = measure(PLAN, MadeUpReader(), tmp_path / "run.jsonl", threads=1, tell=quiet)
    header = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    assert {*header} == {
        "plan", "prompts_sha256", "reader", "ctxlab", "python", "machine", "threads"
    }  # fmt: skip
    assert str(tmp_path) not in json.dumps(header)


def test_threads_are_settled_before_numpy_or_not_at_all() -> None:
    import numpy  # noqa: F401

    assert use_threads(1) is None


def test_a_reorder_run_gives_recall_by_order_gains_and_predictions(tmp_path: Path) -> None:
    plan = Plan("on-call", facts=6, contexts=4, kind="reorder", important=2)
    run = load_run(measure(plan, MadeUpReader(), tmp_path / "run.jsonl", tell=quiet))
    by_order = run.by_order()
    assert [*by_order] == [*REORDERS]
    assert by_order["dealt, best first"].value == by_order["dealt, best last"].value == 1
    assert (by_order["front"].value, by_order["middle"].value) == (0.5, 0)
    assert run.gain("dealt, best first", over="front").value == 0.5
    curve = load_run(
        measure(Plan("on-call", 6, 4), MadeUpReader(), tmp_path / "curve.jsonl", tell=quiet)
    ).curve
    predicted = run.predicted(curve)
    assert predicted == {order: share.value for order, share in by_order.items()}


def test_a_run_of_the_other_kind_is_refused(tmp_path: Path) -> None:
    run = load_run(measure(PLAN, MadeUpReader(), tmp_path / "run.jsonl", tell=quiet))
    with pytest.raises(ValueError, match="on-call-5 is a curve run, not a reorder run"):
        run.by_order()


def test_a_context_cut_short_does_not_count(tmp_path: Path) -> None:
    plan, path = Plan("on-call", 6, 3, kind="reorder"), tmp_path / "run.jsonl"
    with pytest.raises(KeyboardInterrupt):
        measure(plan, MadeUpReader(stop_after=8), path, tell=quiet)
    run = load_run(path)
    assert len(run.records) == 8
    assert run.gain("front", over="middle").value == run.first(1).gain("front", "middle").value


def test_a_run_without_a_whole_context_says_so(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        measure(PLAN, MadeUpReader(stop_after=0), tmp_path / "run.jsonl", tell=quiet)
    with pytest.raises(ValueError, match="no whole context yet"):
        _ = load_run(tmp_path / "run.jsonl").curve


def test_saved_runs_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ctxlab.recall import stored

    plan = Plan("on-call", facts=6, contexts=3, kind="reorder")
    runs = [
        load_run(measure(p, MadeUpReader(), tmp_path / f"{p.key}.jsonl", tell=quiet))
        for p in (PLAN, plan)
    ]
    save_runs(runs, tmp_path)
    monkeypatch.setattr(stored, "DATA", tmp_path)
    assert stored.measured.__wrapped__() == {run.plan.key: run for run in runs}


class TestStored:
    """Our own measurements, as they come with the package."""

    def test_every_planned_run_is_there_and_whole(self) -> None:
        from ctxlab.recall.stored import STORED

        assert [run.plan for run in measured().values()] == list(STORED)
        for run in measured().values():
            trials = list(run.plan.trials())
            assert [(t.context, t.order, t.slots) for t in trials] == [
                (r.context, r.order, r.slots) for r in run.records
            ]
            assert run.provenance["prompts_sha256"] == run.plan.fingerprint()

    def test_the_files_are_small(self) -> None:
        from ctxlab.recall.stored import DATA

        assert sum(path.stat().st_size for path in DATA.iterdir()) < 300_000

    def test_nothing_of_the_machine_is_in_them(self) -> None:
        from ctxlab.recall.stored import DATA

        text = (DATA / "measured.json").read_text(encoding="utf-8")
        assert "/" not in text.replace("CC/", "") and "\\" not in text

    def test_hits_and_log_probabilities_agree(self) -> None:
        for run in measured().values():
            hit = [lp for r in run.records for h, lp in zip(r.hits, r.log_probs, strict=True) if h]
            miss = [
                lp for r in run.records for h, lp in zip(r.hits, r.log_probs, strict=True) if not h
            ]
            assert fmean(hit) > fmean(miss) + 0.3
            assert max(hit + miss) <= 0

    def test_prediction_and_measurement_tell_the_same_story(self) -> None:
        run, curve = measured()["on-call-20-reorder"], measured()["on-call-20"].curve
        predicted, found = run.predicted(curve), run.by_order()
        assert predicted["dealt, best first"] > predicted["random"] > predicted["middle"]
        assert found["dealt, best first"].low > found["middle"].high
