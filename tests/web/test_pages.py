"""The pages around the table: rules, the dice key, the board's drawing, and what a phone loads."""

from __future__ import annotations

import gzip
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from random import Random

import pytest
from flask import Flask

import web
from companion.engine.questions import Message
from companion.games import GAMES
from companion.games.drawing import Board, Dial, Line, Pawn
from tests.web.phone import DOOR, Phone, answer_by_chance, table_of
from tests.web.test_openapi import SmallDemo
from web import create_app
from web.drawing import svg

STATIC = Path(web.__file__).parent / "static"
TEMPLATES = Path(web.__file__).parent / "templates"


def test_our_javascript_stays_under_20_kilobytes() -> None:
    assert sum(file.stat().st_size for file in STATIC.glob("*.js")) < 20_000


@pytest.mark.parametrize("name", GAMES)
def test_a_first_load_is_small(tmp_path: Path, name: str) -> None:
    table, rng = table_of(tmp_path, name=name), Random(1)
    table.start()
    for _ in range(60):
        if table.snapshot.views[None].asked:
            answer_by_chance(table, rng)
    phone = Phone(create_app(table, door=DOOR)).join()
    page = phone.client.get("/play").text
    files = set(re.findall(r'(?:src|href)="(/static/[^"#?]+|/qr\.svg)', page))
    scripts = {f"/static/{file.name}" for file in STATIC.glob("*.js")}
    sent = {path: phone.client.get(path, headers={"Accept-Encoding": "gzip"}, buffered=True)
            for path in {"/play", "/play/news/now", *files, *scripts}}
    assert {"/static/table.css", "/static/table.js", "/static/icon.svg"} <= set(sent)
    assert all(reply.status_code == 200 for reply in sent.values())
    assert sum(len(reply.data) for reply in sent.values()) < 90_000
    table.stop()


def test_what_is_sent_is_packed_for_browsers_that_can_unpack_it(phone: Phone) -> None:
    plain = phone.client.get("/play")
    packed = phone.client.get("/play", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert plain.vary == packed.vary
    assert len(packed.data) < len(plain.data) / 3


def test_a_packed_file_is_not_sent_again_while_it_is_the_same(phone: Phone) -> None:
    first = phone.client.get("/static/table.css", headers={"Accept-Encoding": "gzip"}, buffered=True)
    again = phone.client.get("/static/table.css", headers={
        "Accept-Encoding": "gzip", "If-None-Match": first.headers["ETag"]}, buffered=True)
    assert (first.status_code, again.status_code) == (200, 304)
    assert again.data == b""


def test_the_page_of_the_table_holds_the_state_for_a_phone_without_scripts(phone: Phone) -> None:
    phone.answer("bill")
    page = phone.client.get("/play").text
    assert "bob: as whom do you play?" in page
    assert "<svg class=\"board\"" in page
    assert "ana plays Bill" in page


def test_a_rule_opens_by_its_id(phone: Phone) -> None:
    page = phone.client.get("/rules/riff_in_time/RIT-15").text
    assert "three phases" in page
    assert phone.client.get("/rules/riff_in_time/RIT-999").status_code == 404
    assert phone.client.get("/rules/chess/RIT-15").status_code == 404


def test_all_rules_are_on_one_page_by_their_ids(phone: Phone) -> None:
    page = phone.client.get("/rules/riff_in_time").text
    assert page.count('<dt id="RIT-') == 133
    assert 'id="A-' not in page


def test_rules_are_told_in_the_phones_language(phone: Phone) -> None:
    french = {"Accept-Language": "fr"}
    one = phone.client.get("/rules/riff_in_time/RIT-15", headers=french).text
    everything = phone.client.get("/rules/riff_in_time", headers=french).text
    for page in (one, everything):
        assert '<html lang="fr">' in page
        assert "trois phases" in page
        assert "three phases" not in page
    assert "<title>Règles</title>" in everything


def test_every_rule_that_the_log_names_can_be_opened(phone: Phone) -> None:
    for _ in range(40):
        state = phone.answer_any()
    for rule in {line["rule"] for line in state["log"]} | set(state["question"]["rules"]):
        assert phone.client.get(f"/rules/riff_in_time/{rule}").status_code == 200, rule


def test_the_key_tells_what_each_pip_of_each_kind_stands_for(phone: Phone) -> None:
    page = phone.client.get("/key/riff_in_time").text
    assert page.count('scope="row"') == 4
    assert page.count('class="pips"') == 6
    assert "yellow" in page
    assert page.count("faces.svg#") == 24
    assert phone.client.get("/key/chess").status_code == 404


def test_where_no_ordinary_dice_can_stand_in_the_key_says_so(tmp_path: Path) -> None:
    table = table_of(tmp_path, name="quick_and_undead")
    table.start()
    page = Phone(create_app(table, door=DOOR)).join().client.get("/key/quick_and_undead").text
    assert "No ordinary dice can stand in" in page
    assert "<table" not in page
    table.stop()


def test_every_symbol_has_a_drawing() -> None:
    drawn = ElementTree.parse(STATIC / "faces.svg").getroot()
    assert {symbol.attrib["id"] for symbol in drawn} == web.state.SYMBOLS


def test_the_board_is_drawn_and_told_in_words() -> None:
    board = Board(100, 80, (Line(0, 0, 9, 9), Dial(50, 40, 20, 3, 10, "Rome", "bad", "7"),
                            Pawn(1, 2, 10, "AN", "ana", "player", "active")), Message("One rift."))
    drawing = ElementTree.fromstring(svg(board, lambda message: message.id.format(**message.args)))
    assert drawing.attrib["viewBox"] == "0 0 100 80"
    assert drawing.attrib["aria-label"] == "One rift."
    assert [text.text for text in drawing.iter() if text.text] == ["3", "7", "ana", "AN", "Rome"]
    classes = [part.attrib["class"] for part in drawing]
    assert classes == ["quiet", "dial bad", "pawn player active", "label bad"]


def test_no_name_can_break_out_of_the_drawing() -> None:
    nasty = '"><script>alert(1)</script>'
    board = Board(9, 9, (Dial(1, 1, 1, 0, 0, nasty, "plain", nasty), Pawn(1, 1, 1, "<b", nasty, "player")),
                  Message("{who}", {"who": nasty}))
    drawing = svg(board, lambda message: message.id.format(**message.args))
    assert "<script" not in drawing
    ElementTree.fromstring(drawing)


@pytest.mark.parametrize("name", GAMES)
def test_the_page_shows_every_game(tmp_path: Path, name: str) -> None:
    table = table_of(tmp_path, name=name)
    table.start()
    phone = Phone(create_app(table, door=DOOR)).join()
    phone.post("/api/seats", take=["ana", "bob"])
    for _ in range(30):
        if phone.answer_any()["outcome"]:
            break
    state = phone.state()
    ElementTree.fromstring(state["screen"]["board_svg"])
    assert state["screen"]["title"]
    assert phone.client.get("/play").status_code == 200
    assert phone.client.get(f"/key/{name}").status_code == 200
    table.stop()


@pytest.mark.parametrize("value", [0, 3, 5, 7, 10, 12])
def test_a_dial_is_filled_as_far_as_its_value(value: int) -> None:
    board = Board(9, 9, (Dial(1, 1, 1, value, 10, "Rome"),), Message("A dial."))
    drawing = svg(board, lambda message: message.id)
    assert ('class="arc"' in drawing) is (value > 0)


def test_what_the_companion_believes_is_set_right_on_a_page(phone: Phone) -> None:
    phone.play_until("roll")
    page = phone.client.get("/correct").text
    assert '<select name="san_dimas">' in page
    assert "Rome: dial" in page
    sent = {"token": phone.token, "san_dimas": "7", "rifts.rome.level": "2"}
    reply = phone.client.post("/correct", data=sent)
    assert reply.headers["Location"] == "/play"
    wanted = phone.state()["proposal"]
    assert wanted["changes"] == [{"label": "San Dimas", "now": "2", "then": "7"},
                                 {"label": "Rome: dial", "now": "5", "then": "2"}]
    assert phone.post("/api/proposals/settle", id="yes", number=wanted["number"], yes=True).status_code == 200
    view = phone.state()["view"]
    assert view["san_dimas"]["level"] == 7
    assert [rift["level"] for rift in view["rifts"] if rift["place"] == "rome"] == [2]


def test_what_was_left_as_it_was_is_not_set_anew(phone: Phone) -> None:
    phone.play_until("roll")
    version = phone.state()["version"]
    level = str(phone.state()["view"]["san_dimas"]["level"])
    phone.client.post("/correct", data={"token": phone.token, "san_dimas": level, "nowhere": "1"})
    assert phone.state()["version"] == version


def form_of(phone: Phone) -> dict[str, str]:
    """The form that sets the table right as a browser would send it with nothing changed."""
    page = phone.client.get("/correct").text
    sent = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', page))
    for name, words in re.findall(r'<select name="([^"]*)">(.*?)</select>', page, re.DOTALL):
        sent[name] = re.findall(r'value="([^"]*)" selected', words)[0]
    return sent


def test_a_form_that_lay_open_reverts_nothing_that_others_did_meanwhile(phone: Phone) -> None:
    phone.play_until("roll")
    sent = form_of(phone)
    before = {fact: value for fact, value in sent.items() if not fact.startswith("shown:")}
    for _ in range(25):
        phone.answer_any()
    now = form_of(phone)
    assert sum(now[fact] != value for fact, value in before.items()) > 5, "much has happened"
    sent["rifts.kassel.level"] = "9"
    assert phone.client.post("/correct", data=sent).headers["Location"] == "/play"
    changes = phone.state()["proposal"]["changes"]
    assert changes == [{"label": "Kassel: dial", "now": now["rifts.kassel.level"], "then": "9"}]


def test_what_others_have_set_right_meanwhile_is_shown_as_it_is_now(phone: Phone) -> None:
    phone.play_until("roll")
    sent = form_of(phone) | {"rifts.rome.level": "2", "san_dimas": "7"}
    facts = {"rifts.rome.level": 4, "san_dimas": 7}
    assert phone.post("/api/correct", id="first", facts=facts).status_code == 200
    phone.client.post("/correct", data=sent)
    assert phone.state()["proposal"]["changes"] == [{"label": "Rome: dial", "now": "4", "then": "2"}]


def test_what_cannot_be_so_is_refused_on_the_page(phone: Phone) -> None:
    phone.play_until("roll")
    reply = phone.client.post("/correct", data={"token": phone.token, "san_dimas": "many"})
    assert reply.status_code == 422
    assert "whole number" in reply.text


def test_only_players_set_the_table_right(app: Flask) -> None:
    stranger = Phone(app)
    stranger.state()
    assert stranger.client.get("/correct").status_code == 302
    reply = stranger.client.post("/correct", data={"token": stranger.token, "san_dimas": "7"})
    assert reply.headers["Location"] == "/"
    assert stranger.state()["view"]["san_dimas"]["level"] == 2


def test_a_page_that_is_not_there_is_explained(phone: Phone) -> None:
    page = phone.client.get("/nowhere")
    assert page.status_code == 404
    assert "There is nothing here." in page.text
    assert phone.client.get("/api/nowhere").json["error"] == "There is nothing here."
    assert phone.client.post("/api/state", json={}, headers={"X-Table-Token": phone.token}).status_code == 405


def test_the_display_is_shown_where_there_is_one(app: Flask, phone: Phone) -> None:
    assert phone.client.get("/display.png").status_code == 404
    shown = create_app(app.extensions["room"].table, display=lambda: b"picture").test_client()
    first = shown.get("/display.png")
    assert first.data == b"picture"
    again = shown.get("/display.png", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304


def test_the_demo_shows_tray_display_and_buttons_and_presses_them(app: Flask) -> None:
    demo = SmallDemo()
    phone = Phone(create_app(app.extensions["room"].table, demo=demo))
    page = phone.client.get("/demo").text
    assert 'src="/demo/tray.jpg"' in page
    assert page.count("data-button=") == 4
    assert phone.client.get("/demo/tray.jpg").data == b"jpeg"
    assert phone.client.get("/display.png").data == b"png"
    phone.post("/demo/buttons", button="back", held=True)
    assert demo.pressed == [("back", True)]
    assert phone.post("/demo/buttons", button="fire").status_code == 400


def test_the_demo_asks_browsers_of_other_machines_for_the_code(app: Flask) -> None:
    client = create_app(app.extensions["room"].table, demo=SmallDemo()).test_client()
    reply = client.get("/demo", environ_base={"REMOTE_ADDR": "192.168.1.9"})
    assert reply.headers["Location"] == "/"


def test_without_a_demo_there_is_no_demo_page(phone: Phone) -> None:
    assert phone.client.get("/demo").status_code == 404


def test_templates_escape_everything_but_our_own_drawings() -> None:
    trusted = [line.strip() for file in TEMPLATES.rglob("*.html") for line in file.read_text().splitlines()
               if "| safe" in line]
    assert trusted == ['{{ state.screen.board_svg | safe }}']
