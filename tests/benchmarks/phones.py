"""What many phones cost a table, and whether they get in one another's way.

    python -m tests.benchmarks.phones [--seconds 20] [--times 1000] [--game riff_in_time]

A table in a process of its own is played by phones with open streams. Measured are how soon every phone has
every change, how long other requests take meanwhile, what clients cost that never read what they are sent,
and whether threads and memory come back after many phones came, slept and went. The figures are this
machine's; it ends with 1 when one of them is worse than it may be.
"""

from __future__ import annotations

import argparse
import os
import re
import selectors
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

from tests.system.http_phone import HttpPhone, some_answer
from tests.system.running import Running
from tests.tools import installed
from tests.tools.bench import machine

PHONES, SILENT = 30, 60
SOON, QUICK = 0.150, 0.050
"""Seconds within which 95 of 100 changes are on a phone, and 95 of 100 other requests are answered."""
LET_GO = 30.0
"""Seconds after which a client that never reads is gone."""
MOST_EACH = 1024
"""Kilobytes that such a client may cost, in memory and on disk together."""
MORE = 1.05
"""So many times the memory of before may be taken after all have gone."""
SEATS = "ana bob cyd dan"
WARM = 400
"""Changes before anything is measured: the game is well under way then."""
LOADED = ("/api/state", "/play", "/static/table.css", "/static/table.js", "/healthz")
"""What phones ask for beside the stream."""
NEWS = re.compile(rb"id: (\d+)\ndata: ")


class Listening:
    """Reads the streams of many phones and notes when each had which version."""

    def __init__(self, streams: list[socket.socket]) -> None:
        self._seen: dict[int, list[tuple[int, float]]] = {stream.fileno(): [] for stream in streams}
        self._unfinished = dict.fromkeys(self._seen, b"")
        self._selector = selectors.DefaultSelector()
        for stream in streams:
            self._selector.register(stream, selectors.EVENT_READ)
        self._over = Event()
        self._thread = Thread(target=self._read, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Read no more."""
        self._over.set()
        self._thread.join()

    def arrivals(self, version: int) -> Iterator[float]:
        """When each phone had this version, or a newer one; those that never had it are left out."""
        for seen in self._seen.values():
            yield from [at for known, at in seen if known >= version][:1]

    def _read(self) -> None:
        while not self._over.is_set():
            for key, _ in self._selector.select(0.1):
                stream: Any = key.fileobj
                self._take(stream.fileno(), stream.recv(1 << 18))

    def _take(self, number: int, part: bytes) -> None:
        """An event has come when the empty line after it has."""
        *whole, rest = (self._unfinished[number] + part).split(b"\n\n")
        self._unfinished[number] = rest
        now = time.perf_counter()
        self._seen[number] += [(int(found[1]), now) for event in whole if (found := NEWS.search(event))]


@dataclass
class Play:
    """Phones that play a game, one for each seat, at the pace of an eager table."""

    holders: dict[str, HttpPhone]
    pause: float = 0.4
    rng: Random = field(default_factory=lambda: Random(5))
    changes: list[tuple[int, float]] = field(default_factory=list)
    """The version that each change made, and when it was sent."""
    took: list[float] = field(default_factory=list)
    """How long each change took to be acknowledged."""
    _sent: int = 0

    def go_on(self, seconds: float) -> None:
        """Play for so long; a game that is over is taken back and goes on."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.one_change()
            time.sleep(self.pause)

    def one_change(self) -> None:
        """Answer what is asked; sometimes take something back."""
        anybody = next(iter(self.holders.values()))
        question = anybody.state()["question"]
        self._sent += 1
        if question is None or self.rng.random() < 0.05:
            self._post(anybody, "/api/undo", {"id": f"u{self._sent}", "confirm": True})
            return
        answer = some_answer(self.rng, question)
        phone = self.holders.get(answer["seat"], anybody)
        self._post(phone, "/api/answers", {"id": f"a{self._sent}", **answer})

    def _post(self, phone: HttpPhone, path: str, body: dict[str, Any]) -> None:
        sent = time.perf_counter()
        status, said = phone.post(path, body)
        self.took.append(time.perf_counter() - sent)
        if status == 200:
            self.changes.append((said["version"], sent))


class Loading:
    """A phone that loads pages all the time."""

    def __init__(self, phone: HttpPhone) -> None:
        self.took: list[float] = []
        self._phone = phone
        self._over = Event()
        self._thread = Thread(target=self._load, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Load no more."""
        self._over.set()
        self._thread.join()

    def _load(self) -> None:
        while not self._over.wait(0.03):
            begun = time.perf_counter()
            self._phone.get(LOADED[len(self.took) % len(LOADED)])
            self.took.append(time.perf_counter() - begun)


class Cost:
    """What the table's process takes of the machine."""

    def __init__(self, process: int) -> None:
        self._files = Path(f"/proc/{process}")

    def kilobytes(self) -> int:
        """Memory that is its own, and what lies in files that only it has."""
        lost = 0
        for file in (self._files / "fd").iterdir():
            with suppress(FileNotFoundError):  # It may be closed while we look.
                lost += file.stat().st_size if "(deleted)" in str(file.readlink()) else 0
        return self._status("VmRSS") + lost // 1024

    def threads(self) -> int:
        """How many threads it has."""
        return self._status("Threads")

    def _status(self, line: str) -> int:
        status = (self._files / "status").read_text(encoding="utf-8")
        return int(re.findall(rf"^{line}:\s+(\d+)", status, re.MULTILINE)[0])


def connected(port: int) -> set[int]:
    """The ports of those whose connection to the table at `port` is open at the table's end."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text(encoding="utf-8").splitlines()[1:]]
    here = f":{port:04X}"
    return {int(row[2].rpartition(":")[2], 16) for row in rows if row[1].endswith(here) and row[3] == "01"}


def phones_at(table: Running, count: int) -> list[HttpPhone]:
    """So many phones that have joined; each third one reads French."""
    phones = [HttpPhone(table.port) for _ in range(count)]
    for number, phone in enumerate(phones):
        phone.join(table.code)
        phone.post("/api/language", {"language": "fr" if number % 3 == 0 else "en"})
    return phones


def begun(table: Running, count: int) -> tuple[list[HttpPhone], Play]:
    """Phones, the first of them one a seat; they have played for a while, so that each thread has worked."""
    phones = phones_at(table, count)
    seats = SEATS.split()
    for seat, phone in zip(seats, phones, strict=False):
        status, said = phone.post("/api/seats", {"take": [seat]})
        assert status == 200, said
    play = Play(dict(zip(seats, phones, strict=False)))
    for _ in range(WARM):
        play.one_change()
    play.changes.clear()
    play.took.clear()
    return phones, play


def share(values: list[float], part: float = 0.95) -> float:
    """The value that so large a part of `values` do not exceed."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def told(what: str, values: list[float], most: float) -> bool:
    """Print a line about times in seconds; whether they are short enough."""
    worst = share(values)
    print(f"  {what}: half within {share(values, 0.5) * 1000:.1f} ms, 95 % within {worst * 1000:.1f} ms "
          f"(at most {most * 1000:.0f}), all within {max(values) * 1000:.1f} ms, of {len(values):,}")
    return worst <= most


def all_in_time(phones: list[HttpPhone], play: Play, seconds: float, come: Callable[[], None]) -> bool:
    """Let phones listen, play and load for so long after `come`; whether everything was there soon enough."""
    streams = [phone.open_stream() for phone in phones]
    listening = Listening(streams)
    time.sleep(1)
    come()
    loading = Loading(phones[-1])
    play.go_on(seconds)
    loading.stop()
    time.sleep(1)
    listening.stop()
    for stream in streams:
        stream.close()
    waits = [at - sent for version, sent in play.changes for at in listening.arrivals(version)]
    missing = len(play.changes) * len(streams) - len(waits)
    if missing:
        print(f"  {missing} changes never came.")
    in_time = [told("a change on each phone", waits, SOON), told("a change acknowledged", play.took, QUICK),
               told("other requests", loading.took, QUICK)]
    return all(in_time) and not missing


def live(table: Running, seconds: float) -> bool:
    """Thirty phones and nobody else."""
    print(f"{PHONES} phones with open streams")
    phones, play = begun(table, PHONES)
    good = all_in_time(phones, play, seconds, lambda: None)
    hang_up(phones)
    return good


class Silent:
    """Clients that ask for the stream and never read it: half have joined, half look on without the code."""

    def __init__(self, table: Running) -> None:
        strangers = [HttpPhone(table.port) for _ in range(SILENT // 2)]
        for phone in strangers:
            phone.state()
        self._phones = [*strangers, *phones_at(table, SILENT - len(strangers))]
        hang_up(self._phones)
        self._table, self._cost = table, Cost(table.process.pid)
        self._over = Event()
        self._thread = Thread(target=self._watch, daemon=True)

    def come(self) -> None:
        """Open their streams, and begin to watch what becomes of them."""
        self.before = self.most = self._cost.kilobytes()
        self.begun, self.gone = time.monotonic(), 0.0
        self._clients = [phone.open_stream() for phone in self._phones]
        self._thread.start()

    def stop(self) -> None:
        """Watch no more."""
        self._over.set()
        self._thread.join()
        for client in self._clients:
            client.close()

    def _watch(self) -> None:
        ports = {client.getsockname()[1] for client in self._clients}
        while not self._over.wait(0.25):
            self.most = max(self.most, self._cost.kilobytes())
            if connected(self._table.port) & ports:
                self.gone = 0.0
            elif not self.gone:
                self.gone = time.monotonic()


def silent(table: Running, seconds: float) -> bool:
    """Thirty phones, and sixty clients beside them that never read what they asked for."""
    print(f"{PHONES} phones with open streams, and {SILENT} clients that never read")
    clients = Silent(table)
    phones, play = begun(table, PHONES)
    good = all_in_time(phones, play, max(seconds, LET_GO + 5), clients.come)
    clients.stop()
    each = (clients.most - clients.before) / SILENT
    after = clients.gone - clients.begun if clients.gone else float("inf")
    print(f"  silent clients: the last gone after {after:.1f} s (at most {LET_GO:.0f}); at the worst "
          f"{each:.0f} kB each (at most {MOST_EACH})")
    hang_up(phones)
    return good and after <= LET_GO and each <= MOST_EACH


class Coming:
    """Phones that come, load the page, listen, sleep or hang up, and come again."""

    def __init__(self, table: Running, play: Play) -> None:
        self._table, self._play = table, play
        self._rng = Random(3)
        self._awake: list[tuple[HttpPhone, socket.socket]] = []

    def go_on(self, times: int) -> None:
        """So many times a phone comes, wakes or goes; a change at each fifth; at the end all have gone."""
        for number in range(times):
            if self._awake and self._rng.random() < 0.5:
                self._wake_or_go(self._rng.randrange(len(self._awake)))
            else:
                self._come()
            if number % 5 == 0:
                self._play.one_change()
        while self._awake:
            self._go(0)
        time.sleep(8)  # The table notices at the next sign of life.

    def _come(self) -> None:
        (phone,) = phones_at(self._table, 1)
        for path in LOADED:
            phone.get(path)
        self._awake.append((phone, phone.open_stream()))
        if len(self._awake) > PHONES:
            self._go(0)

    def _wake_or_go(self, place: int) -> None:
        phone, stream = self._awake[place]
        if self._rng.random() < 0.5:
            self._go(place)
        else:
            self._awake[place] = phone, phone.open_stream()
            stream.close()

    def _go(self, place: int) -> None:
        phone, stream = self._awake.pop(place)
        stream.close()
        phone.hang_up()


def hour(table: Running, times: int) -> bool:
    """Phones that come and go, as many as in an hour in which thirty phones sleep every other minute."""
    print(f"{times:,} times a phone comes, wakes or goes")
    phones, play = begun(table, len(SEATS.split()))
    cost, coming = Cost(table.process.pid), Coming(table, play)
    coming.go_on(times // 4)
    threads, kilobytes = cost.threads(), cost.kilobytes()
    coming.go_on(times)
    threads_after, kilobytes_after = cost.threads(), cost.kilobytes()
    print(f"  threads: {threads} before, {threads_after} after; memory: {kilobytes / 1024:.1f} MB before, "
          f"{kilobytes_after / 1024:.1f} MB after ({kilobytes_after / kilobytes - 1:+.1%}, at most "
          f"{MORE - 1:+.0%})")
    hang_up(phones)
    return threads_after <= threads and kilobytes_after <= MORE * kilobytes


def hang_up(phones: list[HttpPhone]) -> None:
    """Close what these phones have open beside their streams."""
    for phone in phones:
        phone.hang_up()


def main() -> int:
    """Measure and report; 1 when anything was worse than it may be."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each measurement takes")
    parser.add_argument("--times", type=int, default=1000, help="how often a phone comes, wakes or goes")
    parser.add_argument("--game", default="riff_in_time", help="which game is played")
    parser.add_argument("--only", choices=("live", "silent", "hour"), help="one measurement alone")
    given = parser.parse_args()
    print(f"{machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    parts: dict[str, Callable[[Running], bool]] = {
        "live": lambda table: live(table, given.seconds),
        "silent": lambda table: silent(table, given.seconds),
        "hour": lambda table: hour(table, given.times),
    }
    good = [_measured(part, given.game) for name, part in parts.items() if given.only in (None, name)]
    return 0 if all(good) else 1


def _measured(part: Callable[[Running], bool], game: str) -> bool:
    """A part of the measurement on a table of its own."""
    with tempfile.TemporaryDirectory() as folder:
        table = Running(Path(folder), game, SEATS, installed.environment())
        try:
            return part(table)
        finally:
            table.stop()


if __name__ == "__main__":
    sys.exit(main())
