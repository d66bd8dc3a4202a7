"""Raising, lowering and flipping rifts (RIT-21 to RIT-31)."""

from __future__ import annotations

from companion.games.riff_in_time.content import SAN_DIMAS
from companion.games.riff_in_time.play import Play

TOP = 10
"""The highest number on a Historic Location's dial."""
UNFIXED_AT = 5


def raise_rift(play: Play, place: str) -> None:
    """Turn a place's disc one number up (RIT-21); what does not fit goes to San Dimas (RIT-22, RIT-23).

    A raise of several steps is made by calling this once for each. A Fixed location is skipped (RIT-24).
    Raises TimeIsUp when San Dimas must go up and cannot.
    """
    if place == SAN_DIMAS:
        raise_san_dimas(play)
        return
    rift = play.state.rifts[place]
    if rift.fixed:
        play.tell("RIT-24", "{place} is fixed: it does not go up.", place=place)
    elif rift.level >= TOP:
        play.tell("RIT-22", "{place} is at its maximum: San Dimas goes up instead.", place=place)
        raise_san_dimas(play)
    else:
        rift.level += 1
        play.tell("RIT-21", "Turn {place} up to {level}.", place=place, level=rift.level)


def raise_san_dimas(play: Play) -> None:
    """San Dimas goes up by one. Being at the maximum is no loss, having to leave it is (RIT-20, RIT-27)."""
    state = play.state
    if state.san_dimas >= play.box.san_dimas.max:
        raise play.is_lost("san_dimas_overflow", "RIT-27",
                           "San Dimas must go up and cannot: the game is lost.")
    state.san_dimas += 1
    play.tell("RIT-50", "Turn San Dimas up to {level}.", level=state.san_dimas)


def lower_san_dimas(play: Play) -> bool:
    """San Dimas goes down by one; at 0 that is skipped (RIT-26, RIT-31). Says whether it went down."""
    state = play.state
    if state.san_dimas <= 0:
        play.tell("RIT-26", "San Dimas is at 0: nothing to lower.")
        return False
    state.san_dimas -= 1
    play.tell("RIT-50", "Turn San Dimas down to {level}.", level=state.san_dimas)
    return True


def lower_rift(play: Play, place: str) -> bool:
    """Turn a place's disc one number down and flip it where that closes it. Says whether it went down."""
    if place == SAN_DIMAS:
        return lower_san_dimas(play)
    rift = play.state.rifts[place]
    if rift.fixed:
        play.tell("RIT-30", "{place} is fixed: it cannot be lowered.", place=place)
        return False
    if rift.level <= 0:
        play.tell("RIT-29", "{place} is at 0 already.", place=place)
        return False
    rift.level -= 1
    play.tell("RIT-21", "Turn {place} down to {level}.", place=place, level=rift.level)
    flip_if_closed(play, place)
    return True


def flip_if_closed(play: Play, place: str) -> None:
    """At 0, with its own Personage returned, a location flips to Fixed at once (RIT-28, RIT-29)."""
    rift = play.state.rifts[place]
    returned = play.state.personages[play.box.at_home[place]].returned
    if rift.level > 0 or not (returned or not play.says("flip_needs_return")):
        return
    if not rift.fixed:
        rift.fixed = True
        play.tell("RIT-28", "{place} is closed: flip its disc to the Fixed side.", place=place)
    if returned:
        take_triumph_card(play, place)


def take_triumph_card(play: Play, place: str) -> None:
    """The active player takes the location's card, Triumphant end showing (RIT-106, RIT-107, RIT-57)."""
    rift = play.state.rifts[place]
    if rift.triumph_holder == play.active:
        return
    rift.triumph_holder = play.active
    rift.triumph_turn = play.state.turn
    play.tell("RIT-106", "{seat} takes the card of {place}: a Triumphant die from the next turn on.",
              seat=play.active, place=place)


def unfix(play: Play, place: str) -> None:
    """A Fixed location opens again, dial at 5; Personage and card stay as they are (RIT-55, RIT-57)."""
    rift = play.state.rifts[place]
    rift.fixed = False
    rift.level = UNFIXED_AT
    play.tell("RIT-55", "{place} opens again: flip its disc, dial at {level}.", place=place,
              level=UNFIXED_AT)
