"""The phone page: a Flask application that shows one running table and takes what phones answer.

It reads snapshots and sends answers; it never sees a game's state. One module and blueprint a subject.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from flask import Flask, Response, render_template, request, session
from werkzeug.exceptions import HTTPException

from companion.doors import Door
from companion.engine.questions import Message
from companion.i18n import LANGUAGES
from companion.table import Table
from web import (
    api,
    calibrate,
    correct,
    games,
    join,
    key,
    packing,
    phones,
    play,
    replies,
    rolls,
    rules,
    sentences,
    settings,
    sharing,
    teach,
    trust,
)
from web import demo as demo_page
from web.forms import Malformed
from web.room import Demo, ReadPhoto, Room, Teaching, Tray, room

if TYPE_CHECKING:
    from companion.hosting import Hosting

__all__ = ["Demo", "Door", "Teaching", "Tray", "create_app"]

LARGEST_BODY = 64 * 1024


def create_app(table: Table, *, door: Door | None = None, names: Sequence[str] = (),
               display: Callable[[], bytes] | None = None, demo: Demo | None = None,
               read_photo: ReadPhoto | None = None, hosting: Hosting | None = None,
               address: Callable[[], str] | None = None,
               lessons: Callable[[], Teaching | None] = lambda: None,
               tray: Callable[[], Tray | None] = lambda: None) -> Flask:
    """The application for one running table.

    `door` says who may come in (without one, a new one is made), `names` are further host names of this
    machine, `display` gives what the small display shows (PNG), `demo` is the simulated device of the demo,
    `read_photo` reads the dice on a photograph taken by a phone, `hosting` are the other games and the
    settings, `address` says where other phones find the table now, `lessons` is where the camera is taught,
    `tray` is what it sees.
    """
    app = Flask(__name__)
    own_door = door or Door.new()
    app.config.update(
        SECRET_KEY=own_door.secret, SESSION_COOKIE_NAME="phone", SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True, SESSION_REFRESH_EACH_REQUEST=False, MAX_CONTENT_LENGTH=LARGEST_BODY,
    )
    app.session_interface = phones.Cookies()
    app.extensions["room"] = Room(
        table, own_door, tuple(names), display or (demo.display_png if demo else None), demo, read_photo,
        hosting, address, lessons, tray)
    for blueprint in (join.bp, sharing.bp, play.bp, api.bp, rolls.bp, rules.bp, key.bp, correct.bp, games.bp,
                      settings.bp, teach.bp, calibrate.bp):
        app.register_blueprint(blueprint)
    if demo:
        app.register_blueprint(demo_page.bp)
    app.before_request(_check)
    app.after_request(packing.packed)
    app.after_request(lambda answer: trust.with_headers(answer, may_be_framed=demo is not None))
    app.register_error_handler(HTTPException, _explain)
    app.register_error_handler(Malformed, lambda error: _say_no(400, Message(str(error))))
    app.jinja_env.globals.update(_=sentences.say, left_handed=phones.left_handed,
                                 language=phones.language, languages=LANGUAGES, page_token=phones.page_token,
                                 largest_photo=rolls.LARGEST_PHOTO,
                                 has_other_games=lambda: room().hosting is not None)
    return app


TOO_LARGE = Message("That is too large to send.")


def _check() -> Response | None:
    """Turn away what does not come from a page of this table, before anything else is done."""
    if not trust.known_host(request.host, room().names):
        return Response("This table is not known by that name.\n", 400, content_type="text/plain")
    if room().is_leaving:
        return replies.ask_again()
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return None
    if trust.from_elsewhere(request):
        return _say_no(403, Message("That came from another site's page."))
    given = request.headers.get(trust.TOKEN_HEADER) or (
        "" if request.is_json else request.form.get("token", ""))
    if request.path != "/api/join" and not trust.same(given, session.get("token", "-")):
        return _say_no(403, Message("This page is too old; load it again."))
    if request.endpoint != "rolls.photo" and (request.content_length or 0) > LARGEST_BODY:
        # Flask measures a body only where it is read; none may be larger, read or not.
        return _say_no(413, TOO_LARGE)
    return None


def _explain(error: HTTPException) -> Response:
    """Say in a sentence why something is not to be had."""
    sentences_by_status = {
        403: Message("This phone has not joined yet: give the code on the display."),
        404: Message("There is nothing here."),
        405: Message("That cannot be done here."),
        413: TOO_LARGE,
    }
    status = error.code or 500
    return _say_no(status, sentences_by_status.get(status, Message("That did not work.")))


def _say_no(status: int, why: Message) -> Response:
    if request.path.startswith("/api/") or request.is_json:
        return replies.refusal(status, why)
    return Response(render_template("no.html", why=replies.say(why)), status)
