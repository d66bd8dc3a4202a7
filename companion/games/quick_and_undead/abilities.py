"""What buildings do at the start of a turn (QU-16, QU-200 to QU-208, QU-215)."""

from __future__ import annotations

from companion.engine.questions import Choose, Turn
from companion.games.quick_and_undead.content import SLOTS
from companion.games.quick_and_undead.state import BACKFIRE, SKULL
from companion.games.quick_and_undead.town import Town

DONE = "done"
AT_START = ("coin", "notoriety", "bullet", "reset", "barter", "prospect", "rearrange", "saloon", "send")


def start_abilities(town: Town) -> Turn:
    """Clockwise, each controller may use each of its start abilities once, in the order it likes (QU-16)."""
    town.state.phase = "turn_start"
    for gang in town.state.clockwise():
        yield from draw_by_magnet(town, gang)
        used: list[str] = []
        while True:
            words = [slot for slot in town.state.controlled(gang)
                     if slot not in used and is_usable(town, gang, slot)]
            if not words:
                break
            answer = yield from town.ask_place(gang, "start", [*words, DONE],
                                               "{gang}: use which building now?", "QU-16")
            if answer == DONE:
                break
            used.append(answer)
            yield from use(town, gang, answer)


def is_usable(town: Town, gang: str, slot: str) -> bool:
    """Whether a building's start ability would do anything."""
    ability, state = town.card(slot).ability, town.state
    if ability == "barter":
        return town.purse(gang).coins > 0
    if ability == "reset":
        return town.gang(gang).crit == BACKFIRE
    if ability == "rearrange":
        return 0 < len(town.gang(gang).loaded) < len(SLOTS)
    if ability == "send":
        has_card = state.boot_hill or state.boot_hill_under
        return bool(town.purse(gang).n1 and has_card and places_without_undead(town))
    return ability in AT_START


def places_without_undead(town: Town) -> list[str]:
    """The board slots whose building holds no undead."""
    return [slot for slot, place in town.state.places.items() if not place.undead]


def use(town: Town, gang: str, slot: str) -> Turn:
    """One start ability."""
    ability = town.card(slot).ability
    town.tell("QU-16", "{gang} uses {building}.", gang=gang, building=town.card(slot).id)
    if ability == "coin":
        town.gain(gang, "coins", 1, "QU-200")
    elif ability == "notoriety":
        town.gain(gang, "n1", 1, "QU-201")
    elif ability == "bullet":
        yield from town.load(gang, 1, "QU-202")
    elif ability == "reset":
        town.gang(gang).crit = SKULL
        town.tell("QU-203", "{gang} turns the critical token to Skull.", gang=gang)
    elif ability == "barter":
        yield from barter(town, gang)
    elif ability == "rearrange":
        yield from rearrange(town, gang)
    elif ability == "send":
        yield from send_undead(town, gang)
    else:
        yield from roll_for(town, gang, ability)


def draw_by_magnet(town: Town, gang: str) -> Turn:
    """Controlled and without undead, the undertaker draws one from Boot Hill; it cannot refuse (QU-204)."""
    for slot in town.state.controlled(gang):
        if town.card(slot).ability == "magnet" and not town.state.places[slot].undead:
            card = yield from town.next_undead(gang)
            if card:
                town.put_undead(card, slot, "QU-204")


def barter(town: Town, gang: str) -> Turn:
    """1 coin for 1 bullet or 1 N1 (QU-205)."""
    kind = yield from town.ask(gang, "barter", ("bullet", "n1"), "{gang}: a coin for what?", "QU-205")
    town.pay(gang, "coins", 1, "QU-205")
    if kind == "bullet":
        yield from town.load(gang, 1, "QU-205")
    else:
        town.gain(gang, "n1", 1, "QU-205")


def rearrange(town: Town, gang: str) -> Turn:
    """The own bullets move freely between the own slots (QU-207)."""
    count = len(town.gang(gang).loaded)
    slots = yield from town.ask_some(
        gang, "rearrange", Choose(tuple(str(slot) for slot in SLOTS), count, count),
        "{gang}: which slots are to be loaded?", "QU-207")
    town.gang(gang).loaded = [int(slot) for slot in slots]
    town.tell("QU-207", "{gang} has loaded {slots}.", gang=gang, slots=list(slots))


def send_undead(town: Town, gang: str) -> Turn:
    """1 N1 puts the top undead of Boot Hill into a building without one (QU-215)."""
    slot = yield from town.ask_place(gang, "send", places_without_undead(town),
                                     "{gang}: an undead into which building?", "QU-215")
    town.pay(gang, "n1", 1, "QU-215")
    card = yield from town.next_undead(gang)
    if card:
        town.put_undead(card, slot, "QU-215")


def roll_for(town: Town, gang: str, ability: str) -> Turn:
    """The mine office (QU-206) and the Saloon (QU-208) roll a d8; it never touches the critical token."""
    rule = "QU-206" if ability == "prospect" else "QU-208"
    numbers = yield from town.roll([gang], "building_roll", "{gang}: roll for the building.", rule)
    number = numbers[gang]
    if ability == "prospect":
        if number <= 3:
            town.gain(gang, "coins", 1, rule)
        elif number <= 6:
            yield from town.load(gang, 1, rule)
        else:
            town.gain(gang, "n1", 1, rule)
    elif number == 1:
        if town.purse(gang).coins:
            town.pay(gang, "coins", 1, rule)
    elif number >= 4:
        town.gain(gang, "coins", 1 if number <= 6 else 2, rule)
