"""`python -m benchmarks`: measure, print the table, draw the figure.

    python -m benchmarks                      all rows, a quarter of an hour
    python -m benchmarks order route          rows whose id begins so
    python -m benchmarks --largest 1000       a look, in a minute

The table goes to `benchmarks/results.md`, the figure to `benchmarks/results.svg`,
what was measured to `benchmarks/.measured.json`.
"""

import argparse
import os
import sys
from pathlib import Path

HERE = Path(__file__).parent
MEASURED = HERE / ".measured.json"


def main() -> int:
    """Run pytest-benchmark over the rows, then report what was right. pytest's exit code."""
    arguments = _arguments()
    failed = 0 if arguments.report else _measure(arguments)
    from benchmarks.figure import draw
    from benchmarks.report import load
    from benchmarks.table import markdown

    results = load(MEASURED)
    table = markdown(results)
    print(table)
    (arguments.into / "results.md").write_text(table, encoding="utf-8")
    draw(results, arguments.into / "results.svg")
    return failed


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="How fast is ctxlab?")
    parser.add_argument("rows", nargs="*", help="only rows whose id begins with one of these")
    parser.add_argument("--repeat", type=int, default=3, help="how often contenders take turns")
    parser.add_argument("--largest", type=int, default=10**9, help="leave out larger sizes")
    parser.add_argument("--report", action="store_true", help="only report what was measured last")
    parser.add_argument("--into", type=Path, default=HERE, help="folder for table and figure")
    return parser.parse_args()


def _measure(arguments: argparse.Namespace) -> int:
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy is loaded
    import pytest

    return pytest.main(
        [
            *(
                "-q",
                "--tb=line",
                "-o",
                "addopts=",
                "-o",
                "python_files=bench_*.py",
                "-p",
                "no:cacheprovider",
            ),
            *("-W", "ignore", "--rootdir", str(HERE.parent), "--benchmark-quiet"),
            *("--benchmark-timer=benchmarks.clock.cpu_time", f"--benchmark-json={MEASURED}"),
            f"--rows={','.join(arguments.rows)}",
            f"--repeat={arguments.repeat}",
            f"--largest={arguments.largest}",
            str(HERE / "bench_rows.py"),
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
