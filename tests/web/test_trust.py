"""Whom the page trusts: attacks from other sites, other names and other phones, each refused."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.phone import Phone
from web import create_app
from web.trust import Guesses, known_host

HOSTS = {
    "localhost": True, "127.0.0.1:8080": True, "192.168.1.20": True, "10.0.0.7:80": True, "[::1]:8080": True,
    "[fe80::1]": True, "table.home": True, "Table.Home:8080": True,
    "evil.example": False, "192.168.1.20.evil.example": False, "8.8.8.8": False, "": False,
    "localhost.evil.example": False, "table": False,
}


@pytest.mark.parametrize(("host", "known"), HOSTS.items())
def test_only_names_of_this_machine_and_private_numbers_are_known(host: str, known: bool) -> None:
    assert known_host(host, names=["table.home"]) is known


def test_a_foreign_name_that_points_here_gets_nothing_and_changes_nothing(phone: Phone) -> None:
    phone.state()
    for path in ("/", "/api/state", "/play", "/static/table.css", "/j/ABCD2345"):
        assert phone.client.get(path, headers={"Host": "evil.example"}).status_code == 400
    reply = phone.client.post("/api/undo", json={"id": "x"},
                              headers={"Host": "evil.example", "X-Table-Token": phone.token})
    assert reply.status_code == 400


def test_forwarded_headers_are_not_believed(app: Flask) -> None:
    reply = app.test_client().get("/", headers={"Host": "evil.example", "X-Forwarded-Host": "localhost",
                                                "Forwarded": "host=localhost"})
    assert reply.status_code == 400


@pytest.mark.parametrize("headers", [
    {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": "http://localhost:9999"},
    {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"},
])
def test_a_change_from_another_sites_page_is_refused(phone: Phone, headers: dict[str, str]) -> None:
    phone.state()
    reply = phone.client.post("/api/seats", json={"free": ["ana"]},
                              headers={"X-Table-Token": phone.token, **headers})
    assert reply.status_code == 403
    assert phone.state()["you"]["seats"] == ["ana", "bob"]


def test_a_change_from_our_own_page_is_taken(phone: Phone) -> None:
    phone.state()
    reply = phone.client.post("/api/seats", json={"free": ["ana"]}, headers={
        "X-Table-Token": phone.token, "Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"})
    assert reply.status_code == 200


CHANGES = ["/api/answers", "/api/undo", "/api/amend", "/api/correct", "/api/seats", "/api/language",
           "/api/rolls/throw", "/api/rolls/photo", "/seats", "/language", "/join", "/correct"]


@pytest.mark.parametrize("path", CHANGES)
@pytest.mark.parametrize("token", ["", "wrong", "é"])
def test_a_change_without_the_pages_token_is_refused(phone: Phone, path: str, token: str) -> None:
    phone.state()
    sent = token.encode().decode("latin1")
    reply = phone.client.post(path, json={"id": "x"}, headers={"X-Table-Token": sent})
    assert reply.status_code == 403


def test_another_phones_token_is_no_token(app: Flask, phone: Phone) -> None:
    other = Phone(app)
    other.state()
    reply = phone.client.post("/api/undo", json={"id": "x"}, headers={"X-Table-Token": other.token})
    assert reply.status_code == 403


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(app: Flask) -> None:
    cookie = app.test_client().get("/").headers["Set-Cookie"]
    assert cookie.startswith("phone=")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_a_forged_cookie_is_worth_nothing(app: Flask) -> None:
    client = app.test_client()
    client.set_cookie("phone", "eyJhZG1pdHRlZCI6dHJ1ZX0.aaaaaa.bbbbbb")
    assert not client.get("/api/state").json["you"]["joined"]


@pytest.mark.parametrize("path", ["/", "/play", "/api/state", "/static/table.js", "/nowhere",
                                  "/rules/riff_in_time"])
def test_every_reply_tells_the_browser_to_keep_to_our_own_files(phone: Phone, path: str) -> None:
    headers = phone.client.get(path, buffered=True).headers
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", ["/", "/play", "/seats", "/key/riff_in_time", "/rules/riff_in_time"])
def test_pages_hold_no_inline_code_and_name_no_other_site(phone: Phone, path: str) -> None:
    page = phone.client.get(path).text
    assert "style=" not in page
    assert " onclick" not in page
    assert "https://" not in page
    assert page.count("<script") == page.count('<script type="module" src="/static/') + page.count(
        '<script type="application/json"')


@pytest.mark.parametrize("path", [
    "/static/../state.py", "/static/%2e%2e/state.py", "/static/..%2fstate.py", "/rolls/..%2f1.jpg",
    "/rolls/1.png", "/rules/..%2fetc/RIT-01", "/rules/../x", "/key/..", "/j/..%2f..%2fplay"
])
def test_no_path_leads_out_of_what_is_served(phone: Phone, path: str) -> None:
    assert phone.client.get(path).status_code in (403, 404, 308)


def test_names_are_shown_as_text_wherever_they_stand(tmp_path: object, app: Flask, phone: Phone) -> None:
    page = phone.client.get("/j/<script>alert(1)<script>").text
    assert "<script>alert" not in page


def test_misses_of_one_address_are_forgotten_with_time() -> None:
    now = [0.0]
    guesses = Guesses(at_once=2, seconds=10, clock=lambda: now[0])
    for _ in range(2):
        assert guesses.wait("here") == 0
        guesses.missed("here")
    assert guesses.wait("here") == 10
    assert guesses.wait("elsewhere") == 0
    now[0] = 10.0
    assert guesses.wait("here") == 0


def test_many_addresses_together_are_slowed_down_too() -> None:
    guesses = Guesses(at_once=2, seconds=10, clock=lambda: 0.0)
    for number in range(24):
        assert guesses.wait(f"10.0.0.{number}") == 0
        guesses.missed(f"10.0.0.{number}")
    assert guesses.wait("10.0.1.1") == 1


def test_addresses_without_number_do_not_fill_the_memory() -> None:
    guesses = Guesses(clock=lambda: 0.0)
    for number in range(5000):
        guesses.missed(str(number))
    assert len(guesses._free_again) <= Guesses.MOST_ADDRESSES
    assert guesses.wait("new") > 0


def test_a_page_of_another_table_may_be_framed_only_in_the_demo(app: Flask) -> None:
    demo = type("Demo", (), {"display_png": lambda self: b"", "press": None, "tray_jpeg": None})()
    framed = create_app(app.extensions["room"].table, demo=demo).test_client().get("/")
    assert "frame-ancestors 'self'" in framed.headers["Content-Security-Policy"]
    assert framed.headers["X-Frame-Options"] == "SAMEORIGIN"
