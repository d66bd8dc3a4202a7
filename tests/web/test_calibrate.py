"""The page that shows what the camera sees, and on which the host has it learn the tray."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flask import Flask

from companion.engine.questions import Message
from companion.engine.referee import Refused
from companion.live_tray import Look
from companion.table import Table
from tests.web.hosts import send, words
from tests.web.phone import DOOR, Phone
from web import create_app

DARK = Look(b"\xff\xd8jpeg", Message("More light on the tray."), False,
            Message("Brightness {mean} of 255, {burnt} % burnt out, one side {times} times as bright as "
                    "another, sharpness {sharpness}.", {"mean": 20, "burnt": 0, "times": "1.1",
                                                        "sharpness": 9}),
            2, False, None)


class LearnedTray:
    """A tray that can be learned, or not."""

    def __init__(self) -> None:
        self.seen: Look | None = DARK
        self.refuses = False

    def look(self) -> Look | None:
        return self.seen

    def learn(self) -> tuple[Message, ...]:
        if self.refuses:
            raise Refused(Message("No tray of one colour can be made out around the middle of the picture. "
                                  "Empty it, light it evenly, or lay the printed markers into its corners."))
        self.seen = replace(DARK, is_known=True)
        return (Message("The tray is known. From the next throw on nothing beside it is looked at."),)

    def forget(self) -> tuple[Message, ...]:
        self.seen = DARK
        return (Message("The tray is forgotten. The whole picture is looked at."),)


@pytest.fixture
def tray() -> LearnedTray:
    return LearnedTray()


@pytest.fixture
def app(table: Table, tray: LearnedTray) -> Flask:
    return create_app(table, door=DOOR, tray=lambda: tray)


def test_the_page_shows_the_picture_and_says_what_would_better_the_light(phone: Phone) -> None:
    said = words(phone.client.get("/calibrate").text)
    assert "⚠ More light on the tray." in said
    assert "2 of the four markers are seen." in said
    assert "the whole picture is looked at" in said
    assert "Brightness 20 of 255" in said
    picture = phone.client.get("/calibrate/now.jpg")
    assert (picture.data, picture.mimetype) == (b"\xff\xd8jpeg", "image/jpeg")
    assert picture.headers["Cache-Control"] == "no-store"


def test_the_script_is_told_what_has_become_of_it(phone: Phone, tray: LearnedTray) -> None:
    assert "More light" in phone.client.get("/calibrate/now").text
    tray.seen = replace(DARK, light=Message("Dice can be read in this light."), is_good=True,
                        trouble=Message("The camera or the tray has moved since it was calibrated. Put it "
                                        "back, or calibrate it again."))
    said = words(phone.client.get("/calibrate/now").text)
    assert "✓ Dice can be read in this light." in said
    assert "⚠ The camera or the tray has moved" in said


def test_the_host_has_the_tray_learned_and_forgotten(phone: Phone) -> None:
    learned = send(phone, "/calibrate", do="learn")
    assert learned.status_code == 200
    assert "The tray is known." in words(learned.text)
    assert "The line shows the tray" in words(learned.text)
    forgotten = words(send(phone, "/calibrate", do="forget").text)
    assert "The tray is forgotten." in forgotten
    assert "Forget the tray" not in forgotten


def test_what_cannot_be_learned_is_said_on_the_page(phone: Phone, tray: LearnedTray) -> None:
    tray.refuses = True
    reply = send(phone, "/calibrate", do="learn")
    assert reply.status_code == 422
    assert "Empty it, light it evenly" in words(reply.text)


def test_another_phone_of_the_table_sees_it_and_changes_nothing(app: Flask, phone: Phone,
                                                                tray: LearnedTray) -> None:
    guest = Phone(app).join()
    page = guest.client.get("/calibrate").text
    assert "Only the host" in page
    assert "Learn this tray" not in page
    assert guest.client.get("/calibrate/now.jpg").status_code == 200
    assert send(guest, "/calibrate", do="learn").status_code == 403
    assert tray.seen == DARK


def test_strangers_and_onlookers_see_nothing_of_the_room(app: Flask) -> None:
    stranger, looker = Phone(app), Phone(app).join()
    looker.post("/api/seats", watch=True)
    for phone in (stranger, looker):
        assert phone.client.get("/calibrate").status_code == 302
        assert phone.client.get("/calibrate/now.jpg").status_code == 404
        assert phone.client.get("/calibrate/now").status_code == 404


def test_a_camera_without_a_picture_is_a_sentence(phone: Phone, tray: LearnedTray) -> None:
    tray.seen = None
    assert "The camera gives no picture." in words(phone.client.get("/calibrate").text)
    assert phone.client.get("/calibrate/now.jpg").status_code == 503


def test_without_a_camera_the_page_says_what_would_do(table: Table) -> None:
    phone = Phone(create_app(table, door=DOOR)).join()
    phone.post("/api/seats", take=["ana"])
    assert "This table has no camera." in words(phone.client.get("/calibrate").text)
    assert phone.client.get("/calibrate/now.jpg").status_code == 404
    assert send(phone, "/calibrate", do="learn").status_code == 302


def test_the_markers_come_in_the_phones_language(phone: Phone) -> None:
    phone.post("/api/language", language="fr")
    reply = phone.client.get("/calibrate/markers.svg")
    assert reply.headers["Content-Disposition"].startswith("attachment")
    assert "100 mm" in reply.text
    assert "Print this page" not in reply.text
