"""Which phone is asking: a random token in a signed cookie, the seats the journal gives it, its language."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime

from flask import Flask, Request, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature

from companion.engine.questions import TABLE, Message, Words
from companion.i18n import LANGUAGES
from companion.table import Snapshot
from web.room import room

NOT_HOST = Message("Only the host's phone does that.")
FOR_GOOD = datetime(9999, 12, 31, tzinfo=UTC)


class Cookies(SecureCookieSessionInterface):
    """Cookies that hold by any clock, for as long as the door whose key has signed them.

    A Pi keeps no time while it is off: a power cut sets its clock back, a network that is found months ahead,
    and without one it stays behind. By such a clock a cookie may be signed in the future, or have run out
    before the phone has it.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """What the phone's cookie holds, whenever it was signed."""
        signed, serializer = request.cookies.get(self.get_cookie_name(app)), self.get_signing_serializer(app)
        if not signed or serializer is None:
            return self.session_class()
        try:
            return self.session_class(serializer.loads(signed))
        except BadSignature:
            return self.session_class()

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:
        """No time that the phone's clock comes to."""
        return FOR_GOOD if session.permanent else None


@dataclass(frozen=True)
class Phone:
    """One phone, as its cookie and the journal know it."""

    token: str
    admitted: bool
    """Whether it once gave the code."""
    watching: bool
    """Whether its people only want to look on."""
    language: str
    seats: Words
    """The seats that are this phone's, in the order of the table."""
    host: bool
    """Whether it is the host's."""

    @property
    def plays(self) -> bool:
        """Whether its people may change anything at the table."""
        return self.admitted and not self.watching

    def may_answer(self, seat: str, now: Snapshot) -> bool:
        """Whether this phone may speak for `seat`: its own, the table's, or one that no phone has taken."""
        if not self.admitted or self.watching:
            return False
        return seat in self.seats or seat == TABLE or any(
            other.seat == seat and not other.taken for other in now.seats)

    def seat_asked(self, now: Snapshot) -> str | None:
        """For whom an answer is meant that names no seat: this phone's own, else any it may speak for."""
        asked = now.views[None].asked
        waiting = asked.waiting if asked else ()
        own = [seat for seat in waiting if seat in self.seats]
        free = [seat for seat in waiting if self.may_answer(seat, now)]
        return next(iter([*own, *free, *waiting, *self.seats]), None)

    def seat_of_view(self, waiting: Words) -> str | None:
        """Whose eyes this phone looks through: of its own seats one that is asked now, else its first."""
        asked = [seat for seat in self.seats if seat in waiting]
        return next(iter(asked or self.seats), None)


def this_phone() -> Phone:
    """The phone that sent this request. A browser that comes for the first time is given its cookie."""
    if "phone" not in session:
        session["sent_away"] = "phone" in request.cookies
        session["phone"] = secrets.token_urlsafe(16)
        session["token"] = secrets.token_urlsafe(16)
        session.permanent = True
    token: str = session["phone"]
    return Phone(
        token=token, admitted=bool(session.get("admitted")), watching=bool(session.get("watching")),
        language=language(), seats=tuple(room().table.seats_of(token)), host=room().table.is_host(token),
    )


def language() -> str:
    """The language this phone chose, else what its browser likes best."""
    chosen: str = session.get("language", "")
    return chosen if chosen in LANGUAGES else request.accept_languages.best_match(LANGUAGES) or "en"


def page_token() -> str:
    """The token that this phone's pages send back with every change."""
    this_phone()
    token: str = session["token"]
    return token


def admit() -> None:
    """Remember that this phone gave the code."""
    this_phone()
    session["admitted"] = True


def was_sent_away() -> bool:
    """Whether this phone had joined another game, whose cookie is worth nothing at this one."""
    return bool(session.get("sent_away"))


def watch(watching: bool) -> None:
    """Remember whether this phone only looks on."""
    session["watching"] = watching


def speak(chosen: str) -> None:
    """Remember the language this phone chose; another one than ours is left alone."""
    if chosen in LANGUAGES:
        session["language"] = chosen


def left_handed() -> bool:
    """Whether this phone is held in the left hand."""
    return session.get("hand") == "left"


def hold_in(hand: str) -> None:
    """Remember in which hand the phone is held: `left`, or else the right one."""
    session["hand"] = "left" if hand == "left" else "right"
