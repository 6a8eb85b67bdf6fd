"""From the store to the window: what an assembler sees, how it pays, what it keeps.

`view` is what it may look at, `purse` keeps the books, `window` fills the
window, `facts` writes down live ones, `table` holds the policies themselves.
Taught in 06.
"""

from ctxlab.policies.purse import Receipt as Receipt
from ctxlab.policies.table import Policy as Policy
from ctxlab.policies.table import WindowLimitError as WindowLimitError
from ctxlab.policies.table import curated as curated
from ctxlab.policies.table import keep_all as keep_all
from ctxlab.policies.table import ledger as ledger
from ctxlab.policies.table import most_relevant_first as most_relevant_first
from ctxlab.policies.table import newest_first as newest_first
from ctxlab.policies.table import oracle as oracle
from ctxlab.policies.table import random_order as random_order
from ctxlab.policies.table import recent as recent
from ctxlab.policies.table import relevant as relevant
from ctxlab.policies.table import sweeping_ledger as sweeping_ledger
from ctxlab.policies.view import Piece as Piece
from ctxlab.policies.view import View as View
from ctxlab.policies.view import plain_wrap as plain_wrap
from ctxlab.policies.view import view_of as view_of
from ctxlab.policies.window import Window as Window
from ctxlab.policies.window import fill as fill
