"""One message of a conversation to items, in the API shapes that are about.

OpenAI's: `tool_calls` beside the text, one `tool` message for each result.
Anthropic's: content blocks, results inside a user message. Google's and
Amazon's: parts. A message with three parallel calls becomes three items, and so
do their results. Not here: pictures, sound, encrypted reasoning. Taught in 08.
"""

import json
from collections.abc import Iterable
from typing import Any

from ctxlab.logs.collector import Collector, Record
from ctxlab.logs.items import Kind

_ROLES: dict[str, tuple[Kind, str]] = {
    **dict.fromkeys(("system", "developer"), ("rule", "developer")),
    **dict.fromkeys(("user", "human"), ("history", "user")),
    **dict.fromkeys(("assistant", "model", "ai", "gemini"), ("history", "model")),
    **dict.fromkeys(("tool", "function", "toolResult"), ("tool result", "outside world")),
}
_TEXTS = ("text", "input_text", "output_text", "summary_text", "refusal")
_CALLS = (
    *("tool_use", "server_tool_use", "mcp_tool_use"),
    *("toolCall", "toolUse", "function_call", "functionCall"),
)
_NO_TEXT = ("image", "image_url", "input_image", "document", "file", "input_file", "audio")
_INSIDE = ("functionResponse", "response", "output", "parts")  # where a text may be hidden
_IDS = ("tool_call_id", "tool_use_id", "toolUseId", "call_id", "toolCallId", "id")
_INNER = ("function", "functionCall", "functionResponse", "toolUse", "toolResult")


def read_message(message: Record, into: Collector) -> None:
    """Add a message's items: its text, its calls, its results, in their order."""
    role = str(message.get("role") or message.get("type"))
    kind, author = _ROLES.get(role, ("tool result", "outside world"))
    if role not in _ROLES:
        into.note(f"messages of an unknown role {role[:40]!r}, taken as untrusted")
    for field in ("reasoning_content", "reasoning"):
        into.add("note", "agent", text_of(message.get(field), into))
    content = message.get("content", message.get("parts"))
    if kind == "tool result":
        name = str(message.get("name") or message.get("toolName") or "")
        into.result(_first(message, _IDS[:-1]), text_of(content, into), name)
    else:
        _read_content(content, kind, author, into)
    for call in _records(message.get("tool_calls"), message.get("toolCalls")):
        read_call(call, into)
    if isinstance(old := message.get("function_call"), dict):
        read_call(old, into)


def _read_content(content: Any, kind: Kind, author: str, into: Collector) -> None:
    """Runs of text become one item; calls, results and notes between them their own."""
    run: list[str] = []
    for block in content if isinstance(content, list) else [content]:
        if _is_text(block):
            run.append(text_of(block, into))
            continue
        into.add(kind, author, "\n".join(run))
        run = []
        if isinstance(block, dict):
            _read_block(block, into)
    into.add(kind, author, "\n".join(run))


def _is_text(block: Any) -> bool:
    if isinstance(block, dict):
        return block.get("type", "text") in _TEXTS and isinstance(_text_in(block), str)
    return isinstance(block, str)


def _text_in(block: Record) -> Any:
    return block.get("text", block.get("refusal"))


def _read_block(block: Record, into: Collector) -> None:
    kind = str(block.get("type") or next((k for k in _INNER if k in block), "?"))
    if kind in ("thinking", "reasoning"):
        into.add("note", "agent", str(block.get("thinking") or text_of(_summary(block), into)))
    elif kind in _CALLS:
        read_call(block, into)
    elif kind.endswith(("tool_result", "toolResult", "functionResponse")):
        into.signs.add("blocks")
        read_result(block, into)
    elif kind in ("document", "search_result"):
        source = block.get("source")
        text = source.get("data") if isinstance(source, dict) else block.get("content")
        into.add("retrieved text", "store", text_of(text, into), str(block.get("title") or ""))
    else:
        into.note(f"blocks of kind {kind[:40]!r} left out: they hold no text")


def _summary(block: Record) -> Any:
    return block.get("summary") or block.get("text") or block.get("content")


def read_call(call: Record, into: Collector) -> None:
    """Add a call: the tool's name and its arguments as JSON."""
    inner = _inner(call)
    if call.get("type") in _CALLS[:3]:
        into.signs.add("blocks")
    arguments = _first(inner, ("arguments", "input", "args", "action"))
    text = arguments if isinstance(arguments, str) else _as_json(arguments)
    into.call(
        _first({**call, **inner}, ("call_id", "toolUseId", "id")),
        str(inner.get("name") or "tool"),
        text,
    )
    if "result" in call:  # some files keep the result with its call
        read_result(call, into)


def read_result(result: Record, into: Collector) -> None:
    """Add what a tool returned."""
    inner = _inner(result)
    content = _first(inner, ("content", "output", "result", "response"))
    name = str(inner.get("name") or "")
    into.result(_first({**result, **inner}, _IDS), text_of(content, into), name)


def text_of(content: Any, into: Collector) -> str:
    r"""The text in whatever holds it: a string, blocks, or JSON written out.

    >>> text_of([{"type": "text", "text": "exit code 0"}, "ok"], Collector())
    'exit code 0\nok'
    """
    if content is None or isinstance(content, str):
        return content or ""
    if isinstance(content, list):
        return "\n".join(filter(None, (text_of(block, into) for block in content)))
    if isinstance(content, dict) and isinstance(_text_in(content), str):
        return str(_text_in(content))
    if isinstance(content, dict) and content.get("type") in _NO_TEXT:
        into.note(f"blocks of kind {content['type']!r} left out: they hold no text")
        return ""
    inner = _first(content, _INSIDE) if isinstance(content, dict) else None
    return _as_json(content) if inner is None else text_of(inner, into)


def _as_json(data: Any) -> str:
    return "" if data is None else json.dumps(data, ensure_ascii=False)


def _inner(record: Record) -> Record:
    """The object that holds name and arguments, or the text of a result."""
    found = _first(record, _INNER)
    return found if isinstance(found, dict) else record


def _first(record: Record, keys: Iterable[str]) -> Any:
    return next((record[key] for key in keys if record.get(key) is not None), None)


def _records(*lists: Any) -> list[Record]:
    return [
        r for records in lists if isinstance(records, list) for r in records if isinstance(r, dict)
    ]
