"""Taking a learner's function out of a notebook, with what it needs and nothing else.

The function is found by its name; helpers, constants and imports that it uses
come along, whatever cells they stand in. A cell that does not parse is left
out and the rest still counts. If a name is defined twice, the last one wins.
"""

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

_MAGIC = ("%", "!", "?")


@dataclass
class Definitions:
    """Top-level statements by the names they bind, in order of appearance."""

    statements: list[ast.stmt] = field(default_factory=list)
    broken_cells: list[str] = field(default_factory=list)

    def source_for(self, name: str) -> str | None:
        """Python source that defines `name` and what it needs; None if it is not defined."""
        wanted, chosen = [name], set[int]()
        while wanted:
            current = wanted.pop()
            for i in self._binding(current) - chosen:
                chosen.add(i)
                wanted.extend(_names_used(self.statements[i]))
        if not any(name in _bound(self.statements[i]) for i in chosen):
            return None
        return "\n\n".join(ast.unparse(self.statements[i]) for i in sorted(chosen))

    def _binding(self, name: str) -> set[int]:
        found = [i for i, s in enumerate(self.statements) if name in _bound(s)]
        definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        if found and isinstance(self.statements[found[-1]], definitions):
            found = found[-1:]  # a later definition replaces all earlier ones
        return set(found)


def extract(sources: Iterable[str]) -> Definitions:
    """The definitions in the code cells `sources`."""
    definitions = Definitions()
    for number, source in enumerate(sources, start=1):
        try:
            tree = ast.parse(without_magics(source))
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            definitions.broken_cells.append(f"code cell {number}: {type(error).__name__}: {error}")
            continue
        definitions.statements += [s for s in tree.body if _bound(s)]
    return definitions


def without_magics(source: str) -> str:
    """The cell without `%magic`, `!command` and `help?` lines, which are no Python.

    >>> without_magics("%%time\\n!ls\\nx = 1")
    '\\n\\nx = 1'
    """
    lines = source.splitlines()
    kept = [
        "" if line.lstrip().startswith(_MAGIC) or line.rstrip().endswith("?") else line
        for line in lines
    ]
    return "\n".join(kept)


def _bound(statement: ast.stmt) -> frozenset[str]:
    """Names that a top-level statement defines; statements that only do things bind none."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return frozenset({statement.name})
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return frozenset((a.asname or a.name).partition(".")[0] for a in statement.names)
    if isinstance(statement, ast.If | ast.Try | ast.With):
        return frozenset().union(*map(_bound, _inside(statement)))
    targets: Sequence[ast.expr] = ()
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign | ast.AugAssign):
        targets = (statement.target,)
    return frozenset(name for target in targets for name in _targets(target))


def _inside(statement: ast.stmt) -> Iterator[ast.stmt]:
    yield from (node for node in ast.iter_child_nodes(statement) if isinstance(node, ast.stmt))


def _targets(target: ast.expr) -> Iterator[str]:
    yield from (node.id for node in ast.walk(target) if isinstance(node, ast.Name))


def _names_used(statement: ast.stmt) -> set[str]:
    used = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
    return used | {"*"}  # `from x import *` may bind any of them
