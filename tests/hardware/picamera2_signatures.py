"""What picamera2's methods take, read from its wheel: it does not import without a Pi's libcamera.

`pip download --no-deps picamera2`, then
`python -m tests.hardware.picamera2_signatures picamera2-*.whl > tests/hardware/picamera2_signatures.json`.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
import zipfile
from pathlib import Path
from typing import Any

STORED = Path(__file__).with_suffix(".json")
CLASSES = {"picamera2/picamera2.py": "Picamera2", "picamera2/request.py": "CompletedRequest"}


def read_wheel(path: Path) -> dict[str, Any]:
    """The version, and each method's parameters: the name, and whether there is a default."""
    methods: dict[str, list[tuple[str, bool]]] = {}
    with zipfile.ZipFile(path) as wheel:
        for file, name in CLASSES.items():
            tree = ast.parse(wheel.read(file).decode())
            for node in tree.body:
                if isinstance(node, ast.ClassDef) and node.name == name:
                    methods |= {f"{name}.{method.name}": _parameters(method) for method in node.body
                                if isinstance(method, ast.FunctionDef) and not _is_marked(method, "overload")}
    return {"version": path.name.split("-")[1], "methods": methods}


def signature(method: str) -> inspect.Signature:
    """The signature of a method such as `Picamera2.start`, without `self`."""
    stored = json.loads(STORED.read_text())["methods"]
    return inspect.Signature([
        inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD,
                          default=None if has_default else inspect.Parameter.empty)
        for name, has_default in stored[method]])


def _parameters(method: ast.FunctionDef) -> list[tuple[str, bool]]:
    names = [arg.arg for arg in method.args.args]
    first_default = len(names) - len(method.args.defaults)
    parameters = [(name, place >= first_default) for place, name in enumerate(names)]
    return parameters if _is_marked(method, "staticmethod") else parameters[1:]


def _is_marked(method: ast.FunctionDef, decorator: str) -> bool:
    return any(isinstance(mark, ast.Name) and mark.id == decorator for mark in method.decorator_list)


if __name__ == "__main__":
    read = read_wheel(Path(sys.argv[1]))
    lines = [f"  {json.dumps(name)}: {json.dumps(taken)}" for name, taken in read["methods"].items()]
    joined = ",\n".join(lines)
    print(f'{{\n "version": {json.dumps(read["version"])},\n "methods": {{\n{joined}\n }}\n}}')
