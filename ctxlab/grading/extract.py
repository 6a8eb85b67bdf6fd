"""Taking a learner's function out of a notebook, with what it needs and nothing else.

The function is found by its name; helpers, constants and imports that it uses
come along, whatever cells they stand in. A cell that does not parse is left
out and the rest still counts. If a name is defined twice, the last one wins.
"""

import ast
import re
import symtable
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

_MAGIC = re.compile(r"\s*[%!?]|.*\?\s*$|[\w\s,.\[\]]+=\s*[%!]")
_TIMED = re.compile(r"(\s*)%time\s+(.+)")
_OTHER_LANGUAGE = re.compile(r"\s*%%(?!time\b|timeit\b|capture\b|prun\b)\w")

_COMPOUND = (ast.If, ast.Try, ast.TryStar, ast.With, ast.For, ast.While, ast.Match)


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
            return {found[-1]}  # a later definition replaces all earlier ones
        fixed = (*definitions, ast.Import, ast.ImportFrom)
        if not any(isinstance(self.statements[i], fixed) for i in found):
            found += [i for i, s in enumerate(self.statements) if name == _changed(s)]
        return set(found)


def extract(sources: Iterable[str]) -> Definitions:
    """The definitions in the code cells `sources`."""
    definitions = Definitions()
    for number, source in enumerate(sources, start=1):
        try:
            tree = parse_cell(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            definitions.broken_cells.append(f"code cell {number}: {type(error).__name__}: {error}")
            continue
        definitions.statements += [s for s in tree.body if _bound(s) or _changed(s)]
    return definitions


def parse_cell(source: str) -> ast.Module:
    r"""The Python of a cell; `%magic`, `!command` and `help?` lines count as `pass`.

    A line is taken for one of these only where it is no Python: a string or a
    long expression may have lines that look like it. Raises SyntaxError.

    >>> ast.unparse(parse_cell("%%time\n!ls\nx = 1  # why?"))
    'pass\npass\nx = 1'
    """
    if _OTHER_LANGUAGE.match(source):
        return ast.Module([], [])
    lines = source.split("\n")
    while True:
        try:
            return ast.parse("\n".join(lines))
        except SyntaxError as error:
            number = (error.lineno or 0) - 1
            if number not in range(len(lines)) or not _MAGIC.match(lines[number]):
                raise
            lines[number] = _without_magic(lines[number])


def _without_magic(line: str) -> str:
    if timed := _TIMED.match(line):
        return "".join(timed.groups())
    return line[: len(line) - len(line.lstrip())] + "pass"


def _bound(statement: ast.stmt) -> frozenset[str]:
    """Names that a top-level statement defines; statements that only do things bind none."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return frozenset({statement.name})
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return frozenset((a.asname or a.name).partition(".")[0] for a in statement.names)
    inside: Iterable[frozenset[str]] = ()
    if isinstance(statement, _COMPOUND):
        inside = map(_bound_or_changed, _inside(statement))
    return frozenset(n for t in _targets(statement) for n in _names(t)).union(*inside)


def _changed(statement: ast.stmt) -> str | None:
    """The name whose value a statement such as `words.append("to")` may change."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    method = call.func if isinstance(call, ast.Call) else None
    owner = method.value if isinstance(method, ast.Attribute) else None
    return owner.id if isinstance(owner, ast.Name) else None


def _bound_or_changed(statement: ast.stmt) -> frozenset[str]:
    return _bound(statement).union(filter(None, [_changed(statement)]))


def _inside(node: ast.AST) -> Iterator[ast.stmt]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            yield child
        elif isinstance(child, ast.ExceptHandler | ast.match_case):
            yield from _inside(child)


def _targets(statement: ast.stmt) -> Sequence[ast.expr]:
    if isinstance(statement, ast.Assign):
        return statement.targets
    if isinstance(statement, ast.AnnAssign | ast.AugAssign | ast.For):
        return (statement.target,)
    if isinstance(statement, ast.With):
        return [item.optional_vars for item in statement.items if item.optional_vars]
    return ()


def _names(target: ast.expr) -> Iterator[str]:
    yield from (node.id for node in ast.walk(target) if isinstance(node, ast.Name))


def _names_used(statement: ast.stmt) -> set[str]:
    """Names that are looked up outside the statement; a function's own are not among them."""
    try:
        table = symtable.symtable(ast.unparse(statement), "cell", "exec")
    except SyntaxError:  # such as a top-level await, which only notebooks know
        return {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)} | {"*"}
    return {*_looked_up(table), "*"}  # `from x import *` may bind any of them


def _looked_up(table: symtable.SymbolTable) -> Iterator[str]:
    is_module = table.get_type() == "module"
    for symbol in table.get_symbols():
        if symbol.is_referenced() if is_module else symbol.is_global():
            yield symbol.get_name()
    for inner in table.get_children():
        yield from _looked_up(inner)
