"""The JSON API: the state, answers, taking back and setting right."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response

from companion.engine.questions import Message
from companion.table import Snapshot
from web import forms, replies, stream
from web.openapi import description
from web.phones import page_token, this_phone
from web.room import room

bp = Blueprint("api", __name__)

TABLE_PATIENCE = 5.0
"""Seconds within which the table has carried out what was asked before, on the slowest card."""
STREAMS_OF_STRANGERS = 4
"""Streams beyond which a phone that never gave the code gets none: it may look, not crowd the others out."""


@bp.get("/api/state")
def state() -> Response:
    """Tell the state as this phone may see it."""
    return replies.state()


@bp.get("/api/events")
def events() -> Response:
    """Stream the state: now, at every change, and a sign of life in between."""
    phone, token, here = this_phone(), page_token(), room()
    try:
        ticket = here.streams.open(phone.token, None if phone.admitted else STREAMS_OF_STRANGERS)
    except stream.Full:
        return replies.refusal(503, Message("Too many phones look on at once; try again in a moment."),
                               wait=5)

    def text() -> tuple[int, str]:
        now = here.table.snapshot
        own = replace(phone, seats=here.table.seats_of(phone.token))
        return now.version, here.tellings.state(own, now, token).model_dump_json()

    def wait(version: int, seconds: float) -> int | None:
        newest = here.table.wait(version, seconds).version
        return newest if here.table.is_open else None

    answer = Response(stream.events(ticket, wait, text), content_type="text/event-stream")
    answer.call_on_close(ticket.close)
    return answer


@bp.post("/api/answers")
def answer() -> Response:
    """Take an answer to the open question."""
    form, phone, table = forms.read(forms.Answering), this_phone(), room().table
    now = table.snapshot
    seat = form.seat or _seat_asked(now)
    if seat is None or not phone.may_answer(seat, now):
        return replies.not_yours(seat)
    return replies.done(lambda: table.answer(seat, form.number, form.key, form.said, "phone", id=form.id))


@bp.post("/api/undo")
def undo() -> Response:
    """Take the last answer back."""
    form = forms.read(forms.Undoing)
    return replies.for_players(
        lambda: room().table.undo("phone", confirmed=form.confirm, number=form.number, id=form.id))


@bp.post("/api/amend")
def amend() -> Response:
    """Replace an earlier answer of this turn, such as a misread die."""
    form = forms.read(forms.Amending)
    return replies.for_players(
        lambda: room().table.amend(form.key, form.said, form.seat, "phone", id=form.id))


@bp.post("/api/correct")
def correct() -> Response:
    """Set the table right by hand."""
    form = forms.read(forms.Correcting)
    return replies.for_players(lambda: room().table.correct(form.facts, "phone", id=form.id))


@bp.get("/api/openapi.json")
def openapi() -> Response:
    """Describe this API."""
    return replies.as_json(description())


@bp.get("/healthz")
def healthz() -> Response:
    """Say that the page is served, and whether the table's thread replies."""
    table = room().table
    lives = table.lives(TABLE_PATIENCE)
    return replies.as_json(f'{{"ok": {str(lives).lower()}, "version": {table.snapshot.version}}}',
                           200 if lives else 503)


def _seat_asked(now: Snapshot) -> str | None:
    """For whom an answer is meant that names no seat: this phone's own, else any it may speak for."""
    phone, asked = this_phone(), now.views[None].asked
    waiting = asked.waiting if asked else ()
    own = [seat for seat in waiting if seat in phone.seats]
    free = [seat for seat in waiting if phone.may_answer(seat, now)]
    return next(iter([*own, *free, *waiting, *phone.seats]), None)
