"""The games: the one on the table, the earlier ones, how each ended; and a new one, which the host begins."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.doors import Door
from companion.engine.game import Game
from companion.engine.journal import JournalFault
from companion.engine.questions import Message, Option
from companion.engine.referee import Refused
from companion.engine.seats import numbers_of
from companion.games import GAMES, load
from companion.hosting import Hosting, Plan, ShelvedGame
from companion.i18n import Sentences
from companion.settling import DECKS, DICE, usual_dice
from web import replies
from web.phones import NOT_HOST, language, this_phone
from web.room import room
from web.state import begun

bp = Blueprint("games", __name__, url_prefix="/games")

GROUPS = {
    "harder": Message("How hard"),
    "variant": Message("Variants"),
    "ruling": Message("Where the rules leave a question open"),
}
"""The kinds of options, in the order in which they are shown."""


@bp.get("")
def shelf() -> str | BaseResponse:
    """List all games."""
    if not this_phone().admitted:
        return redirect(url_for("join.start"))
    return _shelf()


@bp.get("/new")
def choose() -> str | BaseResponse:
    """Let the host choose which game comes next."""
    if not this_phone().host:
        return not_host()
    return render_template("games/choose.html", games=[load(name) for name in GAMES],
                           text=replies.say_text, players=_players)


@bp.get("/new/<name>")
def new(name: str) -> str | BaseResponse:
    """Show everything that is settled before a game."""
    if name not in GAMES:
        abort(404)
    return _new(name) if this_phone().host else not_host()


@bp.post("/new/<name>")
def begin(name: str) -> BaseResponse | tuple[str, int]:
    """Begin the game that the form describes."""
    if name not in GAMES:
        abort(404)
    if not this_phone().host:
        return not_host()
    form, hosting = request.form, hosting_or_404()
    options = {option.id: form[option.id] for option in hosting.unpacked(name).options
               if form.get(option.id)}
    seats = tuple(word for word in map(_word, form.getlist("seat")) if word)
    dice, decks = form.get("dice", ""), form.get("decks", "")
    if dice not in hosting.ways or decks not in DECKS.words:
        abort(400)
    try:
        door = hosting.begin(Plan(name, seats, options, dice, decks), along="along" in form)
    except Refused as refused:
        return _new(name, replies.say(refused.message)), 422
    return _to_table(door)


@bp.get("/<name>")
def one(name: str) -> str | BaseResponse:
    """Show how a game stands or ended, and what can be done with it."""
    if not this_phone().admitted:
        return redirect(url_for("join.start"))
    return _one(name)


@bp.post("/<name>/resume")
def resume(name: str) -> BaseResponse | tuple[str, int]:
    """Go on with an earlier game, or with one that was ended early."""
    return _do(name, lambda hosting: _to_table(hosting.resume(name, along="along" in request.form)))


@bp.post("/<name>/end")
def end(name: str) -> BaseResponse | tuple[str, int]:
    """End the game on the table before its end."""
    def finish(hosting: Hosting) -> BaseResponse:
        if not hosting.game(name).is_on_table:
            raise Refused(Message("This game is not on the table."))
        room().table.end()
        return redirect(url_for("games.one", name=name))
    return _do(name, finish)


@bp.post("/<name>/delete")
def delete(name: str) -> BaseResponse | tuple[str, int]:
    """Delete an earlier game for good."""
    def put_away(hosting: Hosting) -> BaseResponse:
        hosting.delete(name)
        return redirect(url_for("games.shelf"))
    return _do(name, put_away)


@bp.get("/<name>/export")
def export(name: str) -> BaseResponse | tuple[str, int]:
    """Hand the whole journal of a game that is over out as a file."""
    def file(hosting: Hosting) -> BaseResponse:
        text = json.dumps(hosting.export(name), ensure_ascii=False, indent=1)
        return Response(text, content_type="application/json",
                        headers={"Content-Disposition": f'attachment; filename="{name}.json"'})
    return _do(name, file)


def hosting_or_404() -> Hosting:
    hosting = room().hosting
    if hosting is None:
        abort(404)
    return hosting


def not_host() -> Response:
    if not this_phone().admitted:
        return Response("", 302, {"Location": url_for("join.start")})
    return Response(render_template("no.html", why=replies.say(NOT_HOST)), 403)


def _do(name: str, deed: Callable[[Hosting], BaseResponse]) -> BaseResponse | tuple[str, int]:
    """Do what only the host may; why it could not be done stands on the game's page."""
    hosting = hosting_or_404()
    if not this_phone().host:
        return not_host()
    try:
        return deed(hosting)
    except (Refused, JournalFault) as refused:
        return _one(name, replies.say(refused.message)), 409


def _to_table(door: Door | None) -> BaseResponse:
    """To the table, by the link of its door: phones that came along need none, others do."""
    if door is None or door.secret == room().door.secret:
        return redirect(url_for("join.start"), 303)
    return redirect(url_for("join.by_link", token=door.token), 303)


def _shelf() -> str:
    games = [_listed(game) for game in hosting_or_404().games()]
    return render_template("games/shelf.html", games=games, host=this_phone().host)


def _one(name: str, why: str = "") -> str:
    try:
        shelved = hosting_or_404().game(name)
    except (Refused, JournalFault) as refused:
        return render_template("no.html", why=replies.say(refused.message))
    game, header, say = shelved.game, shelved.header, _speech(shelved)
    panels = [(say.say(panel.title), [say.say(line) for line in panel.lines])
              for panel in game.panels(shelved.view.board) if panel.lines]
    settled = [(say.say(option.text), _label(option, str(header.options[option.id]), say))
               for option in game.options if option.id in header.options]
    return render_template(
        "games/one.html", why=why, game=_listed(shelved), host=this_phone().host, panels=panels,
        settled=settled, dice=_label(DICE, header.dice, say), decks=_label(DECKS, header.decks, say),
        winners=_unnamed_winners(shelved, say))


def _unnamed_winners(shelved: ShelvedGame, say: Sentences) -> list[str]:
    """Who has won, unless the sentence that says how the game ended names them."""
    end = shelved.view.outcome
    winners = [say.name(seat) for seat in end.winners] if end else []
    return winners if end and not all(name in say.say(end.text) for name in winners) else []


def _listed(shelved: ShelvedGame) -> dict[str, object]:
    """A game as lists and its own page name it."""
    say, view = _speech(shelved), shelved.view
    return {
        "name": shelved.name, "title": say.text(shelved.game.name),
        "seats": ", ".join(say.name(seat) for seat in shelved.header.seats),
        "on_table": shelved.is_on_table, "over": shelved.is_over,
        "ended_early": view.outcome is not None and view.outcome.reason == "ended",
        "how": say.say(view.outcome.text) if view.outcome else " · ".join(
            say.say(line) for line in shelved.game.display(view.board).lines),
        "played": _date(datetime.fromtimestamp(shelved.played)),
    }


def _speech(shelved: ShelvedGame) -> Sentences:
    return Sentences(language(), shelved.game, shelved.header.seats)


def _date(when: datetime) -> str:
    return when.strftime("%d.%m.%Y" if language() == "fr" else "%Y-%m-%d")


def _new(name: str, why: str = "") -> str:
    """The form for a new game, filled in as it was sent, or as this table would like it."""
    hosting, sent = hosting_or_404(), request.form
    game = hosting.unpacked(name)
    say = Sentences(language(), game)
    seats = sent.getlist("seat") or [say_seat(now.seat) for now in room().table.snapshot.seats]
    dice = sent.get("dice") or usual_dice(hosting.settings, hosting.ways)
    decks = sent.get("decks") or hosting.settings.game.decks
    groups = [(kind, say.say(text), [_offered(option, say) for option in game.options
                                     if option.kind == kind]) for kind, text in GROUPS.items()]
    return render_template(
        "games/new.html", why=why, game=game, title=say.text(game.name), players=_players,
        names=[*seats, *[""] * game.most_seats][:game.most_seats],
        ways=[(way, _label(DICE, way, say), way == dice) for way in hosting.ways],
        decks=[(way, _label(DECKS, way, say), way == decks) for way in DECKS.words],
        groups=[group for group in groups if group[2]], along="along" in sent or not sent)


def _players(game: Game[Any]) -> str:
    """How many may play."""
    *numbers, most = numbers_of(game)
    if not numbers or most - numbers[0] == len(numbers):
        return replies.say(Message("{least} to {most} players", {"least": game.least_seats, "most": most}))
    return replies.say(Message("{numbers} or {most} players",
                               {"numbers": ", ".join(map(str, numbers)), "most": most}))


def _offered(option: Option, say: Sentences) -> dict[str, object]:
    """An option with its values, the one chosen or else the usual one first."""
    chosen = request.form.get(option.id, option.default)
    words = [] if option.default else [("", say.text("As the number of players says"), chosen == "")]
    words += [(word, _label(option, word, say), word == chosen) for word in option.words]
    return {"id": option.id, "text": say.say(option.text), "words": words, "rules": option.rules}


def _label(option: Option, word: str, say: Sentences) -> str:
    """What a value of an option means, as it stands alone."""
    return begun(say.say(option.label(word)))


def say_seat(word: str) -> str:
    """A seat as people write it."""
    return word.replace("_", " ")


def _word(name: str) -> str:
    """The seat's word for a name that people have typed."""
    return re.sub(r"\s+", "_", name.strip())
