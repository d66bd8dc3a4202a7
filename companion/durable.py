"""Small files that a power cut, or a full disk, leaves either as they were or as they are to be."""

from __future__ import annotations

from pathlib import Path

from vision import durable


def write_text(path: Path, text: str) -> None:
    """Put `text` in the place of what `path` holds; it is on disk when this returns."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Two programs that write it at the same time would take each other's new file away.
    with durable.alone_in(path.parent):
        durable.write(path, text.encode())
    durable.sync(path.parent)


def write_new(path: Path, text: str) -> None:
    """Write `text` to a file that is not there yet. FileExistsError where it is; OSError where it cannot be
    written, and then no half of it stays.
    """
    file = path.open("x", encoding="utf-8")
    try:
        with file:
            file.write(text)
    except OSError as error:
        path.unlink(missing_ok=True)
        # A full disk does not tell which file has found no room.
        raise OSError(error.errno, error.strerror, str(path)) from error
