"""A table that is killed at any moment and started again, and what one phone knows of it meanwhile.

`kill -9` leaves no time to tidy up, but spares what the kernel has in hand; that rows are synced to the disk
itself, `tests/companion/test_journal.py` shows.
"""

from __future__ import annotations

import http.client
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any

from companion.carrying import export_game
from companion.engine.folding import Written
from companion.engine.journal import Journal
from companion.settings import load
from companion.shelf import Shelf
from tests.system.http_phone import HttpPhone, some_answer
from tests.system.running import COMPANION

GONE = (OSError, http.client.HTTPException)


@dataclass
class Evening:
    """What one phone knows of a game that is killed again and again."""

    phone: HttpPhone
    rng: Random
    sent: int = 0
    acknowledged: set[str] = field(default_factory=set)
    """The ids of what the table said it had done."""
    in_flight: tuple[str, dict[str, Any]] | None = None
    """What was sent and not answered."""
    state: dict[str, Any] = field(default_factory=dict)
    """The state as the table told it last."""

    def do(self, path: str, body: dict[str, Any]) -> None:
        """Send a change and note that it was acknowledged. Raises one of `GONE` when the table dies."""
        self.in_flight = (path, body)
        status, said = self.phone.post(path, body)
        assert status == 200, said
        self.in_flight = None
        self.acknowledged.add(body["id"])
        self.state = said

    def play(self) -> None:
        """Play at random, now and then taking something back, until the table dies or the game is over."""
        while self.state["question"] is not None:
            time.sleep(self.rng.uniform(0.0, 0.02))
            self.sent += 1
            id_ = f"id-{self.sent}"
            if self.rng.random() < 0.1 and self.state["undo"]:
                self.do("/api/undo", {"id": id_, "confirm": True})
            elif self.state["question"]["throw"] == "virtual" and self.rng.random() < 0.5:
                self.do("/api/rolls/throw", {"id": id_})
            else:
                self.do("/api/answers", {"id": id_, **some_answer(self.rng, self.state["question"])})

    def check(self, written: Written, state: dict[str, Any]) -> None:
        """What is on disk, and told after a start, is what was acknowledged; at most one change more."""
        unanswered = {self.in_flight[1]["id"]} if self.in_flight else set()
        assert self.acknowledged <= written.acknowledged, "an acknowledged change is missing"
        assert written.acknowledged <= self.acknowledged | unanswered
        if written.acknowledged == self.acknowledged:
            for told in ("question", "view", "log", "outcome"):
                assert state[told] == self.state[told], f"{told} is another one after the start"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running(settings: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The table's process; whatever happens, it is not left behind."""
    process = subprocess.Popen([*COMPANION, "--settings", str(settings), "run"], stdout=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def until_it_answers(phone: HttpPhone, process: subprocess.Popen[bytes]) -> dict[str, Any]:
    while True:
        try:
            return phone.state()
        except GONE:
            assert process.poll() is None, "the table did not start"
            time.sleep(0.01)


def on_disk(folder: Path, copy: Path) -> Written:
    """What the journal holds now, read from a copy of its files while no program has them open."""
    path = Shelf(folder).on_table()
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir()
    for file in path.parent.glob(f"{path.name}*"):
        shutil.copy(file, copy)
    journal = Journal.open(copy / path.name)
    try:
        return journal.written()
    finally:
        journal.close()


class Killing:
    """One table in a folder of its own, started again and again."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.copy, self.settings = folder / "data", folder / "copy", folder / "settings.toml"
        self.port = free_port()
        self.settings.write_text(
            f'data = "{self.folder}"\n[web]\nhost = "127.0.0.1"\nport = {self.port}\n')
        self.starts: list[float] = []
        """How long each start took, in seconds."""
        self.begin(Random(7))

    def begin(self, rng: Random) -> None:
        """A new game, and a phone that has not joined yet."""
        subprocess.run([*COMPANION, "--settings", str(self.settings), "new", "riff_in_time",
                        "--seats", "ana bob"], check=True, capture_output=True, timeout=20)
        self.evening = Evening(HttpPhone(self.port), rng)

    def one_kill(self) -> int:
        """Start the table, look whether all is as it was, play a little, and kill it at any moment.

        How many changes it acknowledged meanwhile.
        """
        evening = self.evening
        before = len(evening.acknowledged)
        written = on_disk(self.folder, self.copy)
        started = time.monotonic()
        with running(self.settings) as process:
            state = until_it_answers(evening.phone, process)
            self.starts.append(time.monotonic() - started)
            if evening.state:
                evening.check(written, state)
            else:
                evening.phone.join(self.code())
                evening.state = evening.phone.state()
            timer = Timer(evening.rng.uniform(0.0, 0.35), process.kill)
            timer.start()
            try:
                if evening.in_flight is not None:
                    evening.do(*evening.in_flight)
                evening.play()
            except GONE:
                pass
            finally:
                timer.join()
                evening.phone.hang_up()
        if evening.state["question"] is None:
            self.begin(evening.rng)
        return len(evening.acknowledged) - before

    def code(self) -> str:
        """The code to join with, as the running table gives it to commands of its own machine."""
        exported, _ = export_game(load(self.settings), Shelf(self.folder).on_table())
        kept = [row["data"] for row in exported["rows"] if row["kind"] == "kept"]
        return next(str(one["value"]) for one in kept if one["name"] == "door.code")
