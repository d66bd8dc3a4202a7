"""Small files: whole, or not there at all."""

from __future__ import annotations

import fcntl
import subprocess
import sys
from pathlib import Path

import pytest

import vision.durable
from companion import durable

ON_A_FULL_DISK = """
import resource, signal, sys
from pathlib import Path
from companion import durable
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
try:
    durable.write_new(Path(sys.argv[1]), "x" * int(sys.argv[2]))
except OSError as error:
    print(f"{error.filename}: {error.strerror}")
"""


@pytest.mark.parametrize("letters", [200, 50_000])
def test_of_a_new_file_that_finds_no_room_no_half_stays(letters: int, tmp_path: Path) -> None:
    file = tmp_path / "sheet.svg"
    ran = subprocess.run([sys.executable, "-c", ON_A_FULL_DISK, str(file), str(letters)],
                         capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == f"{file}: File too large"
    assert not file.exists()


def test_a_new_file_never_takes_the_place_of_another(tmp_path: Path) -> None:
    file = tmp_path / "sheet.svg"
    durable.write_new(file, "mine")
    with pytest.raises(FileExistsError):
        durable.write_new(file, "yours")
    assert file.read_text() == "mine"


def test_of_two_programs_that_write_a_file_at_once_one_waits_for_the_other(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    free: list[bool] = []

    def is_free(path: Path, data: bytes) -> None:
        with vision.durable.opened_folder(path.parent) as folder:
            try:
                fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
                free.append(True)
            except BlockingIOError:
                free.append(False)
    monkeypatch.setattr(vision.durable, "write", is_free)
    durable.write_text(tmp_path / "on_the_table", "game-1")
    assert free == [False]
