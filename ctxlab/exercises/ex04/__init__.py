"""Exercises of notebook 04, one module each."""

from ctxlab.exercises.ex04.choosing import PICK_GATES
from ctxlab.exercises.ex04.gating import TWO_GATES
from ctxlab.exercises.ex04.similar import SIMILARITY
from ctxlab.exercises.ex04.words import COUNT_WORDS

EXERCISES = (COUNT_WORDS, SIMILARITY, TWO_GATES, PICK_GATES)
