"""The table's page: its parts as the server makes them, the big screen, what is proposed, and why not."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.games import GAMES
from companion.table import Table
from companion.throws import STATES
from tests.web.phone import DOOR, Phone, table_of
from web import create_app, parts

TEMPLATES = Path(parts.__file__).parent / "templates" / "table"


def news(phone: Phone, page: str = "/play") -> dict[str, str]:
    """The parts of the page as its scripts are told them."""
    told: dict[str, str] = json.loads(phone.client.get(f"{page}/news/now").text)["parts"]
    return told


def settle(phone: Phone, yes: bool = True) -> Any:
    """Say yes or no to what is proposed."""
    number = phone.state()["proposal"]["number"]
    return phone.post("/api/proposals/settle", id=f"settle-{number}-{yes}", number=number, yes=yes)


def test_the_page_comes_with_the_same_parts_that_are_sent_later(phone: Phone) -> None:
    page = phone.client.get("/play").text
    for name, html in news(phone).items():
        assert html in page, name


def test_the_page_of_a_phone_without_scripts_tells_question_players_and_log(phone: Phone) -> None:
    phone.answer("bill")
    page = phone.client.get("/play").text
    for told in ("bob: as whom do you play?", "ana plays Bill", "At the table", "Without JavaScript"):
        assert told in page


def test_when_it_is_over_the_headline_names_nobodys_turn(table: Table, phone: Phone) -> None:
    phone.play_until("roll")
    assert "ana" in news(phone)["headline"]
    table.end()
    assert (news(phone)["headline"], news(phone)["lines"]) == ("Riff in Time", "")


def test_the_ways_to_other_pages_lie_above_the_log_which_grows(phone: Phone) -> None:
    page = phone.client.get("/play").text
    log = page.index('id="log"')
    for way in ('href="/seats"', 'href="/rules/riff_in_time"', 'href="/big"', 'id="let_join"'):
        assert page.index(way) < log, way


def test_the_stream_of_the_page_begins_with_its_parts(phone: Phone) -> None:
    reply = phone.client.get("/play/news")
    event = next(reply.iter_encoded()).decode()
    assert "event: page\n" in event
    told = json.loads(event.split("data: ")[1])
    assert told["parts"] == news(phone)
    assert told["token"] == phone.state()["you"]["token"]
    reply.close()


def test_what_phones_see_alike_is_made_once(app: Flask, phone: Phone) -> None:
    first, second = Phone(app).join(), Phone(app).join()
    assert news(first) == news(second)
    assert news(phone) != news(first), "a phone with seats may answer"
    assert len(app.extensions["room"].told) == 2
    phone.answer("bill")
    news(phone)
    assert len(app.extensions["room"].told) == 1, "what was so before is not kept"


def test_every_state_of_a_throw_is_said_in_words() -> None:
    said = set(re.findall(r'"(\w+)": _\(', (TEMPLATES / "dice_state.html").read_text()))
    assert said == set(STATES) - {"off"}


def test_every_part_has_its_place_on_the_page(phone: Phone) -> None:
    page = phone.client.get("/play").text
    for name in parts.PARTS:
        assert f'id="{name}"' in page


@pytest.mark.parametrize("name", GAMES)
def test_every_game_says_which_step_of_the_turn_it_is(tmp_path: Path, name: str) -> None:
    table = table_of(tmp_path, name=name)
    table.start()
    phone = Phone(create_app(table, door=DOOR)).join()
    phone.post("/api/seats", take=["ana", "bob"])
    seen = set()
    for _ in range(60):
        seen |= {step["label"] for step in phone.answer_any()["screen"]["steps"] if step["now"]}
    assert seen
    assert "now here" in news(phone)["steps"]
    table.stop()


# Why something cannot be chosen


def test_what_a_rule_forbids_is_greyed_with_the_rule_a_tap_away(tmp_path: Path) -> None:
    table = table_of(tmp_path, name="professor_evil")
    table.start()
    phone = Phone(create_app(table, door=DOOR)).join()
    phone.post("/api/seats", take=["ana", "bob"])
    for _ in range(60):
        state = phone.answer_any()
        barred = [one for ask in state["question"]["asks"].values() for one in ask["barred"]
                  if one["rule"] == "EVIL-38"]
        if barred:
            break
    assert barred[0]["why"].startswith("The door between ")
    assert barred[0]["text"] == "A player may not pass a locked door."
    in_french = phone.client.get("/api/state", headers={"Accept-Language": "fr"}).text
    assert "Un joueur ne peut pas passer une porte verrouillée." in in_french
    question = news(phone)["question"]
    assert f"<span>{barred[0]['label']}</span>" in question
    assert 'href="/rules/professor_evil/EVIL-38"' in question
    refused = phone.answer(barred[0]["word"])
    assert refused.status_code == 422
    assert refused.json["error"] == f"{barred[0]['why']} (EVIL-38)"
    table.stop()


# The big screen


def test_the_big_screen_shows_the_table_with_nothing_to_answer(phone: Phone) -> None:
    page = phone.client.get("/big").text
    assert "<svg class=\"board\"" in page
    assert "ana: as whom do you play?" in page
    assert "data-words" not in page
    assert "/api/" not in page


def test_the_big_screen_shows_nobodys_secrets_even_on_a_players_phone(tmp_path: Path) -> None:
    table = table_of(tmp_path, name="quick_and_undead")
    table.start()
    phone = Phone(create_app(table, door=DOOR)).join()
    phone.post("/api/seats", take=["ana", "bob"])
    phone.play_until("select")
    assert "data-words" in news(phone)["question"]
    big = news(phone, "/big")
    assert "data-words" not in big["question"]
    assert "Waiting for" in big["question"]
    table.stop()


@pytest.mark.parametrize(("language", "asked"), [("en", "ana: as whom do you play?"),
                                                ("fr", "ana : qui jouez-vous ?")])
def test_who_is_waited_for_is_read_out_once(app: Flask, language: str, asked: str) -> None:
    looking = Phone(app)
    looking.post("/api/language", language=language)
    assert " ".join(news(looking, "/big")["status"].split()) == asked


def test_the_big_screen_takes_no_place_from_the_phone_it_is_opened_on(app: Flask, phone: Phone) -> None:
    held = [phone.client.get("/play/news"), phone.client.get("/big/news")]
    assert "event: page" in next(held[1].iter_encoded()).decode()
    assert len(app.extensions["room"].streams) == 2
    for reply in held:
        reply.close()


def test_only_who_gave_the_code_opens_the_big_screen(app: Flask) -> None:
    assert Phone(app).client.get("/big").headers["Location"] == "/"


# What is proposed


def test_what_is_proposed_is_seen_on_every_phone_and_done_by_a_yes(app: Flask, phone: Phone) -> None:
    other = Phone(app).join()
    phone.answer("bill")
    phone.post("/api/proposals", id="back", change="undo")
    for told in (news(other), news(other, "/big")):
        assert "Take back: ana: Bill" in told["proposal"]
        assert "Then is asked: ana: as whom do you play?" in told["proposal"]
    assert phone.state()["question"]["waiting"] == ["bob"]
    assert settle(phone).status_code == 200
    assert phone.state()["question"]["waiting"] == ["ana"]
    assert news(other)["proposal"] == ""


def test_a_no_leaves_everything_and_a_second_yes_is_told_so(phone: Phone) -> None:
    phone.answer("bill")
    number = phone.post("/api/proposals", id="back", change="undo").json["proposal"]["number"]
    assert settle(phone, yes=False).json["proposal"] is None
    late = phone.post("/api/proposals/settle", id="late", number=number, yes=True)
    assert late.status_code == 409
    assert "no longer proposed" in late.json["error"]
    assert late.json["state"]["question"]["waiting"] == ["bob"]


def test_a_phone_whose_proposal_was_passed_over_is_told_to_look_again(phone: Phone) -> None:
    phone.answer("bill")
    phone.post("/api/proposals", id="back", change="undo")
    phone.answer_any()
    told = news(phone)
    assert told["proposal"] == ""
    assert "“Take back: ana: Bill” is no longer proposed: the table has moved on meanwhile." in told["notes"]


def test_onlookers_see_what_is_proposed_but_have_no_say(app: Flask, phone: Phone) -> None:
    phone.answer("bill")
    onlooker = Phone(app).join()
    onlooker.post("/api/seats", watch=True)
    number = phone.post("/api/proposals", id="back", change="undo").json["proposal"]["number"]
    assert "data-post" not in news(onlooker)["proposal"]
    assert onlooker.post("/api/proposals/settle", id="x", number=number, yes=True).status_code == 403
    assert onlooker.post("/api/proposals", id="y", change="undo").status_code == 403


def test_a_misread_die_is_two_taps_with_the_likeliest_faces_first(tmp_path: Path, phone: Phone) -> None:
    phone.play_until("roll")
    phone.answer_any()
    last = phone.state()["last_roll"]
    bodies = re.findall(r"data-post=\"/api/proposals\" data-body='(.*?)'", news(phone)["roll"])
    first = json.loads(bodies[0])
    assert len(bodies) == sum(len(die["faces"]) - 1 for die in last["dice"])
    assert first["words"][0] != f"{last['dice'][0]['die']}={last['dice'][0]['face']}"
    state = phone.post("/api/proposals", id="right", **first).json
    assert state["proposal"] is None
    assert [f"{die['die']}={die['face']}" for die in state["last_roll"]["dice"]] == first["words"]


def test_why_an_answer_would_be_lost_is_said_in_the_words_of_people(phone: Phone) -> None:
    phone.play_until("roll")
    phone.answer("w1=move", "w2=interact", "w3=interact")
    phone.answer("no")
    phone.answer("move:w1")
    said = ["w1=interact", "w2=move", "w3=interact"]
    state = phone.post("/api/proposals", id="right", change="amend", key="roll", words=said).json
    assert state["proposal"]["lost"][0].startswith(
        "ana: Move, with yellow die 1 (“Move, with yellow die 1” does not fit here; what fits: ")


# How the phone is held


def test_a_phone_in_the_left_hand_is_remembered(phone: Phone) -> None:
    assert '<body class=""' in phone.client.get("/play").text
    phone.client.post("/hand", data={"token": phone.token, "hand": "left"})
    assert '<body class="left"' in phone.client.get("/play").text
    phone.client.post("/hand", data={"token": phone.token, "hand": "right"})
    assert '<body class=""' in phone.client.get("/play").text


def test_the_table_of_a_stranger_shows_what_lies_open(table: Table, app: Flask) -> None:
    told = news(Phone(app))
    assert "data-words" not in told["question"]
    assert "data-post" not in told["proposal"]
