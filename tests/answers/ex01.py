"""Right answers to the exercises of notebook 01."""

import re


def estimate_tokens(text):
    return (len(text) + 3) // 4


def estimate_by_steps(text):
    tokens, rest = divmod(len(text), 4)
    return tokens + (1 if rest else 0)


def percent_off(estimate, real):
    return 100 * (estimate / real - 1)


def percent_off_by_difference(estimate, real):
    too_much = estimate - real
    return too_much * 100 / real


def ends_of_words(text):
    padded = text + " "
    return [i + 1 for i in range(len(text)) if not padded[i].isspace() and padded[i + 1].isspace()]


def ends_by_generator(text):
    for match in re.finditer(r"\S+", text):
        yield match.end()


def cut_to_budget(text, limit, count):
    if count(text) <= limit:
        return text
    best = ""
    for end in range(1, len(text)):
        at_word_end = not text[end - 1].isspace() and text[end].isspace()
        if at_word_end and count(text[:end] + " […]") <= limit:
            best = text[:end] + " […]"
    return best


def cut_from_behind(text, limit, count):
    kept = text
    while kept:
        result = kept if kept == text else kept + " […]"
        if count(result) <= limit:
            return result
        shorter = re.sub(r"\s*\S+\s*$", "", kept)
        kept = shorter if shorter != kept else ""
    return ""


def words_that_fit(words, limit, count):
    low, high = 0, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        if count(" ".join(words[:middle])) <= limit:
            low = middle
        else:
            high = middle - 1
    return low


def words_by_galloping(words, limit, count):
    fitting, step = 0, 1
    while fitting + step <= len(words) and count(" ".join(words[: fitting + step])) <= limit:
        fitting += step
        step *= 2
    while step >= 1:
        tried = fitting + step
        if tried <= len(words) and count(" ".join(words[:tried])) <= limit:
            fitting = tried
        step //= 2
    return fitting


ANSWERS = {
    "01.1": [estimate_tokens, estimate_by_steps],
    "01.2": [percent_off, percent_off_by_difference],
    "01.3": [ends_of_words, ends_by_generator],
    "01.4": [cut_to_budget, cut_from_behind],
    "01.5": [words_that_fit, words_by_galloping],
}
