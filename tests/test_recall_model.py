"""The real model: stored figures recomputed, and checked against an independent engine."""

import json
import random
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ctxlab.recall import Plan, measure_apart, measured
from ctxlab.recall.plans import Trial
from ctxlab.recall.prompts import TEMPLATES
from ctxlab.recall.readers import LocalReader
from tests.support.recall import need_model, need_other_engine


@pytest.fixture(scope="module")
def reader() -> LocalReader:
    return LocalReader(need_model())


@pytest.mark.parametrize("key, contexts", [("on-call-20", 2), ("deploy-key-10", 3)])
def test_a_slice_of_the_stored_measurement_comes_out_again(
    reader: LocalReader, key: str, contexts: int
) -> None:
    run = measured()[key]
    for trial, record in zip(run.plan.trials(), run.records[:contexts], strict=False):
        answers = reader.answer(run.plan, trial)
        assert tuple(int(answer.hit) for answer in answers) == record.hits
        log_probs = [answer.log_prob for answer in answers]
        np.testing.assert_allclose(log_probs, record.log_probs, atol=2e-3)


def test_a_reordered_trial_comes_out_again(reader: LocalReader) -> None:
    run = measured()["on-call-20-reorder"]
    for trial, record in zip(run.plan.trials(), run.records[:6], strict=False):
        answers = reader.answer(run.plan, trial)
        assert tuple(int(answer.hit) for answer in answers) == record.hits


def test_measuring_apart_gives_the_stored_answers(tmp_path: Path) -> None:
    need_model()
    told: list[str] = []
    run = measure_apart(Plan("deploy-key", 10, 1), tmp_path / "live.jsonl", told.append)
    assert run.records[0].hits == measured()["deploy-key-10"].records[0].hits
    assert run.provenance["threads"] == 1
    assert any(line.startswith("trial 1 of 1") for line in told)


def test_sharing_the_prefix_changes_nothing(reader: LocalReader) -> None:
    plan = Plan("on-call", 10, 1)
    trial = next(plan.trials())
    template = TEMPLATES[plan.template]
    for fact, answer in zip(trial.facts[:4], reader.answer(plan, trial), strict=False):
        text = f"{trial.shared}\n{template.stem(fact)} {fact.value}"
        tokens = reader.tokenizer.encode(text)
        value = reader.tokenizer.encode(" " + fact.value)
        assert tokens[-len(value) :] == value
        states, _ = reader.model.read(tokens[:-1])
        log_probs = reader.model.log_probs(states[-len(value) :])
        gold = log_probs[range(len(value)), value]
        assert float(gold.mean()) == pytest.approx(answer.log_prob, abs=1e-3)
        assert (log_probs.argmax(axis=1).tolist() == value) == answer.hit


@pytest.mark.parametrize("layout", ["plain", "prose"])
@pytest.mark.parametrize("template", sorted(TEMPLATES))
def test_the_parts_of_a_prompt_are_tokenized_as_in_one_string(
    reader: LocalReader, template: str, layout: str
) -> None:
    encode = reader.tokenizer.encode
    for trial in Plan(template, 10, 2, layout).trials():
        for fact in trial.facts:
            stem, value = f"\n{TEMPLATES[template].stem(fact)}", f" {fact.value}"
            whole = encode(trial.shared + stem + value)
            assert whole == encode(trial.shared) + encode(stem) + encode(value)


class OtherEngine:
    """xllamacpp through its public interface, on the same weights, one thread."""

    def __init__(self, weights: Path) -> None:
        import xllamacpp

        parameters = xllamacpp.CommonParams()
        parameters.model.path = str(weights)
        parameters.n_ctx = 2048
        parameters.n_parallel = 1
        parameters.cpuparams.n_threads = 1
        parameters.verbosity = -1
        self._server = xllamacpp.Server(parameters)

    def tokens(self, text: str) -> list[int]:
        request = urllib.request.Request(
            f"{self._server.listening_address}/tokenize",
            json.dumps({"content": text, "parse_special": False}).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request) as reply:
            return list(json.load(reply)["tokens"])

    def go_on(self, prompt: str, tokens: int) -> list[tuple[int, float]]:
        """The greedy continuation: each token with its log-probability."""
        asked = {"prompt": prompt, "max_tokens": tokens, "temperature": 0}
        reply: Any = self._server.handle_completions(asked | {"n_probs": 1, "cache_prompt": True})
        content = reply["choices"][0]["logprobs"]["content"]
        return [(entry["id"], entry["logprob"]) for entry in content]


@pytest.fixture(scope="module")
def other() -> OtherEngine:
    weights = need_model()
    need_other_engine()
    return OtherEngine(weights)


def test_the_tokenizer_equals_another_engines(reader: LocalReader, other: OtherEngine) -> None:
    different = [t for t in _many_texts() if reader.tokenizer.encode(t) != other.tokens(t)]
    assert different == []


def test_hits_and_log_probabilities_equal_another_engines(
    reader: LocalReader, other: OtherEngine
) -> None:
    """Not exactly: the other engine also rounds the numbers between its layers."""
    same, gaps = [], []
    for plan in (Plan("on-call", 10, 6), Plan("deploy-key", 10, 6)):
        for trial in plan.trials():
            for hit, answer, gap in _compared(reader, other, plan, trial):
                same.append(hit == answer)
                gaps.extend(gap)
    assert len(same) == 120
    assert np.mean(same) >= 0.95
    assert np.mean(gaps) <= 0.05


def _compared(
    reader: LocalReader, other: OtherEngine, plan: Plan, trial: Trial
) -> Iterator[tuple[bool, bool, list[float]]]:
    """For each question: the other's hit, ours, and how far log-probabilities are apart."""
    template = TEMPLATES[plan.template]
    _, cache = reader.model.read(reader.tokenizer.encode(trial.shared))
    for fact, answer in zip(trial.facts, reader.answer(plan, trial), strict=True):
        value = reader.tokenizer.encode(" " + fact.value)
        stem = "\n" + template.stem(fact)
        said = other.go_on(trial.shared + stem, len(value))
        tokens = [token for token, _ in said]
        question = reader.tokenizer.encode(stem)
        (states,) = reader.model.read_each([question + tokens[:-1]], cache)
        log_probs = reader.model.log_probs(states[-len(tokens) :])
        gaps = [abs(float(log_probs[i, t]) - theirs) for i, (t, theirs) in enumerate(said)]
        yield tokens == value, answer.hit, gaps


def _many_texts() -> list[str]:
    """More than 500 texts: prose, code, and whatever makes tokenizers differ."""
    pools = [
        "abc DEF 'll 's don't we've",
        "  \n\t\r\u00a0\u2003\u3000",
        "0123456789\u0663\u00bd\u00b2\u2167",
        "äöüßéñ漢字仮名🙂👩‍👩‍👧🇫🇷e\u0301",
        "<|im_end|><|endoftext|>",
        "!?.,;:-_(){}[]/\\\"'`~@#$%^&*+=",
        "\u200d\x07\ufeff",
    ]
    rng = random.Random(3)
    made = [
        "".join(rng.choice(rng.choice(pools)) for _ in range(rng.randrange(1, 60)))
        for _ in range(500)
    ]
    prompts = [t.shared for p in ("on-call", "deploy-key") for t in Plan(p, 10, 5).trials()]
    return [*made, *prompts, "", " ", "\n\n\n", "a\n\n b", "def f(x):\n    return x**2  # ok\n"]
