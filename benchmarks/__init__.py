"""How fast ctxlab is: against the naive way, its peers, and what is possible at all.

`python -m benchmarks` measures every row side by side in one run, prints one
table and draws one figure. A row is a task (`rows`), each contender's result is
checked before its time counts (`bench_rows`), and what is reported is the ratio
of two CPU times and how they grow (`report`).

Not here: anything that the notebooks teach, and wall time.
"""
