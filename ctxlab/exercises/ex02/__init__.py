"""Exercises of notebook 02, one module each."""

from ctxlab.exercises.ex02.assembling import ASSEMBLE
from ctxlab.exercises.ex02.fill import FILL
from ctxlab.exercises.ex02.gate import PINNED_GATE
from ctxlab.exercises.ex02.rendering import RENDER
from ctxlab.exercises.ex02.repairing import REPAIR
from ctxlab.exercises.ex02.sent import PROMPT_TOKENS

EXERCISES = (RENDER, PINNED_GATE, FILL, PROMPT_TOKENS, REPAIR, ASSEMBLE)
