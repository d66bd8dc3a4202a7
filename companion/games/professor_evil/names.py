"""The names of things and the meaning of answers' words, in English; catalogues have the other languages."""

from __future__ import annotations

from companion.engine.questions import Message
from companion.games.professor_evil.content import DICE, Box
from companion.games.professor_evil.state import BONUS, DESCRIBED, STEPS_A_LAP, face

THINGS = {
    "padlock": "padlock", "saw": "saw", "camera": "camera", "laser": "laser", "console": "console",
    "red": "red", "green": "green", "blue": "blue", "outside": "outside",
    "chevron_1": "walk 1", "chevron_2": "walk 2", "chevron_3": "walk 3", "secret_passage": "secret passage",
    "time_5": "hurry 5", "time_10": "hurry 10", "clock_1": "5 minutes", "clock_2": "10 minutes",
    "professor_evil": "Professor Evil",
    "professor": "professor die", "colour": "colour die", "clock": "clock die", "unknown": "a card",
}
LETTERS = {"red": Message("R"), "green": Message("G"), "blue": Message("B")}
"""A letter for each colour, for small pieces."""
MEANINGS = {
    "yes": "Yes", "no": "No", "end": "Done: roll the dice", "disarm": "Turn the trap here OFF",
    "stop": "Stay here",
    "power": "Use the power", "bonus": "Use the bonus (the power sleeps again)", "nobody": "Nobody",
    "done": "That is all", "describe": "One that is not on the list", "unknown": "Not read out",
}
PANEL = {
    "extra_actions": "One more action", "unlock": "Open a door", "lock": "Lock a door",
    "disarm": "Turn a trap OFF", "arm": "Turn a trap ON", "free_moves": "A free move",
    "move_pawn": "Put a pawn elsewhere", "move_professor": "Put the professor elsewhere",
    "move_adjacent_to_professor": "Go beside the professor",
    "shift_treasure": "A treasure's marker on by 5 minutes",
    "shift_treasure_back": "A treasure's marker back by 5 minutes", "shift_time": "The time marker on by 5",
    "shift_time_back": "The time marker back by 5", "draw": "Reveal a card", "activate_power": "Wake a power",
    "reroll": "Throw a die again", "set_die": "Set a die",
}
WITH_THING = {
    "move": Message("Go to {thing}"), "enter": Message("Climb into {thing}"),
    "recover": Message("Save the {thing} treasure"),
    "card": Message("Play: {thing}"),
}


def name_of(box: Box, word: str) -> str | None:
    """The name of a room, a treasure, a character, a card, a symbol; None for any other word."""
    for things in (box.room, box.tile, box.character, box.card):
        if word in things:
            return str(things[word].name)
    if word.removesuffix(BONUS) in box.character:
        return box.character[word.removesuffix(BONUS)].name
    if word.startswith(DESCRIBED):
        return described(word)
    return THINGS.get(word)


def described(tile: str) -> str:
    """The name of a tile that is not on the list: Treasure #1 and so on."""
    return f"Treasure #{tile.removeprefix(DESCRIBED)}"


def label(box: Box, key: str, word: str) -> Message:
    """What a word means as an answer to the question `key`."""
    die, equals, face = word.partition("=")
    if equals and die in DICE:
        return Message("{die}: {face}", {"die": die, "face": face})
    if key == "panel" and word in PANEL:
        return Message(PANEL[word])
    if word.isdigit() and (key == "steps" or (key.startswith("treasures.") and key.endswith(".due"))):
        return _time(int(word))
    head, colon, rest = word.partition(":")
    if head == "unlock" and colon:
        return _door(box, rest, "Open door {door}, between {a} and {b}")
    if colon and head in WITH_THING:
        return Message(WITH_THING[head].id, {"thing": rest})
    if key in ("door", "way") and word in box.door:
        return _door(box, word, "Door {door}, between {a} and {b}")
    if key == "minutes":
        return Message("{minutes} minutes", {"minutes": word})
    if word in MEANINGS:
        return Message(MEANINGS[word])
    return Message("{word}", {"word": word})


def _time(steps: int) -> Message:
    """What the clock shows after so many steps; after the first lap also which lap that is in."""
    lap = steps // STEPS_A_LAP + 1
    return (Message("{face}", {"face": face(steps)}) if lap == 1 else
            Message("{face}, lap {lap}", {"face": face(steps), "lap": lap}))


def _door(box: Box, word: str, text: str) -> Message:
    door = box.door[word]
    return Message(text, {"door": word, "a": door.a, "b": door.b})
