"""The secret selection, the reveal, and the joker (QU-18 to QU-23, QU-33 to QU-36).

Numbers are sealed answers or, as the table likes, stand on the dice under the hands until all uncover them.
"""

from __future__ import annotations

from dataclasses import replace

from companion.engine.questions import (
    TABLE,
    Arg,
    Barred,
    Choose,
    Message,
    Offer,
    Question,
    Roll,
    Turn,
    confirm,
    open_words,
)
from companion.games.quick_and_undead.content import SPOTS
from companion.games.quick_and_undead.state import STANDING
from companion.games.quick_and_undead.town import Numbers, Town, together

JOKER = 1


def shown_on_dice(town: Town) -> bool:
    """Whether numbers are set on the dice and read when they are uncovered, not said before."""
    return town.state.options.get("secret_choice") == "dice"


def select(town: Town) -> Turn:
    """Every gang with an outlaw at hand sets its die in secret (QU-18, QU-21)."""
    town.state.phase = "select"
    gangs = [gang for gang in town.state.clockwise() if town.gang(gang).stash]
    if not gangs:
        return
    if shown_on_dice(town):
        text = Message("{gangs}: set your die under your hand. Have all done so?", {"gangs": tuple(gangs)})
        yield from confirm(TABLE, "set_dice", text, ("QU-18", "QU-19"))
        return
    numbers = yield from together(
        town, "select", {gang: Choose.among(numbers_of(town, gang)) for gang in gangs},
        "{gangs}: set your die under your hand and lock it.", "QU-18", "QU-19")
    for gang in gangs:
        town.gang(gang).number = int(numbers[gang][0])


def numbers_of(town: Town, gang: str) -> list[Offer]:
    """1 always; 2 to 8 where no own outlaw lies from earlier this day (QU-19, QU-20)."""
    return [str(JOKER), *(spot_word(town, gang, spot) for spot in reversed(SPOTS))]


def spot_word(town: Town, gang: str, spot: int) -> Offer:
    """A spot, unless an own outlaw occupies it (or, where the table says so, has used it today)."""
    mine = town.gang(gang)
    if str(spot) in mine.spots:
        return Barred(str(spot), Message("An outlaw of yours lies there since earlier today."), "QU-19")
    if town.state.options["used_spot_closed"] == "yes" and spot in mine.used_today:
        return Barred(str(spot), Message("You have used this spot today."), "QU-20")
    return str(spot)


def reveal(town: Town) -> Turn:
    """All dice are shown together; outlaws go to their spots, then the joker (QU-23, QU-33 to QU-36)."""
    town.state.phase = "reveal"
    if shown_on_dice(town):
        numbers = yield from uncover(town)
    else:
        numbers = {gang: town.gang(gang).number for gang in town.state.clockwise() if town.gang(gang).number}
    for gang, number in numbers.items():
        town.tell("QU-23", "{gang} shows {number}.", gang=gang, number=number)
        town.gang(gang).number = 0
        if number != JOKER:
            stand(town, gang, number)
    jokers = [gang for gang, number in numbers.items() if number == JOKER]
    if len(jokers) > 1:
        town.tell("QU-35", "{gangs} all show a 1: their turn is lost.", gangs=jokers)
    elif jokers:
        yield from place_joker(town, jokers[0])


def uncover(town: Town) -> Numbers:
    """All who stay uncover their dice; each shows a number that is open to its gang (QU-19, QU-23)."""
    gangs = [gang for gang in town.state.clockwise() if town.gang(gang).stash and not town.gang(gang).hired]
    if not gangs:
        return {}
    dice = tuple(replace(town.die(gang), faces=tuple(open_words(numbers_of(town, gang))),
                         bearing=bearing(town, gang)) for gang in gangs)
    args: dict[str, Arg] = {"gangs": tuple(gangs)}
    if all(die.colour for die in dice):
        text = Message("{gangs}: uncover your dice, all at once. They are known by their colours.", args)
    else:
        text = Message("{gangs}: uncover your dice, all at once, each where you sit around the picture: "
                       "{first} at its lower edge, the others clockwise.",
                       {**args, "first": town.state.lower_edge})
    answers = yield Question("reveal", {TABLE: Roll(dice, set_by_hand=True)}, text, ("QU-23",),
                             reveals=("dice",))
    shown = dict(word.split("=") for word in answers[TABLE])
    return {gang: int(shown[gang]) for gang in gangs}


def bearing(town: Town, gang: str) -> int | None:
    """Where a gang sits, in degrees clockwise from the lower edge of the picture; None where colours tell."""
    order = list(town.state.gangs)
    if not town.state.lower_edge:
        return None
    return 360 * ((order.index(gang) - order.index(town.state.lower_edge)) % len(order)) // len(order)


def stand(town: Town, gang: str, spot: int) -> None:
    """An outlaw goes from the stash to a spot."""
    mine = town.gang(gang)
    mine.stash -= 1
    mine.spots[str(spot)] = STANDING
    mine.used_today.append(spot)


def joker_word(town: Town, gang: str, spot: int) -> Offer:
    """A spot for the joker: nobody stands there, and no own outlaw lies there (QU-33, QU-34)."""
    if town.state.is_free(spot):
        return spot_word(town, gang, spot)
    return Barred(str(spot), Message("An outlaw stands there."), "QU-33")


def place_joker(town: Town, gang: str) -> Turn:
    """After all others, on any spot where nobody stands and no own outlaw lies (QU-33, QU-34)."""
    town.state.phase = "joker"
    spots = [joker_word(town, gang, spot) for spot in SPOTS]
    if not open_words(spots):
        town.tell("QU-36", "No spot is free for {gang}'s joker: the turn is lost.", gang=gang)
        return
    spot = yield from town.ask(gang, "joker", spots, "{gang}: joker! Choose a free spot.", "QU-33")
    stand(town, gang, int(spot))
    town.tell("QU-33", "{gang}'s joker goes to spot {spot}.", gang=gang, spot=int(spot))
