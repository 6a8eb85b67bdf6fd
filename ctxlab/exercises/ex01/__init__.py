"""Exercises of notebook 01, one module each."""

from ctxlab.exercises.ex01.cut import CUT
from ctxlab.exercises.ex01.estimate import ESTIMATE
from ctxlab.exercises.ex01.percent import PERCENT_OFF
from ctxlab.exercises.ex01.search import WORDS_THAT_FIT
from ctxlab.exercises.ex01.word_ends import WORD_ENDS

EXERCISES = (ESTIMATE, PERCENT_OFF, WORD_ENDS, CUT, WORDS_THAT_FIT)
