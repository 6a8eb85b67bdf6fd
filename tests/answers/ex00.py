"""Right answers to the exercise of notebook 00."""


def fits(tokens, budget):
    return tokens <= budget


def fits_by_rest(tokens, budget):
    left = budget - tokens
    return not left < 0


ANSWERS = {"00.1": [fits, fits_by_rest]}
