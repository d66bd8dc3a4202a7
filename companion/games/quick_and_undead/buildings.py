"""Buying and fighting for buildings (QU-91 to QU-103, QU-131 to QU-141)."""

from __future__ import annotations

from companion.engine.questions import Barred, Message, Offer, Turn, open_words
from companion.games.quick_and_undead.duels import pay_fame, take_off
from companion.games.quick_and_undead.graveyard import bury
from companion.games.quick_and_undead.intimidation import buys_out
from companion.games.quick_and_undead.shooting import CRITICAL, HIGH_GROUND, read_shot, spend_bullets
from companion.games.quick_and_undead.town import Town, Word, Yes

NONE = "none"


def purchase(town: Town, gang: str, spot: int) -> Turn:
    """One purchase at the end of the own turn, when no undead is in the street (QU-131 to QU-133)."""
    words = offers(town, gang)
    if not open_words(words):
        return
    slot = yield from town.ask_place(gang, "buy", [NONE, *words], "{gang}: buy a building?", "QU-131")
    if slot != NONE:
        yield from buy(town, gang, spot, slot)


def offers(town: Town, gang: str) -> list[Offer]:
    """The board slots whose building a gang can buy now (QU-131, QU-133)."""
    if town.state.street:
        return []
    return [for_sale(town, gang, slot) for slot in town.state.places]


def for_sale(town: Town, gang: str, slot: str) -> Offer:
    """A building, unless it is the gang's already or costs more than it has."""
    if gang in town.state.places[slot].occupants:
        return Barred(slot, Message("It is yours already."), "QU-133")
    cost, coins = price(town, slot), town.purse(gang).coins
    if cost > coins:
        return Barred(slot, Message("It costs {price}; you have {coins}.", {"price": cost, "coins": coins}),
                      "QU-132")
    return slot


def price(town: Town, slot: str) -> int:
    """The cost; half, rounded up, where somebody sits (QU-136); one building always costs 5 (QU-213)."""
    card = town.card(slot)
    if card.ability == "always_five":
        return card.cost
    halved = bool(town.state.places[slot].occupants)
    if card.ability == "saloon" and town.state.options["saloon_half_price"] == "no":
        halved = False
    return (card.cost + 1) // 2 if halved else card.cost


def buy(town: Town, gang: str, spot: int, slot: str) -> Turn:
    """Pay, then move in; a sitting outlaw may fight for the building (QU-103, QU-91, QU-92)."""
    place = town.state.places[slot]
    town.tell("QU-132", "{gang} buys {building}.", gang=gang, building=place.building)
    town.pay(gang, "coins", price(town, slot), "QU-132")
    is_fought_over = place.occupants and town.card(slot).ability != "saloon"
    if is_fought_over and not (yield from wins_place(town, gang, place.occupants[0], spot, slot)):
        return
    del town.gang(gang).spots[str(spot)]
    place.occupants.append(gang)
    town.tell("QU-132", "{gang}'s outlaw moves into {building}.", gang=gang, building=place.building)
    yield from take_bonus(town, gang, slot)


def take_bonus(town: Town, gang: str, slot: str) -> Turn:
    """The first buyer gets the resource that lies on the building (QU-134, QU-135)."""
    place = town.state.places[slot]
    bonus, place.bonus = place.bonus, ""
    if bonus == "bullet":
        yield from town.load(gang, 1, "QU-135")
    elif bonus:
        kind = "coins" if bonus == "coin" else bonus
        setattr(town.purse(gang), kind, getattr(town.purse(gang), kind) + 1)
        town.tell("QU-134", "{gang} takes the bonus: 1 {kind}.", gang=gang, kind=bonus)


def wins_place(town: Town, attacker: str, defender: str, spot: int, slot: str) -> Yes:
    """The occupant leaves, or fights until one is killed or fumbles; returns whether the buyer moves in."""
    answer = yield from town.ask(defender, "fight_or_leave", ("stay", "leave"),
                                 "{gang}: {buyer} wants your {building}. Fight or leave?", "QU-91", "QU-92",
                                 buyer=attacker, building=town.card(slot).id)
    if answer == "leave":
        send_out(town, defender, slot, "QU-92")
        return True
    if town.state.options["buy_peace_takeover"] == "yes" and (yield from buys_out(town, attacker, defender)):
        return False
    pay_fame(town, [attacker, defender])
    winner = ""
    while not winner:
        winner = yield from volley(town, attacker, defender, spot, slot)
    return winner == attacker


def send_out(town: Town, gang: str, slot: str, rule: str) -> None:
    """An outlaw goes from a building to its stash; control is lost at once (QU-138)."""
    town.state.places[slot].occupants.remove(gang)
    town.gang(gang).stash += 1
    town.tell(rule, "{gang}'s outlaw leaves {building} for the stash.", gang=gang,
              building=town.state.places[slot].building)


def volley(town: Town, attacker: str, defender: str, spot: int, slot: str) -> Word:
    """One volley: the defender rolls first and wins ties (QU-93 to QU-102); returns the winner, if any."""
    higher = HIGH_GROUND if town.card(slot).ability == "high_ground" else 0
    town.state.fought_over = slot
    numbers = yield from town.roll([defender], "defence", "{gang}: defend your building.", "QU-93")
    town.state.fought_over = ""
    first = yield from read_shot(town, defender, numbers[defender], higher)
    if first.fumble:
        send_out(town, defender, slot, "QU-99")
        return attacker
    if first.rank == CRITICAL:
        yield from kill_attacker(town, attacker, defender, spot, "QU-94")
        return defender
    numbers = yield from town.roll([attacker], "attack", "{gang}: attack the building.", "QU-93")
    second = yield from read_shot(town, attacker, numbers[attacker])
    if second.rank > first.rank:
        spend_bullets(town, [first, second], [defender])
        town.state.places[slot].occupants.remove(defender)
        town.gang(defender).graveyard += 1
        yield from bury(town, {defender: [attacker]})
        return attacker
    if first.hits:
        spend_bullets(town, [first, second], [attacker])
        yield from kill_attacker(town, attacker, defender, spot, "QU-96")
        return defender
    if second.fumble:
        town.to_stash(attacker, spot, "QU-100")
        return defender
    return ""


def kill_attacker(town: Town, attacker: str, defender: str, spot: int, rule: str) -> Turn:
    """The attacker dies; the defender keeps the building."""
    town.tell(rule, "{gang} holds the building.", gang=defender)
    take_off(town, attacker, spot)
    yield from bury(town, {attacker: [defender]})
