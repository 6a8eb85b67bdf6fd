"""What a learner would have typed: the package's functions, as functions of their own.

The package's answers are blocked while an exercise is checked, and known
mistakes share code with them. So a test copies a function with everything of
the package that it calls, as an object or as source for a notebook.
"""

import ast
import inspect
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

Function = Callable[..., Any]

_COPIED = ("ctxlab.", "tests.support.trial")  # modules whose functions are copied


def own_copy(function: Any, made: dict[int, Any] | None = None) -> Any:
    """`function` as it would be if the learner had written it, helpers included."""
    made = {} if made is None else made
    if isinstance(function, partial):
        return partial(own_copy(function.func, made), *function.args, **function.keywords)
    if not isinstance(function, FunctionType):
        call = vars(type(function)).get("__call__")
        is_ours = isinstance(call, FunctionType) and call.__module__.startswith(_COPIED)
        return partial(own_copy(call, made), function) if is_ours else function
    if not function.__module__.startswith(_COPIED):
        return function
    if id(function) not in made:
        _copy_function(function, made)
    return made[id(function)]


def _copy_function(function: FunctionType, made: dict[int, Any]) -> None:
    code, names = function.__code__, dict(function.__globals__)
    cells = tuple(CellType() for _ in function.__closure__ or ())
    copy = FunctionType(code, names, function.__name__, function.__defaults__, cells or None)
    copy.__kwdefaults__, copy.__module__ = function.__kwdefaults__, "__main__"
    made[id(function)] = copy
    for name in _names(code):
        if isinstance(names.get(name), FunctionType):
            names[name] = own_copy(names[name], made)
    for mine, theirs in zip(cells, function.__closure__ or (), strict=True):
        content = theirs.cell_contents
        mine.cell_contents = (
            own_copy(content, made) if isinstance(content, FunctionType) else content
        )


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def own_source(function: Function, name: str) -> str:
    """Source that defines `function` as `name`, with all it needs of the package."""
    parts: dict[str, str] = {}
    tree = _collected(function, parts)
    if isinstance(tree, ast.Lambda):
        return "\n\n".join([*parts.values(), f"{name} = {ast.unparse(tree)}"])
    tree.name = name
    return "\n\n".join([*parts.values(), ast.unparse(tree)])


def _collected(function: Function, parts: dict[str, str]) -> Any:
    """The function's tree; what it uses goes into `parts`, in order of need."""
    assert isinstance(function, FunctionType) and not function.__closure__, function
    renamed = {}
    for name in _names(function.__code__):
        value = function.__globals__.get(name)
        if isinstance(value, FunctionType) and value.__module__.startswith(_COPIED):
            renamed[name] = f"own_{value.__module__.rpartition('.')[2]}_{name}"
            if renamed[name] not in parts:
                parts[renamed[name]] = ""  # for functions that call themselves
                tree = _collected(value, parts)
                tree.name = renamed[name]
                parts[renamed[name]] = ast.unparse(tree)
        elif name in function.__globals__:
            parts.setdefault(name, _import(function.__module__, name, value))
    return _Renamed(renamed).visit(_tree(function))


def _import(module: str, name: str, value: object) -> str:
    if isinstance(value, ModuleType):
        return f"import {value.__name__} as {name}"
    return f"from {module} import {name}"


def _tree(function: FunctionType) -> Any:
    file = inspect.getsourcefile(function)
    assert file is not None
    with open(file, encoding="utf-8") as source:
        nodes = ast.walk(ast.parse(source.read()))
    return next(node for node in nodes if _is_definition(node, function))


def _is_definition(node: ast.AST, function: FunctionType) -> bool:
    if not isinstance(node, ast.FunctionDef | ast.Lambda):
        return False
    decorators = getattr(node, "decorator_list", ())
    first = min([node.lineno, *(d.lineno for d in decorators)])
    is_lambda = function.__name__ == "<lambda>"
    parameters = inspect.getfullargspec(function)
    names = [argument.arg for argument in node.args.args]
    return (
        first == function.__code__.co_firstlineno
        and isinstance(node, ast.Lambda) == is_lambda
        and names == parameters.args
    )


class _Renamed(ast.NodeTransformer):
    def __init__(self, names: dict[str, str]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self._names.get(node.id, node.id), node.ctx)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns, node.decorator_list = None, []
        for argument in (*node.args.args, *node.args.kwonlyargs):
            argument.annotation = None  # types need imports of their own, and do nothing
        return self.generic_visit(node)


STUBS = (
    "...",
    "pass",
    '"""What it does."""',
    '"""What it does."""\n    ...',
    '"""What it does."""\n    pass',
    "raise NotImplementedError",
    "raise NotImplementedError()",
    'raise NotImplementedError("to do")',
    '"""What it does."""\n    raise NotImplementedError("to do")',
    "# to do\n    pass\n    pass",
    "return",
    "return None",
)
"""Bodies of functions that nobody has written yet."""


def stub(name: str, parameters: Iterable[str], body: str) -> str:
    """Source of a function with such a body."""
    return f"def {name}({', '.join(parameters)}):\n    {body}\n"


def defined(source: str, name: str) -> Function:
    """The function `name` of a piece of source."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    exec(source, namespace)
    function: Function = namespace[name]
    return function
