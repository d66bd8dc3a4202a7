"""The dice: have them thrown, show the picture of a throw, take a photograph from a phone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.engine.questions import Message
from companion.engine.referee import Refused
from web import forms, replies
from web.phones import this_phone
from web.play import picture
from web.room import room

bp = Blueprint("rolls", __name__)

SHOWN = 60
"""Earlier throws on their page: an evening's."""
LARGEST_PHOTO = 12 * 1024 * 1024


@bp.post("/api/rolls/throw")
def throw() -> Response:
    """Have the virtual dice thrown, or the demo's dice into its tray."""
    form, table = forms.read(forms.Throwing), room().table
    return replies.for_seat(form.seat, form.id, lambda seat: table.throw("phone", seat, id=form.id))


@bp.post("/api/rolls/again")
def throw_again() -> Response:
    """Have a die that had fallen thrown again, alone."""
    form = forms.read(forms.ThrowingAgain)
    return replies.for_players(lambda: room().table.throw_again(form.die, id=form.id))


@bp.post("/api/rolls/photo")
def photo() -> Response:
    """Read the dice from a photograph of a phone; with `confirm` a person says whether it is right."""
    request.max_content_length = LARGEST_PHOTO
    return replies.for_players(_read_photo)


@bp.get("/rolls")
def earlier() -> str | BaseResponse:
    """Show the photographs that were kept of this game's throws, the latest first."""
    if not this_phone().admitted:
        return redirect(url_for("join.start"))
    sentences = replies.sentences()
    throws = [(throw.number, sentences.say(throw.said)) for throw in room().table.earlier_throws()[:SHOWN]]
    return render_template("rolls.html", throws=throws)


@bp.get("/rolls/<int:number>.jpg")
def show(number: int) -> Response:
    """Show the photograph of a throw."""
    data = room().table.photo(number)
    if data is None:
        abort(404)
    return picture(data, "image/jpeg")


def _read_photo() -> Any:
    # Late, so that the page is there sooner: numpy and Pillow take longer to load than all the rest.
    from web.photographs import clean

    read = room().read_photo
    if read is None:
        raise Refused(Message("This table reads no photographs: enter the faces by hand."))
    upload = request.files.get("photo")
    pixels, jpeg = clean(upload.read() if upload else request.get_data())
    table, seat = room().table, this_phone().seat_asked(room().table.snapshot)
    if seat is not None:
        table.turn_to(seat)
    seen = replace(read(pixels, jpeg), to_confirm="confirm" in request.args)
    return table.see(seen, request.args.get("id")).result()
