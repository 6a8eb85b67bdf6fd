"""Exercises of notebook 05, one module each."""

from ctxlab.exercises.ex05.adding import ADD_TURN
from ctxlab.exercises.ex05.capping import CAP
from ctxlab.exercises.ex05.folding import FOLD
from ctxlab.exercises.ex05.melting import UNITS
from ctxlab.exercises.ex05.paying import PAYS

EXERCISES = (ADD_TURN, FOLD, CAP, UNITS, PAYS)
