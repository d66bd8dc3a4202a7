"""Setting up (QU-01 to QU-13, QU-154, QU-160 to QU-163)."""

from __future__ import annotations

from companion.engine.questions import TABLE, Choose, Draw, Message, Turn, choose, draw
from companion.games.quick_and_undead.content import FOUR_PLUS, SLOTS, STREET
from companion.games.quick_and_undead.selecting import shown_on_dice
from companion.games.quick_and_undead.state import DR, Place, Ranger
from companion.games.quick_and_undead.town import Town, move_tokens, together

PICKS = 3
FOUR_PLAYERS = 4


def set_up(town: Town) -> Turn:
    """From the opened box to the first turn."""
    yield from place_buildings(town)
    yield from deal_undead(town)
    yield from pick_resources(town)
    if town.state.mode == "solo":
        town.state.law = next(iter(town.state.gangs))
        town.state.ranger = Ranger()
        town.tell("QU-163", "Dead Ranger waits: six outlaws in his graveyard, all slots loaded.")
    else:
        town.state.law = yield from choose(
            TABLE, "law", list(town.state.gangs), Message("Who starts and takes the LAW badge?"), ("QU-12",))
        town.tell("QU-12", "{gang} takes the LAW badge.", gang=town.state.law)
    yield from know_dice(town)
    town.state.phase = "turn_start"


def know_dice(town: Town) -> Turn:
    """How a camera that sees the dice of several gangs at once is to tell whose is whose (QU-08, QU-18)."""
    state = town.state
    if state.options.get("own_colours") == "yes":
        left = list(town.box.colours)
        for gang in [*state.gangs, *([DR] if state.ranger else [])]:
            colour = yield from choose(TABLE, "colour", left, Message("Which colour is the die of {gang}?",
                                                                      {"gang": gang}), ("QU-08",))
            town.shooter(gang).colour = colour
            left.remove(colour)
    elif shown_on_dice(town) and state.mode != "solo":
        state.lower_edge = yield from choose(
            TABLE, "lower_edge", list(state.gangs),
            Message("Who sits at the lower edge of the camera's picture? The others follow clockwise."),
            ("QU-18",))


def counted_players(town: Town) -> int:
    """For how many players the town is laid out: four with two gangs each, six when alone."""
    return {"two_gang": FOUR_PLAYERS, "solo": 6}.get(town.state.mode, len(town.state.seats))


def place_buildings(town: Town) -> Turn:
    """One building on each slot in play, with the slot's bonus from the supply (QU-02, QU-03, QU-07)."""
    state, slots = town.state, town.box.slots_for(counted_players(town))
    with_four_plus = state.mode != "solo" and counted_players(town) >= FOUR_PLAYERS
    cards = tuple(building.id for building in town.box.buildings if with_four_plus or not building.four_plus)
    order = yield from draw(TABLE, "buildings", Draw("buildings", cards, len(slots), len(slots)),
                            Message("Which buildings lie on the slots, clockwise from the graveyard?"),
                            ("QU-02", "QU-03"))
    for slot, card in zip(slots, order, strict=True):
        bonus = "" if state.mode == "solo" else slot.bonus
        state.places[slot.id] = Place(card, bonus)
        if bonus in ("coin", "n1"):
            setattr(state.supply, token(bonus), getattr(state.supply, token(bonus)) - 1)
    town.tell("QU-03", "Buildings: {buildings}.", buildings=list(order))
    if not with_four_plus:
        town.tell("QU-02", "The {count} buildings marked 4+ stay in the box.", count=FOUR_PLUS)


def token(bonus: str) -> str:
    """The name of a bonus in a purse."""
    return "coins" if bonus == "coin" else bonus


def deal_undead(town: Town) -> Turn:
    """Boot Hill; an undead under the buildings of most Notoriety, one in the street (QU-04 to QU-06)."""
    state, players = town.state, counted_players(town)
    if state.mode == "solo":
        state.boot_hill = sum(town.may_be_dealt(card) for card in town.box.card)
        under: list[str] = []
    else:
        state.boot_hill = 3 * players
        order = list(state.places)
        under = sorted(order, key=lambda slot: (-town.card(slot).notoriety, -town.card(slot).cost,
                                                order.index(slot)))[:players]
    gang = next(iter(state.gangs))
    for where in [*under, STREET]:
        card = yield from town.next_undead(gang)
        town.put_undead(card, where, "QU-05" if where != STREET else "QU-06")


def pick_resources(town: Town) -> Turn:
    """All gangs choose three starting resources at the same time (QU-10, QU-155, QU-162)."""
    gangs = list(town.state.gangs)
    picks = yield from together(
        town, "picks", {gang: Choose(("coin", "bullet", "n1"), PICKS, PICKS, repeat=True) for gang in gangs},
        "{gangs}: pick three starting resources.", "QU-10")
    bullets = {gang: picks[gang].count("bullet") for gang in gangs}
    slots = yield from together(
        town, "slots", {gang: Choose(tuple(str(slot) for slot in SLOTS), count, count)
                        for gang, count in bullets.items() if count},
        "{gangs}: which slots do the bullets load?", "QU-10")
    for gang in gangs:
        for kind in ("coin", "n1"):
            count = picks[gang].count(kind)
            move_tokens(town.state.supply, town.purse(gang), token(kind), count)
        town.gang(gang).loaded = [int(slot) for slot in slots.get(gang, ())]
        town.tell("QU-10", "{gang} starts with {picks}.", gang=gang, picks=sorted(picks[gang]))
