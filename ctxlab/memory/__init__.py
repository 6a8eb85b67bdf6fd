"""Memory: what the past becomes. Taught in 05.

Reading order: `turns` (messages and what they cost), `units` (what may only
leave together), `trimming` (the newest that fit), `limits`, `rolling` (the log
and its summary), `live`, `buffer` (the working buffer), `bills` (what compaction
costs), `summaries` (a summarizer without a model), `phrases`, `sessions` and
`survival` (which facts are left).
"""

from ctxlab.memory.buffer import WorkingBuffer as WorkingBuffer
from ctxlab.memory.limits import Compaction as Compaction
from ctxlab.memory.limits import Hysteresis as Hysteresis
from ctxlab.memory.trimming import Trimmed as Trimmed
from ctxlab.memory.trimming import WindowError as WindowError
from ctxlab.memory.trimming import trim_turns as trim_turns
from ctxlab.memory.turns import ToolCall as ToolCall
from ctxlab.memory.turns import Turn as Turn
from ctxlab.memory.turns import count_turn as count_turn
from ctxlab.memory.turns import count_turns as count_turns
