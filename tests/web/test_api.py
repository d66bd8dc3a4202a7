"""The JSON API: one phone's view, answers and why they are refused, taking back and setting right."""

from __future__ import annotations

from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from flask import Flask

import web.api
from companion.engine.journal import Unwritten
from companion.engine.questions import Message
from companion.table import Table
from tests.web.phone import DOOR, Phone, table_of
from web import create_app


def test_the_state_tells_the_open_question_with_words_and_labels(phone: Phone) -> None:
    state = phone.state()
    assert state["game"] == {"id": "riff_in_time", "name": "Riff in Time", "stand_in": True}
    assert state["question"]["text"] == "ana: as whom do you play?"
    assert state["question"]["rules"] == ["RIT-01"]
    assert state["question"]["asks"]["ana"]["words"][0] == {"word": "bill", "label": "Bill"}
    assert state["you"]["seat"] == "ana"


def test_an_answer_moves_the_game_on_and_brings_the_fresh_state(phone: Phone) -> None:
    before = phone.state()
    reply = phone.answer("bill")
    assert reply.status_code == 200
    assert reply.json["version"] > before["version"]
    assert reply.json["question"]["waiting"] == ["bob"]
    assert "ana plays Bill" in reply.json["log"][-1]["text"]


def test_words_may_also_come_as_one_text(phone: Phone) -> None:
    phone.play_until("roll")
    assert phone.answer(words="w1=move w2=interact w3=reroll").status_code == 200


def test_an_answer_that_does_not_fit_gets_a_sentence(phone: Phone) -> None:
    reply = phone.answer("ted")
    assert reply.status_code == 422
    assert reply.json["error"].startswith("“ted” does not fit here; what fits: Bill")


def test_a_late_answer_gets_the_fresh_state(phone: Phone) -> None:
    number = phone.state()["question"]["number"]
    phone.answer("bill")
    reply = phone.answer("bill", number=number)
    assert reply.status_code == 409
    assert reply.json["state"]["question"]["waiting"] == ["bob"]
    assert reply.json["error"]


def test_the_same_answer_sent_twice_counts_once(phone: Phone) -> None:
    question = phone.state()["question"]
    body = {"id": "once", "number": question["number"], "key": question["key"], "words": ["bill"]}
    first, second = (phone.post("/api/answers", **body) for _ in range(2))
    assert first.status_code == second.status_code == 200
    assert second.json["question"] == first.json["question"]


def test_an_answer_whose_reply_was_lost_may_be_sent_again_when_another_phone_is_asked(app: Flask) -> None:
    ana, bob = Phone(app).join(), Phone(app).join()
    ana.post("/api/seats", take=["ana"])
    bob.post("/api/seats", take=["bob"])
    question = ana.state()["question"]
    body = {"id": "once", "number": question["number"], "key": question["key"], "words": ["bill"]}
    first, second = (ana.post("/api/answers", **body) for _ in range(2))
    assert (first.status_code, second.status_code) == (200, 200)
    assert second.json["question"]["waiting"] == ["bob"]
    assert ana.post("/api/answers", **{**body, "id": "another"}).status_code == 403


def test_a_seat_that_another_phone_holds_is_not_answered_for(app: Flask) -> None:
    ana, bob = Phone(app).join(), Phone(app).join()
    ana.post("/api/seats", take=["ana"])
    bob.post("/api/seats", take=["bob"])
    reply = bob.answer("bill", seat="ana")
    assert reply.status_code == 403
    assert reply.json["error"] == "ana is played on another phone."
    assert bob.answer("bill").status_code == 403
    assert not bob.state()["question"]["yours"]
    assert ana.answer("bill").status_code == 200


def test_a_seat_that_nobody_holds_is_answered_for_by_any_joined_phone(app: Flask) -> None:
    phone = Phone(app).join()
    assert phone.state()["question"]["yours"]
    assert phone.answer("bill").status_code == 200


def test_what_phones_share_is_told_to_each_in_its_own_way(app: Flask) -> None:
    ana, bob, looker = Phone(app).join(), Phone(app).join(), Phone(app).join()
    ana.post("/api/seats", take=["ana"])
    bob.post("/api/seats", take=["bob"])
    bob.post("/api/language", language="fr")
    looker.post("/api/seats", watch=True)
    states = [phone.state() for phone in (ana, bob, looker)]
    assert [state["you"]["seats"] for state in states] == [["ana"], ["bob"], []]
    assert [[seat["yours"] for seat in state["seats"]] for state in states] == [
        [True, False], [False, True], [False, False]]
    assert [state["question"]["yours"] for state in states] == [True, False, False]
    assert ["qui jouez-vous" in state["question"]["text"] for state in states] == [False, True, False]
    assert len({state["you"]["token"] for state in states}) == 3


def test_a_phone_that_never_joined_answers_nothing(app: Flask) -> None:
    reply = Phone(app).answer("bill")
    assert reply.status_code == 403
    assert "has not joined" in reply.json["error"]


BODIES: list[Any] = [
    None, [], "text", {}, {"id": "x"}, {"id": "", "number": 1, "key": "k", "words": []},
    {"id": "x", "number": "1", "key": "k", "words": []}, {"id": "x", "number": 1, "key": "k", "words": [1]},
    {"id": "x", "number": 1, "key": "k", "words": ["w"], "more": 1},
    {"id": "x", "number": 1, "key": "k", "words": ["w"] * 201},
    {"id": "x" * 65, "number": 1, "key": "k", "words": []},
]


@pytest.mark.parametrize("body", BODIES)
def test_a_malformed_body_is_refused_with_a_sentence(phone: Phone, body: Any) -> None:
    phone.state()
    reply = phone.client.post("/api/answers", json=body, headers={"X-Table-Token": phone.token})
    assert reply.status_code == 400
    assert reply.json["error"].endswith(".")


@pytest.mark.parametrize("data", [b"{", b"\xff\xfe", b"", b"[" * 5000])
def test_what_is_no_json_is_refused(phone: Phone, data: bytes) -> None:
    phone.state()
    reply = phone.client.post("/api/answers", data=data, content_type="application/json",
                              headers={"X-Table-Token": phone.token})
    assert reply.status_code == 400


def test_a_body_that_is_too_large_is_refused(phone: Phone) -> None:
    reply = phone.answer("x" * 70_000)
    assert reply.status_code == 413
    assert reply.json["error"] == "That is too large to send."


def test_an_own_choice_is_taken_back_without_asking(phone: Phone) -> None:
    phone.answer("bill")
    assert phone.state()["undo"] == {"text": "ana: Bill"}
    reply = phone.post("/api/undo", id="back")
    assert reply.status_code == 200
    assert reply.json["question"]["waiting"] == ["ana"]


def test_past_a_throw_the_table_is_asked_and_the_same_faces_come_again(phone: Phone) -> None:
    phone.play_until("roll")
    phone.answer("w1=move", "w2=interact", "w3=reroll")
    asked = phone.post("/api/undo", id="one")
    assert asked.status_code == 409
    assert asked.json["confirm"] is True
    assert asked.json["state"]["question"]["key"] == "booth"
    done = phone.post("/api/undo", id="two", confirm=True)
    assert done.json["question"]["offered"] == ["w1=move", "w2=interact", "w3=reroll"]


def test_nothing_to_take_back_is_said(phone: Phone) -> None:
    reply = phone.post("/api/undo", id="none")
    assert reply.status_code == 422
    assert "nothing to take back" in reply.json["error"]


def test_a_misread_die_is_set_right_and_the_throw_shows_it(phone: Phone) -> None:
    phone.play_until("roll")
    phone.answer("w1=move", "w2=interact", "w3=reroll")
    throw = phone.state()["last_roll"]
    assert [die["face"] for die in throw["dice"]] == ["move", "interact", "reroll"]
    assert "bogus" in [face["word"] for face in throw["dice"][0]["faces"]]
    reply = phone.post("/api/amend", id="fix", key=throw["key"], seat=throw["seat"],
                       words=["w1=bogus", "w2=interact", "w3=reroll"])
    assert reply.status_code == 200
    assert reply.json["last_roll"]["dice"][0]["label"] == "Bogus"
    assert "ana has Bogus, Interact, Reroll." in [line["text"] for line in reply.json["log"]]


def test_a_throw_that_was_taken_back_is_no_longer_offered_for_correction(phone: Phone) -> None:
    phone.play_until("roll")
    phone.answer("w1=move", "w2=interact", "w3=reroll")
    phone.post("/api/undo", id="u", confirm=True)
    assert phone.state()["last_roll"] is None


def test_the_table_is_set_right_by_hand(phone: Phone) -> None:
    phone.play_until("roll")
    reply = phone.post("/api/correct", id="sd", facts={"san_dimas": 5})
    assert reply.status_code == 200
    assert reply.json["view"]["san_dimas"]["level"] == 5
    refused = phone.post("/api/correct", id="no", facts={"atlantis": 5})
    assert refused.status_code == 422
    assert "atlantis" in refused.json["error"]


def test_virtual_dice_are_thrown_on_a_tap(phone: Phone) -> None:
    assert phone.play_until("roll")["question"]["throw"] == "virtual"
    reply = phone.post("/api/rolls/throw", id="t")
    assert reply.status_code == 200
    assert reply.json["question"]["key"] == "booth"
    assert len(reply.json["last_roll"]["dice"]) == 3


def test_no_throw_is_made_when_none_is_asked_for(phone: Phone) -> None:
    assert phone.post("/api/rolls/throw", id="t").status_code == 422


def test_dice_thrown_by_hand_are_entered(tmp_path: Path) -> None:
    table = table_of(tmp_path, dice="hand")
    table.start()
    phone = Phone(create_app(table, door=DOOR)).join()
    assert phone.play_until("roll")["question"]["throw"] == "hand"
    assert phone.post("/api/rolls/throw", id="t").status_code == 422
    assert phone.answer("w1=move", "w2=move", "w3=bogus").status_code == 200
    table.stop()


def test_what_cannot_be_written_down_is_not_done(phone: Phone, table: Table,
                                                 monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise Unwritten(Message("The disk is full."))
    monkeypatch.setattr(table._playing._journal, "record", full)
    reply = phone.answer("bill")
    assert reply.status_code == 503
    assert reply.json["error"] == "The disk is full."
    assert phone.state()["question"]["waiting"] == ["ana"]


def test_the_end_of_the_game_is_told(phone: Phone) -> None:
    phone.play_until("roll")
    assert "to move" in phone.client.get("/play").text
    phone.post("/api/correct", id="sd", facts={"san_dimas": 10})
    phone.answer("w1=bogus", "w2=bogus", "w3=bogus")
    for _ in range(40):
        state = phone.state()
        if state["outcome"]:
            break
        phone.answer_any()
    assert state["outcome"]["reason"] == "san_dimas_overflow"
    assert state["question"] is None
    page = phone.client.get("/play").text
    assert "to move" not in page
    assert "turn_steps" not in page
    assert phone.post("/api/answers", id="x", number=1, key="roll", words=[]).status_code in (409, 422)


def test_answers_come_in_the_phones_language(phone: Phone) -> None:
    assert phone.post("/api/language", language="fr").json["you"]["language"] == "fr"
    assert phone.post("/api/language", language="de").status_code == 400


def test_health_is_told_without_a_phone(app: Flask) -> None:
    assert app.test_client().get("/healthz").json["ok"] is True


def test_a_table_that_hangs_is_not_called_healthy(app: Flask, table: Table,
                                                  monkeypatch: pytest.MonkeyPatch) -> None:
    disk_answers = Event()
    monkeypatch.setattr(web.api, "TABLE_PATIENCE", 0.01)
    monkeypatch.setattr(table._journal, "record", lambda rows: disk_answers.wait(20))
    hangs = Thread(target=table.keep, args=("name", "value"))
    hangs.start()
    try:
        reply = app.test_client().get("/healthz")
        assert (reply.status_code, reply.json["ok"]) == (503, False)
    finally:
        disk_answers.set()
        hangs.join()
    assert app.test_client().get("/healthz").status_code == 200
