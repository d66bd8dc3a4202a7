"""What a folder's code may import and do, read off its syntax: the rules that the folders keep."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

PURE_IMPORTS = frozenset({
    "__future__", "collections", "collections.abc", "companion.engine.questions",
    "dataclasses", "enum", "fractions", "functools", "itertools", "math", "re", "typing",
})
"""All that the rules of a game may import besides other modules of `companion.games`."""

FORBIDDEN_NAMES = frozenset({
    "__import__", "breakpoint", "compile", "eval", "exec", "globals", "hash", "id", "input", "open", "print",
})
"""Built-in names that read, write, or give another value in another run."""

ORDER_BLIND = frozenset({"all", "any", "frozenset", "len", "max", "min", "set", "sorted", "sum"})
"""What gives the same result in whatever order a set is gone through."""

ORDERED = frozenset({"enumerate", "iter", "list", "map", "tuple", "zip"})
"""What takes a set's order over into its result."""


@dataclass(frozen=True)
class Fault:
    """A line that does what its folder's rule forbids."""

    line: int
    what: str


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Each module that is imported, by its full name, with the line; `from a import b` gives a and a.b."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield node.lineno, module
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)


def import_faults(tree: ast.AST, forbidden: tuple[str, ...]) -> list[Fault]:
    """The imports of a module in, or below, one of the `forbidden` ones."""
    return [Fault(line, f"imports {module}") for line, module in imported(tree)
            if any(module == name or module.startswith(f"{name}.") for name in forbidden)]


def purity_faults(tree: ast.AST) -> list[Fault]:
    """Everything that keeps the rules of a game from being the same in each reading of a turn."""
    return sorted([*_foreign_imports(tree), *_forbidden_names(tree), *_set_orders(tree),
                   *_clean_ups_around_questions(tree), *_broad_excepts(tree)],
                  key=lambda fault: fault.line)


def _foreign_imports(tree: ast.AST) -> Iterator[Fault]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules = ["." * node.level + (node.module or "")]
        else:
            continue
        for module in modules:
            if module not in PURE_IMPORTS and not module.startswith("companion.games."):
                yield Fault(node.lineno, f"imports {module}")


def _forbidden_names(tree: ast.AST) -> Iterator[Fault]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in FORBIDDEN_NAMES:
            yield Fault(node.lineno, f"uses {node.id}")


def _set_orders(tree: ast.AST) -> Iterator[Fault]:
    blind = {id(part) for node in ast.walk(tree) if _is_call(node, ORDER_BLIND) for part in _arguments(node)}
    unordered = {id(part) for node in ast.walk(tree) if isinstance(node, ast.Set) for part in node.elts}
    for node in ast.walk(tree):
        if isinstance(node, ast.For) and _is_set(node.iter):
            yield Fault(node.lineno, "goes through a set in its order")
        elif isinstance(node, ast.ListComp | ast.GeneratorExp | ast.DictComp) and id(node) not in blind:
            if any(_is_set(part.iter) for part in node.generators):
                yield Fault(node.lineno, "goes through a set in its order")
        elif _is_call(node, ORDERED) and any(_is_set(part) for part in _arguments(node)):
            yield Fault(getattr(node, "lineno", 0), "takes over the order of a set")
        elif isinstance(node, ast.Starred) and _is_set(node.value) and id(node) not in unordered:
            yield Fault(node.lineno, "takes over the order of a set")


def _clean_ups_around_questions(tree: ast.AST) -> Iterator[Fault]:
    """A turn that is given up is never resumed: what it would clean up happens at no certain time."""
    for node in ast.walk(tree):
        if isinstance(node, ast.With) and any(map(_asks, node.body)):
            yield Fault(node.lineno, "asks a question inside a with")
        elif isinstance(node, ast.Try) and node.finalbody and any(map(_asks, node.body)):
            yield Fault(node.lineno, "asks a question inside a try with a finally")


def _broad_excepts(tree: ast.AST) -> Iterator[Fault]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler):
            caught = {part.id for part in ast.walk(node.type or node) if isinstance(part, ast.Name)}
            if node.type is None or caught & {"BaseException", "Exception", "GeneratorExit"}:
                yield Fault(node.lineno, "catches every exception")


def _asks(node: ast.AST) -> bool:
    return any(isinstance(part, ast.Yield | ast.YieldFrom) for part in ast.walk(node))


def _is_call(node: ast.AST, names: frozenset[str]) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names


def _arguments(node: ast.AST) -> list[ast.expr]:
    return list(node.args) if isinstance(node, ast.Call) else []


def _is_set(node: ast.AST) -> bool:
    """Whether an expression is a set, as far as its form tells."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr | ast.BitXor | ast.Sub):
        return _is_set(node.left) or _is_set(node.right)
    if isinstance(node, ast.IfExp):
        return _is_set(node.body) or _is_set(node.orelse)
    return isinstance(node, ast.Set | ast.SetComp) or _is_call(node, frozenset({"set", "frozenset"}))
