"""The action spots: abilities and income (QU-26, QU-27, QU-62 to QU-72, QU-126 to QU-130)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.questions import Barred, Message, Offer, Turn
from companion.games.quick_and_undead.buildings import purchase
from companion.games.quick_and_undead.content import FIVE, STREET
from companion.games.quick_and_undead.intimidation import intimidate, targets
from companion.games.quick_and_undead.shooting import shoot_undead
from companion.games.quick_and_undead.stealing import steal, victims
from companion.games.quick_and_undead.town import Town, Yes

SKIP = "skip"


@dataclass(frozen=True)
class Spot:
    """What a spot lets a gang do, and what it brings."""

    rule: str
    hunt: bool = False
    fight: bool = False
    intimidate: tuple[int, ...] = ()
    steal: str = ""
    one_of: tuple[str, ...] = ()
    """Income of which one is chosen."""
    all_of: tuple[str, ...] = ()
    """Income that is gained whole, one word a unit."""


ABILITIES = {
    8: Spot("QU-64", hunt=True, intimidate=(5, 4, 3, 2), one_of=("coins", "bullet", "n1")),
    7: Spot("QU-65", hunt=True, one_of=("coins", "bullet")),
    6: Spot("QU-66", fight=True, steal="bullet", one_of=("coins", "n1")),
    5: Spot("QU-67", fight=True, intimidate=(8, 7, 6, 4, 3, 2), all_of=("bullet", "bullet")),
    4: Spot("QU-68", fight=True, intimidate=(8, 7, 6, 5), all_of=("coins", "bullet", "n1")),
    3: Spot("QU-69", steal="coins", all_of=("coins", "coins", "coins")),
    2: Spot("QU-70", steal="n1", all_of=("coins", "coins", "n1", "n1")),
}


def own_turn(town: Town, gang: str, spot: int) -> Turn:
    """Ability, income, one purchase (QU-26); a fumble ends it (QU-113, QU-83)."""
    town.state.active = gang
    town.tell("QU-26", "{gang}'s turn on spot {spot}.", gang=gang, spot=spot)
    if (yield from ability(town, gang, ABILITIES[spot])):
        yield from income(town, gang, ABILITIES[spot])
        yield from purchase(town, gang, spot)
    town.state.active = ""


def ability(town: Town, gang: str, spot: Spot) -> Yes:
    """One of what the spot offers, or nothing (QU-63); returns whether the own turn goes on."""
    while True:
        words = ability_words(town, gang, spot)
        answer = yield from town.ask(gang, "ability", [*words, *change_words(town, gang), SKIP],
                                     "{gang}: choose your action, or skip to income.", spot.rule, "QU-63")
        if answer not in ("break_five", "make_five"):
            break
        change(town, gang, answer)
    what, _, target = answer.partition(":")
    if what == "shoot":
        return (yield from shoot_undead(town, gang, target, place_of(town, target)))
    if what == "lean":
        return (yield from intimidate(town, gang, target))
    if what == "rob":
        yield from steal(town, gang, spot.steal, target)
    return True


def ability_words(town: Town, gang: str, spot: Spot) -> list[Offer]:
    """`shoot:U08`, `lean:ben@7`, `rob:ben`: everything that can be done from a spot now."""
    words: list[Offer] = []
    for place in [STREET, *town.state.places] if spot.hunt or spot.fight else []:
        words += [shooting(spot, place, card) for card in town.undead_at(place)]
    words += [f"lean:{target}" for target in targets(town, gang, spot.intimidate)]
    if spot.steal:
        words += victims(town, gang, spot.steal)
    return words


def shooting(spot: Spot, place: str, card: str) -> Offer:
    """An undead to shoot at: hunting finds it anywhere (QU-71), fighting in the street only (QU-72)."""
    if spot.hunt or place == STREET:
        return f"shoot:{card}"
    return Barred(f"shoot:{card}", Message("From here only undead in the street can be shot at."), "QU-72")


def place_of(town: Town, card: str) -> str:
    """Where an undead is."""
    return next(place for place in [STREET, *town.state.places] if card in town.undead_at(place))


def change_words(town: Town, gang: str) -> list[str]:
    """Exchanges between an N5 and five N1, where tokens allow (QU-127)."""
    words = ["break_five"] if town.can_break(gang) else []
    may_make = (town.state.options["change_into_five"] == "yes" and town.purse(gang).n1 >= FIVE
                and town.state.supply.n5 > 0)
    return [*words, *(["make_five"] if may_make else [])]


def change(town: Town, gang: str, word: str) -> None:
    """Make change."""
    if word == "break_five":
        town.break_five(gang)
    else:
        town.make_five(gang)


def income(town: Town, gang: str, spot: Spot) -> Turn:
    """One resource of the slashed ones, or all that is shown (QU-126); the trading post adds one (QU-217)."""
    units = list(spot.all_of)
    if spot.one_of:
        unit = yield from town.ask(gang, "income", spot.one_of, "{gang}: take which?", spot.rule, "QU-126")
        units = [unit]
    if town.has(gang, "double_income"):
        more = yield from town.ask(gang, "one_more", [*dict.fromkeys(units), "none"],
                                   "{gang}: one more of which?", "QU-217")
        units += [more] if more != "none" else []
    for kind in ("coins", "n1"):
        if kind in units:
            town.gain(gang, kind, units.count(kind), spot.rule)
    yield from town.load(gang, units.count("bullet"), spot.rule)
