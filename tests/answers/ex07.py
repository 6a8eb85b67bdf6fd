"""Right answers to the exercises of notebook 07."""

import re

LABEL = r"[A-Za-z0-9][A-Za-z0-9._:/-]{0,39}"


def wrap_text(text, label, nonce):
    if not re.fullmatch(LABEL, label):
        raise ValueError(f"unsafe label {label!r}")
    if nonce in text or nonce in label:
        raise ValueError(f"{nonce} is taken: draw another number")
    return f"[data {nonce} {label}]\n{text}\n[end {nonce}]"


def wrap_by_hand(text, label, nonce):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    is_word = 0 < len(label) <= 40 and set(label) <= set(letters + "._:/-")
    if not is_word or label[0] not in letters:
        raise ValueError("label")
    lines = [f"[data {nonce} {label}]", text, f"[end {nonce}]"]
    if lines[1].count(nonce) + label.count(nonce):
        raise ValueError("nonce")
    return "\n".join(lines)


def fresh_number(candidates, texts):
    for candidate in candidates:
        if all(candidate not in text for text in texts):
            return candidate
    raise ValueError("draw more numbers")


def fresh_by_elimination(candidates, texts):
    left = list(candidates)
    for text in texts:
        left = [number for number in left if text.find(number) < 0]
    if not left:
        raise ValueError(candidates)
    return left.pop(0)


def unwrap_text(wrapped, nonce):
    header, _, rest = wrapped.partition("\n")
    opens, end = f"[data {nonce} ", f"\n[end {nonce}]"
    if not (header.startswith(opens) and header.endswith("]") and rest.endswith(end)):
        raise ValueError("not a fence")
    label, text = header[len(opens) : -1], rest[: -len(end)]
    if wrap_text(text, label, nonce) != wrapped:
        raise ValueError("not what wrap_text writes")
    return text


def unwrap_by_pattern(wrapped, nonce):
    fence = re.compile(rf"\[data {nonce} ({LABEL})\]\n(.*)\n\[end {nonce}\]", re.DOTALL)
    found = fence.fullmatch(wrapped)
    if found is None or wrapped.count(nonce) != 2:
        raise ValueError("not a fence")
    return found.group(2)


def quote_lines(text):
    lines = (text + ".").splitlines(keepends=True)
    return "".join("| " + line for line in lines)[:-1]


def quote_character_by_character(text):
    quoted = "| "
    for i, character in enumerate(text):
        quoted += character
        is_half = character == "\r" and text[i + 1 : i + 2] == "\n"
        if len(f"{character}.".splitlines()) == 2 and not is_half:
            quoted += "| "
    return quoted


ANSWERS = {
    "07.1": [wrap_text, wrap_by_hand],
    "07.2": [fresh_number, fresh_by_elimination],
    "07.3": [unwrap_text, unwrap_by_pattern],
    "07.4": [quote_lines, quote_character_by_character],
}
