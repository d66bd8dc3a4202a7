"""Attacks on a whole table, route by route: each is refused, and nothing on the table has changed after it.

What one piece of the defence does by itself is in `test_trust.py`, `test_join.py` and `test_rolls.py`. Here
the routes are taken from the application, so that a new one is attacked as well.
"""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask

from companion import games
from companion.engine.journal import Header, Journal
from companion.hosting import Hosting
from companion.pages import Page
from companion.settings import Power, Settings
from companion.shelf import Shelf
from companion.table import Table
from tests.companion.hosted import Hosted, NotedChange
from tests.web.hosts import send
from tests.web.phone import DOOR, Phone, answer_by_chance, table_of
from tests.web.test_calibrate import LearnedTray
from tests.web.test_openapi import SmallDemo
from tests.web.test_rolls import flat_png
from tests.web.test_server import serving
from tests.web.test_teach import Lessons
from web import LARGEST_BODY, create_app
from web.rolls import LARGEST_PHOTO

FILLED = {"token": "X", "game": "riff_in_time", "id_": "RIT-15", "number": "1", "name": "quick_and_undead-1"}
"""What the holes of addresses are filled with; others with a seat."""


class Whole(Hosted):
    """A table with everything that it ever has: other games on the shelf, settings, buttons and a camera."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, dice="virtual", power=Power(off="true", restart="true"))
        self.asked: list[Page] = []
        self.hosting.ask_at_box = self.asked.append
        self.tray = LearnedTray()
        self.lessons = Lessons()

    def app(self, **more: Any) -> Flask:
        """Its page."""
        return create_app(self.table, door=DOOR, hosting=self.hosting, tray=lambda: self.tray,
                          lessons=lambda: self.lessons, **more)

    def stands(self) -> object:
        """All that an attack must not change."""
        now = self.table.snapshot
        return now.version, now.seats, self.table.export(), self.beside()

    def beside(self) -> object:
        """What an attack must not change beside the table."""
        return (self.shelf.games(), self.shelf.on_table(), self.change.is_made, list(self.asked),
                (self.shelf.folder / "chosen.json").exists(), self.tray.seen, list(self.lessons.seen),
                list(self.lessons.named))


@pytest.fixture
def whole(tmp_path: Path) -> Iterator[Whole]:
    whole = Whole(tmp_path)
    yield whole
    whole.table.stop()


@pytest.fixture
def table(whole: Whole) -> Table:
    return whole.table


@pytest.fixture
def app(whole: Whole) -> Flask:
    return whole.app(demo=SmallDemo(), read_photo=lambda pixels, jpeg: pytest.fail("read"))


def routes(app: Flask, method: str) -> list[str]:
    """The addresses that take this method, holes filled."""
    return sorted({re.sub(r"<(?:\w+:)?(\w+)>", lambda hole: FILLED.get(hole[1], "ana"), rule.rule)
                   .replace("/games/new/quick_and_undead-1", "/games/new/quick_and_undead")
                   for rule in app.url_map.iter_rules()
                   if method in (rule.methods or ()) and rule.endpoint != "static"})


# Where a request comes from


@pytest.mark.parametrize("headers", [
    {"Host": "evil.example"}, {"Host": "evil.example:8080"}, {"Host": "127.0.0.1.evil.example"},
    {"Host": "8.8.8.8"}, {"Host": ""}, {"Host": "localhost@evil.example"},
], ids=str)
def test_by_a_foreign_name_nothing_is_to_be_had(app: Flask, whole: Whole, headers: dict[str, str]) -> None:
    phone, before = Phone(app).join(), whole.stands()
    for path in routes(app, "GET"):
        assert phone.client.get(path, headers=headers).status_code == 400, path
    for path in routes(app, "POST"):
        reply = phone.client.post(path, json={}, headers={**headers, "X-Table-Token": phone.token})
        assert reply.status_code == 400, path
    assert whole.stands() == before


def test_a_new_name_of_this_machine_is_known_at_once(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    client = app.test_client()
    assert client.get("/healthz", headers={"Host": "parlour.local"}).status_code == 400
    monkeypatch.setattr(socket, "gethostname", lambda: "parlour")
    assert client.get("/healthz", headers={"Host": "parlour.local"}).status_code == 200


@pytest.mark.parametrize("headers", [
    {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": "http://localhost:9999"},
    {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Sec-Fetch-Site": "nonsense"},
], ids=str)
def test_no_change_is_taken_from_another_sites_page(app: Flask, whole: Whole, phone: Phone,
                                                    headers: dict[str, str]) -> None:
    before = whole.stands()
    for path in routes(app, "POST"):
        reply = phone.client.post(path, json={"code": DOOR.code},
                                  headers={"X-Table-Token": phone.token, **headers})
        assert reply.status_code == 403, path
    assert whole.stands() == before


def test_no_change_is_taken_without_the_pages_token(app: Flask, whole: Whole, phone: Phone) -> None:
    before = whole.stands()
    for path in routes(app, "POST"):
        if path == "/api/join":  # It brings the code, and scripts begin here.
            continue
        assert phone.client.post(path, json={"id": "x"}).status_code == 403, path
        assert phone.client.post(path, data={"token": ""}).status_code == 403, path
    assert whole.stands() == before


def test_looking_changes_nothing(app: Flask, whole: Whole, phone: Phone) -> None:
    before = whole.stands()
    for path in routes(app, "GET"):
        phone.client.get(path).close()
        phone.client.head(path).close()
    assert whole.stands() == before


def test_a_phone_without_the_code_changes_nothing(app: Flask, whole: Whole) -> None:
    stranger, before = Phone(app), whole.stands()
    stranger.state()
    bodies = {
        "/api/seats": {"take": ["ana"]}, "/api/undo": {"id": "u"}, "/api/rolls/throw": {"id": "t"},
        "/api/answers": {"id": "a", "number": 1, "key": "character", "words": ["bill"], "seat": "ana"},
        "/api/amend": {"id": "m", "key": "roll", "words": []}, "/demo/buttons": {"button": "ok"},
        "/api/correct": {"id": "c", "facts": {"san_dimas": 3}},
    }
    for path in routes(app, "POST"):
        reply = stranger.post(path, **bodies.get(path, {}))
        assert reply.status_code in (302, 400, 403, 404), path
        assert reply.status_code == 403 or path not in bodies, path
        stranger.client.post(path, data={"token": stranger.token, "take": "ana", "san_dimas": "3"})
    assert whole.stands() == before


HOSTS = {
    "/games/new/riff_in_time": {"seat": ["ana", "bob"], "dice": "hand", "decks": "virtual"},
    "/games/quick_and_undead-1/resume": {"along": "on"},
    "/games/quick_and_undead-1/delete": {},
    "/games/riff_in_time-2/end": {},
    "/settings": {"language": "fr"},
    "/settings/power": {"what": "off"},
    "/calibrate": {"do": "learn"},
    "/host": {"seat": "bob"},
    "/seats": {"remove": "ana"},
}
"""What the host alone may do, as the host would send it."""


def guest_of(app: Flask) -> Phone:
    """A phone that plays bob beside the host's, which plays ana."""
    host, guest = Phone(app).join(), Phone(app).join()
    host.post("/api/seats", take=["ana"])
    guest.post("/api/seats", take=["bob"])
    return guest


@pytest.mark.parametrize("path", HOSTS)
def test_who_is_not_the_host_does_nothing_of_the_hosts(app: Flask, whole: Whole, path: str) -> None:
    guest = guest_of(app)
    before = whole.stands()
    assert send(guest, path, **HOSTS[path]).status_code in (403, 409)
    assert send(Phone(app), path, **HOSTS[path]).status_code in (302, 403)
    assert whole.stands() == before


@pytest.mark.parametrize(("path", "form"), [
    ("/games/new/riff_in_time", {}),
    ("/games/new/riff_in_time", {"seat": ["ana"], "dice": "../../x", "decks": "virtual"}),
    ("/games/new/riff_in_time", {"seat": ["x" * 5000], "dice": "hand", "decks": "virtual"}),
    ("/games/new/riff_in_time", {"seat": [f"s{n}" for n in range(500)], "dice": "hand", "decks": "virtual"}),
    ("/games/new/riff_in_time", {"seat": ["ana", "ana"], "dice": "hand", "decks": "virtual"}),
    ("/games/new/riff_in_time", {"seat": ["\x00", "\n"], "dice": "hand", "decks": "virtual"}),
    ("/games/new/riff_in_time", {"seat": ["ana"], "dice": "hand", "decks": "virtual", "san_dimas": "1e999"}),
    ("/games/new/__class__", {"seat": ["ana"], "dice": "hand", "decks": "virtual"}),
    ("/games/..%2F..%2Fgame/resume", {}), ("/games/on_the_table/resume", {}),
    ("/games/riff_in_time-2/delete", {}), ("/games/quick_and_undead-1/end", {}),
    ("/settings", {"camera.source": "/etc/passwd"}), ("/settings", {"language": "\x00"}),
    ("/settings", {"lights.quiet_hours": "9" * 5000}), ("/settings", {"display.height": "-1"}),
    ("/settings/power", {"what": "; reboot"}), ("/settings/power", {}),
    ("/calibrate", {"do": "explode"}), ("/calibrate", {}), ("/host", {"seat": "nobody"}),
], ids=str)
def test_what_the_host_cannot_mean_is_refused(app: Flask, whole: Whole, path: str, form: dict[str, Any]
                                              ) -> None:
    host = Phone(app).join()
    host.post("/api/seats", take=["ana"])
    before = whole.stands()
    assert send(host, path, **form).status_code in (400, 404, 409, 422)
    assert whole.stands() == before


# What a request carries


NASTY = "<script>alert(1)</script>"


def test_a_script_in_a_name_is_shown_as_text_on_every_page(tmp_path: Path) -> None:
    game = games.load("riff_in_time")
    seats = (NASTY, '"onload="x', "</script>")
    header = Header(game.id, seats, {}, game.rules_version, game.content, "virtual", "virtual")
    table = Table(game, Journal.create(tmp_path / "game.journal", header))
    table.start()
    hosting = Hosting(Settings(data=str(tmp_path)), table, Shelf(tmp_path), NotedChange())
    app = create_app(table, door=DOOR, demo=SmallDemo(), hosting=hosting)
    phone = Phone(app).join()
    assert phone.post("/api/seats", take=list(seats)).status_code == 200
    phone.play_until("roll")
    for path in [*routes(app, "GET"), "/games/game"]:
        page = phone.client.get(path)
        if page.mimetype == "text/html":
            assert "<script>" not in page.text, path
            assert '"onload="' not in page.text, path
            assert page.text.count("<script") == page.text.count("</script>"), path
        page.close()
    assert "<" not in re.sub(r"<[^>]*>", "", phone.state()["screen"]["board_svg"])
    table.stop()


MALFORMED = [
    b"", b"{", b"[" * 5000, b"null", b"1e999",
    b'{"id": "\xff"}', b'{"id": "\\ud800", "facts": {"\\ud800": 1}}',
    b'{"id": {"$gt": ""}}', b'{"number": 99999999999999999999999, "id": "n", "key": "k", "words": []}',
    b'{"id": "a", "facts": {"__class__": "x", "../../x": 1}}',
    b'{"id": "\\u0000", "key": "\\u0000", "words": ["\\u0000"], "number": -1}',
    b'{"code": "\\u0000", "take": ["\\u0000"], "language": "../fr"}',
]


@pytest.mark.parametrize("body", MALFORMED, ids=lambda body: body[:24].decode("latin1"))
@pytest.mark.parametrize("kind", ["application/json", "application/x-www-form-urlencoded", "image/jpeg",
                                  "multipart/form-data; boundary=x", "application/json; charset=utf-7", ""])
def test_what_is_malformed_is_refused_and_nothing_breaks(app: Flask, whole: Whole, body: bytes,
                                                         kind: str) -> None:
    phone = guest_of(app)
    whole.lessons.there = False  # A look at a die asks for no body at all.
    before = whole.stands()
    for path in routes(app, "POST"):
        reply = phone.client.post(path, data=body, content_type=kind, headers={"X-Table-Token": phone.token})
        assert reply.status_code in (302, 400, 403, 404, 409, 413, 415, 422), (path, reply.status_code)
    assert whole.stands() == before


def test_what_is_too_large_is_refused_wherever_it_is_sent(app: Flask, whole: Whole, phone: Phone) -> None:
    before = whole.stands()
    for path in routes(app, "POST"):
        size = LARGEST_PHOTO if path == "/api/rolls/photo" else LARGEST_BODY
        is_form = not path.startswith(("/api/", "/demo/"))
        reply = phone.client.post(path, data=b"x" * (size + 1), headers={"X-Table-Token": phone.token},
                                  content_type="application/x-www-form-urlencoded" if is_form
                                  else "application/json")
        assert reply.status_code == 413, path
    assert whole.stands() == before


def test_a_picture_that_unpacks_to_hundreds_of_megabytes_is_refused(app: Flask) -> None:
    phone, packed = Phone(app).join(), flat_png(7000, 7000)
    assert len(packed) < 200_000
    reply = phone.client.post("/api/rolls/photo", data=packed, content_type="image/png",
                              headers={"X-Table-Token": phone.token})
    assert reply.status_code == 422
    assert "million pixels" in reply.json["error"]


def test_what_was_sent_once_more_is_done_once(phone: Phone) -> None:
    phone.play_until("roll")
    sent = [("/api/rolls/throw", {"id": "throw"}), ("/api/correct", {"id": "set", "facts": {"san_dimas": 5}}),
            ("/api/undo", {"id": "back", "confirm": True})]
    for path, body in sent:
        first = phone.post(path, **body)
        assert first.status_code == 200, first.json
        again = phone.post(path, **body)
        assert (again.status_code, again.json["version"]) == (200, first.json["version"]), path


def test_an_answer_recorded_earlier_is_worth_nothing_at_the_next_question(phone: Phone) -> None:
    question = phone.state()["question"]
    body = {"id": "first", "number": question["number"], "key": question["key"], "words": ["bill"]}
    phone.post("/api/answers", **body)
    phone.answer_any()
    before = phone.state()["version"]
    assert phone.post("/api/answers", **body | {"id": "other"}).status_code == 409
    assert phone.state()["version"] == before


# Guessing, and looking where one may not


@pytest.mark.parametrize("way", ["/api/join", "/join", "/j/"])
def test_codes_are_guessed_slowly_by_every_way_in(app: Flask, way: str) -> None:
    phone = Phone(app)
    phone.state()

    def guess(code: str) -> None:
        elsewhere = {"X-Forwarded-For": f"10.0.0.{code[-1]}", "Forwarded": f"for=10.0.0.{code[-1]}"}
        if way == "/j/":
            phone.client.get(f"/j/{code}", headers=elsewhere)
        elif way == "/join":
            phone.client.post(way, data={"code": code, "token": phone.token}, headers=elsewhere)
        else:
            phone.client.post(way, json={"code": code}, headers=elsewhere)

    for number in range(9):
        guess(f"00000{number}")
    guess(DOOR.code)
    assert not phone.state()["you"]["joined"]


def test_however_many_guess_the_next_try_is_never_far_and_the_picture_code_lets_in_at_once(
        app: Flask) -> None:
    guesses = app.extensions["room"].guesses
    for number in range(1000):
        client = app.test_client()
        client.post("/api/join", json={"code": f"{number:06}"},
                    environ_base={"REMOTE_ADDR": f"10.0.{number // 250}.{number % 250}"})
    assert 0 < guesses.wait("10.9.9.9") <= 10
    guest = app.test_client()
    assert guest.get(f"/j/{DOOR.token}").headers["Location"] == "/"
    assert guest.get("/api/state").json["you"]["joined"]


def test_a_secret_choice_is_told_to_its_seat_alone(tmp_path: Path) -> None:
    table, rng = table_of(tmp_path, name="quick_and_undead"), Random(1)
    table.start()
    while (asked := table.snapshot.views[None].asked) is None or asked.key != "select":
        answer_by_chance(table, rng)
    app = create_app(table, door=DOOR)
    ana, bob, looker = Phone(app).join(), Phone(app).join(), Phone(app).join()
    ana.post("/api/seats", take=["ana"])
    bob.post("/api/seats", take=["bob"])
    looker.post("/api/seats", watch=True)
    asked_of_ana = ana.state()["question"]["asks"]["ana"]
    offered = [word["word"] for word in asked_of_ana["words"]]
    assert ana.answer(*offered[:asked_of_ana["least"]], seat="ana").status_code == 200
    assert ana.state()["question"]["waiting"] == ["bob"]
    for other in (bob, looker, Phone(app)):
        told = other.state()
        with other.client.get("/api/events") as stream:
            streamed = json.loads(next(stream.iter_encoded()).decode().partition("data: ")[2])
        for state in (told, streamed):
            assert state["question"]["asks"]["ana"]["words"] == []
            assert state["undo"]["text"] == "ana: a sealed answer"
        assert bob.answer(*offered[:1], seat="ana").status_code == 403
    table.stop()


def test_no_other_method_reaches_anything(app: Flask) -> None:
    phone = Phone(app).join()
    for path in {*routes(app, "GET"), *routes(app, "POST")}:
        for method in ("PUT", "DELETE", "PATCH", "TRACE"):
            reply = phone.client.open(path, method=method, headers={"X-Table-Token": phone.token})
            assert reply.status_code == 405, (method, path)


# What every page gives the browser


def test_every_page_forbids_inline_code_and_other_sites(whole: Whole) -> None:
    app = whole.app()
    here = Phone(app).join()
    here.post("/api/seats", take=["ana"])
    for path in [*routes(app, "GET"), "/nowhere", "/static/table.js", "/static/nowhere"]:
        reply = here.client.get(path)
        policy = reply.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert reply.headers["X-Frame-Options"] == "DENY"
        assert reply.headers["X-Content-Type-Options"] == "nosniff"
        assert reply.headers["Referrer-Policy"] == "same-origin"
        assert reply.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        if reply.mimetype == "text/html":
            assert not re.search(r"<[^>]+\s(style|on\w+)\s*=", reply.text), path
            assert not re.search(r"<script(?! type=\"module\" src=\"/static/| type=\"application/json\")",
                                 reply.text), path
            assert not re.search(r"(src|href|action)=\"(https?:)?//", reply.text), path
        reply.close()


# On the wire


@pytest.fixture
def port(app: Flask) -> Iterator[int]:
    """The table on a real server."""
    with serving(app) as port:
        yield port


WIRE = {
    "a path that climbs": b"GET /static/../../pyproject.toml HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "an encoded climb": b"GET /static/%2e%2e/%2e%2e/pyproject.toml HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a foreign address": b"GET http://evil.example/play HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "two hosts": b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "a zero byte": b"GET /\x00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "two lengths": b"POST /api/join HTTP/1.1\r\nHost: localhost\r\n"
                   b"Content-Length: 4\r\nContent-Length: 9\r\n\r\n{}",
    "length and chunks": b"POST /api/join HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                         b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "a length below nothing": b"POST /api/join HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    "thirteen megabytes announced": b"POST /api/rolls/photo HTTP/1.1\r\nHost: localhost\r\n"
                                    b"Content-Length: 13631488\r\nConnection: close\r\n\r\n",
    "headers without end": b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 20_000,
    "a tunnel": b"CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n",
}


@pytest.mark.parametrize("sent", WIRE.values(), ids=WIRE)
def test_what_breaks_http_is_refused(port: int, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as attacker:
        attacker.sendall(sent)
        reply = attacker.recv(400)
    assert re.match(rb"HTTP/1\.[01] 4\d\d ", reply), reply


def test_two_requests_in_one_are_two(port: int) -> None:
    body = b'{"code": "000000"}'
    head = (b"POST /api/join HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: %d\r\n\r\n" % len(body))
    with socket.create_connection(("127.0.0.1", port), timeout=10) as attacker:
        second = b"GET /play HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
        attacker.sendall(head + body + second)
        said = b""
        while part := attacker.recv(10_000):
            said += part
    assert re.findall(rb"HTTP/1\.1 (\d+)", said) == [b"403", b"400"]


def test_the_journal_is_for_this_machines_own_commands(phone: Phone, table: Table, tmp_path: Path) -> None:
    from companion.carrying import Running

    app: Any = create_app(table, door=DOOR)
    Running(tmp_path).add_route(app, table)
    for given in ("", "Bearer ", "Bearer x", "Basic eDp4", f"Bearer {DOOR.secret}"):
        reply = Phone(app).join().client.get("/api/journal", headers={"Authorization": given})
        assert reply.status_code == 403
