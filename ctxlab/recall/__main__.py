"""`python -m ctxlab.recall`: the same as `ctxlab recall`."""

from ctxlab.recall.cli import app

app()
