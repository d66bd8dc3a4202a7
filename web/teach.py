"""Teaching the camera the game's own dice: show a face, turn the die a little, show it again, name it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.engine.referee import Refused
from vision.profiles import ENOUGH
from web import replies
from web.phones import this_phone
from web.play import picture
from web.room import Teaching, room
from web.state import begun

bp = Blueprint("teach", __name__)


@bp.get("/teach")
def page() -> str | BaseResponse:
    """Show what the camera was shown, and which faces it knows."""
    if not this_phone().plays:
        return redirect(url_for("join.start"))
    return _page()


@bp.get("/teach/shown/<int:number>.png")
def shown(number: int) -> Response:
    """Show what the camera saw."""
    lessons = room().lessons()
    seen = lessons.shown() if lessons and this_phone().plays else []
    if number >= len(seen):
        abort(404)
    return picture(seen[number], "image/png")


@bp.post("/teach/look")
def look() -> BaseResponse | tuple[str, int]:
    """Have the camera look at the die."""
    return _after(lambda lessons: lessons.look())


@bp.post("/teach/forget")
def forget() -> BaseResponse | tuple[str, int]:
    """Drop what was shown: another face comes."""
    return _after(lambda lessons: lessons.forget())


@bp.post("/teach/name")
def name() -> BaseResponse | tuple[str, int]:
    """Keep what was shown as the face that was chosen, if it is what the page showed."""
    kind, _, face = request.form.get("face", "").partition("/")
    return _after(lambda lessons: lessons.name(kind, face, request.form.get("looks")))


@bp.post("/teach/unlearn")
def unlearn() -> BaseResponse | tuple[str, int]:
    """Drop all that is known of a face that was misnamed."""
    kind, _, face = request.form.get("face", "").partition("/")
    return _after(lambda lessons: lessons.unlearn(kind, face))


@bp.post("/teach/end")
def end() -> BaseResponse:
    """Be done with teaching, and go to the table."""
    lessons = room().lessons()
    if this_phone().plays and lessons is not None:
        lessons.end()
    return redirect(url_for("play.page"))


def _after(do: Callable[[Teaching], None]) -> BaseResponse | tuple[str, int]:
    """Do it and show the page again; or say on it why not."""
    lessons = room().lessons()
    if not this_phone().plays or lessons is None:
        return redirect(url_for("teach.page"))
    try:
        do(lessons)
    except Refused as refused:
        return _page(replies.say(refused.message)), 422
    return redirect(url_for("teach.page"))


def _page(why: str = "") -> str:
    lessons, tray, sentences = room().lessons(), room().tray(), replies.sentences()
    if lessons is None or tray is None:
        return render_template("teach.html", camera=False, tray=tray is not None)
    try:
        # Before what is shown is asked for: of what comes in between the form then knows nothing.
        looks, every, lost = lessons.looks(), lessons.faces(), lessons.lost()
        missing = lessons.missing()
    except Refused as refused:
        return render_template("teach.html", camera=False, tray=True, damaged=sentences.say(refused.message))
    kinds = [(kind, sentences.name(kind),
              [(face, begun(sentences.name(face)), count, (kind, face) not in missing)
               for _, face, count in faces])
             for kind, faces in groupby(every, key=lambda known: known[0])]
    known = [(f"{kind}/{face}", f"{label} – {name}") for kind, label, faces in kinds
             for face, name, count, _ in faces if count]
    try:
        alike = lessons.alike()
    except Refused as refused:
        alike, why = (), why or sentences.say(refused.message)
    return render_template("teach.html", camera=True, look=tray.look(), say=sentences.say, why=why,
                           looks=looks, shown=len(lessons.shown()),
                           throwing=room().table.snapshot.awaits_camera, kinds=kinds, known=known,
                           enough=ENOUGH, lost=[sentences.say(message) for message in lost],
                           alike=[sentences.say(message) for message in alike])
