"""The names of things and the meaning of answers' words, in English; catalogues have the other languages."""

from __future__ import annotations

from companion.engine.questions import Message
from companion.games.quick_and_undead.content import STREET, Box, UndeadCard
from companion.games.quick_and_undead.correcting import BOOT_HILL
from companion.games.quick_and_undead.state import DR

THINGS = {
    STREET: "the street", BOOT_HILL: "Boot Hill", DR: "Dead Ranger",
    "coins": "coins", "coin": "coin", "n1": "Notoriety",
    "bullet": "bullet", "skull": "Skull", "backfire": "Backfire", "supply": "the supply", "d8": "d8",
    "n5": "Notoriety 5s", "red": "red", "blue": "blue", "green": "green", "yellow": "yellow",
    "purple": "purple", "white": "white",
}
MEANINGS = {
    "standing": "standing", "laid": "laid down",
    "yes": "Yes", "no": "No", "done": "Nothing more", "none": "None", "skip": "Skip to income",
    "stay": "Stay", "go": "Go to Hired Guns", "leave": "Leave", "pay": "Pay two", "keep": "Keep the coin",
    "roll": "Roll", "stop": "Stop", "hired_guns": "Hired Guns", "change": "Change a 5 into five 1s",
    "break_five": "Change a 5 into five 1s", "make_five": "Change five 1s into a 5",
}
BY_KEY = {
    "fight_or_leave": {"stay": "Stay and fight", "leave": "Leave the building"},
    "pay_or_leave": {"leave": "Stand and face the shot"},
    "keep": {"leave": "Give up the building"},
    "hire_price": {"coins": "2 coins", "n1": "1 Notoriety"},
    "set_dice": {"done": "All have set their dice"},
}
SLOT_KEYS = ("load", "slots", "slots_2", "steal_slot", "rearrange", "ranger_bullet", "keep")
SPOT_KEYS = ("select", "select_2", "joker", "place")
ROLLS = ("reveal", "duel", "undead_shot", "intimidation_shot", "defence", "attack",
         "building_roll", "ranger_roll")


def name_of(box: Box, word: str) -> str | None:
    """The name of a building, an undead, a resource; None for any other word."""
    if word in box.building:
        return box.building[word].name
    if word in box.card:
        return _card_name(box, word)
    name, _, number = word.rpartition("_")
    if name and number in ("1", "2"):
        return f"{name.replace('_', ' ')} #{number}"
    return THINGS.get(word)


def _card_name(box: Box, word: str) -> str:
    """An undead by what is printed on it: its worth and its weak points; cards that are alike by number."""
    def printed(card: UndeadCard) -> str:
        return f"{card.value} ({' '.join(map(str, card.weak))})"

    alike = [card.id for card in box.undead if printed(card) == printed(box.card[word])]
    return printed(box.card[word]) + (f" #{alike.index(word) + 1}" if len(alike) > 1 else "")


def label(box: Box, key: str, word: str) -> Message:
    """What a word means as an answer to the question `key`."""
    if key in ROLLS and "=" in word:
        gang, _, number = word.partition("=")
        return Message("{gang}: {number}", {"gang": gang, "number": number})
    if word in BY_KEY.get(key, {}):
        return Message(BY_KEY[key][word])
    if word.isdigit():
        if key in SPOT_KEYS:
            return Message("1, the joker") if word == "1" else Message("Spot {spot}", {"spot": word})
        if key in SLOT_KEYS:
            return Message("Slot {slot}", {"slot": word})
    head, colon, rest = word.partition(":")
    if colon:
        return _with_thing(head, rest)
    if word in MEANINGS:
        return Message(MEANINGS[word])
    if word in box.building or word in THINGS:
        return Message(name_of(box, word) or word)
    if word in box.card:
        return _undead(word)
    return Message("{word}", {"word": word})


def _with_thing(head: str, rest: str) -> Message:
    if head == "shoot":
        return Message("Shoot {undead}", {"undead": _undead(rest)})
    if head == "lean":
        gang, _, spot = rest.partition("@")
        return Message("Intimidate {gang} on spot {spot}", {"gang": gang, "spot": spot})
    if head == "rob":
        return Message("Steal from {gang}", {"gang": rest})
    if head == "bullet":
        return Message("The bullet of slot {slot}", {"slot": rest})
    return Message("Pay {gang} 1 coin", {"gang": rest})


def _undead(card: str) -> Message:
    """An undead, whose name is its worth and its weak points."""
    return Message("undead {card}", {"card": card})
