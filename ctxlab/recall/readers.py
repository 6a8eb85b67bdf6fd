"""Who is asked: a reader takes a trial and answers each of its questions.

`LocalReader` is our forward pass over the weights. It reads the shared list
once and answers all questions from that one cache. The answer is not generated:
a greedy answer equals the value exactly if, at every token of the value, that
token is the most probable one given those before it (teacher forcing).
Taught in 03.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from ctxlab.recall.plans import Plan, Trial
from ctxlab.recall.prompts import TEMPLATES, Fact, Template

if TYPE_CHECKING:
    from ctxlab.recall.gguf import Array


@dataclass(frozen=True)
class Answer:
    """Whether the value came out exactly, and its mean log-probability a token (in nats).

    `log_prob` is None where a reader does not tell.
    """

    hit: bool
    log_prob: float | None


class Reader(Protocol):
    """Anything that answers the questions of a trial. Taught in 03."""

    def about(self) -> dict[str, str]:
        """What a result file says of this reader."""

    def answer(self, plan: Plan, trial: Trial) -> list[Answer]:
        """One answer a question, in the trial's order."""


class LocalReader:
    """SmolLM2-135M-Instruct on this machine; needs numpy and the weights. Taught in 03.

    Loading takes about 2 seconds and 700 MB.
    """

    def __init__(self, weights: Path) -> None:
        import numpy

        from ctxlab.recall.gguf import GgufFile
        from ctxlab.recall.model import LlamaModel
        from ctxlab.recall.tokenizer import Tokenizer
        from ctxlab.recall.weights import sha256_of

        file = GgufFile(weights)
        self.tokenizer = Tokenizer.from_facts(file.facts)
        self.model = LlamaModel(file)
        self._about = {
            "model": weights.stem,
            "weights_sha256": sha256_of(weights),
            "numpy": numpy.__version__,
        }

    def about(self) -> dict[str, str]:
        """The weights, by name and hash, and the numpy that computed with them."""
        return self._about

    def answer(self, plan: Plan, trial: Trial) -> list[Answer]:
        """Read the list once, then all questions and values side by side."""
        template = TEMPLATES[plan.template]
        _, cache = self.model.read(self.tokenizer.encode(trial.shared))
        questions = [self._question(template, fact) for fact in trial.facts]
        states = self.model.read_each([stem + value[:-1] for stem, value in questions], cache)
        return [
            self._judge(state, value) for state, (_, value) in zip(states, questions, strict=True)
        ]

    def _question(self, template: Template, fact: Fact) -> tuple[list[int], list[int]]:
        """The tokens of the question and of the value.

        The line break before the question is part of it: so the pieces are
        tokenized as they would be in one string.
        """
        stem = self.tokenizer.encode("\n" + template.stem(fact))
        return stem, self.tokenizer.encode(" " + fact.value)

    def _judge(self, states: "Array", value: Sequence[int]) -> Answer:
        log_probs = self.model.log_probs(states[-len(value) :])
        best = log_probs.argmax(axis=1).tolist()
        gold = log_probs[range(len(value)), value]
        return Answer(best == list(value), float(gold.mean()))
