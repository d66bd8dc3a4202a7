"""Everything about a state that cannot be so on a real table: shown as warnings after a correction."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.questions import Message
from companion.games.riff_in_time.content import POSITIONS, SAN_DIMAS, Box
from companion.games.riff_in_time.dice import LIMIT
from companion.games.riff_in_time.rifts import TOP
from companion.games.riff_in_time.state import State


def problems(box: Box, state: State) -> Iterator[Message]:
    """Each thing that is wrong, one sentence each."""
    yield from _dials(box, state)
    yield from _discs(state)
    yield from _personages(box, state)
    yield from _players(box, state)
    yield from _cards(box, state)


def _dials(box: Box, state: State) -> Iterator[Message]:
    if not 0 <= state.san_dimas <= box.san_dimas.max:
        yield Message("San Dimas is at {level}; its dial goes from 0 to {most}.",
                      {"level": state.san_dimas, "most": box.san_dimas.max})
    for place, rift in state.rifts.items():
        if not 0 <= rift.level <= TOP:
            yield Message("{place} is at {level}; its dial goes from 0 to {most}.",
                          {"place": place, "level": rift.level, "most": TOP})
        if rift.fixed and rift.level:
            yield Message("{place} is fixed, but its dial is at {level}.",
                          {"place": place, "level": rift.level})
        if rift.triumph_holder and rift.triumph_holder not in state.seats:
            yield Message("The card of {place} is with {seat}, who does not play.",
                          {"place": place, "seat": rift.triumph_holder})


def _discs(state: State) -> Iterator[Message]:
    laid = sorted(rift.position for rift in state.rifts.values())
    if state.phase != "setup" and laid != list(POSITIONS):
        yield Message("The ten discs do not lie on positions 1 to 10, one each.")


def _personages(box: Box, state: State) -> Iterator[Message]:
    for name, person in state.personages.items():
        home = box.personage[name].home
        if person.booth and person.booth not in state.seats:
            yield Message("{personage} is with {seat}, who does not play.",
                          {"personage": name, "seat": person.booth})
        if person.booth and (person.place or person.returned):
            yield Message("{personage} is in a booth and on the board at once.", {"personage": name})
        if not person.booth and person.place not in ("", SAN_DIMAS, *state.rifts):
            yield Message("{personage} stands at “{place}”, which is no place.",
                          {"personage": name, "place": person.place})
        if state.phase != "setup" and not person.booth and not person.place:
            yield Message("{personage} is nowhere.", {"personage": name})
        if person.returned and person.place != home:
            yield Message("{personage} counts as returned, but is not at {place}.",
                          {"personage": name, "place": home})
        if person.returned and state.rifts[home].level == 0 and not state.rifts[home].fixed:
            yield Message("{place} is at 0 and {personage} is returned, but it is not fixed.",
                          {"place": home, "personage": name})
        if state.rifts[home].fixed and not person.returned and state.options["flip_needs_return"] == "yes":
            yield Message("{place} is fixed, but {personage} is not returned.",
                          {"place": home, "personage": name})


def _players(box: Box, state: State) -> Iterator[Message]:
    characters = [player.character for player in state.players.values() if player.character]
    if len(set(characters)) < len(characters):
        yield Message("Two players have the same character.")
    for seat, player in state.players.items():
        if player.place not in (SAN_DIMAS, *state.rifts):
            yield Message("{seat} stands at “{place}”, which is no place.",
                          {"seat": seat, "place": player.place})
        for card, there in ((player.character, box.character), (player.objective, box.objective),
                            (player.bonus, box.objective)):
            if card and card not in there:
                yield Message("{seat} has the card “{card}”, which is not in the box.",
                              {"seat": seat, "card": card})
    in_play = [card for player in state.players.values() for card in (player.objective, player.bonus) if card]
    if len(set(in_play)) < len(in_play):
        yield Message("One Objective card lies before two players.")
    if len(state.pool) > LIMIT:
        yield Message("{count} dice are in the pool; {most} are the most.",
                      {"count": len(state.pool), "most": LIMIT})


def _cards(box: Box, state: State) -> Iterator[Message]:
    whole = sum(card.count for card in box.riff_cards)
    if state.riff_left + state.riff_discard + len(state.riff_stack) != whole or state.riff_left < 0:
        yield Message("{left} Riff cards are left and {discard} discarded; together there are {whole}.",
                      {"left": state.riff_left, "discard": state.riff_discard + len(state.riff_stack),
                       "whole": whole})
    if len(state.riff_known_top) > state.riff_left:
        yield Message("More Riff cards are known to lie on top than are left.")
