"""All rows, in the order of the table."""

from benchmarks.rows import folding, ordering, routing

ROWS = (*ordering.ROWS, *routing.ROWS, *folding.ROWS)
