"""One shot: hit, miss, critical, fumble; the dead; shooting undead (QU-89, QU-90, QU-104 to QU-125)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from companion.engine.questions import Answers, Question
from companion.games.quick_and_undead.graveyard import kill_undead
from companion.games.quick_and_undead.state import BACKFIRE, DR, SKULL
from companion.games.quick_and_undead.town import Town, Yes

CRITICAL = 100
"""The rank of a triggered critical: above every hit value (QU-58)."""
CRITICAL_NUMBER, FUMBLE_NUMBER = 8, 1
HIGH_GROUND = 2


@dataclass(frozen=True)
class Shot:
    """What a roll came to. `rank` is the hit value, CRITICAL, or 0 for a miss."""

    gang: str
    number: int
    rank: int = 0
    fumble: bool = False

    @property
    def hits(self) -> bool:
        """Whether the target is hit."""
        return self.rank > 0

    @property
    def slot(self) -> int:
        """The slot whose bullet was fired; 0 for none."""
        return self.number if 0 < self.rank < CRITICAL else 0


Fired: TypeAlias = Generator[Question, Answers, Shot]


def read_shot(town: Town, gang: str, number: int, higher: int = 0) -> Fired:
    """What a roll of `gang` comes to by its Targeting card and critical token (QU-89, QU-115 to QU-119)."""
    shooter = town.shooter(gang)
    if number == CRITICAL_NUMBER:
        if shooter.crit == SKULL and (yield from triggers(town, gang)):
            shooter.crit = BACKFIRE
            town.tell("QU-116", "{gang}: a critical! The token turns to Backfire.", gang=gang)
            return Shot(gang, number, CRITICAL)
    elif number == FUMBLE_NUMBER:
        if shooter.crit == BACKFIRE:
            shooter.crit = SKULL
            town.tell("QU-118", "{gang} fumbles; the token turns to Skull.", gang=gang)
            return Shot(gang, number, fumble=True)
    elif number in shooter.loaded:
        town.tell("QU-89", "{gang} hits with {number}.", gang=gang, number=number + higher)
        return Shot(gang, number, number + higher)
    town.tell("QU-89", "{gang} misses.", gang=gang)
    return Shot(gang, number)


def triggers(town: Town, gang: str) -> Yes:
    """Whether an 8 is used as a critical; Dead Ranger always does (QU-115, QU-174)."""
    if gang == DR:
        return True
    answer = yield from town.ask(gang, "critical", ("yes", "no"), "{gang}: an 8! Use the critical?", "QU-115")
    return answer == "yes"


def spend_bullets(town: Town, shots: Sequence[Shot], dead: Sequence[str]) -> None:
    """Who survives spends the bullet he fired; who is killed keeps it (QU-56, QU-57, QU-90, QU-101)."""
    for shot in shots:
        if shot.gang == DR or not shot.slot:
            continue
        if shot.gang not in dead or town.state.options["dead_keep_bullet"] == "no":
            town.flip(shot.gang, shot.slot, "QU-57")


def shoot_undead(town: Town, gang: str, card: str, where: str) -> Yes:
    """Shoot at one undead until it is dead, a number repeats, or one stops (QU-104 to QU-114).

    Returns whether the own turn goes on: not after a fumble (QU-113).
    """
    state = town.state
    state.target, state.rolled = card, []
    town.tell("QU-104", "{gang} shoots at undead {card}.", gang=gang, card=card)
    if town.has(gang, "fame") and state.options["fame_undead"] == "yes":
        town.gain(gang, "n1", 1, "QU-218")
    goes_on = True
    while True:
        if state.rolled:
            again = yield from town.ask(gang, "shoot", ("roll", "stop"), "{gang}: shoot again?", "QU-108")
            if again == "stop":
                break
        numbers = yield from town.roll([gang], "undead_shot", "{gang}: shoot at the undead.", "QU-105")
        number = numbers[gang]
        if number in state.rolled:
            town.tell("QU-109", "{number} for the second time: the attempt is over.", number=number)
            break
        state.rolled.append(number)
        shot = yield from read_shot(town, gang, number)
        if shot.slot:
            town.flip(gang, shot.slot, "QU-106")
        if shot.rank == CRITICAL or (shot.hits and number in town.box.card[card].weak):
            kill_undead(town, gang, card, where)
            break
        if shot.fumble:
            town.to_stash(gang, state.spot, "QU-113")
            goes_on = False
            break
    state.target, state.rolled = "", []
    return goes_on
