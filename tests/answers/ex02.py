"""Right answers to the exercises of notebook 02."""


def render_sections(sections):
    return "\n\n".join("### " + section.name + "\n" + section.text for section in sections)


def render_by_hand(sections):
    text = ""
    for number, section in enumerate(sections):
        if number > 0:
            text += "\n\n"
        text += f"### {section.name}\n{section.text}"
    return text


def pinned_gate(sections, budget, count):
    for section in sections:
        if section.pinned:
            budget = budget - count(section.text)
    if budget < 0:
        raise ValueError("the pinned sections do not fit")
    return budget


def pinned_gate_with_own_error(sections, budget, count):
    class TooMuch(ValueError):
        pass

    pinned = [section for section in sections if section.pinned]
    total = sum(map(count, (section.text for section in pinned)))
    if total > budget:
        raise TooMuch(total)
    return budget - total


def fill_by_priority(sections, remaining, count):
    order = sorted(
        (i for i, section in enumerate(sections) if not section.pinned),
        key=lambda i: (-sections[i].priority, i),
    )
    kept = set()
    for i in order:
        cost = count(sections[i].text)
        if remaining >= cost:
            kept.add(i)
            remaining -= cost
    return [i for i in range(len(sections)) if i in kept]


def fill_by_maximum(sections, remaining, count):
    waiting = [i for i, section in enumerate(sections) if not section.pinned]
    kept = []
    while waiting:
        best = max(waiting, key=lambda i: sections[i].priority)
        waiting.remove(best)
        if count(sections[best].text) <= remaining:
            remaining -= count(sections[best].text)
            kept.append(best)
    return tuple(sorted(kept))


def prompt_tokens(sections, count):
    return count("\n\n".join(f"### {section.name}\n{section.text}" for section in sections))


def prompt_tokens_by_list(sections, count):
    lines = []
    for section in sections:
        lines += [f"### {section.name}", section.text, ""]
    return count("\n".join(lines[:-1]))


def repair(sections, budget, count):
    kept = list(enumerate(sections))
    while prompt_tokens([section for _, section in kept], count) > budget:
        victims = [(section.priority, -i) for i, section in kept if not section.pinned]
        if not victims:
            raise ValueError("the pinned sections do not fit")
        _, out = min(victims)
        kept = [(i, section) for i, section in kept if i != -out]
    return [section for _, section in kept]


def repair_in_one_pass(sections, budget, count):
    order = sorted(
        (i for i, section in enumerate(sections) if not section.pinned),
        key=lambda i: (sections[i].priority, -i),
    )
    for number in range(len(order) + 1):
        out = order[:number]
        left = [section for i, section in enumerate(sections) if i not in out]
        if count(render_by_hand(left)) <= budget:
            return left
    raise ValueError(budget)


def assemble(sections, budget, count):
    kept = [i for i, section in enumerate(sections) if section.pinned]
    if prompt_tokens([sections[i] for i in kept], count) > budget:
        raise ValueError("the pinned sections do not fit")
    others = [i for i, section in enumerate(sections) if not section.pinned]
    for i in sorted(others, key=lambda i: -sections[i].priority):
        trial = sorted([*kept, i])
        if prompt_tokens([sections[j] for j in trial], count) <= budget:
            kept = trial
    return render_sections([sections[i] for i in kept])


def assemble_with_flags(sections, budget, count):
    flags = [section.pinned for section in sections]

    def prompt():
        return render_by_hand([s for s, flag in zip(sections, flags, strict=True) if flag])

    if count(prompt()) > budget:
        raise ValueError("too small")
    ranked = sorted(range(len(sections)), key=lambda i: sections[i].priority, reverse=True)
    for i in ranked:
        if not flags[i]:
            flags[i] = True
            flags[i] = count(prompt()) <= budget
    return prompt()


ANSWERS = {
    "02.1": [render_sections, render_by_hand],
    "02.2": [pinned_gate, pinned_gate_with_own_error],
    "02.3": [fill_by_priority, fill_by_maximum],
    "02.4": [prompt_tokens, prompt_tokens_by_list],
    "02.5": [repair, repair_in_one_pass],
    "02.6": [assemble, assemble_with_flags],
}
