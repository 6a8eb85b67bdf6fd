"""A log or transcript of yours as a store with known answers.

`load_log` reads it, `ask` makes the questions, `Log` and `LogItem` are what
comes of it; `sample` is the folder of recorded files. Taught in 08.
"""

from ctxlab.logs.items import Log as Log
from ctxlab.logs.items import LogError as LogError
from ctxlab.logs.items import LogItem as LogItem
from ctxlab.logs.items import LogQuestion as LogQuestion
from ctxlab.logs.loading import load_log as load_log
from ctxlab.logs.loading import sample as sample
from ctxlab.logs.questions import ask as ask
