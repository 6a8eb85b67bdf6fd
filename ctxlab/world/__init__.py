"""A made-up session with known answers: the store of the store and the window.

`items` says what a store holds, `sentences` what is said in it, `plan` what is
said when; `session` builds the plain one, `hard` what the hard one has instead.
Taught in 06.
"""

from ctxlab.world.items import KINDS as KINDS
from ctxlab.world.items import Item as Item
from ctxlab.world.items import Question as Question
from ctxlab.world.items import World as World
from ctxlab.world.items import states as states
from ctxlab.world.session import build_world as build_world
