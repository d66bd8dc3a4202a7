"""What the display's menu can do beside the open question: another host, other games, the camera, power."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Any

from companion.engine.game import Game
from companion.engine.questions import Message, Words
from companion.engine.referee import Refused
from companion.games import GAMES
from companion.hosting import Hosting, Plan, ShelvedGame
from companion.i18n import Sentences
from companion.pages import Command, Deed, Listing, Page
from companion.power import DEEDS
from companion.settling import Settling
from companion.table import Table

ANOTHER_HOST = Message("Another host")
MOST_GAMES = 12
"""So many earlier games are offered, the latest first."""


class Menu:
    """The further lines of the menu. Other games are those of `hosting`; `adjust_camera` has the camera find
    its exposure again, None without a camera."""

    def __init__(self, hosting: Hosting, table: Table, *,
                 adjust_camera: Callable[[], None] | None = None) -> None:
        self._hosting = hosting
        self._table = table
        self._seats = tuple(now.seat for now in table.snapshot.seats)
        self._say = Sentences(hosting.settings.language, table.game, self._seats).say
        self._adjust_camera = adjust_camera

    def commands(self) -> Iterator[Command]:
        """Each line with what it does; switching off only where this account may."""
        yield Message("Go on with another game"), self._earlier_games
        yield Message("New game"), self._new_games
        yield ANOTHER_HOST, self._phones
        if self._adjust_camera:
            yield Message("Adjust the camera"), self._adjust
        for what in self._hosting.power.offered():
            yield DEEDS[what].name, partial(self._hosting.power.page, what)

    def _phones(self) -> Page | Message:
        rows: list[tuple[str, Deed]] = [
            (self._say(Message("{seat}, the host now" if now.host else "{seat}", {"seat": now.seat})),
             partial(self._make_host, now.seat))
            for now in self._table.snapshot.seats if now.taken]
        if not rows:
            return Message("No phone has taken a seat yet.")
        return Listing(self._say(Message("Who is the host?")), rows)

    def _make_host(self, seat: str) -> Message:
        try:
            self._table.make_host_of(seat)
        except Refused as refused:
            return refused.message
        return Message("The phone of {seat} is the host's now.", {"seat": seat})

    def _earlier_games(self) -> Page | Message:
        others = (shelved for shelved in self._hosting.games() if not shelved.is_on_table)
        rows: list[tuple[str, Deed]] = [(self._players(shelved), partial(self._resume, shelved.name))
                                        for shelved in islice(others, MOST_GAMES)]
        if not rows:
            return Message("There is no other game.")
        return Listing(self._say(Message("Which game?")), rows)

    def _players(self, shelved: ShelvedGame) -> str:
        return self._say(Message("{game}: {seats}", {"game": shelved.game.name,
                                                     "seats": shelved.header.seats}))

    def _resume(self, name: str) -> Message | None:
        try:
            self._hosting.resume(name, along=True)
        except Refused as refused:
            return refused.message
        return None

    def _new_games(self) -> Page:
        rows: list[tuple[str, Deed]] = []
        for name in GAMES:
            game = self._hosting.unpacked(name)
            settling = Settling(game, self._seats, self._hosting.settings, self._begin, self._hosting.ways)
            rows.append((game.name, settling.ask))
        return Listing(self._say(Message("Which game?")), rows)

    def _begin(self, game: Game[Any], seats: Words, chosen: Mapping[str, str], dice: str,
               decks: str) -> Message | None:
        try:
            self._hosting.begin(Plan(game.id, seats, chosen, dice, decks), along=True)
        except Refused as refused:
            return refused.message
        return None

    def _adjust(self) -> Message:
        assert self._adjust_camera is not None
        self._adjust_camera()
        return Message("The camera looks at the light anew; keep your hands off the tray for a moment.")
