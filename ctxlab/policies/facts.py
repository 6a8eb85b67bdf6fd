"""A ledger of live facts, and sweeping out what it has replaced.

The keys that superseding needs also allow a better move: write down the newest
value of each key, `key = value`, in one small block. What it cannot know is a
fact that no key marks, and an update told in plain prose: then the ledger is
confidently wrong, and the hard session shows it. Taught in 06.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from ctxlab.policies.purse import Purse
from ctxlab.policies.view import Piece, View
from ctxlab.policies.window import pay_pins
from ctxlab.relevance import trim
from ctxlab.world.items import Item, states

LEFT_OUT = "[… a replaced value left out]"


def live_facts(items: Sequence[Item]) -> dict[str, tuple[str, int]]:
    """key -> (value, step) from the newest item of each key. Taught in 06.

    The value is what follows `key =` or `key:` on a line. If the newest item
    does not say it that way, the key is left out: an older value would be stale.

    >>> live_facts([Item(3, "tool result", "config: a.key = ZK-4471", key="a.key")])
    {'a.key': ('ZK-4471', 3)}
    """
    newest = {item.key: item for item in items if item.key is not None}
    found = {key: (value_of(item.text, key), item.step) for key, item in newest.items()}
    return {key: (value, step) for key, (value, step) in found.items() if value}


@lru_cache(maxsize=4096)  # the same logs are read at every budget
def value_of(text: str, key: str) -> str:
    """What the text says the key is, or "".

    >>> value_of("config update: staging.deploy_key = QT-0082", "staging.deploy_key")
    'QT-0082'
    """
    match = re.search(rf"(?<![\w.-]){re.escape(key)}[ \t]*[=:][ \t]*(\S.*)", text)
    return match[1].strip() if match else ""


def ledger_pieces(view: View, budget: int) -> list[Piece]:
    """The ledger as a block of its own (or none), cut to what question and pins leave.

    Its lines come from tool results, so it is wrapped as one: text does not
    become more trustworthy by being copied. Taught in 06.

    >>> ledger_pieces(View([], "Which key?"), 100)
    []
    """
    facts = live_facts(view.items)
    if not facts:
        return []
    text = "\n".join(f"{key} = {value} (step {step})" for key, (value, step) in facts.items())
    item = Item(view.items[-1].step, "tool result", text, author="assembler")
    purse = Purse(view, budget)
    pay_pins(purse)
    room = budget - purse.with_piece(Piece(-1, item, ""))
    return [Piece(-1, item, trim(text, view.weights, max(room, 0), view.count))]


def replaced_values(items: Sequence[Item]) -> frozenset[str]:
    """Values that keyed items stated and newer ones replaced.

    Only unmistakable ones, four characters or more with a digit among them: a
    replaced "80" or "true" stands on many innocent lines. Taught in 06.

    >>> old = Item(3, "tool result", "a.key = ZK-4471", key="a.key")
    >>> new = Item(9, "tool result", "a.key = QT-0082", key="a.key")
    >>> sorted(replaced_values([old, new]))
    ['ZK-4471']
    """
    stated = {value_of(item.text, item.key) for item in items if item.key is not None}
    live = {value for value, _ in live_facts(items).values()}
    return frozenset(v for v in stated - live if len(v) >= 4 and any(c.isdigit() for c in v))


def swept(view: View, pieces: Iterable[Piece]) -> list[Piece]:
    """The pieces without the lines that state a replaced value and no live one. Taught in 06.

    >>> swept(View([], "Which key?"), [])
    []
    """
    old = replaced_values(view.items)
    live = {value for value, _ in live_facts(view.items).values()}

    def states_any(text: str, values: Iterable[str]) -> bool:
        return any(states(text, value) for value in values)

    def is_stale(line: str) -> bool:
        return states_any(line, old) and not states_any(line, live)

    return [_without(p, is_stale) if states_any(p.body, old) else p for p in pieces]


def _without(piece: Piece, is_stale: Callable[[str], bool]) -> Piece:
    """The piece without its stale lines, the cut stated; an empty body if nothing is left."""
    lines = piece.body.split("\n")
    kept = [line for line in lines if not is_stale(line)]
    if len(kept) == len(lines):
        return piece
    return piece._replace(body="\n".join([*kept, LEFT_OUT]) if any(kept) else "")
