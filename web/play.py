"""The page of the table itself, what is sent to it when something changes, and the pictures on it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from web import drawing, replies
from web.parts import parts_of
from web.phones import Phone, hold_in, page_token, this_phone
from web.room import room

bp = Blueprint("play", __name__)


@bp.get("/play")
def page() -> str | BaseResponse:
    """Show the table: the question, the board, the players, the log."""
    if not this_phone().admitted:
        return redirect(url_for("join.start"))
    state = replies.fresh_state()
    return render_template("play.html", state=state, parts=parts_of(state), mark=drawing.mark,
                           made_for=made_for(this_phone()))


@bp.get("/big")
def big_screen() -> str | BaseResponse:
    """Show the table on a screen that all look at: large, with nobody's secrets, and nothing to tap."""
    if not this_phone().admitted:
        return redirect(url_for("join.start"))
    state = room().tellings.state(_onlooker(this_phone()), room().table.snapshot, "")
    return render_template("big.html", state=state, parts=parts_of(state, big=True), mark=drawing.mark,
                           made_for=made_for(this_phone()))


@bp.get("/play/news")
def news() -> Response:
    """Stream the parts of the page: now, at every change, and a sign of life in between."""
    return _stream(this_phone())


@bp.get("/play/news/now")
def news_now() -> Response:
    """Tell the parts of the page as they are now."""
    return replies.as_json(_news(this_phone())[1])


@bp.get("/big/news")
def big_news() -> Response:
    """Stream the parts of the big screen."""
    return _stream(_onlooker(this_phone()), big=True)


@bp.get("/big/news/now")
def big_news_now() -> Response:
    """Tell the parts of the big screen as they are now."""
    return replies.as_json(_news(_onlooker(this_phone()), big=True)[1])


@bp.post("/hand")
def hold() -> BaseResponse:
    """Remember in which hand this phone is held."""
    hold_in(request.form.get("hand", ""))
    return redirect(url_for("play.page"))


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


def made_for(phone: Phone) -> str:
    """What a page is made for; for another game, or where the phone was sent away, it is loaded anew."""
    return f"{room().table.game.id} {'in' if phone.admitted else 'out'}"


def _onlooker(phone: Phone) -> Phone:
    """The same phone as one that only looks on."""
    return replace(phone, seats=(), watching=True)


def _stream(phone: Phone, big: bool = False) -> Response:
    return replies.streamed(phone, lambda: _news(phone, big), "page", place=" big" if big else "")


def _news(phone: Phone, big: bool = False) -> tuple[int, str]:
    """The version, and as JSON the token and the parts as `phone` may see them.

    Phones that may see the same are told the same: what was made for one is kept until the next change.
    """
    here = room()
    now = here.table.snapshot
    seats = () if big else here.table.seats_of(phone.token)
    seen_by = (now.version, seats, phone.watching, phone.admitted, phone.language, big)
    # All phones ask at the same moment: the first has it made, and the others wait for that.
    with here.telling:
        parts = here.told.get(seen_by)
        if parts is None:
            state = here.tellings.state(replace(phone, seats=seats), now, "")
            parts = json.dumps(parts_of(state, big))
            here.told = {key: text for key, text in here.told.items() if key[0] == now.version}
            here.told[seen_by] = parts
    told = json.dumps({"token": page_token(), "page": made_for(phone)})
    return now.version, f'{told[:-1]}, "parts": {parts}}}'
