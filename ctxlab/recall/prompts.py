"""Test prompts: a list of made-up facts, and the beginning of one of them as the question.

    Read these facts.

    The on-call engineer for amber-falcon is Maria.
    ...

    The on-call engineer for amber-falcon is

Names and values are drawn anew for every context, so that only the place of a
fact differs. A base model's natural move is to go on with the sentence; that is
why the question is one. Taught in 03.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from ctxlab.recall.words import ADJECTIVES, FIRST_NAMES, NOUNS

LAYOUTS = ("plain", "prose")
"""What stands between the list and the question: nothing, or unrelated prose."""

_INTRODUCTION = "Read these facts."
_PROSE = (
    "The office stands on a hill above the river. In the morning the windows face the sun, and "
    "somebody always opens them before the first kettle boils. A long corridor joins the two "
    "wings; its floor was laid by hand and creaks in wet weather. On Fridays there is soup, made "
    "by whoever lost at cards the week before. The garden behind the kitchen is small but well "
    "kept, with beans along the wall and a bench under the pear tree, where people read the "
    "paper, mend bicycles, or simply watch the boats go by until the light fades."
)


@dataclass(frozen=True)
class Fact:
    """A name and the value that the list states for it. Taught in 03."""

    name: str
    value: str


@dataclass(frozen=True)
class Template:
    """A kind of fact: its sentence, its question for chat models, its values. Taught in 03.

    >>> TEMPLATES["on-call"].sentence(Fact("amber-falcon", "Maria"))
    'The on-call engineer for amber-falcon is Maria.'
    """

    key: str
    beginning: str
    values: Callable[[Random, int], list[str]]

    def stem(self, fact: Fact) -> str:
        """The sentence up to its value: what the model is to go on with."""
        return f"{self.beginning} {fact.name} is"

    def sentence(self, fact: Fact) -> str:
        """The fact as it stands in the list."""
        return f"{self.stem(fact)} {fact.value}."

    def question(self, fact: Fact) -> str:
        """The question as one puts it to a chat model."""
        return f"Complete the sentence with the value alone: {self.stem(fact)}"


def _keys(rng: Random, number: int) -> list[str]:
    """Different keys such as `KD-4471`; no I and no O, which look like digits."""
    keys: dict[str, None] = {}
    while len(keys) < number:
        letters = "".join(rng.choices("ABCDEFGHJKLMNPQRSTUVWXYZ", k=2))
        keys[f"{letters}-{rng.randrange(1000, 10000)}"] = None
    return list(keys)


def _names(rng: Random, number: int) -> list[str]:
    return rng.sample(FIRST_NAMES, number)


TEMPLATES = {
    "deploy-key": Template("deploy-key", "The deploy key of service", _keys),
    "on-call": Template("on-call", "The on-call engineer for", _names),
}
"""The two kinds of fact that notebook 03 measures."""

MOST_FACTS = len(FIRST_NAMES)


def draw_facts(template: Template, number: int, context: int, seed: int = 0) -> list[Fact]:
    """The facts of one context: the same arguments give the same facts, everywhere.

    Raises ValueError for more facts than there are names. Taught in 03.

    >>> draw_facts(TEMPLATES["deploy-key"], 1, context=0)
    [Fact(name='crisp-lantern', value='NG-9937')]
    """
    if not 1 <= number <= MOST_FACTS:
        raise ValueError(f"a context holds 1 to {MOST_FACTS} facts, not {number}")
    rng = Random(f"{seed}/{template.key}/{number}/{context}")
    services = rng.sample([f"{a}-{n}" for a in ADJECTIVES for n in NOUNS], number)
    values = template.values(rng, number)
    return [Fact(name, value) for name, value in zip(services, values, strict=True)]


def list_of_facts(sentences: Sequence[str], layout: str = "plain") -> str:
    """The part of the prompt that all questions share. It ends with a line break. Taught in 03.

    `prose` puts about 100 tokens of unrelated text between list and question.
    """
    paragraphs = [_INTRODUCTION, "\n".join(sentences)]
    if layout == "prose":
        paragraphs.append(_PROSE)
    return "\n\n".join(paragraphs) + "\n"
