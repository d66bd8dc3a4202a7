"""The eye on the tray: dice that were asked for are read from frames and become answers, no others."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Thread, current_thread, main_thread
from time import monotonic
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from companion.chance import Chance
from companion.demo import DrawnTray, PhotoTray, TrayEye
from companion.engine.journal import Header, Journal
from companion.engine.questions import Message
from companion.engine.random_player import random_answer
from companion.games import load
from companion.table import Table, Throw
from companion.watching import Watch, dice_set_of, expected_of, read_photo
from tests.waiting import until
from vision.calibration import Window
from vision.dice_sets import SETS
from vision.files import read_picture
from vision.pips.stand_ins import face_of
from vision.reader import read
from vision.reading import Picture
from vision.rendering import Camera, Die, Scene, render
from vision.rolls import RollWatcher
from vision.simulated import SimulatedTray
from vision.simulated_dice import Body

FACES = {"1": "move", "2": "move", "3": "interact", "4": "interact", "5": "reroll", "6": "bogus"}
"""What the pips of a yellow die stand for."""


class FrameByFrame:
    """A simulated tray on a clock of its own, which runs faster while nothing moves."""

    def __init__(self) -> None:
        self.tray = SimulatedTray(4)
        self.now = 0.0

    def next(self) -> tuple[Picture, float] | None:
        self.now += 0.05 if self.tray.moving else 0.2
        return self.tray.frame(), self.now

    def picture(self) -> Picture | None:
        return None

    def close(self) -> None:
        """Nothing to let go of."""


class Pulsing(FrameByFrame):
    """A tray that does not lie straight in the picture, with nothing beside it to be seen, in light that
    pulses.
    """

    def __init__(self) -> None:
        super().__init__()
        corners = np.array([(40, 20), (620, 80), (590, 460), (20, 400)], np.float32)
        self.window = Window(corners, (480, 640, 3))
        self.is_bright = False

    def next(self) -> tuple[Picture, float] | None:
        came = super().next()
        assert came is not None
        self.is_bright = not self.is_bright
        return self.window.cut(np.asarray(came[0] * (1.0 if self.is_bright else 0.82), np.uint8)), came[1]


class Watched:
    """A table of Riff in Time at its first roll (three yellow dice), and a watch over its tray."""

    def __init__(self, folder: Path, standin: str = "colours", confirm: bool = False, *,
                 eye: FrameByFrame | None = None, tray: Picture | None = None) -> None:
        game = load("riff_in_time")
        header = Header(game.id, ("ana",), {}, game.rules_version, game.content, "tray", "virtual")
        self.table = Table(game, Journal.create(folder / "game.journal", header), chance=Chance(1),
                           one_kind_a_throw=standin == "one_kind_a_throw", confirm_every_throw=confirm)
        self.table.start()
        self.eye = eye or FrameByFrame()
        self.watch = Watch(self.table, self.eye, dice_set_of(game, standin), lambda: tray)
        self.go_to_the_roll()

    def go_to_the_roll(self) -> None:
        rng = Random(1)
        while (asked := self.table.snapshot.views[None].asked) and asked.key != "roll":
            (seat,) = asked.waiting
            self.table.answer(seat, None, asked.key, random_answer(rng, asked.asks[seat]), "phone")

    def look(self, frames: int, until: Callable[[Throw], bool] = lambda throw: False) -> Throw:
        """Look at so many frames, or until the throw is as it is waited for."""
        for _ in range(frames):
            self.watch.beat()
            self.table.note("nothing", None)
            throw = self.throw()
            if until(throw):
                return throw
        return self.throw()

    def throw(self) -> Throw:
        """The throw that is asked for, or the last, once the table has taken everything in."""
        self.table.free("nobody")
        return self.table.snapshot.throw

    def key(self) -> str:
        asked = self.table.snapshot.views[None].asked
        assert asked is not None
        return asked.key


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    made = Watched(tmp_path)
    yield made
    made.watch.stop()
    made.table.stop()


def yellow(*pips: str) -> list[Body]:
    return [Body("yellow", pip) for pip in pips]


def test_that_a_die_is_missing_is_said_once(watched: Watched) -> None:
    frame = SimulatedTray(3)
    frame.throw([Body("yellow", "1"), Body("yellow", "3")])
    while frame.moving:
        frame.frame()
    seen = read_photo(watched.table, dice_set_of(watched.table.game, "colours"), frame.frame(), b"jpeg")
    throw = watched.table.see(seen).result().throw
    assert [problem.id for problem in throw.problems] == [
        "{asked} dice asked for, {seen} seen. Does one lie outside or on another?"]
    assert (throw.state, len(throw.dice)) == ("doubtful", 2)


def test_dice_of_the_own_box_are_read_by_its_faces_and_its_key() -> None:
    content = json.loads(json.dumps(load("riff_in_time").content))
    content["dice"]["wyld"]["faces"] = [["move"], ["excellent"], ["interact"], ["interact", "move"], [],
                                        ["bogus"]]
    wyld, character, *_ = dice_set_of(load("riff_in_time", content), "none").kinds
    assert wyld.carried == ("move", "excellent", "interact", "move+interact", "blank", "bogus")
    assert wyld.carries("interact+move")
    assert not wyld.carries("reroll")
    assert face_of(2, wyld) == "excellent"
    assert character.carried == SETS["riff_in_time"].kinds[1].carried


def test_thrown_dice_are_read_and_taken_as_the_answer(watched: Watched) -> None:
    number = watched.throw().number
    watched.look(5)
    assert watched.throw().state == "waiting", "nothing has moved"
    watched.eye.tray.throw(yellow("1", "5", "6"))
    watched.look(120, lambda throw: throw.state == "read")
    last = watched.table.snapshot.last_throw
    assert sorted(die.word for die in last.dice) == sorted(FACES[pip] for pip in ("1", "5", "6"))
    assert watched.key() != "roll"
    assert watched.table.photo(number) is not None
    height, width = photograph(watched.table, number).shape[:2]
    assert all(0 < die.x < width and 0 < die.y < height and die.r > 5 for die in last.dice)


def test_light_that_pulses_on_a_calibrated_tray_keeps_no_throw_from_being_read(tmp_path: Path) -> None:
    eye = Pulsing()
    watched = Watched(tmp_path, eye=eye, tray=eye.window.tray)
    watched.look(5)
    eye.tray.throw(yellow("1", "5", "6"))
    assert watched.look(120, lambda throw: throw.state == "read").state == "read"
    watched.watch.stop()
    watched.table.stop()


def photograph(table: Table, number: int) -> Any:
    data = table.photo(number)
    assert data is not None
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)


def test_dice_that_lie_there_from_before_are_no_throw(watched: Watched) -> None:
    watched.eye.tray.throw(yellow("1", "5", "6"))
    for _ in range(30):
        watched.eye.tray.frame()
    assert watched.look(60).state == "waiting"
    assert watched.key() == "roll"


def test_too_few_dice_are_asked_about_and_a_second_throw_counts(watched: Watched) -> None:
    watched.look(2)
    watched.eye.tray.throw(yellow("1", "5"))
    throw = watched.look(250, lambda throw: throw.state == "doubtful")
    assert throw.state == "doubtful"
    assert throw.problems
    watched.eye.tray.throw(yellow("2", "3", "4"))
    watched.look(150, lambda throw: throw.state == "read")
    assert sorted(die.word for die in watched.table.snapshot.last_throw.dice) == [
        "interact", "interact", "move"]


def test_a_hand_over_dice_that_are_asked_about_leaves_the_question_as_it_is(watched: Watched) -> None:
    watched.look(2)
    watched.eye.tray.throw(yellow("1", "5"))
    before = watched.look(250, lambda throw: throw.state == "doubtful")
    watched.eye.tray.reach()
    assert watched.look(20, lambda throw: throw.state == "handling").state == "handling"
    after = watched.look(40, lambda throw: throw.state == "doubtful")
    assert (after.state, after.dice, after.problems) == ("doubtful", before.dice, before.problems)


def test_dice_that_are_taken_away_before_somebody_has_confirmed_them_stay_read(tmp_path: Path) -> None:
    watched = Watched(tmp_path, confirm=True)
    watched.look(2)
    watched.eye.tray.throw(yellow("1", "5", "6"))
    read = watched.look(150, lambda throw: throw.state == "read")
    watched.eye.tray.take([0, 1, 2])
    assert watched.look(40) == read
    assert watched.key() == "roll"
    watched.watch.stop()
    watched.table.stop()


def test_a_throw_that_waits_to_be_confirmed_is_not_read_anew_with_another_tray(tmp_path: Path) -> None:
    watched = Watched(tmp_path, confirm=True)
    watched.look(2)
    watched.eye.tray.throw(yellow("1", "5", "6"))
    read = watched.look(150, lambda throw: throw.state == "read")
    watched.watch.begin_anew()
    watched.look(10)
    watched.eye.tray.throw(yellow("2", "2", "2"))
    assert watched.look(60) == read
    watched.watch.stop()
    watched.table.stop()


def test_a_photograph_of_a_phone_is_read_for_the_throw_that_is_asked_for(watched: Watched) -> None:
    watched.eye.tray.throw(yellow("1", "5", "6"))
    for _ in range(20):
        frame = watched.eye.tray.frame()
    seen = read_photo(watched.table, dice_set_of(watched.table.game, "colours"), frame, b"jpeg")
    assert seen.number == watched.throw().number
    assert sorted(die.face for die in seen.dice) == ["bogus", "move", "reroll"]


def test_kinds_may_be_thrown_one_after_another_with_any_dice(tmp_path: Path) -> None:
    watched = Watched(tmp_path, "one_kind_a_throw")
    assert watched.throw().asked == (("wyld", 3),)
    assert expected_of(watched.throw(), dice_set_of(watched.table.game, "one_kind_a_throw")) == {"d6": 3}
    watched.look(2)
    watched.eye.tray.throw([Body("white", pip) for pip in ("6", "6", "3")])
    watched.look(150, lambda throw: throw.state == "read")
    assert sorted(die.word for die in watched.table.snapshot.last_throw.dice) == [
        "bogus", "bogus", "interact"]
    watched.watch.stop()
    watched.table.stop()


def test_a_watch_that_fails_says_so_once_and_goes_on(
    watched: Watched, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> Any:
        raise RuntimeError("the lens fell off")

    monkeypatch.setattr(watched.eye, "next", broken)
    watched.watch.start()
    until(lambda: any("cannot be watched" in note.id for note in watched.table.snapshot.notes))
    assert caplog.text.count("could not be watched") == 1
    monkeypatch.setattr(watched.eye, "next", lambda: None)
    until(lambda: not any("cannot be watched" in note.id for note in watched.table.snapshot.notes))


# The demo's trays


def throw_of(**kinds: int) -> Throw:
    return Throw(1, "waiting", "tray", 0, tuple(kinds.items()))


def test_between_throws_the_tray_is_looked_at_only_while_something_is_said_to_be_wrong(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.watching.GLANCE", 0.0)
    watched.table.end()
    watched.watch.beat()
    assert watched.eye.now == 0, "nothing is asked for, nothing is wrong"
    watched.table.note("tray", Message("The camera or the tray has moved."))
    watched.throw()
    watched.watch.beat()
    assert watched.eye.now > 0


def test_the_drawn_tray_throws_what_is_asked_for() -> None:
    eye = TrayEye(DrawnTray(Random(1), load("riff_in_time")))
    eye.throw(throw_of(wyld=2, bogus=1))
    first, _ = eye.next() or (None, 0)
    later = [eye.next() for _ in range(15)]
    assert first is not None
    last = later[-1]
    assert last is not None
    assert np.abs(last[0].astype(int) - first.astype(int)).mean() > 1
    assert eye.jpeg().startswith(b"\xff\xd8")


def test_of_the_drawn_tray_a_die_is_thrown_again_alone_as_often_as_it_is_asked_for() -> None:
    game = load("riff_in_time")
    tray, dice = DrawnTray(Random(1), game), dice_set_of(game, "colours")

    def places() -> set[tuple[int, int]]:
        """Where dice lie once all have come to rest, in steps of ten pixels."""
        for _ in range(20):
            frame = tray.frame()
        return {(round(die.x / 10), round(die.y / 10)) for die in read(frame, dice).dice}

    tray.throw(throw_of(wyld=3))
    lay = places()
    first, *others = sorted(lay)
    again = replace(throw_of(wyld=1), number=2, again="w1", lay=(10.0 * first[0], 10.0 * first[1]))
    seen = []
    for _ in range(2):
        tray.throw(again)
        seen.append(places())
    assert [(len(now), set(others) <= now, first in now) for now in seen] == [(3, True, False)] * 2
    assert seen[0] != seen[1]


@pytest.mark.parametrize("game", ["professor_evil", "quick_and_undead"])
def test_what_the_drawn_tray_throws_is_read(game: str) -> None:
    """Ordinary dice in the kinds' colours, or where none can stand in the game's own."""
    loaded = load(game)
    tray, watcher = DrawnTray(Random(2), loaded), RollWatcher(dice_set_of(loaded, "colours"))
    now = 0.0
    for _ in range(6):
        asked = dict.fromkeys(loaded.dice, 1)
        watcher.ask(asked)
        seen = None
        for frame in range(120):
            if frame == 6:
                tray.throw(throw_of(**asked))
            now += 1 / 15
            seen = seen or watcher.feed(tray.frame(), now)
        assert seen is not None
        assert not seen.doubtful


def photographs(folder: Path) -> None:
    """Pictures with one, two and three white dice."""
    for count in (1, 2, 3):
        dice = tuple(Die(face="5", x=120.0 + 180 * place, y=200, size=60) for place in range(count))
        scene = Scene(dice=dice, camera=Camera(width=640, height=480))
        frame, _ = render(scene, np.random.default_rng(count))
        cv2.imwrite(str(folder / f"{count}.png"), frame)
    (folder / "broken.jpg").write_bytes(b"no picture")


def test_throws_may_be_shown_on_photographs_with_as_many_dice(tmp_path: Path) -> None:
    photographs(tmp_path)
    for count in (1, 2, 3):
        tray = PhotoTray(tmp_path, Random(1))
        tray.throw(throw_of(wyld=count))
        frames = [tray.frame() for _ in range(6)]
        assert np.array_equal(frames[-1], read_picture(tmp_path / f"{count}.png"))
        assert not np.array_equal(frames[1], frames[-1]), "something moves first"


def test_the_first_throw_of_photographs_is_read(tmp_path: Path) -> None:
    photographs(tmp_path)
    tray, watcher, now, seen = PhotoTray(tmp_path, Random(1)), RollWatcher("d6"), 0.0, None
    watcher.ask({"d6": 2})
    for frame in range(60):
        if frame == 12:
            tray.throw(throw_of(wyld=2))
        now += 1 / 15
        seen = seen or watcher.feed(tray.frame(), now)
    assert seen is not None
    assert [die.face for die in seen.reading.dice] == ["5", "5"]


def test_a_folder_without_photographs_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="There are no photographs"):
        PhotoTray(tmp_path, Random(1))


def test_a_lesson_gets_its_picture_on_the_watchs_own_thread(watched: Watched) -> None:
    watched.watch.start()
    assert watched.watch.with_picture(lambda picture: (current_thread().name, picture is not None)) == (
        "watch", True)


def test_dice_that_were_taught_are_read_from_the_next_throw_on(watched: Watched) -> None:
    watched.look(5)
    watched.watch.read_as(dice_set_of(watched.table.game, "colours").taught(()))
    watched.look(5)
    assert is_read_once_thrown(watched)


def is_read_once_thrown(watched: Watched) -> bool:
    """Three dice are thrown; are they read?"""
    watched.eye.tray.throw(yellow("1", "5", "6"))
    watched.look(120, lambda throw: throw.state == "read")
    return bool(watched.table.snapshot.last_throw.dice)


def test_while_a_die_is_taught_what_lies_in_the_tray_is_no_throw(watched: Watched) -> None:
    watched.look(5)
    watched.watch.hold()
    watched.eye.tray.throw(yellow("1", "5", "6"))
    assert watched.look(60).state == "waiting"
    assert "is no throw" in said(watched.table)
    watched.watch.go_on()
    assert watched.look(60).state == "waiting", "these lay there before"
    assert said(watched.table) == ""
    assert is_read_once_thrown(watched)


def test_a_lesson_that_nobody_ends_is_over_by_itself(
        watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.watching.LESSON", 0.0)
    watched.watch.hold()
    watched.look(5)
    assert said(watched.table) == ""
    assert is_read_once_thrown(watched)


def test_a_lesson_ends_where_no_throw_is_asked_for_too(
        watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    watched.look(2)
    assert is_read_once_thrown(watched)
    assert not watched.table.snapshot.awaits_camera
    watched.watch.hold()
    monkeypatch.setattr("companion.watching.time.monotonic", lambda: float("inf"))
    watched.look(2)
    assert said(watched.table) == ""


@pytest.mark.parametrize(("what", "is_held"), [("hold", True), ("go_on", False)])
def test_what_phones_want_of_a_lesson_as_the_watch_looks_whether_it_is_over_holds(
        watched: Watched, monkeypatch: pytest.MonkeyPatch, what: str, is_held: bool) -> None:
    phones: list[Thread] = []
    clock = monotonic

    def meanwhile() -> float:
        if current_thread() is main_thread() and not phones:
            phones.append(Thread(target=getattr(watched.watch, what)))
            phones[0].start()
            phones[0].join(0.2)
        return clock()
    monkeypatch.setattr("companion.watching.LESSON", 0.0)
    watched.watch.hold()
    monkeypatch.setattr("companion.watching.LESSON", 45.0)
    monkeypatch.setattr("companion.watching.time", SimpleNamespace(monotonic=meanwhile))
    watched.look(1)
    phones[0].join()
    watched.look(1)
    assert ("is no throw" in said(watched.table)) is is_held
    assert (watched.watch._lesson_ends is not None) is is_held


def said(table: Table) -> str:
    """What is said on every screen."""
    return " ".join(str(note) for note in table.snapshot.notes)
