"""The settings that phones may see and the host may change, what the doctor finds, and switching off.

Pins, ports and commands are not among them: a wrong one would cut off the page that could put it right, or
let a phone run programs on this machine. Those stand in the settings file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.engine.questions import Message
from companion.engine.referee import Refused
from companion.hosting import Hosting
from companion.i18n import LANGUAGES
from companion.power import DEEDS
from companion.settings import HOURS
from companion.settling import DECKS, DICE
from web import replies
from web.games import hosting_or_404, not_host
from web.phones import this_phone
from web.state import begun

bp = Blueprint("settings", __name__)

Value = str | int | bool


@dataclass(frozen=True)
class Choice:
    """A setting on the page: where it stands in the file, what it is, and its values; none: free text."""

    section: str
    name: str
    text: Message
    line: Message
    values: tuple[tuple[Value, Message], ...] = ((False, Message("No")), (True, Message("Yes")))
    form: str = ""
    """What a free text has to match."""
    advice: Message | None = None
    """How to write a free text that does not."""

    @property
    def id(self) -> str:
        """Its name in the form."""
        return f"{self.section}.{self.name}" if self.section else self.name

    def now(self, settings: Any) -> Value:
        """Its value."""
        value: Value = getattr(getattr(settings, self.section) if self.section else settings, self.name)
        return value

    def sent(self, now: Value) -> Value:
        """The value that the form sent; `now` where it sent none. ValueError when it cannot be."""
        text = request.form.get(self.id, str(now))
        if not self.values:
            return text.strip()
        known: dict[str, Value] = {str(value): value for value in (now, *(value for value, _ in self.values))}
        if text not in known:
            raise ValueError(text)
        return known[text]


CHOICES: tuple[tuple[Message, tuple[Choice, ...]], ...] = (
    (Message("Language"), (
        Choice("", "language", Message("The small display's language"),
               Message("Each phone chooses its own."),
               tuple((code, Message(name)) for code, name in LANGUAGES.items())),
    )),
    (Message("Dice and cards"), (
        Choice("game", "dice", Message("Dice of a new game"), Message("What is offered first."),
               tuple((way, DICE.label(way)) for way in DICE.words)),
        Choice("game", "decks", Message("Cards and discs of a new game"), Message("What is offered first."),
               tuple((way, DECKS.label(way)) for way in DECKS.words)),
        Choice("game", "standin", Message("Ordinary dice in the place of the game's"),
               Message("How the camera tells their kinds apart."),
               (("colours", Message("By their colours")),
                ("one_kind_a_throw", Message("Each kind is thrown by itself")),
                ("none", Message("None: the game's own dice are thrown")))),
        Choice("game", "confirm_every_throw", Message("Confirm every throw"),
               Message("People say that it is right, even where the camera is certain.")),
    )),
    (Message("Camera"), (
        Choice("camera", "source", Message("Camera"), Message("Which one looks at the tray."),
               (("none", Message("No camera")), ("auto", Message("Whichever answers")),
                ("picamera2", Message("The Pi's own")), ("usb:0", Message("A webcam")),
                ("usb:1", Message("A second webcam")))),
        Choice("camera", "turned", Message("The camera hangs upside down"),
               Message("Its picture is turned.")),
    )),
    (Message("Small display and buttons"), (
        Choice("display", "chip", Message("Display"), Message("The chip it is driven by."),
               (("none", Message("No display")), ("ssd1306", Message("SSD1306")),
                ("sh1106", Message("SH1106")), ("ssd1309", Message("SSD1309")))),
        Choice("display", "height", Message("Height"), Message("A low one shows a reduced form."),
               ((64, Message("64 pixels")), (32, Message("32 pixels")))),
        Choice("display", "rotate", Message("Turned by"), Message("For one that is mounted otherwise."),
               ((0, Message("Not turned")), (1, Message("90°")), (2, Message("180°")), (3, Message("270°")))),
        Choice("buttons", "wired", Message("Four buttons are wired"),
               Message("Their pins stand in the settings file.")),
    )),
    (Message("Buzzer"), (
        Choice("lights", "quiet", Message("Always silent"), Message("It does not sound at all.")),
        Choice("lights", "quiet_hours", Message("Silent hours"),
               Message("From and to, such as 22:00-07:00; empty: none."), (), HOURS,
               Message("Write them as 22:00-07:00: hours from 00 to 23, minutes from 00 to 59.")),
    )),
)
MARKS = {"good": Message("good"), "absent": Message("not there"), "fault": Message("at fault")}


@bp.get("/settings")
def page() -> str | BaseResponse:
    """Show the settings, what the doctor finds, and what the machine can be asked to do."""
    if not this_phone().admitted:
        return redirect(url_for("join.start"))
    return _page(hosting_or_404())


@bp.post("/settings")
def change() -> BaseResponse | tuple[str, int]:
    """Keep what was chosen; the companion begins anew with it, and the game goes on."""
    hosting = hosting_or_404()
    if not this_phone().host:
        return not_host()
    chosen: dict[str, Any] = {}
    for choice in _choices():
        try:
            value = choice.sent(choice.now(hosting.settings))
        except ValueError:
            abort(400)
        if choice.form and not re.fullmatch(choice.form, str(value)):
            return _page(hosting, wrong=choice), 422
        (chosen.setdefault(choice.section, {}) if choice.section else chosen)[choice.name] = value
    try:
        hosting.choose(chosen)
    except Refused as refused:
        return _page(hosting, replies.say(refused.message)), 422
    return redirect(url_for("settings.page", kept=1, _anchor="kept"), 303)


@bp.post("/settings/power")
def power() -> BaseResponse | tuple[str, int]:
    """Have the box ask for the held button that switches the machine off or restarts it."""
    hosting = hosting_or_404()
    if not this_phone().host:
        return not_host()
    try:
        hosting.ask_for(request.form.get("what", ""))
    except Refused as refused:
        return _page(hosting, replies.say(refused.message)), 409
    said = Message("The small display asks now: hold OK there within a minute.")
    return _page(hosting, said=replies.say(said)), 200


def _choices() -> Iterator[Choice]:
    for _, choices in CHOICES:
        yield from choices


def _page(hosting: Hosting, why: str = "", said: str = "", wrong: Choice | None = None) -> str:
    """The page; beside the field of `wrong`, which cannot be kept so, stands how to write it."""
    say, settings = replies.say, hosting.settings
    groups = [(say(title), [_shown(choice, settings, choice is wrong) for choice in choices])
              for title, choices in CHOICES]
    findings = [(found.state, say(MARKS[found.state]), say(Message(found.found.text, found.found.args)),
                 say(Message(found.next_step.text, found.next_step.args)) if found.next_step else "")
                for found in hosting.findings()]
    return render_template("settings.html", why=why, said=said, kept="kept" in request.args,
                           groups=groups, findings=findings,
                           powers=[(what, say(DEEDS[what].name)) for what in hosting.powers()],
                           notes=replies.fresh_state().notes, host=this_phone().host)


def _shown(choice: Choice, settings: Any, is_wrong: bool) -> dict[str, Any]:
    """A setting with its values in the reader's language; a value of the file's own is shown as it stands."""
    now = request.form.get(choice.id, str(choice.now(settings)))
    words = [(str(value), begun(replies.say(text)), str(value) == now) for value, text in choice.values]
    if choice.values and not any(is_now for _, _, is_now in words):
        words.insert(0, (now, now, True))
    return {"id": choice.id, "text": replies.say(choice.text), "line": replies.say(choice.line),
            "words": words, "now": now,
            "fault": replies.say(choice.advice) if is_wrong and choice.advice else ""}
