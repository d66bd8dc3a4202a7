"""The note by which commands find the table that runs on the same machine."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from companion.carrying import RUNNING, Running, is_running

UNTIL_KILLED = """
import sys
from pathlib import Path
from companion.carrying import Running
running = Running(Path(sys.argv[1]))
running.write("riff_in_time-1", 8080)
print("running", flush=True)
sys.stdin.read()
"""


def test_a_table_runs_from_its_note_until_it_is_taken_away(tmp_path: Path) -> None:
    running = Running(tmp_path)
    assert not is_running(tmp_path)
    running.write("riff_in_time-1", 8080)
    assert is_running(tmp_path)
    running.remove()
    assert not is_running(tmp_path)


def test_a_table_that_was_killed_runs_no_longer_and_another_takes_its_place(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", UNTIL_KILLED, str(tmp_path)], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True) as table:
        assert table.stdout is not None
        assert table.stdout.readline() == "running\n"
        assert is_running(tmp_path)
        table.kill()
    assert (tmp_path / RUNNING).exists()
    assert not is_running(tmp_path)
    running = Running(tmp_path)
    running.write("riff_in_time-2", 8081)
    assert is_running(tmp_path)
    running.remove()
