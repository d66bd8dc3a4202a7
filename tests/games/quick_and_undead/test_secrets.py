"""What is chosen in secret stays so: two games that differ only in it look the same to everybody else.

Compared is everything that leaves the table before the reveal: each seat's view and the display's, the state
that a phone is told byte for byte, its live stream, the source of its pages, the answer it gets that asks for
the journal, what the program logs, and what an undo would take back.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.chance import Chance
from companion.engine.journal import Header, Journal
from companion.engine.questions import Ask, Words
from companion.engine.random_player import random_answer
from companion.engine.referee import Referee
from companion.table import DiceSeen, NeedsConfirmation, Table
from companion.throws import SeenDie
from tests.games.quick_and_undead.towns import game
from tests.web.phone import DOOR, Phone
from web import create_app

rule = pytest.mark.rule
SEATS = ("ana", "ben", "cyril")
PAGES = ("/api/state", "/play", "/correct", "/seats", "/api/journal")


class World:
    """A table with a phone for each seat, each listening to the stream, and one that looks on."""

    def __init__(self, folder: Path, options: dict[str, str], dice: str) -> None:
        header = Header("quick_and_undead", SEATS, options, game().rules_version, game().content,
                        dice=dice, decks="virtual")
        self.table = Table(game(), Journal.create(folder / "game.journal", header), chance=Chance(4))
        self.table.start()
        app = create_app(self.table, door=DOOR)
        self.phones: dict[str | None, Phone] = {seat: Phone(app).join() for seat in (*SEATS, None)}
        for seat in SEATS:
            self.phones[seat].post("/api/seats", take=[seat])
        self.streams = {seat: phone.client.get("/api/events") for seat, phone in self.phones.items()}
        self.heard = {seat: reply.iter_encoded() for seat, reply in self.streams.items()}
        self.told()

    def close(self) -> None:
        for reply in self.streams.values():
            reply.close()
        self.table.stop()

    @property
    def referee(self) -> Referee:
        return self.table._playing.referee

    def answer(self, seat: str, words: Words) -> None:
        self.table.answer(seat, None, self.key, words, "phone")

    @property
    def key(self) -> str:
        assert self.referee.question is not None
        return self.referee.question.key

    def asked(self, seat: str) -> Ask:
        """What a seat is asked now."""
        assert self.referee.question is not None
        return self.referee.question.asks[seat]

    def told(self) -> dict[str | None, bytes]:
        """The next that each phone hears on its stream, without what is its own (its token)."""
        return {seat: next(heard).replace(self.phones[seat].token.encode(), b"")
                for seat, heard in self.heard.items()}

    def seen(self) -> dict[str | None, tuple[Any, ...]]:
        """All that each seat, and nobody in particular, is shown now."""
        now, seen = self.table.snapshot, {}
        for seat, phone in self.phones.items():
            sources = [phone.client.get(path).data.replace(phone.token.encode(), b"") for path in PAGES]
            seen[seat] = (now.views[seat], sources, now.can_undo)
        return seen


@contextmanager
def two_worlds(folder: Path, options: dict[str, str] | None = None,
               dice: str = "virtual") -> Iterator[tuple[World, World]]:
    with ExitStack() as stack:
        worlds = []
        for name in ("one", "other"):
            (folder / name).mkdir()
            worlds.append(World(folder / name, options or {}, dice))
            stack.callback(worlds[-1].close)
        yield worlds[0], worlds[1]


def undo_words(world: World) -> str:
    """What is said of an undo that the table has to confirm."""
    try:
        world.table.undo("phone")
    except NeedsConfirmation as needs:
        return repr(needs.message)
    raise AssertionError("nothing was to be confirmed")


def same_for_others(worlds: tuple[World, World], chooser: str) -> None:
    one, other = worlds
    told, told_other, seen, seen_other = one.told(), other.told(), one.seen(), other.seen()
    for seat in (*SEATS, None):
        if seat != chooser:
            assert told[seat] == told_other[seat], seat
            assert seen[seat] == seen_other[seat], seat
    assert seen[None][2] == seen_other[None][2]


def both_answer(worlds: tuple[World, World], rng: Random, words: Words = ()) -> None:
    """Both worlds give the same answer, by chance when none is given."""
    seat = worlds[0].referee.waiting[0]
    words = words or random_answer(rng, worlds[0].asked(seat))
    for world in worlds:
        world.answer(seat, words)
        world.told()


def play_to(worlds: tuple[World, World], key: str, rng: Random, times: int = 1) -> None:
    """Both play the same game until the question `key` is open for the n-th time."""
    while True:
        if worlds[0].key == key and len(worlds[0].referee.waiting) == len(SEATS):
            times -= 1
            if times == 0:
                return
        both_answer(worlds, rng)


@rule("QU-10", "QU-18")
@pytest.mark.parametrize(("key", "chooser", "choices", "times"), [
    ("picks", "ana", (("coin", "coin", "coin"), ("n1", "bullet", "bullet")), 1),
    ("picks", "cyril", (("coin", "coin", "n1"), ("n1", "n1", "n1")), 1),
    ("select", "ana", (("8",), ("1",)), 1),
    ("select", "ben", (("2",), ("7",)), 2),
    ("select", "cyril", (("1",), ("3",)), 1),
])
def test_nothing_that_others_are_told_depends_on_a_sealed_choice(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, key: str, chooser: str, choices: tuple[Words, Words],
    times: int
) -> None:
    caplog.set_level(logging.DEBUG, "companion")
    caplog.set_level(logging.DEBUG, "web")
    with two_worlds(tmp_path) as worlds:
        rng = Random(times)
        play_to(worlds, key, rng, times)
        others = [seat for seat in worlds[0].referee.waiting if seat != chooser]
        # The last starting picks are the reveal; the last number is followed by the call for Hired Guns.
        for seat in [chooser, *others][:-1] if key == "picks" else [*others, chooser]:
            words = random_answer(rng, worlds[0].asked(seat))
            for world, choice in zip(worlds, choices, strict=True):
                world.answer(seat, choice if seat == chooser else words)
            same_for_others(worlds, chooser)
        assert not caplog.messages


@rule("QU-18")
def test_of_dice_under_hands_nothing_is_read_before_all_are_to_be_uncovered(tmp_path: Path) -> None:
    """A camera that could look under the hands sees other dice in each world; the table takes no notice."""
    with two_worlds(tmp_path, {"secret_choice": "dice", "own_colours": "yes"}, "camera") as worlds:
        rng = Random(5)
        play_to(worlds, "picks", rng)
        for _ in SEATS:
            both_answer(worlds, rng, ("coin", "coin", "n1"))
        while worlds[0].key != "set_dice":
            both_answer(worlds, rng)
        for answer in (("done",), ()):
            for world, faces in zip(worlds, ("475", "826"), strict=True):
                look(world, faces)
            assert worlds[0].seen() == worlds[1].seen()
            for world in worlds:
                world.answer("-", answer)
        assert worlds[0].key == "reveal"
        for world, faces in zip(worlds, ("475", "826"), strict=True):
            look(world, faces)
        assert worlds[0].seen() != worlds[1].seen()


def look(world: World, faces: str) -> None:
    """The camera sees everybody's die, sure of each."""
    colours = [gang.colour for gang in world.referee.state.gangs.values()]
    dice = tuple(SeenDie("d8", face, 0.99, True, 100.0 * place, 100, 20, (), colour)
                 for place, (face, colour) in enumerate(zip(faces, colours, strict=True)))
    world.table.see(DiceSeen(world.referee.number, 0, "read", dice, photo=b"jpeg" + faces.encode())).result()


@rule("QU-15", "QU-22")
def test_from_the_last_lock_to_the_reveal_the_numbers_stay_closed(tmp_path: Path) -> None:
    """Ana, who has chosen otherwise in each world, goes to Hired Guns: what it was never comes out."""
    with two_worlds(tmp_path) as worlds:
        rng = Random(3)
        play_to(worlds, "picks", rng)
        for _ in SEATS:
            both_answer(worlds, rng, ("coin", "coin", "n1"))
        play_to(worlds, "select", rng)
        for seat in ("ben", "cyril", "ana"):
            for world, number in zip(worlds, ("4", "6"), strict=True):
                world.answer(seat, (number,) if seat == "ana" else ("8" if seat == "ben" else "2",))
            same_for_others(worlds, "ana")
        assert worlds[0].key == "hired"
        assert undo_words(worlds[0]) == undo_words(worlds[1])
        for seat in worlds[0].referee.waiting:
            for world in worlds:
                world.answer(seat, ("go",) if seat == "ana" else ("stay",))
            same_for_others(worlds, "ana")
        while worlds[0].key != "select":
            seat = worlds[0].referee.waiting[0]
            words = random_answer(rng, worlds[0].asked(seat))
            for world in worlds:
                world.answer(seat, words)
            same_for_others(worlds, "")
