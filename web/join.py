"""Joining: by the QR code's link or by the code on the display; then a seat, several, or only looking on."""

from __future__ import annotations

import io
import re

import segno
from flask import Blueprint, Response, abort, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.engine.questions import Message
from companion.engine.referee import Refused
from companion.i18n import Sentences
from companion.menu import ANOTHER_HOST
from web import forms, replies
from web.phones import NOT_HOST, admit, language, speak, this_phone, was_sent_away, watch
from web.room import room
from web.trust import same

bp = Blueprint("join", __name__)


@bp.get("/")
def start() -> str | BaseResponse:
    """Ask for the code; a phone that has joined goes on to the seats or the table."""
    phone = this_phone()
    if not phone.admitted:
        return _ask_for_code()
    return redirect(url_for("play.page" if phone.seats or phone.watching else "join.seats"))


@bp.get("/j/<token>")
@bp.get("/J/<token>")
def by_link(token: str) -> BaseResponse | tuple[str, int]:
    """Let in a phone that scanned the QR code."""
    why = _come_in(token.upper())
    if why:
        return _ask_for_code(replies.say(why)), 403
    return redirect(url_for("join.start"))


@bp.post("/join")
def by_code() -> BaseResponse | tuple[str, int]:
    """Let in a phone whose people typed the code."""
    why = _come_in(re.sub(r"\D", "", request.form.get("code", "")))
    if why:
        return _ask_for_code(replies.say(why)), 403
    return redirect(url_for("join.start"))


@bp.get("/seats")
def seats() -> str | BaseResponse:
    """Show the seats: free ones to take, this phone's own to give back, looking on."""
    if not this_phone().admitted:
        return redirect(url_for("join.start"))
    return _seats("")


@bp.post("/seats")
def take_seats() -> BaseResponse | tuple[str, int]:
    """Take or give back seats as the form says, and go to the table."""
    if not this_phone().admitted:
        return redirect(url_for("join.start"))
    take = request.form.getlist("take")
    if "all" in request.form:
        take = [seat.seat for seat in room().table.snapshot.seats if not seat.taken]
    why = _settle(take, request.form.getlist("free"), request.form.getlist("mine"),
                  request.form.getlist("remove"), watching="watch" in request.form)
    if why:
        return _seats(replies.say(why)), 409
    stays = "free" in request.form or "remove" in request.form
    return redirect(url_for("join.seats" if stays else "play.page"))


@bp.post("/host")
def make_host() -> BaseResponse | tuple[str, int]:
    """Make another phone the host's; any player's own phone where no buttons could do that."""
    phone, table, seat = this_phone(), room().table, request.form.get("seat")
    if not phone.admitted:
        return redirect(url_for("join.start"))
    try:
        if phone.host and seat:
            table.make_host_of(seat)
        elif not _buttons() and phone.plays:
            table.make_host(phone.token)
        else:
            raise Refused(Message("Another phone is the host's. The menu of the small display changes that: "
                                  "“{item}”.", {"item": _in_the_menu(ANOTHER_HOST)}))
    except Refused as refused:
        return _seats(replies.say(refused.message)), 409
    return redirect(url_for("join.seats"))


@bp.post("/language")
def choose_language() -> BaseResponse:
    """Speak the language that the form names from now on."""
    speak(request.form.get("language", ""))
    back = request.form.get("back", "")
    at_home = re.fullmatch(r"/[a-z_/]*", back) and "//" not in back
    return redirect(_page_at(back) if at_home else url_for("join.start"))


def _page_at(path: str) -> str:
    """`path`, or the page that it belongs to where it only takes a form and has been answered with a page."""
    adapter = current_app.create_url_adapter(request)
    assert adapter is not None
    if adapter.test(path, method="POST") and not adapter.test(path, method="GET"):
        return path.rpartition("/")[0] or url_for("join.start")
    return path


@bp.get("/qr.svg")
def qr() -> Response:
    """Draw the QR code by which further phones join, for a phone that has joined."""
    if not this_phone().admitted:
        abort(403)
    return drawn(f"{room().here}/J/{room().door.token}".upper())


def drawn(link: str) -> Response:
    """A QR code that leads to `link`."""
    out = io.BytesIO()
    segno.make(link, micro=False, error="m").save(out, kind="svg", scale=8, border=3, light="white")
    return Response(out.getvalue(), content_type="image/svg+xml")


@bp.post("/api/join")
def join() -> Response:
    """Let in a phone that gives the code or the QR code's token."""
    why = _come_in(forms.read(forms.Joining).code.strip().upper())
    if why is None:
        return replies.state()
    wait = room().guesses.wait(_address())
    return replies.refusal(429 if wait else 403, why, wait=wait or None)


@bp.post("/api/seats")
def settle_seats() -> Response:
    """Take free seats, give own ones back, or only look on."""
    form = forms.read(forms.Seats)
    if not this_phone().admitted:
        return replies.not_yours(None)
    if form.remove and not this_phone().host:
        return replies.refusal(403, NOT_HOST)
    why = _settle(form.take, form.free, form.mine, form.remove, form.watch)
    return replies.refusal(409, why, with_state=True) if why else replies.state()


@bp.post("/api/language")
def settle_language() -> Response:
    """Tell this phone everything in another language."""
    speak(forms.read(forms.Language).language)
    return replies.state()


def _ask_for_code(why: str = "") -> str:
    return render_template("join/code.html", why=why, shows_code=room().shows_code,
                           sent_away=was_sent_away())


def _come_in(given: str) -> Message | None:
    """Admit the phone if `given` is the code or the token; else why not. Wrong ones slow the next down.

    The token is too long to be guessed: who scanned it never waits, however many others guess.
    """
    door, guesses = room().door, room().guesses
    if same(given, door.token):
        admit()
        return None
    wait = guesses.wait(_address())
    if wait:
        return Message("Too many wrong codes; the next try counts in {seconds} s.", {"seconds": wait})
    if not same(given, door.code):
        guesses.missed(_address())
        if room().shows_code:
            return Message("That is not the code of this table. It stands on the small display.")
        return Message("That is not the code of this table. A phone that has joined shows it under “Seats”.")
    admit()
    return None


def _address() -> str:
    return request.remote_addr or ""


def _buttons() -> bool:
    """Whether the table has buttons, whose menu makes another host."""
    hosting = room().hosting
    return hosting is not None and hosting.ask_at_box is not None


def _in_the_menu(item: Message) -> str:
    """An item of the display's menu as it stands there: in the display's language, not in this phone's."""
    hosting = room().hosting
    return Sentences(hosting.settings.language if hosting else language()).say(item)


def _seats(why: str) -> str:
    return render_template("join/seats.html", state=replies.fresh_state(), why=why, buttons=_buttons(),
                           another_host=_in_the_menu(ANOTHER_HOST),
                           here=room().here.removeprefix("http://"), code=room().door.code)


def _settle(take: list[str], free: list[str], mine: list[str], remove: list[str], watching: bool
            ) -> Message | None:
    """Take seats, take back such as were one's own, give own ones back, free others' as the host.

    Returns why one could not be.
    """
    phone, table = this_phone(), room().table
    if not remove:
        watch(watching)
    try:
        if remove and not phone.host:
            raise Refused(NOT_HOST)
        for seat in remove:
            table.free(seat)
        for seat in take:
            table.join(seat, phone.token)
        for seat in mine:
            table.join(seat, phone.token, was_mine=True)
        for seat in free:
            table.free(seat, phone.token)
    except Refused as refused:
        return refused.message
    return None
