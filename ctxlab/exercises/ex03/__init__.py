"""Exercises of notebook 03, one module each."""

from ctxlab.exercises.ex03.bootstrap import BOOTSTRAP
from ctxlab.exercises.ex03.deal import DEAL
from ctxlab.exercises.ex03.expected import EXPECTED
from ctxlab.exercises.ex03.survivors import SURVIVORS
from ctxlab.exercises.ex03.verdict import VERDICT

EXERCISES = (VERDICT, DEAL, EXPECTED, SURVIVORS, BOOTSTRAP)
