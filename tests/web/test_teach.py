"""The page on which somebody teaches the camera the dice."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from flask import Flask

from companion.engine.questions import Message
from companion.engine.referee import Refused
from companion.table import Table
from tests.web.hosts import words
from tests.web.phone import DOOR, Phone, table_of
from tests.web.test_calibrate import LearnedTray
from web import create_app


class Lessons:
    """A camera before which a die lies, or none."""

    def __init__(self) -> None:
        self.there, self.ended = True, False
        self.seen: list[bytes] = []
        self.named: list[tuple[str, str, int]] = []
        self.losses: tuple[Message, ...] = ()
        self.damaged: Message | None = None
        self.borrowed: set[str] = set()

    def look(self) -> None:
        if not self.there:
            raise Refused(Message("No die was found on this picture. Show one die, that face up, on a plain "
                                  "ground."))
        self.seen.append(b"\x89PNG")

    def end(self) -> None:
        self.ended = True

    def forget(self) -> None:
        self.seen.clear()

    def name(self, kind: str, face: str, looks: str | None = None) -> None:
        if looks not in (None, self.looks()):
            raise Refused(Message("What the camera was shown has changed meanwhile."))
        if not self.seen:
            raise Refused(Message("Nothing was shown yet. Put the die under the camera, that face up."))
        self.named.append((kind, face, len(self.seen)))
        self.seen.clear()

    def unlearn(self, kind: str, face: str) -> None:
        self.named = [one for one in self.named if one[:2] != (kind, face)]

    def shown(self) -> list[bytes]:
        return self.seen

    def looks(self) -> str:
        return str(self.seen)

    def lost(self) -> tuple[Message, ...]:
        return self.losses

    def faces(self) -> list[tuple[str, str, int]]:
        if self.damaged:
            raise Refused(self.damaged)
        return [("wyld", "move", sum(count for _, face, count in self.named if face == "move")),
                ("wyld", "interact", 0)]

    def missing(self) -> set[tuple[str, str]]:
        return {(kind, face) for kind, face, count in self.faces() if count < 3 and face not in self.borrowed}

    def alike(self) -> tuple[Message, ...]:
        return (Message("{kind}: {face} and {other} look alike and may be confused. Show both a few times "
                        "more; if that does not help, mark one of them with a dot.",
                        {"kind": "wyld", "face": "move", "other": "interact"}),)


@pytest.fixture
def lessons() -> Lessons:
    return Lessons()


@pytest.fixture
def app(table: Table, lessons: Lessons) -> Flask:
    return create_app(table, door=DOOR, lessons=lambda: lessons, tray=LearnedTray)


def press(phone: Phone, what: str, **fields: str) -> tuple[int, str]:
    """Press a button of the page; the status and the page that comes of it."""
    phone.state()
    answer = phone.client.post(f"/teach/{what}", data={"token": phone.token, **fields}, follow_redirects=True)
    return answer.status_code, answer.text


def test_a_face_is_looked_at_three_times_and_named(phone: Phone, lessons: Lessons) -> None:
    for number in range(3):
        status, page = press(phone, "look")
        assert status == 200
        assert page.count("/teach/shown/") == number + 1
    assert phone.client.get("/teach/shown/2.png").data == b"\x89PNG"
    _, page = press(phone, "name", face="wyld/move")
    assert lessons.named == [("wyld", "move", 3)]
    assert "✓" in page
    assert "/teach/shown/" not in page


def test_what_another_phone_showed_meanwhile_is_not_named(phone: Phone, lessons: Lessons) -> None:
    _, page = press(phone, "look")
    looks = html.unescape(re.findall(r'name="looks" value="(.*?)"', page)[0])
    lessons.seen = [b"another face"]
    status, page = press(phone, "name", face="wyld/move", looks=looks)
    assert (status, lessons.named) == (422, [])
    assert "has changed meanwhile" in page
    looks = html.unescape(re.findall(r'name="looks" value="(.*?)"', page)[0])
    press(phone, "name", face="wyld/bogus", looks=looks)
    assert lessons.named == [("wyld", "bogus", 1)]


def test_of_which_faces_examples_are_lost_is_said(phone: Phone, lessons: Lessons) -> None:
    lessons.losses = (Message("{kind} {face}: examples are lost, for their pictures are missing or broken. "
                              "Show it again.", {"kind": "wyld", "face": "move"}),)
    assert "Move: examples are lost" in words(phone.client.get("/teach").text)


def test_that_what_was_taught_is_damaged_is_said_and_no_falsehood(phone: Phone, lessons: Lessons) -> None:
    lessons.damaged = Message("The profile is damaged.")
    page = phone.client.get("/teach").text
    assert "The profile is damaged." in page
    assert "need no lessons" not in page
    assert "What it knows" not in page
    assert press(phone, "end")[0] == 200


def test_a_lesson_ends_at_the_table(phone: Phone, lessons: Lessons) -> None:
    press(phone, "look")
    status, page = press(phone, "end")
    assert lessons.ended
    assert status == 200
    assert "/static/table.js" in page


def test_while_a_throw_is_asked_for_the_page_says_that_a_lesson_is_none(
        tmp_path: Path, lessons: Lessons) -> None:
    table = table_of(tmp_path, dice="camera")
    table.start()
    phone = Phone(create_app(table, door=DOOR, lessons=lambda: lessons, tray=LearnedTray)).join()
    phone.post("/api/seats", take=["ana", "bob"])
    assert "until the lesson is over" not in phone.client.get("/teach").text
    phone.play_until("roll")
    assert "until the lesson is over" in phone.client.get("/teach").text
    table.stop()


def test_a_face_that_was_misnamed_is_forgotten(phone: Phone, lessons: Lessons) -> None:
    assert "Named wrongly?" not in phone.client.get("/teach").text
    press(phone, "look")
    _, page = press(phone, "name", face="wyld/move")
    assert "Wyld: Move" in words(page)
    _, page = press(phone, "unlearn", face="wyld/move")
    assert lessons.named == []
    assert "Named wrongly?" not in page


def test_what_cannot_be_learned_is_said_on_the_page(phone: Phone, lessons: Lessons) -> None:
    lessons.there = False
    status, page = press(phone, "look")
    assert status == 422
    assert "No die was found" in page


def test_nothing_is_named_before_it_is_shown(phone: Phone, lessons: Lessons) -> None:
    status, page = press(phone, "name", face="wyld/move")
    assert (status, lessons.named) == (422, [])
    assert "Nothing was shown yet" in page


def test_another_face_forgets_what_was_shown(phone: Phone, lessons: Lessons) -> None:
    press(phone, "look")
    _, page = press(phone, "forget")
    assert lessons.seen == []
    assert "/teach/shown/" not in page


def test_how_often_each_face_was_shown_and_what_looks_alike_is_said(phone: Phone) -> None:
    said = words(phone.client.get("/teach").text)
    assert "Move 0 Interact 0" in said
    assert "Move and Interact look alike" in said


def test_a_face_that_is_known_from_another_die_is_not_asked_for(phone: Phone, lessons: Lessons) -> None:
    assert "✓" not in phone.client.get("/teach").text
    lessons.borrowed = {"interact"}
    assert "Move 0 Interact ✓" in words(phone.client.get("/teach").text)


def test_the_page_shows_what_the_camera_sees(phone: Phone) -> None:
    page = phone.client.get("/teach").text
    assert "/calibrate/now.jpg" in page
    assert "More light on the tray." in page


def test_only_who_plays_may_teach(app: Flask, lessons: Lessons) -> None:
    stranger = Phone(app)
    assert stranger.client.get("/teach").status_code == 302
    stranger.state()
    stranger.client.post("/teach/look", data={"token": stranger.token})
    assert lessons.seen == []
    assert stranger.client.get("/teach/shown/0.png").status_code == 404


def test_without_a_camera_the_page_says_what_would_do(table: Table) -> None:
    phone = Phone(create_app(table, door=DOOR)).join()
    phone.post("/api/seats", take=["ana"])
    assert "companion teach" in phone.client.get("/teach").text


def test_a_camera_that_cannot_be_taught_these_dice_is_not_said_to_be_missing(table: Table) -> None:
    phone = Phone(create_app(table, door=DOOR, tray=LearnedTray)).join()
    phone.post("/api/seats", take=["ana"])
    page = phone.client.get("/teach").text
    assert "Ordinary dice and dice with numerals need no lessons" in page
    assert "This table has no camera" not in page
