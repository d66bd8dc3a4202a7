"""A second phone for a seat: a link, shown by the phone that holds the seat, lets another one play it too."""

from __future__ import annotations

from flask import Blueprint, Response, abort, current_app, redirect, render_template, url_for
from itsdangerous import BadSignature, URLSafeTimedSerializer
from werkzeug.wrappers import Response as BaseResponse

from companion.engine.questions import Message
from companion.engine.referee import Refused
from web import replies
from web.join import drawn
from web.phones import admit, this_phone
from web.room import room

bp = Blueprint("sharing", __name__)

MINUTES = 10
"""So long a link lets phones in: somebody across the room may have seen it."""


@bp.get("/share/<seat>")
def page(seat: str) -> str | BaseResponse:
    """Show the link for a seat of this phone, to be scanned by the second one."""
    if seat not in this_phone().seats:
        return redirect(url_for("join.start"))
    return render_template("join/share.html", seat=seat, name=replies.sentences().name(seat), minutes=MINUTES)


@bp.get("/share/<seat>.svg")
def qr(seat: str) -> Response:
    """Draw the link as a QR code."""
    if seat not in this_phone().seats:
        abort(403)
    return drawn(f"{room().here}/second/{_links().dumps(seat)}")


@bp.get("/second/<link>")
def take(link: str) -> BaseResponse | tuple[str, int]:
    """Let the phone that scanned the link play the seat too."""
    try:
        seat = _links().loads(link, max_age=MINUTES * 60)
        phone = this_phone()
        admit()
        room().table.share(seat, phone.token)
    except BadSignature:
        why = Message("This link is too old, or none of this table. Show it anew on the first phone.")
        return render_template("no.html", why=replies.say(why)), 403
    except Refused as refused:
        return render_template("no.html", why=replies.say(refused.message)), 403
    return redirect(url_for("play.page"))


def _links() -> URLSafeTimedSerializer:
    """Signs the links with the key of the door: they end with the game, not with a restart."""
    return URLSafeTimedSerializer(str(current_app.secret_key), salt="second phone")
