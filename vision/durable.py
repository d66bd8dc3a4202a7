"""Files that a power cut, or a full disc, leaves either as they were or as they are to be."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def opened_folder(folder: Path) -> Iterator[int]:
    """A folder's descriptor."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        yield opened
    finally:
        os.close(opened)


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Wait until nobody else is alone in `folder`, and keep others waiting. OSError where that fails."""
    with opened_folder(folder) as opened:
        fcntl.flock(opened, fcntl.LOCK_EX)
        yield


def write(path: Path, data: bytes) -> None:
    """Put `data` in the place of what `path` holds. OSError where that fails; what it held then stays."""
    new = path.with_name(f"{path.name}.new")
    try:
        with new.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            new.unlink()
        raise


def sync(folder: Path) -> None:
    """Have what was named, renamed or deleted in `folder` on disc."""
    with opened_folder(folder) as opened:
        os.fsync(opened)
