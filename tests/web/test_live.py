"""The live stream: the state, every change, a sign of life; one a phone, bounded in number and life."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from companion.table import Table
from tests.web.phone import Phone
from web import stream
from web.stream import Full, Streams, events


def news(reply: Any) -> Iterator[tuple[str, Any]]:
    """The events of a stream, signs of life left out."""
    for block in reply.iter_encoded():
        fields = dict(line.split(": ", 1) for line in block.decode().strip().splitlines())
        if fields["event"] != "here":
            yield fields["event"], fields


def test_the_stream_begins_with_the_same_state_as_the_api_tells(phone: Phone) -> None:
    reply = phone.client.get("/api/events")
    assert reply.content_type.startswith("text/event-stream")
    kind, fields = next(news(reply))
    assert kind == "state"
    assert json.loads(fields["data"]) == phone.state()
    assert fields["id"] == str(phone.state()["version"])
    reply.close()


def test_every_change_is_told(phone: Phone) -> None:
    reply = phone.client.get("/api/events")
    told = news(reply)
    next(told)
    phone.answer("bill")
    _, fields = next(told)
    assert json.loads(fields["data"])["question"]["waiting"] == ["bob"]
    reply.close()


def test_a_new_stream_of_a_phone_takes_the_place_of_its_old_one(app: Flask, phone: Phone) -> None:
    old = phone.client.get("/api/events")
    told = news(old)
    next(told)
    new = phone.client.get("/api/events")
    assert next(told)[0] == "replaced"
    assert next(told, None) is None
    assert len(app.extensions["room"].streams) == 1
    new.close()
    assert len(app.extensions["room"].streams) == 0


def test_when_all_streams_are_taken_a_further_phone_is_told_to_wait(app: Flask) -> None:
    app.extensions["room"].streams.most = 1
    first, second = Phone(app).join(), Phone(app).join()
    held = first.client.get("/api/events")
    refused = second.client.get("/api/events")
    assert refused.status_code == 503
    assert refused.headers["Retry-After"] == "5"
    held.close()
    again = second.client.get("/api/events")
    assert again.status_code == 200
    again.close()


def test_strangers_may_look_on_but_not_crowd_the_players_out(app: Flask) -> None:
    held = [Phone(app).client.get("/api/events") for _ in range(5)]
    assert [reply.status_code for reply in held] == [200, 200, 200, 200, 503]
    player = Phone(app).join().client.get("/api/events")
    assert player.status_code == 200
    for reply in (*held, player):
        reply.close()


class Clock:
    """Time that passes as told."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_quiet_table_still_gives_a_sign_of_life_and_the_stream_ends_in_time() -> None:
    clock = Clock()
    streams = Streams(clock=clock)

    def nothing_new(version: int, seconds: float) -> int:
        clock.now += seconds
        return version

    told = list(events(streams.open("phone"), nothing_new, lambda: (1, "{}"), clock=clock))
    assert told[0].endswith("event: state\nid: 1\ndata: {}\n\n")
    assert set(told[1:]) == {"event: here\ndata: {}\n\n"}
    assert len(told[1:]) == stream.LIFE / stream.HEARTBEAT
    assert len(streams) == 0


def test_a_stream_that_breaks_gives_its_place_back() -> None:
    streams = Streams()
    told = events(streams.open("phone"), lambda version, seconds: version, lambda: (1, "{}"))
    next(told)
    told.close()
    assert len(streams) == 0


def test_a_full_house_still_lets_a_phone_replace_its_own_stream() -> None:
    streams = Streams(most=1)
    streams.open("mine")
    streams.open("mine")
    with pytest.raises(Full):
        streams.open("other")


def test_the_stream_ends_when_the_table_closes(phone: Phone, table: Table) -> None:
    reply = phone.client.get("/api/events")
    told = news(reply)
    next(told)
    table.stop()
    assert next(told, None) is None
