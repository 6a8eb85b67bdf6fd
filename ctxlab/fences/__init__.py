"""Untrusted text in a prompt: a fence it cannot close, and the rivals that it can.

`wrapping` writes fences, `reading` reads them back, `rivals` are other ways
to set data apart, `attacks` tries to break each of them, `costs` says what each
one costs in tokens and in cached prefix. Taught in 07.
"""

from ctxlab.fences.attacks import ATTACKS as ATTACKS
from ctxlab.fences.attacks import RIVALS as RIVALS
from ctxlab.fences.attacks import attack_table as attack_table
from ctxlab.fences.attacks import judge as judge
from ctxlab.fences.costs import cached_shares as cached_shares
from ctxlab.fences.costs import wrapper_costs as wrapper_costs
from ctxlab.fences.reading import Fenced as Fenced
from ctxlab.fences.reading import FenceError as FenceError
from ctxlab.fences.reading import read_fences as read_fences
from ctxlab.fences.reading import unwrap as unwrap
from ctxlab.fences.wrapping import NONCE_DIGITS as NONCE_DIGITS
from ctxlab.fences.wrapping import draw_nonce as draw_nonce
from ctxlab.fences.wrapping import notice as notice
from ctxlab.fences.wrapping import wrap as wrap
from ctxlab.fences.wrapping import wrap_all as wrap_all
