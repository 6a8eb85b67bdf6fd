"""Plain data: what crosses the border comes back as it was, and nothing else gets across."""

import itertools
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.checking.check import check
from ctxlab.checking.counters import Counted
from ctxlab.checking.plain import (
    MAX_DEPTH,
    MAX_SIZE,
    NotPlain,
    decode,
    encode,
    encode_arguments,
    package_type,
)
from ctxlab.sections import ContextSection

SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.binary(max_size=20)
)
KEYS = st.one_of(st.none(), st.booleans(), st.integers(), st.text(), st.tuples(st.integers()))
SECTIONS = st.builds(
    ContextSection,
    st.text(alphabet=st.characters(exclude_categories=("C", "Z")), max_size=5),
    st.text(max_size=9),
    priority=st.integers(0, 9) | st.floats(allow_nan=False),
    pinned=st.booleans(),
)
VALUES = st.recursive(
    SCALARS | SECTIONS | st.sets(st.integers() | st.text(), max_size=4),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=4).map(tuple),
        st.dictionaries(KEYS, inner, max_size=4),
    ),
    max_leaves=12,
)


def alike(one: Any, other: Any) -> bool:
    """Equal, of the same types all the way down; a NaN is like another."""
    if type(one) is not type(other):
        return False
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, dict):
        return alike(list(one.items()), list(other.items()))
    if isinstance(one, float):
        return repr(one) == repr(other)
    return bool(one == other)


@given(VALUES)
def test_what_was_encoded_comes_back(value: Any) -> None:
    plain = encode(value)
    assert alike(decode(plain), value)
    assert json.loads(json.dumps(plain)) == plain, "it is JSON"
    assert encode(decode(plain)) == plain


@given(VALUES)
def test_a_decoded_value_shares_no_part_that_can_change(value: Any) -> None:
    plain = encode([value, [1]])
    one, other = decode(plain), decode(plain)
    one[1].append(2)
    assert other[1] == [1] and plain == encode([value, [1]])


@given(st.lists(SECTIONS, min_size=1, max_size=4), st.data())
def test_one_object_listed_twice_stays_one_object(
    sections: list[ContextSection], data: st.DataObject
) -> None:
    numbers = data.draw(st.lists(st.integers(0, len(sections) - 1), max_size=8))
    (listed, first) = decode(encode_arguments(([sections[i] for i in numbers], sections[0])))
    assert [*listed, first] == [*(sections[i] for i in numbers), sections[0]]
    for (i, one), (j, other) in itertools.combinations(zip(numbers, listed, strict=True), 2):
        assert (one is other) == (i == j), "twins stay two, one object stays one"
    assert all((one is first) == (i == 0) for i, one in zip(numbers, listed, strict=True))


def test_an_answer_forgets_identity() -> None:
    one = ContextSection("a", "b")
    assert encode([one, one]) == encode([one, ContextSection("a", "b")])


def test_a_counter_comes_back_unused() -> None:
    count = Counted("words")
    count("to be")
    (again,) = decode(encode_arguments((count,)))
    assert (again.name, again.calls, again("to be")) == ("words", 0, 2)


def test_frozen_sets_and_sets_are_one() -> None:
    assert encode({3, 1, 2}) == encode(frozenset((2, 3, 1)))


class Text(str): ...


class Whole(int): ...


class Always:
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return True


class Disguised(type):
    """A type that claims to be every other one, whatever asks."""

    def __eq__(cls, other: object) -> bool:
        return True

    def __hash__(cls) -> int:
        return hash(list)


class Chameleon(metaclass=Disguised):
    __class__ = dict  # type: ignore[assignment]

    def items(self) -> Any:
        return [("list", AnyLength())]


class AnyLength:
    def __len__(self) -> int:
        import sys

        return len(sys._getframe(1).f_locals.get("expected", ()))

    def __iter__(self) -> Any:
        return iter(())


class Section(ContextSection): ...


Forged = type("ContextSection", (ContextSection,), {"__module__": "ctxlab.sections"})
STRANGERS = [
    *(Text("a"), Whole(1), Always(), Chameleon(), Section("a", "b"), Forged("a", "b")),
    *(object(), len, Text, 1j, range(3), bytearray(b"a"), memoryview(b"a"), NotImplemented, ...),
    *((i for i in "ab"), iter([1]), {1: 2}.keys(), type("list", (list,), {})([1])),
]


@pytest.mark.parametrize("value", STRANGERS, ids=lambda value: type(value).__qualname__)
def test_only_exact_types_get_across(value: Any) -> None:
    for whole in (value, [value], {"key": (value,)}):
        with pytest.raises(NotPlain, match=r"^a value of type "):
            encode(whole)


@pytest.mark.parametrize("value", STRANGERS, ids=lambda value: type(value).__qualname__)
@pytest.mark.parametrize("exercise_id", ["00.1", "01.1", "02.1", "02.3", "02.5"])
def test_no_disguise_passes_a_check(exercise_id: str, value: Any) -> None:
    result = check(exercise_id, lambda *arguments: value)
    assert (result.outcome, result.passed_cases) == ("not yet", 0)
    assert result.got.startswith("a value of type ")


def test_what_is_endless_or_out_of_proportion_is_refused() -> None:
    deep: Any = []
    for _ in range(MAX_DEPTH + 1):
        deep = [deep]
    round_and_round: Any = []
    round_and_round.append(round_and_round)
    for value in (deep, round_and_round):
        with pytest.raises(NotPlain, match="levels of lists"):
            encode(value)
    for value in (["x"] * (MAX_SIZE + 1), "x" * (MAX_SIZE + 1), b"x" * (MAX_SIZE + 1)):
        with pytest.raises(NotPlain, match="perhaps without end"):
            encode(value)
    with pytest.raises(NotPlain, match="perhaps without end"):
        encode(itertools.count(), iterators=True)
    with pytest.raises(NotPlain, match="an integer of more than"):
        encode(10**5000)


def test_a_check_survives_odd_answers() -> None:
    for answer in (10**5000, [[]] * 10, [[[[[[[]]]]]]], "x" * MAX_SIZE, 1e400, -0.0, "\ud800"):
        result = check("02.1", lambda sections, answer=answer: answer)
        assert result.outcome == "not yet"
        assert repr(result) and result._repr_html_().encode("utf-8")


@pytest.mark.parametrize(
    "path",
    [
        "ctxlab.cli:main",
        "ctxlab.workspace:copy_notebooks",
        "ctxlab.grading.runner:Path",
        "ctxlab.checking.plain:NotPlain",
        "ctxlab.sections:nothing",
        "os:system",
        "ctxlab:check",
        "",
    ],
)
def test_only_dataclasses_of_the_package_are_made(path: str) -> None:
    with pytest.raises(ValueError, match="not one of the package's own types"):
        package_type(path)
    with pytest.raises(ValueError, match="not one of the package's own types"):
        decode({"ctxlab": [path, {}]})
