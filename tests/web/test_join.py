"""Joining: the code or the QR code's link, then a seat, several seats, or only looking on."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from flask import Flask

from companion.doors import door_of
from companion.settings import Display
from companion.table import Table
from tests.web.hosts import HostedPage, send
from tests.web.phone import DOOR, Phone
from web import create_app


def test_a_phone_that_comes_for_the_first_time_is_asked_for_the_code(app: Flask) -> None:
    page = app.test_client().get("/").text
    assert "The six digits on the small display" in page


def test_where_no_display_shows_the_code_nobody_is_sent_to_it(tmp_path: Path) -> None:
    for chip, says in (("none", False), ("ssd1306", True)):
        page = HostedPage(tmp_path / chip, display=Display(chip=chip))
        shown = Phone(page.app).client.get("/").text
        refused = page.app.test_client().get("/j/WRONG").text
        page.table.stop()
        for text in (shown, refused):
            assert ("small display" in text) is says
            assert ("A phone that has joined shows" in text) is not says


def test_a_phone_of_the_game_before_is_told_that_there_is_another_one(tmp_path: Path) -> None:
    page = HostedPage(tmp_path)
    assert "Another game is on the table" not in Phone(page.app).client.get("/").text
    begun = send(page.host, "/games/new/riff_in_time", seat=["Ana", "Bob"], dice="virtual", decks="virtual")
    assert begun.status_code == 303
    page.open_anew()
    after = Phone(create_app(page.table, door=door_of(page.table), hosting=page.hosting))
    cookie = page.guest.client.get_cookie("phone")
    assert cookie is not None
    after.client.set_cookie("phone", cookie.value)
    # Its page first asks for news, and is then sent to the code.
    assert after.client.get("/play/news/now").json["page"].endswith("out")
    assert "Another game is on the table now" in after.client.get("/play", follow_redirects=True).text
    page.table.stop()


def test_the_code_lets_a_phone_in_and_leads_it_to_the_seats(app: Flask) -> None:
    phone = Phone(app)
    phone.state()
    reply = phone.client.post("/join", data={"code": "123 456", "token": phone.token}, follow_redirects=True)
    assert "Play as ana" in reply.text


@pytest.mark.parametrize("link", ["/j/abcd2345", "/J/ABCD2345", "/j/AbCd2345"])
def test_the_link_of_the_qr_code_lets_a_phone_in_however_it_is_spelled(app: Flask, link: str) -> None:
    client = app.test_client()
    assert client.get(link).status_code == 302
    assert client.get("/api/state").json["you"]["joined"]


def test_a_wrong_code_is_refused_with_a_sentence(app: Flask) -> None:
    reply = Phone(app).post("/api/join", code="000000")
    assert reply.status_code == 403
    assert reply.json["error"].startswith("That is not the code")
    assert app.test_client().get("/j/WRONG").status_code == 403


def test_guessing_the_code_is_slowed_down_but_never_shut_out(app: Flask) -> None:
    phone = Phone(app)
    replies = [phone.post("/api/join", code=f"00000{number}") for number in range(6)]
    assert [reply.status_code for reply in replies] == [403, 403, 403, 403, 429, 429]
    assert int(replies[-1].headers["Retry-After"]) <= 10
    app.extensions["room"].guesses._clock = lambda: 1e9
    assert phone.post("/api/join", code=DOOR.code).status_code == 200


def test_a_joined_phone_takes_a_free_seat_and_keeps_it_over_a_reload(app: Flask) -> None:
    phone = Phone(app).join()
    assert phone.post("/api/seats", take=["ana"]).json["you"]["seats"] == ["ana"]
    assert phone.client.get("/").headers["Location"] == "/play"
    assert phone.state()["you"]["seat"] == "ana"


def test_a_seat_outlives_the_table_and_its_web_server(tmp_path: object, app: Flask, table: Table) -> None:
    phone = Phone(app).join()
    phone.post("/api/seats", take=["bob"])
    again = create_app(table, door=DOOR)
    cookie = phone.client.get_cookie("phone")
    assert cookie is not None
    other = Phone(again)
    other.client.set_cookie("phone", cookie.value)
    assert other.state()["you"]["seats"] == ["bob"]


def test_a_new_door_turns_phones_of_the_old_one_away(app: Flask, table: Table) -> None:
    phone = Phone(app).join()
    cookie = phone.client.get_cookie("phone")
    assert cookie is not None
    stranger = create_app(table).test_client()
    stranger.set_cookie("phone", cookie.value)
    assert not stranger.get("/api/state").json["you"]["joined"]


@pytest.mark.parametrize("days", [-60, -0.01, 60])
def test_a_phone_stays_joined_when_the_clock_of_the_machine_is_set(
        app: Flask, monkeypatch: pytest.MonkeyPatch, days: float) -> None:
    phone = Phone(app).join()
    phone.post("/api/seats", take=["bob"])
    now = time.time
    monkeypatch.setattr("time.time", lambda: now() + days * 86400)
    you = phone.state()["you"]
    assert (you["joined"], you["seats"]) == (True, ["bob"])


def test_a_phone_keeps_its_cookie_however_far_behind_the_clock_of_the_machine_is(app: Flask) -> None:
    cookie = Phone(app).join().client.get_cookie("phone")
    assert cookie is not None
    assert cookie.expires is not None
    assert cookie.expires.year == 9999


def test_a_seat_of_another_phone_is_not_given_away(app: Flask) -> None:
    Phone(app).join().post("/api/seats", take=["ana"])
    reply = Phone(app).join().post("/api/seats", take=["ana"])
    assert reply.status_code == 409
    assert "Another phone" in reply.json["error"]
    assert reply.json["state"]["seats"][0]["taken"]


def test_who_lost_the_cookie_takes_the_own_seat_back(app: Flask) -> None:
    old, new = Phone(app).join(), Phone(app).join()
    old.post("/api/seats", take=["ana"])
    assert new.post("/api/seats", mine=["ana"]).json["you"]["seats"] == ["ana"]
    assert old.state()["you"]["seats"] == []
    assert "was my seat" in old.client.get("/seats").text
    old.client.post("/seats", data={"mine": "ana", "token": old.token})
    assert old.state()["you"]["seats"] == ["ana"]


def test_a_seat_that_was_taken_over_is_told_to_every_phone_and_to_the_one_that_lost_it(app: Flask) -> None:
    old, new, other = (Phone(app).join() for _ in range(3))
    old.post("/api/seats", take=["ana"])
    new.post("/api/seats", mine=["ana"])
    for phone in (old, new, other):
        assert phone.state()["notes"] == ["The seat of ana was taken over by another phone. "
                                          "If that is not right, take it back under “Seats”."]
        assert "was taken over by another phone" in phone.client.get("/play").text


def test_one_phone_may_play_all_free_seats(app: Flask) -> None:
    phone = Phone(app).join()
    phone.client.post("/seats", data={"all": "1", "token": phone.token})
    assert phone.state()["you"]["seats"] == ["ana", "bob"]


def test_a_seat_can_be_given_back(app: Flask) -> None:
    phone = Phone(app).join()
    phone.post("/api/seats", take=["ana", "bob"])
    assert phone.post("/api/seats", free=["ana"]).json["you"]["seats"] == ["bob"]


def test_a_phone_cannot_free_another_phones_seat(app: Flask) -> None:
    owner, other = Phone(app).join(), Phone(app).join()
    owner.post("/api/seats", take=["ana"])
    other.post("/api/seats", free=["ana"])
    assert owner.state()["you"]["seats"] == ["ana"]


def test_without_the_code_nobody_gets_a_seat(app: Flask) -> None:
    stranger = Phone(app)
    assert stranger.post("/api/seats", take=["ana"]).status_code == 403
    assert not stranger.state()["seats"][0]["taken"]
    assert stranger.client.get("/seats").status_code == 302
    assert stranger.client.get("/play").status_code == 302
    assert stranger.client.get("/qr.svg").status_code == 403


def test_who_only_looks_on_sees_the_table_and_answers_nothing(app: Flask) -> None:
    phone = Phone(app).join()
    phone.client.post("/seats", data={"watch": "1", "token": phone.token})
    assert phone.client.get("/").headers["Location"] == "/play"
    assert not phone.state()["question"]["yours"]
    assert phone.answer("bill").status_code == 403
    assert phone.post("/api/undo", id="u").status_code == 403


def test_the_qr_code_leads_further_phones_here(app: Flask) -> None:
    phone = Phone(app).join()
    reply = phone.client.get("/qr.svg")
    assert reply.content_type == "image/svg+xml"
    assert b"<svg" in reply.data


def test_pages_speak_the_language_that_the_phone_chose(app: Flask) -> None:
    phone = Phone(app)
    assert 'lang="fr"' in phone.client.get("/", headers={"Accept-Language": "fr-BE,fr;q=0.9"}).text
    assert 'lang="en"' in phone.client.get("/", headers={"Accept-Language": "nl"}).text
    phone.state()
    reply = phone.client.post("/language", data={"language": "fr", "token": phone.token, "back": "/seats"})
    assert reply.headers["Location"] == "/seats"
    assert 'lang="fr"' in phone.client.get("/").text


@pytest.mark.parametrize(("shown", "page"), [("/settings/power", "/settings"), ("/teach/look", "/teach")])
def test_a_language_chosen_on_the_answer_to_a_form_leads_back_to_its_page(
        app: Flask, shown: str, page: str) -> None:
    phone = Phone(app)
    phone.state()
    reply = phone.client.post("/language", data={"language": "fr", "token": phone.token, "back": shown})
    assert reply.headers["Location"] == page


@pytest.mark.parametrize("back", ["//evil.example/", "https://evil.example", "/\\evil.example", ""])
def test_after_choosing_a_language_nobody_is_led_away_from_the_table(app: Flask, back: str) -> None:
    phone = Phone(app)
    phone.state()
    reply = phone.client.post("/language", data={"language": "fr", "token": phone.token, "back": back})
    assert reply.headers["Location"] == "/"


def test_tables_have_different_codes(table: Table) -> None:
    doors = [create_app(table).extensions["room"].door for _ in range(5)]
    assert len({door.code for door in doors}) > 1
    assert all(len(door.code) == 6 and door.code.isdigit() for door in doors)
