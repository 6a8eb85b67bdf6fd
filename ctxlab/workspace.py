"""A learner's own folder: copies of the notebooks that are theirs to change.

The course's notebooks are never edited in place, so an update of the course
cannot collide with anybody's work. Nothing that exists is overwritten.
"""

import shutil
from pathlib import Path

DEFAULT = Path("my-ctxlab")
"""The folder that `ctxlab lab` makes where it is called."""


def course_folder() -> Path:
    """Where the course's notebooks are: in the installed package, or beside its source.

    Raises FileNotFoundError if neither is there.
    """
    package = Path(__file__).parent
    for folder in (package / "_notebooks", package.parent / "notebooks"):
        if any(folder.glob("*.ipynb")):
            return folder
    raise FileNotFoundError(
        f"the course's notebooks are missing beside {package}; install ctxlab again"
    )


def copy_notebooks(folder: Path) -> tuple[list[str], list[str]]:
    """Copy to `folder` the notebooks that are not there yet; names of (copied, kept).

    Raises NotADirectoryError if `folder` is a file.
    """
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(f"{folder} is a file; name a folder for your notebooks")
    folder.mkdir(parents=True, exist_ok=True)
    copied: list[str] = []
    kept: list[str] = []
    for source in sorted(course_folder().glob("*.ipynb")):
        target = folder / source.name
        (kept if target.exists() else copied).append(source.name)
        if not target.exists():
            shutil.copyfile(source, target)
    return copied, kept
