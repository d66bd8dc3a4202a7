"""What the API answers: the fresh state, or a sentence that says why not."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response, copy_current_request_context, request

from companion.engine.journal import Unwritten
from companion.engine.questions import Message
from companion.engine.referee import Refused
from companion.i18n import Sentences
from companion.table import Late, NeedsConfirmation
from web import shapes, stream
from web.phones import Phone, language, page_token, this_phone
from web.room import room

STREAMS_OF_STRANGERS = 4
"""Streams beyond which a phone that never gave the code gets none: it may look, not crowd the others out."""


def sentences() -> Sentences:
    """Makes sentences in the language of the phone that asks."""
    table = room().table
    return Sentences(language(), table.game, [seat.seat for seat in table.snapshot.seats])


def say(message: Message) -> str:
    """A sentence in the language of the phone that asks."""
    return sentences().say(message)


def say_text(sentence: str) -> str:
    """An English sentence in the language of the phone that asks."""
    return sentences().text(sentence)


def fresh_state() -> shapes.State:
    """The state as the phone that asks may see it."""
    here = room()
    return here.tellings.state(this_phone(), here.table.snapshot, page_token())


def state() -> Response:
    """The fresh state, as an answer."""
    return as_json(fresh_state().model_dump_json())


def refusal(status: int, why: Message, *, with_state: bool = False, confirm: bool = False,
            wait: int | None = None) -> Response:
    """Why something was not done; `with_state` where what the phone shows is no longer so."""
    body = shapes.Refusal(error=say(why), state=fresh_state() if with_state else None, confirm=confirm,
                          wait=wait)
    answer = as_json(body.model_dump_json(exclude_unset=False, exclude_none=not with_state), status)
    if wait:
        answer.headers["Retry-After"] = str(wait)
    return answer


def streamed(phone: Phone, text: Callable[[], tuple[int, str]], event: str, place: str = "") -> Response:
    """Stream `text` (the version, and what is told) as `event`, at once and at every change of the table.

    A phone has one stream for each `place`: a new one takes the place of the old one.
    """
    here = room()
    try:
        ticket = here.streams.open(phone.token + place, None if phone.admitted else STREAMS_OF_STRANGERS)
    except stream.Full:
        return refusal(503, Message("Too many phones look on at once; try again in a moment."), wait=5)

    def wait(version: int, seconds: float) -> int | None:
        newest = here.table.wait(version, seconds).version
        return newest if here.table.is_open else None

    told = stream.events(ticket, wait, copy_current_request_context(text), event)
    answer = Response(told, content_type="text/event-stream")
    answer.call_on_close(ticket.close)
    return answer


def as_json(text: str, status: int = 200) -> Response:
    """A JSON text as an answer."""
    return Response(text + "\n", status=status, content_type="application/json")


def done(do: Callable[[], object]) -> Response:
    """Do it and tell the fresh state; or say why not."""
    try:
        do()
    except Late as late:
        return refusal(409, late.message, with_state=True)
    except NeedsConfirmation as asks:
        return refusal(409, asks.message, with_state=True, confirm=True)
    except Unwritten as failed:
        return refusal(503, failed.message)
    except Refused as refused:
        return refusal(422, refused.message)
    return state()


def for_players(do: Callable[[], object]) -> Response:
    """Do it for a phone that plays; others are told why not."""
    return done(do) if this_phone().plays else not_yours(None)


def for_seat(named: str | None, id: str | None, do: Callable[[str], object]) -> Response:
    """Do it for a seat that this phone may speak for: the one it names, else the one that is asked."""
    phone, table = this_phone(), room().table
    seat = named or phone.seat_asked(table.snapshot)
    if seat is not None and phone.may_answer(seat, table.snapshot):
        return done(lambda: do(seat))
    if phone.plays and id is not None and table.has_done(id):
        # It was done and its reply was lost: now another phone's seat is asked, or nobody's any more.
        return state()
    return not_yours(seat)


def ask_again() -> Response:
    """Have this phone ask the same of the program that takes this one's place, at the same address.

    A reply of unknown length ends its connection; the next one waits until that program takes it.
    """
    return Response(iter(()), 307, {"Location": request.url})


def not_yours(seat: str | None) -> Response:
    """Why this phone may not speak for `seat` (None: for any)."""
    phone = this_phone()
    if not phone.admitted:
        return refusal(403, Message("This phone has not joined yet: give the code on the display."))
    if phone.watching or seat is None:
        return refusal(403, Message("This phone only looks on. Take a seat to play."))
    return refusal(403, Message("{seat} is played on another phone.", {"seat": seat}), with_state=True)
