"""Exercises of notebook 07, one module each."""

from ctxlab.exercises.ex07.fresh import FRESH_NUMBER
from ctxlab.exercises.ex07.quoting import QUOTE_LINES
from ctxlab.exercises.ex07.unwrapping import UNWRAP_TEXT
from ctxlab.exercises.ex07.wrapping import WRAP_TEXT

EXERCISES = (WRAP_TEXT, FRESH_NUMBER, UNWRAP_TEXT, QUOTE_LINES)
