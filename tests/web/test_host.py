"""The host's phone: it frees seats and makes another phone the host's; a second phone for a seat."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.pages import Page
from tests.web.hosts import HostedPage, send, words
from tests.web.phone import Phone


@pytest.fixture
def page(tmp_path: Path) -> Iterator[HostedPage]:
    page = HostedPage(tmp_path)
    yield page
    page.table.stop()


def ignore(asked: Page) -> None:
    """A box that nobody looks at."""


def test_the_host_frees_another_phones_seat(page: HostedPage) -> None:
    assert "Free the seat of bob" in page.host.client.get("/seats").text
    assert send(page.host, "/seats", remove="bob").headers["Location"] == "/seats"
    assert page.guest.state()["you"]["seats"] == []
    assert page.host.state()["you"]["seats"] == ["ana"]


def test_others_free_no_seat_but_their_own(page: HostedPage) -> None:
    assert "Free the seat of" not in page.guest.client.get("/seats").text
    reply = send(page.guest, "/seats", remove="ana")
    assert reply.status_code == 409
    assert "Only the host" in reply.text
    assert page.guest.post("/api/seats", remove=["ana"]).status_code == 403
    assert page.host.state()["you"]["seats"] == ["ana"]


def test_the_api_frees_seats_for_the_host_too(page: HostedPage) -> None:
    assert page.host.post("/api/seats", remove=["bob"]).json["seats"][1]["taken"] is False


def test_the_state_tells_whose_phone_is_the_hosts(page: HostedPage) -> None:
    assert page.host.state()["you"]["host"]
    assert not page.guest.state()["you"]["host"]
    assert [seat["host"] for seat in page.guest.state()["seats"]] == [True, False]


def test_the_host_hands_it_on(page: HostedPage) -> None:
    send(page.host, "/host", seat="bob")
    assert page.guest.state()["you"]["host"]
    assert not page.host.state()["you"]["host"]


def test_where_there_are_buttons_only_they_make_another_host(page: HostedPage) -> None:
    page.hosting.ask_at_box = ignore
    assert "Another host" in page.guest.client.get("/seats").text
    reply = send(page.guest, "/host", me="1")
    assert reply.status_code == 409
    assert "menu of the small display" in reply.text
    assert page.host.state()["you"]["host"]


def test_a_line_of_the_displays_menu_is_named_as_it_stands_there(page: HostedPage) -> None:
    page.hosting.ask_at_box = ignore
    page.guest.post("/api/language", language="fr")
    said = page.guest.client.get("/seats").text
    assert "le menu du petit écran" in said
    assert "Another host" in said


def test_where_there_are_none_a_player_may_take_the_hosts_place(page: HostedPage) -> None:
    assert "Make this phone the host" in words(page.guest.client.get("/seats").text)
    send(page.guest, "/host", me="1")
    assert page.guest.state()["you"]["host"]


def test_who_has_not_joined_is_not_made_the_host(page: HostedPage) -> None:
    stranger = Phone(page.app)
    assert send(stranger, "/host", me="1").headers["Location"] == "/"
    assert page.host.state()["you"]["host"]


def test_a_second_phone_plays_the_same_seat(page: HostedPage) -> None:
    assert "A second phone for ana" in page.host.client.get("/share/ana").text
    assert page.host.client.get("/share/ana.svg").content_type == "image/svg+xml"
    with page.app.test_request_context():
        from web.sharing import _links
        link = _links().dumps("ana")
    second = Phone(page.app)
    assert second.client.get(f"/second/{link}").headers["Location"] == "/play"
    assert second.state()["you"]["seats"] == page.host.state()["you"]["seats"] == ["ana"]
    assert page.table.answer("ana", None, "character", ("bill",), "phone")
    send(second, "/seats", free="ana")
    assert page.host.state()["you"]["seats"] == ["ana"], "the first phone keeps it"


def test_the_link_for_a_second_phone_is_the_own_seats_alone(page: HostedPage) -> None:
    assert page.host.client.get("/share/bob").status_code == 302
    assert page.host.client.get("/share/bob.svg").status_code == 403
    assert Phone(page.app).client.get("/share/ana.svg").status_code == 403


@pytest.mark.parametrize("link", ["ana", "ana.x.y", "ImFuYSI.aaaaaa.bbbb"])
def test_a_made_up_link_lets_nobody_in(page: HostedPage, link: str) -> None:
    stranger = Phone(page.app)
    assert stranger.client.get(f"/second/{link}").status_code == 403
    assert not stranger.state()["you"]["joined"]


def test_a_link_holds_for_minutes(page: HostedPage, monkeypatch: pytest.MonkeyPatch) -> None:
    with page.app.test_request_context():
        from web.sharing import _links
        link = _links().dumps("ana")
    monkeypatch.setattr("web.sharing.MINUTES", -1)
    assert Phone(page.app).client.get(f"/second/{link}").status_code == 403


def test_further_phones_are_led_to_the_tables_own_address(page: HostedPage) -> None:
    text = words(page.host.client.get("/seats").text)
    assert f"Or open 10.0.0.7:8080 and type {page.door.code}." in text


def test_a_phone_asks_again_when_the_table_is_being_changed(page: HostedPage) -> None:
    page.host.state()
    page.change.make()
    reply = page.host.client.get("/play?x=1")
    assert (reply.status_code, reply.headers["Location"]) == (307, "http://localhost/play?x=1")
    assert "Content-Length" not in reply.headers, "so that the connection ends with it"
    assert page.host.post("/api/undo", id="u").status_code == 307
