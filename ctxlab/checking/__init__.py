"""What learners and instructors share: running, comparing, diagnosing, reporting.

Reading order: counters, plain, compare, deadline, blocking, stubs, observe,
exercise, key, wording, result, diagnose, check.
"""
