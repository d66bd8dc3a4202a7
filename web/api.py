"""The JSON API: the state, answers, taking back and setting right."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response

from companion.proposing import Change
from web import forms, replies
from web.openapi import description
from web.phones import page_token, this_phone
from web.room import room

bp = Blueprint("api", __name__)

TABLE_PATIENCE = 5.0
"""Seconds within which the table has carried out what was asked before, on the slowest card."""


@bp.get("/api/state")
def state() -> Response:
    """Tell the state as this phone may see it."""
    return replies.state()


@bp.get("/api/events")
def events() -> Response:
    """Stream the state: now, at every change, and a sign of life in between."""
    phone, token, here = this_phone(), page_token(), room()

    def text() -> tuple[int, str]:
        now = here.table.snapshot
        own = replace(phone, seats=here.table.seats_of(phone.token), host=here.table.is_host(phone.token))
        return now.version, here.tellings.state(own, now, token).model_dump_json()

    return replies.streamed(phone, text, "state")


@bp.post("/api/answers")
def answer() -> Response:
    """Take an answer to the open question."""
    form, table = forms.read(forms.Answering), room().table
    return replies.for_seat(form.seat, form.id, lambda seat: table.answer(
        seat, form.number, form.key, form.said, "phone", id=form.id))


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


@bp.post("/api/proposals")
def propose() -> Response:
    """Show everybody what a change would change, before it is done."""
    form = forms.read(forms.Proposing)
    change = Change(form.change, form.key, forms.said(form.words), form.seat, form.facts)
    return replies.for_players(lambda: room().table.propose(change, id=form.id))


@bp.post("/api/proposals/settle")
def settle() -> Response:
    """Do what was proposed, or leave it."""
    form = forms.read(forms.Settling)
    return replies.for_players(lambda: room().table.settle_proposal(form.number, form.yes, id=form.id))


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
