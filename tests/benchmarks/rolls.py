"""A roll's life over many simulated throws: what is counted, and how soon it is read.

    python tests/benchmarks/rolls.py [--throws 1000] [--seed 1] [--slower 1] [--width 640]

Each throw is asked for, and things happen around it that were not: a hand reaches in and goes, somebody
knocks against the table, dice are thrown that nobody asked for, dice are thrown before they are asked for,
and after a throw was read its dice are nudged, taken away, or thrown about. Some throws are of single dice
while the others lie. The clock is the frames': 15 a second; a frame that comes while the reader is at work
is missed, as in life. How long it works is measured here, and `--slower 3` takes it for three times as long.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import median
from time import process_time

import cv2

from vision import DiceSet, Reading, read
from vision.reading import Picture
from vision.rolls import DiceSeen, Reader, RollWatcher
from vision.simulated import SimulatedTray
from vision.simulated_dice import BODIES, Body

FRAME = 1 / 15
LOOK = 12.0
"""So many seconds a throw may take until it is given up for unread."""


@dataclass
class Outcome:
    """What became of the throws."""

    throws: int = 0
    read: int = 0
    doubtful: int = 0
    never: int = 0
    wrong: list[str] = field(default_factory=list)
    unasked: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    """From the last movement to the answer, of the throws that were read."""

    def lines(self) -> list[str]:
        """The outcome in sentences."""
        told = [
            f"{self.throws} throws: {self.read} read, {self.doubtful} asked about, {self.never} not noticed",
            f"counted though unasked: {len(self.unasked)}; counted twice: {len(self.twice)}; "
            f"read wrong for certain: {len(self.wrong)}",
        ]
        if self.seconds:
            ordered = sorted(self.seconds)
            within = sum(second <= 0.6 for second in ordered) / len(ordered)
            told.append(
                f"from the last movement to the answer: median {median(ordered):.2f} s, "
                f"95 % within {ordered[int(0.95 * (len(ordered) - 1))]:.2f} s, longest {ordered[-1]:.2f} s; "
                f"{100 * within:.1f} % within 0.6 s"
            )
        return told + self.wrong + self.unasked + self.twice


class Player:
    """Plays with a simulated tray under a watcher; knows what was thrown, which the watcher does not."""

    def __init__(
        self,
        rng: Random,
        outcome: Outcome,
        reader: Reader = read,
        slower: float = 1.0,
        width: int = 640,
        colours: Sequence[str] = tuple(BODIES),
    ) -> None:
        height = width * 9 // 16
        self.rng = rng
        self.outcome = outcome
        self.tray = SimulatedTray(rng.randrange(2**31), width, height, die_size=0.075 * width)
        self.watcher = RollWatcher("d6", reader=self._read)
        self.now = 0.0
        self.moved_at = 0.0
        self._reader = reader
        self._slower = slower
        self._colours = colours
        self._lying: list[Body] = []

    def _read(self, frame: Picture, dice: str | DiceSet, expected: Mapping[str, int] | None) -> Reading:
        started = process_time()
        reading = self._reader(frame, dice, expected)
        self.now += (process_time() - started) * self._slower
        return reading

    def watch(self, seconds: float, until_read: bool = False) -> DiceSeen | None:
        """Let frames come in for so long; what the watcher counts meanwhile."""
        end, counted = self.now + seconds, None
        while self.now < end and not (until_read and counted):
            began = self.now
            moved = self.tray.moving
            frame = self.tray.frame()
            if moved:
                self.moved_at = self.now
            counted = self.watcher.feed(frame, began) or counted
            # The camera's next frame is the first that comes once the reader is done.
            missed = int((self.now - began) / FRAME)
            for _ in range(missed):
                if self.tray.moving:
                    self.moved_at = began + FRAME
                self.tray.frame()
            self.now = max(self.now, began + (missed + 1) * FRAME)
            if counted and until_read:
                self.answered_at = max(began + FRAME, self.now)
        return counted

    def bodies(self, count: int) -> list[Body]:
        """So many dice of any colour and face."""
        return [Body(self.rng.choice(self._colours), str(self.rng.randint(1, 6))) for _ in range(count)]

    def play(self) -> None:
        """One throw that is asked for, and what happens around it."""
        self.outcome.throws += 1
        self._unasked()
        again = self._lying and self.rng.random() < 0.3
        thrown = self.bodies(1 if again else self.rng.randint(1, 6))
        self.watcher.ask({"d6": len(thrown)})
        for deed in self.rng.sample(["reach", "bump", "nothing", "nothing"], 2):
            self._disturb(deed)
        self._throw(thrown, again=bool(again))
        seen = self.watch(LOOK, until_read=True)
        self._judge(seen, thrown)
        self._afterwards()

    def _throw(self, bodies: list[Body], *, again: bool) -> None:
        if again:
            number = self.rng.randrange(len(self._lying))
            self.tray.throw_again([number], bodies)
            self._lying = [*self._lying[:number], *self._lying[number + 1 :], *bodies]
        else:
            self.tray.throw(bodies)
            self._lying = list(bodies)

    def _unasked(self) -> None:
        """Dice thrown before anybody asked for them; they may still be rolling when the asking comes."""
        if self.rng.random() < 0.2:
            self._throw(self.bodies(self.rng.randint(1, 4)), again=False)
            self._note_unasked(self.watch(self.rng.uniform(0.1, 2)))

    def _disturb(self, deed: str) -> None:
        """What happens while the throw is waited for; none of it is a throw."""
        if deed == "reach":
            self.tray.reach()
        elif deed == "bump":
            self.tray.bump()
        self._note_unasked(self.watch(1.5))

    def _afterwards(self) -> None:
        """What becomes of the dice once they were read, or asked about and said by hand."""
        self.watch(0.3)
        deed = self.rng.choice(["nothing", "bump", "take", "throw", "reach"])
        if deed == "bump":
            self.tray.bump()
        elif deed == "reach":
            self.tray.reach()
        elif deed == "throw":
            self._throw(self.bodies(2), again=False)
        elif deed == "take" and self._lying:
            self.tray.take(range(len(self._lying)))
            self._lying = []
        if self.watch(2):
            self.outcome.twice.append(f"throw {self.outcome.throws}: counted again after {deed}")

    def _note_unasked(self, seen: DiceSeen | None) -> None:
        if seen:
            self.outcome.unasked.append(f"throw {self.outcome.throws}: {_faces(seen)} at {seen.at:.1f} s")
            self.watcher.ask()

    def _judge(self, seen: DiceSeen | None, thrown: list[Body]) -> None:
        if seen is None:
            self.outcome.never += 1
        elif seen.doubtful:
            self.outcome.doubtful += 1
        else:
            self.outcome.read += 1
            self.outcome.seconds.append(self.answered_at - self.moved_at)
            if Counter(die.face for die in seen.reading.dice) != Counter(body.face for body in thrown):
                was = ", ".join(f"{body.colour} {body.face}" for body in thrown)
                self.outcome.wrong.append(f"throw {self.outcome.throws}: {_faces(seen)} for {was}")


def _faces(seen: DiceSeen) -> str:
    return ", ".join(f"{die.colour} {die.face}" for die in seen.reading.dice)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--throws", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slower", type=float, default=1.0, help="than this machine reads")
    parser.add_argument("--width", type=int, default=640, help="of the pictures, 16 to 9")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    rng, outcome = Random(options.seed), Outcome()
    player = Player(rng, outcome, slower=options.slower, width=options.width)
    for number in range(options.throws):
        if number % 50 == 49:
            # Another tray, camera and light.
            player = Player(rng, outcome, slower=options.slower, width=options.width)
        player.play()
    print("\n".join(outcome.lines()))


if __name__ == "__main__":
    main()
