"""Our own sample texts for the notebooks: seven kinds to count, and one small real project.

`english`, `chinese`, `emoji`, `json` and `table` were written for this purpose; `code`
is a module of this package; `pip` and `pytest` were recorded from real runs
(addresses and personal paths removed), `project` is the file that was tested,
and `readme` is this repository's README as it was when the notebook was made.
Taught in 01 and 02.
"""

from functools import cache
from pathlib import Path

KINDS = ("english", "code", "table", "pip", "json", "chinese", "emoji")
"""The kinds of text that notebook 01 counts."""


@cache
def sample(name: str) -> str:
    """The sample text `name`. Raises KeyError, naming those there are.

    >>> sample("english").split(".")[0]
    'A model does not remember yesterday'
    """
    path = Path(__file__).parent / f"{name}.txt"
    if not path.is_file():
        known = sorted(file.stem for file in path.parent.glob("*.txt"))
        raise KeyError(f"no sample {name!r}; there are {', '.join(known)}")
    return path.read_text(encoding="utf-8")
