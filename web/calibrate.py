"""The camera's picture as it is now, the light in it, and having the camera learn where the tray is."""

from __future__ import annotations

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.engine.questions import Message
from companion.engine.referee import Refused
from companion.i18n import Sentences
from companion.tray import SHEET
from vision.marker_sheet import marker_sheet
from web import replies
from web.games import not_host
from web.phones import this_phone
from web.room import Tray, room

bp = Blueprint("calibrate", __name__, url_prefix="/calibrate")


@bp.get("")
def page() -> str | BaseResponse:
    """Show what the camera sees, and how well."""
    if not this_phone().plays:
        return redirect(url_for("join.start"))
    return _page()


@bp.get("/now")
def now() -> str:
    """What is to be said of the picture as it is now: a part of the page, for its script."""
    look = _tray().look()
    return render_template("camera/said.html", look=look, say=replies.say)


@bp.get("/now.jpg")
def picture() -> Response:
    """Show what the camera sees now."""
    look = _tray().look()
    if look is None:
        abort(503)
    answer = Response(look.jpeg, content_type="image/jpeg")
    answer.headers["Cache-Control"] = "no-store"
    return answer


@bp.get("/markers.svg")
def markers() -> Response:
    """The page with the four markers, in this phone's language, to be printed."""
    if not this_phone().admitted:
        abort(403)
    say: Sentences = replies.sentences()
    answer = Response(marker_sheet([say.say(line) for line in SHEET]), content_type="image/svg+xml")
    answer.headers["Content-Disposition"] = 'attachment; filename="markers.svg"'
    return answer


@bp.post("")
def change() -> BaseResponse | str | tuple[str, int]:
    """Learn where the tray is, or forget it; for the host."""
    if not this_phone().host:
        return not_host()
    tray = room().tray()
    if tray is None:
        return redirect(url_for("calibrate.page"))
    do = request.form.get("do")
    if do not in ("learn", "forget"):
        abort(400)
    try:
        said = tray.learn() if do == "learn" else tray.forget()
    except Refused as refused:
        return _page(replies.say(refused.message)), 422
    return _page(said=said)


def _tray() -> Tray:
    """The tray, for a phone that plays."""
    tray = room().tray()
    if tray is None or not this_phone().plays:
        abort(404)
    return tray


def _page(why: str = "", said: tuple[Message, ...] = ()) -> str:
    tray, say = room().tray(), replies.say
    return render_template("calibrate.html", camera=tray is not None, look=tray.look() if tray else None,
                           say=say, why=why, said=[say(line) for line in said], host=this_phone().host)
