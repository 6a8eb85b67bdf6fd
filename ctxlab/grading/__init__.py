"""From saved notebooks to outcomes: the same checks, run in another process.

Reading order: notebook, extract, child, runner, grade.
"""
