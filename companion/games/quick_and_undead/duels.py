"""Duels on a spot, and the final duel (QU-46 to QU-62, QU-148 to QU-153)."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass

from companion.engine.questions import Answers, Question, Turn
from companion.games.quick_and_undead.graveyard import bury
from companion.games.quick_and_undead.shooting import Shot, read_shot, spend_bullets
from companion.games.quick_and_undead.state import DR
from companion.games.quick_and_undead.town import Town, move_tokens


@dataclass(frozen=True)
class Volley:
    """What one exchange of shots came to: each shot, and who was killed by whom."""

    shots: Mapping[str, Shot]
    killers: Mapping[str, Sequence[str]]
    """The killers of each victim."""


def duel(town: Town, gangs: Sequence[str], spot: int) -> Turn:
    """All with an outlaw standing on a spot roll once at the same time (QU-46, QU-50)."""
    town.tell("QU-46", "A duel on spot {spot}: {gangs}.", spot=spot, gangs=list(gangs))
    gangs = yield from buy_peace(town, gangs)
    if len(gangs) < 2:
        return
    pay_fame(town, gangs)
    targets = yield from aim(town, gangs)
    volley = yield from fire(town, gangs, targets, "QU-50")
    spend_bullets(town, list(volley.shots.values()), list(volley.killers))
    for gang in gangs:
        if gang in volley.killers:
            take_off(town, gang, spot)
        elif volley.shots[gang].fumble:
            send_home(town, gang, spot)
    yield from bury(town, volley.killers)


def take_off(town: Town, gang: str, spot: int) -> None:
    """A killed outlaw goes from its spot to the graveyard."""
    whose = town.shooter(gang)
    del whose.spots[str(spot)]
    whose.graveyard += 1
    town.tell("QU-61", "{gang}'s outlaw goes to the graveyard.", gang=gang)


def send_home(town: Town, gang: str, spot: int) -> None:
    """A fumbling outlaw goes to its stash, Dead Ranger's to his graveyard (QU-59, QU-174)."""
    if gang == DR:
        take_off(town, DR, spot)
    else:
        town.to_stash(gang, spot, "QU-59")


def pay_fame(town: Town, gangs: Sequence[str]) -> None:
    """Who controls the building of fame gains 1 N1 for being in a shootout (QU-218)."""
    for gang in gangs:
        if gang != DR and town.has(gang, "fame"):
            town.gain(gang, "n1", 1, "QU-218")


def buy_peace(town: Town, gangs: Sequence[str]) -> Generator[Question, Answers, list[str]]:
    """Who controls the building of peace may pay an opponent 1 coin and stay out (QU-60, QU-216)."""
    left = list(gangs)
    for gang in gangs:
        if gang == DR or not town.has(gang, "buy_peace") or town.purse(gang).coins < 1:
            continue
        others = [other for other in left if other != gang]
        words = ["keep", *(f"pay:{other}" for other in others)]
        answer = yield from town.ask(gang, "buy_peace", words, "{gang}: buy your way out for 1 coin?",
                                     "QU-216")
        if answer != "keep":
            give_coin(town, gang, answer.partition(":")[2])
            left.remove(gang)
    return left


def give_coin(town: Town, gang: str, other: str) -> None:
    """A coin to the opponent; to Dead Ranger means to the supply."""
    to = town.state.supply if other == DR else town.purse(other)
    move_tokens(town.purse(gang), to, "coins", 1)
    town.tell("QU-216", "{gang} pays {other} 1 coin and stays out of the shootout.", gang=gang, other=other)


def aim(town: Town, gangs: Sequence[str]) -> Generator[Question, Answers, dict[str, str]]:
    """Two aim at each other; more name their targets openly one by one, clockwise (QU-48, QU-49)."""
    targets: dict[str, str] = {}
    for gang in gangs:
        others = [other for other in gangs if other != gang]
        targets[gang] = yield from town.ask(gang, "aim", others, "{gang}: who do you aim at?", "QU-49")
        if len(others) > 1:
            town.tell("QU-49", "{gang} aims at {target}.", gang=gang, target=targets[gang])
    return targets


def fire(
    town: Town, gangs: Sequence[str], targets: Mapping[str, str], rule: str
) -> Generator[Question, Answers, Volley]:
    """One volley: all roll, criticals are decided clockwise, then all hits take effect together."""
    town.state.aims = dict(targets)
    numbers = yield from town.roll(gangs, "duel", "{gangs}: roll, all at once.", rule)
    town.state.aims = {}
    shots = {}
    for gang in gangs:
        shots[gang] = yield from read_shot(town, gang, numbers[gang])
    return Volley(shots, killers_of(shots, targets))


def killers_of(shots: Mapping[str, Shot], targets: Mapping[str, str]) -> dict[str, list[str]]:
    """Who is killed, and by whom (QU-51 to QU-55, QU-58).

    Of two who aim at each other and both hit, the lower hit has no effect; equal ones both have. Every other
    hit kills. Of several who hit one outlaw the highest is the killer, of equals each.
    """
    hits: dict[str, list[Shot]] = {}
    for gang, shot in shots.items():
        target = targets[gang]
        beaten = targets[target] == gang and shots[target].rank > shot.rank
        if shot.hits and not beaten:
            hits.setdefault(target, []).append(shot)
    return {victim: [shot.gang for shot in them if shot.rank == max(other.rank for other in them)]
            for victim, them in hits.items()}


def final_duel(town: Town, gangs: Sequence[str]) -> Generator[Question, Answers, list[str]]:
    """To the last one standing (QU-148 to QU-151); returns the winner, or nobody when all died."""
    left = list(gangs)
    town.tell("QU-148", "The final duel: {gangs}.", gangs=left)
    while len(left) > 1:
        if any(not town.gang(gang).loaded for gang in left):
            for gang in left:
                yield from town.load(gang, 1, "QU-150")
        targets = yield from aim(town, left)
        volley = yield from fire(town, left, targets, "QU-151")
        spend_bullets(town, list(volley.shots.values()), list(volley.killers))
        out = [gang for gang in left if gang in volley.killers or volley.shots[gang].fumble]
        if not volley.killers and len(out) == len(left):
            continue
        for gang in out:
            town.tell("QU-151", "{gang} is out of the final duel.", gang=gang)
        left = [gang for gang in left if gang not in out]
    return left
