"""All rows, in the order of the table."""

from benchmarks.rows import (
    assembling,
    folding,
    importing,
    ordering,
    reassembling,
    routing,
    truncating,
)

ROWS = (
    *truncating.ROWS,
    *assembling.ROWS,
    *reassembling.ROWS,
    *ordering.ROWS,
    *routing.ROWS,
    *folding.ROWS,
    *importing.ROWS,
)
