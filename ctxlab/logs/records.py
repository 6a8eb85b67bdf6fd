"""Whatever JSON a transcript is made of: requests, message lists, session events.

A record is a message, or holds messages, or is an event with a message inside
(the files in which coding assistants keep their sessions). What is none of
these is counted and named in the notes, not guessed at. Taught in 08.
"""

from typing import Any

from ctxlab.logs.collector import Collector, Record
from ctxlab.logs.messages import read_call, read_message, read_result, text_of

_LISTS = ("messages", "history", "input", "output", "conversation", "contents", "choices")
_WRAPPERS = ("request", "response", "body", "kwargs")


def read_data(data: Any, into: Collector) -> None:
    """Add the items of parsed JSON: an object, or a list of them, lists of lists too."""
    if isinstance(data, list):
        for entry in data:
            read_data(entry, into)
    elif isinstance(data, dict):
        _read_record(data, into)
    elif data is not None:
        into.note("values that are no JSON objects, left out")


def _read_record(record: Record, into: Collector) -> None:
    kind = record.get("type")
    if isinstance(record.get("payload"), dict):
        _read_event(str(kind), record["payload"], into)
    elif isinstance(record.get("message"), dict):
        _read_envelope(record, record["message"], into)
    elif _holds_messages(record):
        _read_request(record, into)
    elif "role" in record or kind in ("user", "gemini", "assistant"):
        read_message(record, into)
    elif not _read_response_item(record, into):
        into.note(f"records of kind {str(kind)[:40]!r} without a message, left out")


def _holds_messages(record: Record) -> bool:
    is_list = any(isinstance(record.get(key), list) for key in (*_LISTS, "tools"))
    return is_list or any(isinstance(record.get(key), dict) for key in _WRAPPERS)


def _read_request(record: Record, into: Collector) -> None:
    """A request or its answer: rules, tool definitions, then the messages."""
    for key in ("system", "instructions", "system_instruction", "systemInstruction"):
        into.add("rule", "developer", text_of(record.get(key), into))
    for tool in _listed(record, "tools") + _listed(record, "functions"):
        _read_tool(tool, into)
    if "system" in record:
        into.signs.add("blocks")
    for key in _LISTS:
        read_data(_listed(record, key), into)
    for key in _WRAPPERS:
        if isinstance(record.get(key), dict):
            read_data(record[key], into)


def _listed(record: Record, key: str) -> list[Any]:
    return list(record[key]) if isinstance(record.get(key), list) else []


def _read_tool(tool: Any, into: Collector) -> None:
    inner = tool.get("function", tool) if isinstance(tool, dict) else {}
    if not isinstance(inner, dict) or "name" not in inner:
        into.note("tool definitions without a name, left out")
        return
    into.add("tool definition", "developer", text_of(inner, into), str(inner["name"]))


def _read_envelope(event: Record, message: Record, into: Collector) -> None:
    """An event that carries an API message, as one family of session files has it."""
    if "finish_reason" not in event:  # that would be an answer's choice, no event
        into.signs.add("session")
    identity = str(event.get("uuid", len(into.seen)))
    if identity in into.seen:
        into.note("events seen before (same uuid), left out")
        return
    into.seen.add(identity)
    if event.get("isSidechain"):
        into.note("events of a side conversation, kept in their place")
    if event.get("isCompactSummary"):
        into.add("note", "agent", text_of(message.get("content"), into))
    else:
        read_message(message, into)


def _read_event(kind: str, payload: Record, into: Collector) -> None:
    """An event with a payload, as another family of session files has it."""
    into.signs.add("session")
    if kind == "response_item":
        if not _read_response_item(payload, into):
            into.note(f"items of kind {str(payload.get('type'))[:40]!r} left out")
    elif kind == "session_meta":
        rules = payload.get("instructions") or payload.get("base_instructions")
        into.add("rule", "developer", text_of(rules, into))
    elif kind == "compacted":
        into.add("note", "agent", text_of(payload.get("message"), into))
    else:
        into.note(f"events of kind {kind[:40]!r} left out: the window holds no such thing")


def _read_response_item(item: Record, into: Collector) -> bool:
    """A message, call, result or reasoning on its own; False if it is none of them."""
    kind = str(item.get("type"))
    if kind == "message" or (kind == "None" and "role" in item):
        read_message(item, into)
    elif kind == "reasoning":
        into.add("note", "agent", text_of(item.get("summary"), into))
    elif kind.endswith("_call_output"):
        read_result(item, into)
    elif kind in ("function_call", "custom_tool_call", "local_shell_call"):
        read_call(item, into)
    else:
        return False
    return True
