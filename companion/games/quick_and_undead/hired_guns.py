"""Hired Guns: the call, and what it costs and gives (QU-22, QU-37 to QU-45)."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from companion.engine.questions import TABLE, Answers, Choose, Message, Question, Turn, choose_some
from companion.games.quick_and_undead.content import OUTLAWS
from companion.games.quick_and_undead.selecting import shown_on_dice
from companion.games.quick_and_undead.state import SKULL
from companion.games.quick_and_undead.town import Town, together

COINS, N1 = 2, 1


def can_pay(town: Town, gang: str, beside: int = 0) -> bool:
    """Whether a gang can pay the price, with so many others paying from the same purse (QU-44)."""
    purse = town.purse(gang)
    n1 = purse.n1 + (5 if town.can_break(gang) else 0)
    return purse.coins // COINS + n1 // N1 > beside


def is_newcomer(town: Town, gang: str) -> bool:
    """No outlaw in stash, on spots or in buildings, and nothing to pay with (QU-45)."""
    mine = town.gang(gang)
    has_outlaw = mine.stash or mine.spots or town.state.controlled(gang)
    return not (has_outlaw or can_pay(town, gang)) and mine.outside + mine.graveyard > 0


def call(town: Town) -> Turn:
    """All who may go answer together; a die that goes there loses its number for good (QU-22, QU-44)."""
    town.state.phase = "hired_call"
    gangs = [gang for gang in town.state.clockwise() if can_pay(town, gang) or is_newcomer(town, gang)]
    going = yield from (call_dice if shown_on_dice(town) else call_sealed)(town, gangs)
    gone: list[str] = []
    for gang in gangs:
        beside = sum(town.seat(other) == town.seat(gang) for other in gone)
        if gang in going and (can_pay(town, gang, beside) or is_newcomer(town, gang)):
            gone.append(gang)
            town.gang(gang).hired, town.gang(gang).number = True, 0
            town.tell("QU-22", "{gang} goes to Hired Guns.", gang=gang)
        elif gang in going:
            town.tell("QU-44", "{gang} cannot pay as well and stays.", gang=gang)


def call_sealed(town: Town, gangs: Sequence[str]) -> Generator[Question, Answers, Sequence[str]]:
    """Each answers for itself; returns who wants to go."""
    answers = yield from together(town, "hired", {gang: Choose(("stay", "go")) for gang in gangs},
                                  "{gangs}: Hired Guns? Put your die there now, or stay.", "QU-22")
    return [gang for gang in gangs if answers[gang] == ("go",)]


def call_dice(town: Town, gangs: Sequence[str]) -> Generator[Question, Answers, Sequence[str]]:
    """The dice themselves are put there; anybody says whose (QU-22)."""
    if not gangs:
        return ()
    return (yield from choose_some(
        TABLE, "to_hired_guns", Choose(tuple(gangs), 0, len(gangs)),
        Message("Hired Guns? Put your die there now, covered. Whose lie there?"), ("QU-22",)))


def resolve(town: Town) -> Turn:
    """Clockwise, no duel, no purchase (QU-42, QU-43)."""
    for gang in town.state.clockwise([name for name, gang in town.state.gangs.items() if gang.hired]):
        town.state.active = gang
        yield from hire(town, gang)
    town.state.active = ""


def hire(town: Town, gang: str) -> Turn:
    """Pay 2 coins or 1 N1 for outlaws, a bullet and the Skull (QU-37 to QU-41); a newcomer gets one free."""
    if is_newcomer(town, gang):
        take_outlaws(town, gang, 1, "QU-45")
        return
    yield from pay_price(town, gang)
    is_many = len(town.state.gangs) >= int(town.state.options["hired_double_from"])
    take_outlaws(town, gang, 2 if is_many and town.state.mode == "standard" else 1, "QU-38")
    offered = 1
    if town.has(gang, "double_income"):
        answer = yield from town.ask(gang, "one_more", ("bullet", "none"), "{gang}: one more bullet?",
                                     "QU-217")
        offered += answer == "bullet"
    yield from town.load(gang, offered, "QU-38")
    town.gang(gang).crit = SKULL
    town.tell("QU-38", "{gang} turns the critical token to Skull.", gang=gang)


def pay_price(town: Town, gang: str) -> Turn:
    """Two coins or one N1, as the gang likes (QU-37)."""
    purse = town.purse(gang)
    words = ["coins"] if purse.coins >= COINS else []
    words += ["n1"] if purse.n1 >= N1 or town.can_break(gang) else []
    answer = yield from town.ask(gang, "hire_price", words, "{gang}: pay 2 coins or 1 Notoriety?", "QU-37")
    if answer == "n1" and not purse.n1:
        town.break_five(gang)
    town.pay(gang, answer, COINS if answer == "coins" else N1, "QU-37")


def take_outlaws(town: Town, gang: str, count: int, rule: str) -> None:
    """From outside the game first, then from the own graveyard; never more than six (QU-40, QU-41)."""
    mine = town.gang(gang)
    for _ in range(count):
        if mine.outside:
            mine.outside -= 1
        elif mine.graveyard:
            mine.graveyard -= 1
        else:
            town.tell("QU-41", "All {count} outlaws of {gang} are in the game already.", gang=gang,
                      count=OUTLAWS)
            return
        mine.stash += 1
        town.tell(rule, "{gang} gains an outlaw.", gang=gang)
