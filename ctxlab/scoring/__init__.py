"""Scoring assemblers against known answers.

`measuring` runs an assembler over worlds and budgets, `scores` counts what was
found and says how far the rates may move. Taught in 06.
"""

from ctxlab.scoring.measuring import BUDGETS as BUDGETS
from ctxlab.scoring.measuring import Case as Case
from ctxlab.scoring.measuring import budget_curve as budget_curve
from ctxlab.scoring.measuring import prepare as prepare
from ctxlab.scoring.measuring import score as score
from ctxlab.scoring.scores import Rate as Rate
from ctxlab.scoring.scores import Row as Row
from ctxlab.scoring.scores import Score as Score
from ctxlab.scoring.scores import summary as summary
