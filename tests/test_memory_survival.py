"""Which facts survive: the session, the summaries, and the measured order of the ways."""

from collections import Counter
from collections.abc import Sequence
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.bpe import bpe_counter
from ctxlab.memory import Turn, WorkingBuffer, count_turns
from ctxlab.memory.sessions import Fact, Session, build_session, values_in
from ctxlab.memory.summaries import as_fold, extractive, keep_lines, random_lines, tail_of_log
from ctxlab.memory.survival import WAYS, Survival, Way, oracle, survive
from ctxlab.tokens import Counter as TokenCounter
from ctxlab.tokens import count_tokens
from tests.support.talk import orphans

SEEDS = range(2)
BY_NAME = {way.name: way for way in WAYS}


@pytest.mark.parametrize("seed", range(40))
def test_every_fact_stands_in_exactly_one_turn(seed: int) -> None:
    session = build_session(seed)
    assert len(session.turns) == 241 and orphans(session.turns) == []
    where = [values_in(turn.text) for turn in session.turns]
    said = Counter(value for values in where for value in values)
    assert said == {fact.value: 1 for fact in session.facts}
    assert all(fact.value in where[fact.place] for fact in session.facts)


def test_facts_are_spread_evenly_and_said_by_all() -> None:
    facts = [fact for seed in range(40) for fact in build_session(seed).facts]
    thirds = Counter(3 * fact.place // 241 for fact in facts)
    assert max(thirds.values()) - min(thirds.values()) < 0.1 * len(facts)
    assert min(Counter(fact.speaker for fact in facts).values()) > 0.3 * len(facts)


def test_updates_replace() -> None:
    session = build_session(3)
    current, stale = session.known_at(len(session.turns))
    assert (len(current), len(stale)) == (24, 6)
    assert len({fact.key for fact in current}) == 24
    for fact in stale:
        (newer,) = (one for one in current if one.key == fact.key)
        assert fact.place < newer.place == fact.replaced_at
        assert fact in session.known_at(newer.place)[0]


def test_the_size_of_a_session() -> None:
    assert [count_turns(build_session(seed).turns) for seed in SEEDS] == [
        6725,
        6713,
    ]


def test_impossible_sessions_are_named() -> None:
    with pytest.raises(ValueError, match="30 statements need as many rounds, got 29"):
        build_session(0, rounds=29)
    with pytest.raises(ValueError, match="facts must lie from 0 to 24, got 25"):
        build_session(0, facts=25)
    assert build_session(0, rounds=0, facts=0).facts == ()


LINES = st.sampled_from(
    ["check ok after 4 ms", "check ok after 51 ms", "key = A", "key = B", "é", ""]
)
LOGS = st.lists(st.lists(LINES).map("\n".join)).map(
    lambda texts: [Turn("tool", text) for text in texts]
)


@given(LOGS, st.integers(0, 40))
def test_summaries_fit_and_quote(turns: Sequence[Turn], limit: int) -> None:
    lines = [line for turn in turns for line in turn.text.splitlines()]
    for way in WAYS:
        summary = way.make(limit)(turns)
        assert count_tokens(summary) <= limit
        assert summary == way.make(limit)(turns)
        if way.name != "head cut":
            left = iter(lines)
            assert all(line in left for line in summary.splitlines())  # in the order of the log


def test_only_the_newest_of_a_key_is_kept() -> None:
    turns = [Turn("tool", "a.key = OLD\nx = 1"), Turn("tool", "update: a.key = NEW")]
    assert extractive(100)(turns) == "x = 1\nupdate: a.key = NEW"


def test_the_limit_is_the_caller_s_counter() -> None:
    count: TokenCounter = bpe_counter("o200k_base")
    log = [Turn("tool", "漢字 漢字 漢字\n" * 40)]
    for make in (extractive, tail_of_log, random_lines):
        assert 0 < count(make(30, count)(log)) <= 30


def test_skipping_what_does_not_fit() -> None:
    log = [Turn("tool", "x" * 400 + "\nshort")]
    assert keep_lines(lambda lines: [0, 1], 10)(log) == "short"
    assert tail_of_log(10)(log) == "short"


def test_folding_hands_the_old_summary_on() -> None:
    fold = as_fold(lambda turns: "|".join(f"{turn.role}:{turn.text}" for turn in turns))
    assert fold("", [Turn("user", "a")]) == "user:a"
    assert fold("old", [Turn("user", "a")]) == "summary:old|user:a"


def _shares(name: str, limit: int) -> list[float]:
    return [survive(build_session(seed), BY_NAME[name], limit).share for seed in SEEDS]


def test_measured_order_of_the_ways() -> None:
    """Recompute > fold > plain cuts, and the oracle above all, at 400 tokens."""
    shares = {name: mean(_shares(name, 400)) for name in BY_NAME}
    best = mean(survive(s, oracle(s), 400).share for s in map(build_session, SEEDS))
    assert best > 0.9
    assert 0.35 < shares["recompute"] < 0.45
    assert 0.2 < shares["fold"] < 0.3
    assert max(shares["head cut"], shares["tail cut"], shares["random lines"]) < 0.1


def test_where_the_extractive_summary_loses() -> None:
    """It cannot see that a sentence replaces a line: stale values stay beside current ones."""
    sessions = [build_session(seed) for seed in SEEDS]
    extracted = [survive(session, BY_NAME["recompute"], 1600) for session in sessions]
    cut = [survive(session, BY_NAME["tail cut"], 1600) for session in sessions]
    assert sum(one.stale for one in extracted) > 10 * sum(one.stale for one in cut)


def test_folding_reads_less() -> None:
    session = build_session(0)
    anew, folded = (survive(session, BY_NAME[name], 200) for name in ("recompute", "fold"))
    assert folded.read < anew.read / 10
    assert folded.kept < anew.kept


def test_survival_by_hand() -> None:
    turns = [Turn("user", "it is AB-1111"), Turn("user", "no, AB-2222"), Turn("user", "ok")]
    old = Fact("it", "AB-1111", place=0, speaker="user", replaced_at=1)
    session = Session(tuple(turns), (old, Fact("it", "AB-2222", place=1, speaker="user")))
    everything = survive(session, BY_NAME["recompute"], 10, buffer_size=1)
    assert everything == Survival(kept=1, known=1, stale=1, tokens=7, read=4 + 7)
    assert survive(session, BY_NAME["recompute"], 4, buffer_size=1).stale == 0
    in_buffer = survive(session, BY_NAME["recompute"], 10, buffer_size=3)
    assert in_buffer == Survival(kept=0, known=0, stale=0, tokens=0, read=0)
    assert in_buffer.share == 0.0


def test_the_last_summary_is_a_function_of_the_log() -> None:
    session = build_session(1)
    way: Way = BY_NAME["recompute"]
    buffer = WorkingBuffer(8, way.make(300), max_summary_tokens=300)
    for turn in session.turns:
        buffer.add_turn(turn)
    assert buffer.summary == way.make(300)(buffer.evicted)
