"""Which phones hold which seats, and which phone is the host's. Phones are known by their tokens' hashes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence

from companion.engine.folding import JournalRow, Kept, SeatFreed, SeatShared, SeatTaken, Written
from companion.engine.questions import Message, Words
from companion.engine.referee import Refused

HOST = "host"
"""Under this name the journal keeps the hash of the host's phone."""


class Seating:
    """The phones around one table, as its journal tells; `record` writes down what changes.

    Who looks (from any thread) sees either what was before a change or what is after it.
    """

    def __init__(self, seats: Sequence[str], written: Written,
                 record: Callable[[Sequence[JournalRow]], None]) -> None:
        self._seats = tuple(seats)
        self._holders = dict(written.seats)
        self._host = written.kept.get(HOST, "")
        self._record = record

    def seats_of(self, token: str) -> Words:
        """The seats that the phone with this token holds, in the order of the table."""
        holder, holders = _hash(token), self._holders
        return tuple(seat for seat in self._seats if holder in holders.get(seat, ()))

    def is_taken(self, seat: str) -> bool:
        """Whether a phone holds `seat`."""
        return seat in self._holders

    def is_hosts(self, seat: str) -> bool:
        """Whether the host's phone holds `seat`."""
        return self._host in self._holders.get(seat, ())

    def is_host(self, token: str) -> bool:
        """Whether the phone with this token is the host's."""
        return self._host == _hash(token)

    def take(self, seat: str, token: str, was_mine: bool) -> bool:
        """Give `seat` to a phone; over another phone only if its people say `was_mine`.

        Says whether another phone lost it. The first phone that takes a seat of a table without a host is
        the host's.
        """
        self._check(seat)
        holder, holders = _hash(token), self._holders.get(seat, ())
        if holder in holders:
            return False
        if holders and not was_mine:
            raise Refused(Message("Another phone has the seat of {seat}. If it was yours, say so to have it "
                                  "back.", {"seat": seat}))
        host = self._host or holder
        self._record([SeatTaken(seat, holder), *([] if self._host else [Kept(HOST, host)])])
        self._holders, self._host = {**self._holders, seat: (holder,)}, host
        return bool(holders)

    def share(self, seat: str, token: str) -> None:
        """Let one more phone play `seat`, beside those that hold it."""
        self._check(seat)
        holder, holders = _hash(token), self._holders.get(seat, ())
        if holder not in holders:
            self._record([SeatShared(seat, holder)])
            self._holders = {**self._holders, seat: (*holders, holder)}

    def free(self, seat: str, token: str | None) -> None:
        """Take `seat` from the phone with this token, or (None) from every phone that holds it."""
        holder, holders = _hash(token) if token is not None else "", self._holders.get(seat, ())
        if not holders or (holder and holder not in holders):
            return
        self._record([SeatFreed(seat, holder)])
        left = tuple(held for held in holders if holder and held != holder)
        self._holders = {held: by for held, by in {**self._holders, seat: left}.items() if by}

    def make_host(self, token: str) -> None:
        """Make the phone with this token the host's."""
        self._make_host(_hash(token))

    def make_host_of(self, seat: str) -> None:
        """Make the phone that holds `seat` (of several the first) the host's."""
        if not self.is_taken(seat):
            raise Refused(Message("No phone holds the seat of {seat}; the host needs one.", {"seat": seat}))
        self._make_host(self._holders[seat][0])

    def rows_for(self, seats: Sequence[str]) -> Iterator[JournalRow]:
        """What another game's journal is to hold for these phones to have `seats` there, and the host."""
        for seat in seats:
            for place, holder in enumerate(self._holders.get(seat, ())):
                yield SeatShared(seat, holder) if place else SeatTaken(seat, holder)
        if self._host:
            yield Kept(HOST, self._host)

    def _make_host(self, holder: str) -> None:
        self._record([Kept(HOST, holder)])
        self._host = holder

    def _check(self, seat: str) -> None:
        if seat not in self._seats:
            raise Refused(Message("Nobody called {seat} plays here.", {"seat": seat}))


def _hash(token: str) -> str:
    """A phone's token as the journal keeps it: who reads the file cannot take a seat with it."""
    return hashlib.sha256(token.encode()).hexdigest()
