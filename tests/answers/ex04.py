"""Right answers to the exercises of notebook 04."""

import math
import re
import unicodedata


def count_words(text):
    bag = {}
    for word in re.findall(r"\w+", unicodedata.normalize("NFC", text).lower()):
        bag[word] = bag.get(word, 0) + 1
    return bag


def count_words_by_character(text):
    cleaned = [c if c.isalnum() else " " for c in unicodedata.normalize("NFKC", text).casefold()]
    words = "".join(cleaned).split()
    return {word: words.count(word) for word in words}


def similarity(a, b):
    dot = sum(a[word] * b[word] for word in a if word in b)
    if dot == 0:
        return 0
    return dot / math.sqrt(sum(n**2 for n in a.values())) / math.sqrt(sum(n**2 for n in b.values()))


def similarity_of_unit_bags(a, b):
    def unit(bag):
        length = math.hypot(*bag.values()) or 1.0
        return {word: number / length for word, number in bag.items()}

    a, b = unit(a), unit(b)
    return math.fsum(a.get(word, 0.0) * b.get(word, 0.0) for word in a.keys() | b.keys())


def two_gates(scores, threshold, margin):
    ranking = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))
    if not ranking or ranking[0][1] == 0 or ranking[0][1] < threshold:
        return "below_threshold", []
    (best, top), *others = ranking
    close = [n for n, score in others if score > 0 and (score == top or top - score < margin)]
    if close:
        return "ambiguous_tie", [best, *close]
    return "match", [best]


def two_gates_without_sorting_first(scores, threshold, margin):
    top = max(scores.values(), default=0)
    if top <= 0 or not top >= threshold:
        return ["below_threshold", []]
    near = {name: s for name, s in scores.items() if s > 0 and (top - s < margin or s == top)}
    names = sorted(sorted(near), key=near.get, reverse=True)
    return ["match" if len(names) == 1 else "ambiguous_tie", names]


def pick_gates(requests, thresholds, margins, wrong_costs):
    best = None
    for threshold in thresholds:
        for margin in margins:
            cost = 0
            for scores, label in requests:
                reason, names = two_gates(scores, threshold, margin)
                if reason == "match":
                    cost += 0 if names[0] == label else wrong_costs
                else:
                    cost += 0 if label is None else 1
            key = (cost, -threshold, -margin)
            if best is None or key < best:
                best = key
    return -best[1], -best[2]


def pick_gates_from_the_careful_end(requests, thresholds, margins, wrong_costs):
    def price(request, gates):
        scores, label = request
        reason, names = two_gates_without_sorting_first(scores, *gates)
        answer = names[0] if reason == "match" else None
        if answer == label:
            return 0
        return 1 if answer is None else wrong_costs

    pairs = [(t, m) for t in thresholds for m in margins]
    pairs.sort(reverse=True)
    return min(pairs, key=lambda gates: sum(price(request, gates) for request in requests))


ANSWERS = {
    "04.1": [count_words, count_words_by_character],
    "04.2": [similarity, similarity_of_unit_bags],
    "04.3": [two_gates, two_gates_without_sorting_first],
    "04.4": [pick_gates, pick_gates_from_the_careful_end],
}
