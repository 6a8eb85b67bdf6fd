"""Right answers to the exercises of notebook 03."""


def verdict(first, last):
    names = {
        (True, True): "U",
        (True, False): "primacy only",
        (False, True): "recency only",
        (False, False): "neither",
    }
    return names[first[0] > 0, last[0] > 0]


def verdict_by_steps(first, last):
    low_first, _ = first
    low_last, _ = last
    if low_first > 0:
        return "U" if low_last > 0 else "primacy only"
    if low_last > 0:
        return "recency only"
    return "neither"


def deal(sections):
    ranked = sorted(sections, key=lambda section: -section.priority)
    front, back = [], []
    for number, section in enumerate(ranked):
        if number % 2 == 0:
            front.append(section)
        else:
            back.insert(0, section)
    return front + back


def deal_by_insertion(sections):
    order = []
    waiting = list(sections)
    while waiting:
        best = max(waiting, key=lambda section: section.priority)
        waiting.remove(best)
        order.insert((len(order) + 1) // 2, best)
    return order


def expected(slots, curve):
    shares = [curve[slot] if slot is not None else 0 for slot in slots]
    return sum(shares) / len(shares)


def expected_by_steps(slots, curve):
    total = 0.0
    for slot in slots:
        if slot is not None:
            total += curve[slot] / len(slots)
    return total


def arrange_survivors(sections, kept):
    return deal([section for i, section in enumerate(sections) if i in kept])


def arrange_by_positions(sections, kept):
    ranked = sorted(kept, key=lambda i: (-sections[i].priority, i))
    order = ranked[::2] + ranked[1::2][::-1]
    return [sections[i] for i in order]


def bootstrap(values, draws):
    means = sorted(sum(values[i] for i in draw) / len(draw) for draw in draws)
    cut = len(means) // 10
    return (means[cut], means[len(means) - cut - 1])


def bootstrap_by_removing(values, draws):
    means = [sum(map(values.__getitem__, draw)) / len(draw) for draw in draws]
    for _ in range(len(draws) // 10):
        means.remove(min(means))
        means.remove(max(means))
    return [min(means), max(means)]


ANSWERS = {
    "03.1": [verdict, verdict_by_steps],
    "03.2": [deal, deal_by_insertion],
    "03.3": [expected, expected_by_steps],
    "03.4": [arrange_survivors, arrange_by_positions],
    "03.5": [bootstrap, bootstrap_by_removing],
}
