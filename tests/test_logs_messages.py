"""Message lists and session files: every shape gives the same conversation."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ctxlab.logs import Log, LogError, load_log, sample

Json = Any

RULE, ASK, SAY = "Never push.", "What failed?", "Let me look."
RUN, READ = "3 passed, 1 failed", "int main(void)"

# The same conversation in each shape: two parallel calls, one thought, two results.

OPENAI = [
    {"role": "system", "content": RULE},
    {"role": "user", "content": ASK},
    {
        "role": "assistant",
        "content": SAY,
        "tool_calls": [
            {"id": "1", "type": "function", "function": {"name": "run", "arguments": '{"n": 1}'}},
            {"id": "2", "type": "function", "function": {"name": "read", "arguments": '{"n": 2}'}},
        ],
    },
    {"role": "tool", "tool_call_id": "2", "content": READ},
    {"role": "tool", "tool_call_id": "1", "content": [{"type": "text", "text": RUN}]},
]
ANTHROPIC: list[Json] = [
    {"role": "user", "content": [{"type": "text", "text": ASK}]},
    {
        "role": "assistant",
        "content": [
            {"type": "text", "text": SAY},
            {"type": "tool_use", "id": "1", "name": "run", "input": {"n": 1}},
            {"type": "tool_use", "id": "2", "name": "read", "input": {"n": 2}},
        ],
    },
    {
        "role": "user",
        "content": [
            {"type": "tool_result", "tool_use_id": "2", "content": READ},
            {
                "type": "tool_result",
                "tool_use_id": "1",
                "content": [{"type": "text", "text": RUN}],
                "is_error": True,
            },
        ],
    },
]
GOOGLE = [
    {"role": "user", "parts": [{"text": ASK}]},
    {
        "role": "model",
        "parts": [
            {"text": SAY},
            {"functionCall": {"id": "1", "name": "run", "args": {"n": 1}}},
            {"functionCall": {"id": "2", "name": "read", "args": {"n": 2}}},
        ],
    },
    {
        "role": "user",
        "parts": [
            {"functionResponse": {"id": "2", "name": "read", "response": {"output": READ}}},
            {"functionResponse": {"id": "1", "name": "run", "response": {"output": RUN}}},
        ],
    },
]
AMAZON = [
    {"role": "user", "content": [{"text": ASK}]},
    {
        "role": "assistant",
        "content": [
            {"text": SAY},
            {"toolUse": {"toolUseId": "1", "name": "run", "input": {"n": 1}}},
            {"toolUse": {"toolUseId": "2", "name": "read", "input": {"n": 2}}},
        ],
    },
    {
        "role": "user",
        "content": [
            {"toolResult": {"toolUseId": "2", "content": [{"text": READ}]}},
            {"toolResult": {"toolUseId": "1", "content": [{"text": RUN}], "status": "error"}},
        ],
    },
]
RESPONSES = [
    {"role": "user", "content": [{"type": "input_text", "text": ASK}]},
    {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": SAY}]},
    {"type": "function_call", "call_id": "1", "name": "run", "arguments": '{"n": 1}'},
    {"type": "function_call", "call_id": "2", "name": "read", "arguments": '{"n": 2}'},
    {"type": "function_call_output", "call_id": "2", "output": READ},
    {"type": "function_call_output", "call_id": "1", "output": {"output": RUN}},
]


def _events(messages: list[Json]) -> list[Json]:
    """A session file of the first family: one block of an answer a line."""
    lines: list[Json] = [{"type": "summary", "summary": "…"}]
    for message in messages:
        blocks = message["content"] if message["role"] == "assistant" else [None]
        for block in blocks:
            inner = {**message, "content": [block]} if block else message
            lines.append({"type": message["role"], "uuid": f"u{len(lines)}", "message": inner})
    return [*lines, lines[2], {"type": "system", "subtype": "turn_duration", "uuid": "s"}]


def _rollout(items: list[Json]) -> list[Json]:
    """A session file of the second family: payloads, and events that repeat them."""
    lines: list[Json] = [{"type": "session_meta", "payload": {"id": "x", "instructions": RULE}}]
    for item in items:
        payload = {"type": "message", **item}
        lines.append({"timestamp": "t", "type": "response_item", "payload": payload})
    return [*lines, {"type": "event_msg", "payload": {"type": "agent_message", "message": SAY}}]


PI = [
    {"type": "session", "id": "s"},
    {"type": "message", "id": "a", "message": {"role": "user", "content": ASK}},
    {
        "type": "message",
        "id": "b",
        "message": {
            "role": "assistant",
            "content": [
                {"type": "text", "text": SAY},
                {"type": "toolCall", "id": "1", "name": "run", "arguments": {"n": 1}},
                {"type": "toolCall", "id": "2", "name": "read", "arguments": {"n": 2}},
            ],
        },
    },
    *(
        {
            "type": "message",
            "id": f"r{call}",
            "message": {"role": "toolResult", "toolCallId": call, "content": [{"text": text}]},
        }
        for call, text in (("2", READ), ("1", RUN))
    ),
]
GEMINI = {
    "sessionId": "s",
    "messages": [
        {"type": "user", "content": ASK},
        {
            "type": "gemini",
            "content": SAY,
            "toolCalls": [
                {"id": "1", "name": "run", "args": {"n": 1}},
                {"id": "2", "name": "read", "args": {"n": 2}, "result": [{"text": READ}]},
            ],
        },
        {"role": "tool", "tool_call_id": "1", "content": RUN},
    ],
}
SHAPES: dict[str, Json] = {
    "OpenAI list": OPENAI,
    "OpenAI request": {"model": "m", "messages": OPENAI},
    "OpenAI request in a wrapper": [{"request": {"messages": OPENAI}}],
    "OpenAI request and answer": [
        {"messages": OPENAI[:2]},
        {"choices": [{"index": 0, "finish_reason": "tool_calls", "message": OPENAI[2]}]},
        {"messages": OPENAI[3:]},
    ],
    "Anthropic list": ANTHROPIC,
    "Anthropic request": {"system": RULE, "messages": ANTHROPIC},
    "Anthropic request, system in blocks": {
        "system": [{"type": "text", "text": RULE, "cache_control": {}}],
        "messages": ANTHROPIC,
    },
    "Google contents": {"contents": GOOGLE, "system_instruction": {"parts": [{"text": RULE}]}},
    "Amazon messages": AMAZON,
    "responses": {"instructions": RULE, "input": RESPONSES[:1], "output": RESPONSES[1:]},
    "events": _events(ANTHROPIC),
    "rollout": _rollout(RESPONSES),
    "another session file": PI,
    "session in one object": GEMINI,
}


def loaded(folder: Path, text: str, name: str = "talk.jsonl") -> Log:
    (folder / name).write_text(text, encoding="utf-8")
    return load_log(folder / name)


def as_lines(data: Json) -> str:
    return "\n".join(json.dumps(entry) for entry in (data if isinstance(data, list) else [data]))


WRITERS: dict[str, Callable[[Json], str]] = {
    "JSON": json.dumps,
    "indented": lambda data: json.dumps(data, indent=2),
    "JSON lines": as_lines,
}


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_gives_the_same_conversation(tmp_path: Path, shape: str, writer: str) -> None:
    log = loaded(tmp_path, WRITERS[writer](SHAPES[shape]))
    talk = [item for item in log.items if item.kind != "rule"]
    assert [
        (item.author, item.name, item.text) for item in talk if item.author != "outside world"
    ] == [
        ("user", "", ASK),
        ("model", "", SAY),
        ("model", "run", 'run {"n": 1}'),
        ("model", "read", 'read {"n": 2}'),
    ]
    results = [(item.name, item.text) for item in talk if item.kind == "tool result"]
    assert results == [("read", READ), ("run", RUN)]
    assert {item.text for item in log.items if item.kind == "rule"} <= {RULE}
    assert all(item.trust == "untrusted" for item in talk if item.kind == "tool result")


def test_rules_are_pinned_and_the_developers(tmp_path: Path) -> None:
    for shape in ("OpenAI list", "Anthropic request", "responses", "rollout", "Google contents"):
        rules = [item for item in loaded(tmp_path, as_lines(SHAPES[shape])).items if item.pinned]
        assert [(item.text, item.author, item.trust) for item in rules] == [
            (RULE, "developer", "trusted")
        ], shape


def test_the_shapes_are_told_apart() -> None:
    shapes = {
        load_log(sample(f"{name}.{end}")).shape
        for name, end in (
            ("openai_messages", "json"),
            ("anthropic_messages", "json"),
            ("coding_session", "jsonl"),
        )
    }
    assert shapes == {"OpenAI-style messages", "Anthropic-style messages", "session file"}


def test_the_same_talk_stored_twice_is_read_alike() -> None:
    """The session sample is the Anthropic sample, without rules and tool definitions."""
    request = [
        i for i in load_log(sample("anthropic_messages.json")).items if i.author != "developer"
    ]
    session = load_log(sample("coding_session.jsonl")).items
    assert [(i.author, i.name, i.text) for i in request] == [
        (i.author, i.name, i.text) for i in session
    ]


# What is left out is said.


def notes_of(folder: Path, data: Json) -> str:
    return "; ".join(loaded(folder, as_lines(data)).notes)


@pytest.mark.parametrize(
    ("record", "note"),
    [
        ({"role": "user", "content": [{"type": "image", "source": {}}]}, "kind 'image' left out"),
        ({"role": "user", "content": [{"type": "input_audio"}]}, "kind 'input_audio' left out"),
        ({"role": "alien", "content": "hello"}, "unknown role 'alien', taken as untrusted"),
        (
            {"role": "tool", "tool_call_id": "9", "content": "x"},
            "results without a call: 1 (line 2)",
        ),
        ({"role": "assistant", "content": "", "tool_calls": [{"id": "8"}]}, "without a result: 1"),
        ({"type": "progress", "data": 1}, "kind 'progress' without a message"),
        ({"type": "turn_context", "payload": {}}, "events of kind 'turn_context' left out"),
        ({"type": "response_item", "payload": {"type": "web_search_call"}}, "'web_search_call'"),
        ({"tools": [{"type": "web_search"}]}, "tool definitions without a name"),
        ({"role": "user", "content": "\x1b[31mred"}, "texts freed of colours"),
        (
            {"message": {"role": "user", "content": "x"}, "isSidechain": True},
            "events of a side conversation, kept",
        ),
        (3, "no JSON objects"),
    ],
)
def test_what_is_left_out_is_noted(tmp_path: Path, record: Json, note: str) -> None:
    first = {"role": "user", "content": "hello"}
    assert note in notes_of(tmp_path, [first, record])
    assert notes_of(tmp_path, [first]) == ""


def test_a_result_that_holds_a_picture_keeps_its_text(tmp_path: Path) -> None:
    content = [{"type": "image", "source": {"data": "AAAA"}}, {"type": "text", "text": RUN}]
    block = {"type": "tool_result", "tool_use_id": "1", "content": content}
    log = loaded(tmp_path, as_lines([{"role": "user", "content": [block]}]))
    assert [item.text for item in log.items] == [RUN]
    assert "blocks of kind 'image' left out" in log.notes[0]


@pytest.mark.parametrize(
    ("message", "item"),
    [
        (
            {"role": "assistant", "content": [{"type": "thinking", "thinking": "hm"}]},
            ("note", "agent", "hm"),
        ),
        (
            {"role": "assistant", "reasoning_content": "hm", "content": None},
            ("note", "agent", "hm"),
        ),
        (
            {"type": "reasoning", "summary": [{"type": "summary_text", "text": "hm"}]},
            ("note", "agent", "hm"),
        ),
        (
            {"message": {"role": "user", "content": "long ago"}, "isCompactSummary": True},
            ("note", "agent", "long ago"),
        ),
        ({"type": "compacted", "payload": {"message": "long ago"}}, ("note", "agent", "long ago")),
        (
            {"role": "user", "content": [{"type": "document", "source": {"data": "page"}}]},
            ("retrieved text", "store", "page"),
        ),
        (
            {"role": "user", "content": [{"type": "search_result", "content": [{"text": "hit"}]}]},
            ("retrieved text", "store", "hit"),
        ),
        ({"role": "developer", "content": "Be brief."}, ("rule", "developer", "Be brief.")),
        (
            {
                "role": "assistant",
                "content": None,
                "function_call": {"name": "f", "arguments": "{}"},
            },
            ("history", "model", "f {}"),
        ),
        ({"role": "function", "name": "f", "content": "1"}, ("tool result", "outside world", "1")),
        (
            {"tools": [{"type": "function", "function": {"name": "f"}}]},
            ("tool definition", "developer", '{"name": "f"}'),
        ),
        ({"role": "user", "content": "\ud800"}, ("history", "user", "\ud800")),
        ({"role": "alien", "content": "hello"}, ("tool result", "outside world", "hello")),
    ],
)
def test_kinds(tmp_path: Path, message: Json, item: tuple[str, str, str]) -> None:
    log = loaded(tmp_path, json.dumps([message]))
    assert [(i.kind, i.author, i.text) for i in log.items] == [item]


# Damaged files.


def test_malformed_lines_are_skipped_and_counted(tmp_path: Path) -> None:
    lines = as_lines(OPENAI).split("\n")
    damaged = [lines[0], "{'role': 'user'}", *lines[1:], "", '{"role": "user", "content": "cut o']
    log = loaded(tmp_path, "\n".join(damaged))
    assert len(log.items) == 7
    assert log.notes == ("lines that are no JSON, skipped: 2 (lines 2, 8)",)


def test_the_line_of_an_item_is_known(tmp_path: Path) -> None:
    log = loaded(tmp_path, as_lines(OPENAI))
    assert [item.line for item in log.items] == [1, 2, 3, 3, 3, 4, 5]


def test_a_cut_message_list_says_so(tmp_path: Path) -> None:
    log = loaded(tmp_path, json.dumps(OPENAI, indent=1)[:-40], "talk.json")
    assert log.shape == "plain text" and "looks like JSON but is not" in log.notes[0]


@pytest.mark.parametrize(
    "data", [{"name": "x", "version": 3}, [1, 2], [], {}, [[]], [{"a": 1}] * 3]
)
def test_json_without_messages_is_plain_text(tmp_path: Path, data: Json) -> None:
    log = loaded(tmp_path, json.dumps(data, indent=1))
    assert log.shape == "plain text" and log.notes == ("JSON without messages: read as plain text",)


def test_structured_log_lines_are_plain_text(tmp_path: Path) -> None:
    lines = [{"level": "info", "msg": f"request {i}", "message": "served"} for i in range(50)]
    log = loaded(tmp_path, as_lines(lines))
    assert log.shape == "plain text" and sum(i.text.count("request") for i in log.items) == 50


def test_a_plain_log_in_brackets_is_no_json(tmp_path: Path) -> None:
    log = loaded(tmp_path, "[12:00:01] start\n[1]\n5\n{}\n[12:00:02] stop\n")
    assert log.shape == "plain text" and log.notes == ()


@pytest.mark.parametrize("deep", ["[" * 100_000, "[" * 5_000 + "]" * 5_000, '{"a":' * 5_000])
def test_deep_nesting_is_no_crash(tmp_path: Path, deep: str) -> None:
    log = loaded(tmp_path, deep)
    assert log.items and log.shape == "plain text"


def test_a_giant_number_is_no_crash(tmp_path: Path) -> None:
    log = loaded(tmp_path, as_lines(OPENAI) + '\n{"role": "user", "n": ' + "9" * 10_000 + "}")
    assert len(log.items) == 7 and "no JSON" in log.notes[0]


_KEYS = (
    "role content type message messages payload tool_calls toolCalls text function name "
    "arguments input output choices tools parts id uuid toolResult functionCall source "
    "summary request system result thinking"
)
_WORDS = (
    "user assistant tool system text tool_use tool_result message image response_item "
    "session_meta function_call reasoning document gemini"
)
KEYS, WORDS = (st.sampled_from(words.split()) for words in (_KEYS, _WORDS))
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | WORDS | st.floats(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=20,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(anything | st.lists(st.dictionaries(KEYS, anything, max_size=6), max_size=3))
def test_no_json_crashes(tmp_path: Path, data: Json) -> None:
    for writer in WRITERS.values():
        try:
            log = loaded(tmp_path, writer(data))
        except LogError:
            continue
        assert log.items or log.notes
        assert [item.step for item in log.items] == list(range(len(log.items)))
