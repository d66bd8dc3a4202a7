"""The page of the table itself, and the pictures on it."""

from __future__ import annotations

import hashlib

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from web import drawing, replies
from web.phones import this_phone
from web.room import room

bp = Blueprint("play", __name__)

@bp.get("/play")
def page() -> str | BaseResponse:
    """Show the table: the question, the board, the players, the log."""
    if not this_phone().admitted:
        return redirect(url_for("join.start"))
    return render_template("play.html", state=replies.fresh_state(), mark=drawing.mark)


@bp.get("/display.png")
def display() -> Response:
    """Show what the small display shows."""
    show = room().display
    if show is None:
        abort(404)
    return picture(show(), "image/png")


def picture(data: bytes, kind: str) -> Response:
    """A picture that is sent again only when it has changed."""
    answer = Response(data, content_type=kind)
    answer.set_etag(hashlib.sha256(data).hexdigest()[:16])
    answer.headers["Cache-Control"] = "no-cache"
    answer.make_conditional(request)
    return answer
