"""A phone for the tests of the page: it keeps its cookie and sends its token, as the real page does."""

from __future__ import annotations

import itertools
from pathlib import Path
from random import Random
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from companion import games
from companion.chance import Chance
from companion.engine.journal import Header, Journal
from companion.engine.questions import TABLE, Ask
from companion.engine.random_player import random_answer
from companion.table import Table
from web import Door

DOOR = Door(code="123456", token="ABCD2345", secret="only for tests")


def table_of(folder: Path, dice: str = "virtual", decks: str = "virtual", seed: int = 1,
             name: str = "riff_in_time") -> Table:
    """A new table of Ana and Bob; what chance brings follows from `seed`."""
    game = games.load(name)
    header = Header(game.id, ("ana", "bob"), {}, game.rules_version, game.content, dice, decks)
    return Table(game, Journal.create(folder / "game.journal", header), chance=Chance(seed))


def answer_by_chance(table: Table, rng: Random) -> None:
    """An answer for whoever is asked first."""
    asked = table.snapshot.views[None].asked
    assert asked is not None
    seat = asked.waiting[0]
    table.answer(seat, None, asked.key, random_answer(rng, ask_of(table, seat)), "script")


def ask_of(table: Table, seat: str) -> Ask:
    """What this seat is asked, as it sees it."""
    asked = table.snapshot.views[None if seat == TABLE else seat].asked
    assert asked is not None
    return asked.asks[seat]


class Phone:
    """One phone."""

    ids = itertools.count()

    def __init__(self, app: Flask) -> None:
        self.client = app.test_client()
        self.token = ""

    def state(self) -> dict[str, Any]:
        """The state as this phone sees it."""
        state: dict[str, Any] = self.client.get("/api/state").json
        self.token = state["you"]["token"]
        return state

    def post(self, path: str, **body: Any) -> TestResponse:
        """Send a change, with the token of this phone's page."""
        if not self.token:
            self.state()
        return self.client.post(path, json=body, headers={"X-Table-Token": self.token})

    def join(self, code: str = DOOR.code) -> Phone:
        """Give the code."""
        assert self.post("/api/join", code=code).status_code == 200
        return self

    def answer(self, *words: str, **other: Any) -> TestResponse:
        """Answer the open question."""
        question = self.state()["question"]
        body = {"id": f"id-{next(self.ids)}", "number": question["number"], "key": question["key"],
                "words": list(words)}
        return self.post("/api/answers", **{**body, **other})

    def answer_any(self) -> dict[str, Any]:
        """Answer whatever is asked with the first words that fit; returns the state after."""
        state = self.state()
        question = state["question"]
        seat = question["speaker"]
        ask = question["asks"][seat]
        if ask["kind"] == "roll":
            words = [f"{die['die']}={die['faces'][0]['word']}" for die in ask["dice"]]
        else:
            offered = [word["word"] for word in ask["words"]]
            words = [*ask["must"], *[word for word in offered if word not in ask["must"]]]
            words = words[:max(ask["least"], len(ask["must"]))]
        reply = self.answer(*words, seat=seat)
        assert reply.status_code == 200, reply.json
        after: dict[str, Any] = reply.json
        return after

    def play_until(self, key: str) -> dict[str, Any]:
        """Answer until the question `key` is open; returns the state."""
        for _ in range(200):
            state = self.state()
            if state["question"]["key"] == key:
                return state
            self.answer_any()
        raise AssertionError(f"“{key}” never was asked")
