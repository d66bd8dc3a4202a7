"""The dead: outlaws to graveyards, undead into town and out of it (QU-61, QU-114, QU-122 to QU-125)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.engine.questions import Turn
from companion.games.quick_and_undead.content import STREET
from companion.games.quick_and_undead.state import DR
from companion.games.quick_and_undead.town import Town


def bury(town: Town, killers: Mapping[str, Sequence[str]]) -> Turn:
    """Killed outlaws' killers gain 1 N1 each; then the owners add an undead each, clockwise.

    The outlaws themselves have been taken off the board (QU-61, QU-124, QU-125). Dead Ranger gains nothing
    (QU-176), but for each of his killed outlaws an undead comes too (QU-175).
    """
    pay_killers(town, killers)
    for victim in [*town.state.clockwise(list(killers)), *(name for name in killers if name == DR)]:
        yield from add_undead(town, victim)


def pay_killers(town: Town, killers: Mapping[str, Sequence[str]]) -> None:
    """1 N1 for each killer; Dead Ranger gains nothing (QU-124, QU-176)."""
    for victim, shooters in killers.items():
        for shooter in shooters:
            town.tell("QU-61", "{gang} kills an outlaw of {victim}.", gang=shooter, victim=victim)
            if shooter != DR:
                town.gain(shooter, "n1", 1, "QU-124")


def add_undead(town: Town, owner: str) -> Turn:
    """The top card of Boot Hill comes into town: where its owner likes, or alone by the fixed order.

    QU-122, QU-123; QU-189, QU-190.
    """
    if town.state.mode == "solo":
        yield from add_undead_alone(town, owner)
        return
    card = yield from town.next_undead(owner)
    if card:
        where = yield from town.ask_place(owner, "put_undead", [STREET, *town.state.places],
                                          "{gang}: where does undead {card} go?", "QU-122", card=card)
        town.put_undead(card, where, "QU-122")


def add_undead_alone(town: Town, gang: str) -> Turn:
    """Street first, then the first building clockwise without one; with no room left Dead Ranger wins."""
    state = town.state
    if not state.boot_hill and not state.boot_hill_under:
        town.tell("QU-123", "Boot Hill is empty: no undead comes.")
        return
    free = [where for where in [STREET, *state.places] if not town.undead_at(where)]
    if not free:
        raise town.end("overrun", (), "QU-190", "The town is overrun: Dead Ranger wins.")
    card = yield from town.next_undead(gang)
    town.put_undead(card, free[0], "QU-189")


def kill_undead(town: Town, gang: str, card: str, where: str) -> None:
    """The killer keeps the card (QU-114); alone it goes under Boot Hill (QU-192). A bounty may be paid."""
    town.undead_at(where).remove(card)
    town.tell("QU-114", "{gang} kills undead {card}.", gang=gang, card=card)
    if town.state.mode == "solo":
        town.state.boot_hill_under.append(card)
    else:
        town.gang(gang).kills.append(card)
    for other in town.state.gangs:
        if town.has(other, "bounty"):
            town.gain(other, "n1", 1, "QU-214")
    if town.state.options["high_noon_mid_turn"] == "yes":
        note_clear_town(town)


def note_clear_town(town: Town) -> None:
    """With no undead in any building or the street High Noon is armed, for good (QU-142, QU-143)."""
    state = town.state
    if state.mode != "solo" and state.high_noon == "no" and state.town_undead() == 0:
        state.high_noon = "armed"
        town.tell("QU-142", "The town is clear: the next turn is High Noon, the last one.")
