"""Small files that a power cut, or a full disk, leaves either as they were or as they are to be."""

from __future__ import annotations

import os
from pathlib import Path


def write_text(path: Path, text: str) -> None:
    """Put `text` in the place of what `path` holds; it is on disk when this returns."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.new")
    with new.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
    sync_folder(path.parent)


def write_new(path: Path, text: str) -> None:
    """Write `text` to a file that is not there yet. FileExistsError where it is; OSError where it cannot be
    written, and then no half of it stays.
    """
    with path.open("x", encoding="utf-8") as file:
        try:
            file.write(text)
            file.flush()
        except OSError as error:
            path.unlink(missing_ok=True)
            # A full disk does not tell which file has found no room.
            raise OSError(error.errno, error.strerror, str(path)) from error


def sync_folder(folder: Path) -> None:
    """Have what was named, renamed or deleted in `folder` on disk."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
