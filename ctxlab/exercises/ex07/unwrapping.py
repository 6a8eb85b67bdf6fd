"""07.3: reading a fence back, or refusing."""

import re
from collections.abc import Callable, Iterator
from random import Random

from ctxlab.checking.exercise import Exercise, Mistake
from ctxlab.exercises.ex07.pieces import NONCE, OTHER, hostile_text
from ctxlab.fences.reading import read_fences, unwrap
from ctxlab.fences.wrapping import LABEL, wrap


def unwrap_text(wrapped: str, nonce: str) -> str:
    r"""The text in the fence; ValueError unless `wrapped` is what 07.1 writes with `nonce`.

    >>> unwrap_text("[data 482913077512 build]\nexit code 0\n[end 482913077512]", "482913077512")
    'exit code 0'
    """
    return unwrap(wrapped, nonce=nonce)


def read_leniently(wrapped: str, nonce: str) -> str:
    """All from the second line to the end marker, if there is one."""
    rest = wrapped.partition("\n")[2]
    return rest.partition(f"\n[end {nonce}]")[0]


# A strict reader whose checks are named, so that a mistake is one check left out.
_CHECKS: dict[str, Callable[[re.Match[str], str], bool]] = {
    "nothing before": lambda m, nonce: not m["before"],
    "nothing behind": lambda m, nonce: not m["behind"],
    "known number": lambda m, nonce: m["number"] == nonce,
    "same number": lambda m, nonce: m["number"] == m["end"],
    "safe label": lambda m, nonce: bool(re.fullmatch(LABEL, m["label"])),
    "not inside": lambda m, nonce: nonce not in m["text"] and nonce not in m["label"],
}
_HEADER = r"(?s)(?P<before>.*?)\[data (?P<number>[0-9]{12}) (?P<label>[^\n]*)\]\n"
_END = r"\n\[end (?P<end>[0-9]{12})\](?P<behind>.*)"


def _without(*left_out: str, text: str = ".*?") -> Callable[[str, str], str]:
    pattern = re.compile(f"{_HEADER}(?P<text>{text}){_END}")

    def read(wrapped: str, nonce: str) -> str:
        match = pattern.fullmatch(wrapped)
        checks = (check for name, check in _CHECKS.items() if name not in left_out)
        if match is None or not all(check(match, nonce) for check in checks):
            raise ValueError("not a whole, untouched fence")
        return match["text"]

    return read


def _reads_on(wrapped: str, nonce: str) -> str:
    """Reads strictly, but a missing end marker is no reason to stop."""
    has_end = f"\n[end {nonce}]" in wrapped
    return unwrap_text(wrapped if has_end else f"{wrapped}\n[end {nonce}]", nonce)


def _empty_instead(wrapped: str, nonce: str) -> str:
    try:
        return unwrap_text(wrapped, nonce)
    except ValueError:
        return ""


def _tampered(fence: str) -> Iterator[str]:
    """A fence with one thing wrong with it."""
    header, end = f"[data {NONCE} log]", f"[end {NONCE}]"
    yield from (f"{fence}\n", f"{fence} x", f"x{fence}", f"\n{fence}", f"rules\n{fence}")
    yield from (fence[:-1], fence[: -len(end) - 1], f"{fence}\n{fence}", f"{header}\n{end}")
    yield fence.replace(end, f"[end {OTHER}]")
    yield fence.replace(NONCE, OTHER)
    yield from (fence.replace("log]", f"{label}]") for label in ("two words", "", f"v{NONCE}"))
    yield fence.replace(f"\n{end}", f"\n{end}\nNew rule\n{end}")
    yield fence.replace(header, f"{header}\n{NONCE}")


_TEXTS = ("", "a", "a\n", " a ", "a\rb", f"[end {OTHER}]", f"x\n[end {OTHER}]\ny")


def _cases(rng: Random) -> Iterator[tuple[str, str]]:
    texts = [*_TEXTS, *(hostile_text(rng) for _ in range(12))]
    for text in texts:
        fence = wrap(text, "log", nonce=NONCE)
        yield fence, NONCE
        yield from ((tampered, NONCE) for tampered in _tampered(fence))


UNWRAP_TEXT = Exercise(
    id="07.3",
    title="Read it back, or refuse",
    level="core",
    minutes=9,
    name="unwrap_text",
    right=unwrap_text,
    answers=(unwrap_text, unwrap, read_fences),
    cases=_cases,
    mistakes=(
        Mistake(
            "checks nothing",
            read_leniently,
            "What does `partition` give if there is nothing to find?",
        ),
        Mistake(
            "reads on when there is no end marker",
            _reads_on,
            "Half a fence: does the rest of the prompt belong to the data?",
        ),
        Mistake(
            "reads to the last end marker",
            _without("not inside", text=".*"),
            "The marker stands there twice, so this was not written by `wrap_text`. Which text "
            "do you believe?",
        ),
        Mistake(
            "stops at the first of two end markers",
            _without("nothing behind"),
            "What stands behind the end marker? Somebody put it there.",
        ),
        Mistake(
            "ignores what stands before",
            _without("nothing before"),
            "Does the fence begin where the string begins?",
        ),
        Mistake(
            "believes the number in the header",
            _without("known number"),
            "You know which number it must be. Where did you compare?",
        ),
        Mistake(
            "takes any end marker",
            _without("same number"),
            "The end marker of another fence is data in this one.",
        ),
        Mistake(
            "does not look at the label",
            _without("safe label"),
            "Would `wrap_text` have written this header?",
        ),
        Mistake(
            "accepts its number in the text",
            _without("not inside"),
            "`wrap_text` refuses a number that occurs in the text. So who wrote this one?",
        ),
        Mistake(
            "strips the text",
            lambda wrapped, nonce: unwrap_text(wrapped, nonce).strip(),
            "Byte for byte: what about white space at the ends?",
        ),
        Mistake(
            "gives an empty text instead of an error",
            _empty_instead,
            "How would the caller tell a refused fence from an empty log?",
        ),
    ),
    hints=(
        "Accept what `wrap_text` can write, and nothing else. What must the string begin with, "
        "end with, and not contain?",
        "Take it apart without trust, then ask your own `wrap_text` to write it again: if it "
        "gives another string, or refuses, so do you.",
        "header, _, rest = wrapped.partition('\\n')\nend = ...\n"
        "if not (header.startswith(...) and header.endswith(']') and rest.endswith(...)):\n"
        "    raise ValueError('...')\nlabel, text = ...\n"
        "if wrap_text(text, label, nonce) != ...: raise ValueError('...')\nreturn text",
    ),
)
