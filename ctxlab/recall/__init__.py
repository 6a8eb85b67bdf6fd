"""How recall depends on position: published, measured here, and measured by you.

Reading order: stats, shape, curves, tables, literature, orders, stability; then what a
curve is measured with: weights, gguf, layers, model, tokenizer; and how: words,
prompts, plans, readers, endpoint, runfile, runs, results, stored, live. Only
gguf, layers and model import numpy, and they are loaded when a model is: the
figures that come with the package need neither.

Taught in 03.
"""

from ctxlab.recall.curves import RecallCurve as RecallCurve
from ctxlab.recall.literature import published as published
from ctxlab.recall.literature import second_model as second_model
from ctxlab.recall.live import measure_apart as measure_apart
from ctxlab.recall.orders import RIVALS as RIVALS
from ctxlab.recall.orders import expected_recall as expected_recall
from ctxlab.recall.orders import slots_of as slots_of
from ctxlab.recall.plans import Plan as Plan
from ctxlab.recall.results import Run as Run
from ctxlab.recall.results import load_run as load_run
from ctxlab.recall.shape import Shape as Shape
from ctxlab.recall.stability import unchanged_prefix as unchanged_prefix
from ctxlab.recall.stats import Interval as Interval
from ctxlab.recall.stats import bootstrap_interval as bootstrap_interval
from ctxlab.recall.stored import measured as measured
from ctxlab.recall.weights import find_weights as find_weights
from ctxlab.recall.weights import get_model as get_model
