"""Teaching at the table: what the camera is shown becomes what the table knows."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from companion.engine.referee import Refused
from companion.games import load
from companion.lessons import Lessons
from companion.own_dice import own_dice
from companion.watching import Watch
from vision import drawings
from vision.dice_sets import SETS, DiceSet
from vision.reading import Picture
from vision.rendering import Camera, Die, Scene, render

RIFF = SETS["riff_in_time"]


class Watching:
    """A watch that sees one picture, or none."""

    def __init__(self, picture: Picture | None) -> None:
        self.picture, self.held = picture, False

    def with_picture(self, use: Callable[[Picture | None], Any]) -> Any:
        return use(self.picture)

    def hold(self) -> None:
        self.held = True

    def go_on(self) -> None:
        self.held = False


def yellow_die(angle: float = 25) -> Picture:
    faces = {face: drawings.picture(face, (20.0, 20.0, 20.0)) for face in ("reroll", "blank")}
    die = Die(face="reroll", colour=(40.0, 200.0, 240.0), faces=faces, x=160, y=120, size=90, angle=angle)
    return render(Scene((die,), camera=Camera(width=320, height=240)), np.random.default_rng(1))[0]


def lessons(folder: Path, picture: Picture | None) -> tuple[Lessons, list[DiceSet]]:
    learned: list[DiceSet] = []
    return Lessons(RIFF, folder, cast(Watch, Watching(picture)), learned.append), learned


def test_a_face_that_was_named_is_known_at_once_and_after_a_restart(tmp_path: Path) -> None:
    taught, learned = lessons(tmp_path, yellow_die())
    taught.look()
    assert taught.shown()[0].startswith(b"\x89PNG")
    taught.name("wyld", "reroll")
    assert [(face.kind, face.face) for face in learned[-1].shown] == [("wyld", "reroll")]
    assert ("wyld", "reroll", 1) in taught.faces()
    assert ("wyld", "reroll", 1) in lessons(tmp_path, None)[0].faces()
    assert taught.alike() == ()


def test_from_the_first_look_until_the_lesson_is_over_the_watch_takes_nothing_for_a_throw(
        tmp_path: Path) -> None:
    watching = Watching(yellow_die())
    taught = Lessons(RIFF, tmp_path, cast(Watch, watching), lambda dice: None)
    assert not watching.held
    taught.look()
    assert watching.held
    taught.end()
    assert not watching.held
    assert taught.shown() == []


def test_a_face_that_was_misnamed_is_unlearned(tmp_path: Path) -> None:
    taught, learned = lessons(tmp_path, yellow_die())
    taught.look()
    taught.name("wyld", "move")
    taught.unlearn("wyld", "move")
    assert learned[-1].shown == ()
    assert ("wyld", "move", 0) in lessons(tmp_path, None)[0].faces()


def test_faces_that_the_dice_do_not_carry_are_not_listed(tmp_path: Path) -> None:
    taught, _ = lessons(tmp_path, yellow_die())
    assert ("wyld", "blank", 0) not in taught.faces()
    assert ("character", "blank", 0) in taught.faces()


def test_faces_with_several_symbols_are_listed_once_they_are_shown(tmp_path: Path) -> None:
    taught, _ = lessons(tmp_path, yellow_die())
    taught.look()
    taught.name("wyld", "interact+move")
    assert ("wyld", "move+interact", 1) in taught.faces()


def test_a_face_shown_on_one_die_is_not_missing_on_another_that_was_begun(tmp_path: Path) -> None:
    watching = Watching(yellow_die())
    taught = Lessons(RIFF, tmp_path, cast(Watch, watching), lambda dice: None)
    for angle, kind, face in [(0, "character", "bogus"), (10, "wyld", "reroll"), (40, "wyld", "reroll"),
                              (70, "wyld", "reroll")]:
        assert ("character", "reroll") in taught.missing()
        watching.picture = yellow_die(angle)
        taught.look()
        taught.name(kind, face)
    assert ("character", "reroll") not in taught.missing()
    assert {("wyld", "move"), ("triumphant", "reroll")} <= taught.missing()


def test_what_cannot_be_learned_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="gives no picture"):
        lessons(tmp_path, None)[0].look()
    empty = render(Scene(camera=Camera(width=320, height=240)), np.random.default_rng(1))[0]
    with pytest.raises(Refused, match="No die was found"):
        lessons(tmp_path, empty)[0].look()
    with pytest.raises(Refused, match="Nothing was shown yet"):
        lessons(tmp_path, empty)[0].name("wyld", "reroll")


def test_a_name_for_what_another_phone_has_dropped_is_refused(tmp_path: Path) -> None:
    watching = Watching(yellow_die(angle=25))
    taught = Lessons(RIFF, tmp_path, cast(Watch, watching), lambda dice: None)
    taught.look()
    on_page = taught.looks()
    taught.forget()
    watching.picture = yellow_die(angle=60)
    taught.look()
    with pytest.raises(Refused, match="has changed meanwhile"):
        taught.name("wyld", "move", on_page)
    assert ("wyld", "move", 0) in taught.faces()
    taught.name("wyld", "reroll", taught.looks())
    assert ("wyld", "reroll", 1) in taught.faces()


class Busy(Watching):
    """A watch that another phone comes to first."""

    def __init__(self, picture: Picture | None) -> None:
        super().__init__(picture)
        self.before: Callable[[], None] = lambda: None

    def with_picture(self, use: Callable[[Picture | None], Any]) -> Any:
        before, self.before = self.before, lambda: None
        before()
        return super().with_picture(use)


def taught_by_two_phones(folder: Path) -> tuple[Lessons, Busy, list[DiceSet], Callable[[], None]]:
    """Lessons, their watch, what was learned, and what the second phone does: it teaches another face."""
    watching, learned = Busy(yellow_die()), list[DiceSet]()
    taught = Lessons(RIFF, folder, cast(Watch, watching), learned.append)

    def teach() -> None:
        taught.look()
        taught.name("character", "bogus")
    taught.look()
    return taught, watching, learned, teach


def test_of_two_phones_that_teach_at_once_neither_makes_the_other_forgotten(tmp_path: Path) -> None:
    taught, watching, learned, teach = taught_by_two_phones(tmp_path)
    watching.before = teach
    taught.name("wyld", "reroll")
    assert {face.kind for face in learned[-1].shown} == {"wyld", "character"}


def test_what_is_said_to_look_alike_is_of_what_is_known_now(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taught, watching, _, teach = taught_by_two_phones(tmp_path)
    taught.name("wyld", "reroll")
    looked_at: list[int] = []
    monkeypatch.setattr("companion.lessons.confusions",
                        lambda profile: looked_at.append(len(profile.examples)) or [])
    watching.before = teach
    assert taught.alike() == taught.alike() == ()
    assert looked_at == [1, 2]


def test_a_damaged_profile_is_said_to_be_until_somebody_puts_it_right(tmp_path: Path) -> None:
    profile = tmp_path / "dice" / "riff_in_time" / "profile.json"
    profile.parent.mkdir(parents=True)
    profile.write_text("{")
    taught, _ = lessons(tmp_path, yellow_die())
    for ask in (taught.faces, taught.look, taught.lost, taught.alike, lambda: taught.name("wyld", "move")):
        with pytest.raises(Refused, match="is damaged"):
            ask()
    taught.end()
    assert taught.shown() == []
    assert profile.read_text() == "{"
    profile.unlink()
    taught.look()
    taught.name("wyld", "reroll")
    assert ("wyld", "reroll", 1) in taught.faces()


def test_lost_examples_are_told_until_something_is_taught(tmp_path: Path) -> None:
    taught, _ = lessons(tmp_path, yellow_die())
    taught.look()
    taught.name("wyld", "move")
    (picture,) = (tmp_path / "dice" / "riff_in_time").glob("*.png")
    picture.unlink()
    taught, _ = lessons(tmp_path, yellow_die())
    assert [message.id.format(**message.args) for message in taught.lost()] == [
        "wyld move: examples are lost, for their pictures are missing or broken. Show it again."]
    taught.look()
    taught.name("wyld", "reroll")
    assert taught.lost() == ()


def test_another_face_forgets_the_one_before(tmp_path: Path) -> None:
    taught, learned = lessons(tmp_path, yellow_die())
    taught.look()
    taught.forget()
    assert taught.shown() == []
    assert learned == []


@pytest.fixture
def own_box() -> dict[str, Any]:
    """A box whose yellow dice carry other faces than those of the box that is shipped."""
    content: dict[str, Any] = json.loads(json.dumps(load("riff_in_time").content))
    content["dice"]["wyld"]["faces"] = [["move"], ["excellent"], ["interact"], ["interact", "move"], [],
                                        ["bogus"]]
    return content


def test_the_faces_of_the_tables_own_box_are_asked_for_and_no_others(
        own_box: dict[str, Any], tmp_path: Path) -> None:
    dice = own_dice(load("riff_in_time", own_box))
    learned: list[DiceSet] = []
    taught = Lessons(dice, tmp_path, cast(Watch, Watching(yellow_die())), learned.append)
    wyld = {face for kind, face, _ in taught.faces() if kind == "wyld"}
    assert wyld == {"move", "excellent", "interact", "move+interact", "blank", "bogus"}
    assert {face for kind, face in taught.missing() if kind == "wyld"} == wyld
    taught.look()
    taught.name("wyld", "interact+move")
    assert ("wyld", "move+interact", 1) in taught.faces()
    assert ("wyld", "reroll", 0) not in taught.faces()


def test_what_was_taught_of_a_face_that_the_box_does_not_have_can_still_be_forgotten(
        own_box: dict[str, Any], tmp_path: Path) -> None:
    before, _ = lessons(tmp_path, yellow_die())
    before.look()
    before.name("wyld", "reroll")
    taught = Lessons(own_dice(load("riff_in_time", own_box)), tmp_path, cast(Watch, Watching(None)), print)
    assert ("wyld", "reroll", 1) in taught.faces()
    taught.unlearn("wyld", "reroll")
    assert ("wyld", "reroll", 0) not in taught.faces()
