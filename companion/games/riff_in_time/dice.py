"""Phase 2, first part: the dice pool, the roll, the Booth, Rerolls and Bogus (RIT-68 to RIT-89)."""

from __future__ import annotations

from companion.engine.questions import Choose, Message, Turn, choose, choose_some, roll
from companion.games.riff_in_time.content import KINDS
from companion.games.riff_in_time.play import Play
from companion.games.riff_in_time.rifts import raise_rift
from companion.games.riff_in_time.spending import (
    can_change_die,
    change_die,
    open_rerolls,
    reroll_with,
)
from companion.games.riff_in_time.state import CardAction, PoolDie

LIMIT = 4
"""At most so many dice are rolled (RIT-70)."""


def assemble_pool(play: Play) -> Turn:
    """The Active Dice Pool: all available dice, or four of them, Bogus dice always included (RIT-70, RIT-71).

    What is available is read here, after the Riff card, and stays for the turn (RIT-72).
    """
    state = play.state
    state.phase = "pool"
    state.card_actions = card_actions(play)
    dice = available_dice(play)
    if len(dice) > LIMIT:
        must = tuple(die for die in dice if play.box.all_dice[die].kind == "bogus")
        dice = yield from choose_some(
            play.active, "pool", Choose(tuple(dice), least=LIMIT, most=LIMIT, must=must),
            Message("{seat}: which {count} dice do you roll?", {"seat": play.active, "count": LIMIT}),
            ("RIT-70", "RIT-71"))
    state.pool = [PoolDie(die, play.box.all_dice[die].kind) for die in dice]
    play.tell("RIT-70", "{seat} rolls {dice}.", seat=play.active, dice=[die.id for die in state.pool])


def available_dice(play: Play) -> tuple[str, ...]:
    """The dice that the active player may roll, as many of a kind as the box holds (RIT-68 to RIT-75)."""
    counts = {"wyld": play.box.dice["wyld"].count, "character": 0, "triumphant": 0, "bogus": 0}
    for personage in usable_personages(play):
        for kind, count in play.box.personage[personage].dice.items():
            counts[kind] += count
    counts["triumphant"] += sum(
        rift.triumph_holder == play.active and rift.triumph_turn < play.state.turn
        for rift in play.state.rifts.values())
    return tuple(f"{kind[0]}{number}" for kind in KINDS
                 for number in range(1, min(counts[kind], play.box.dice[kind].count) + 1))


def usable_personages(play: Play) -> list[str]:
    """Whom the active player carries since an earlier turn (RIT-69, RIT-102)."""
    return [personage for personage in play.state.booth(play.active)
            if play.state.personages[personage].gained_turn < play.state.turn]


def card_actions(play: Play) -> list[CardAction]:
    """The Action icons of the active player's cards, each good once this turn (RIT-11, RIT-91, RIT-117)."""
    player, actions = play.player(play.active), []
    if player.bonus:
        actions.append(CardAction("bonus", play.box.objective[player.bonus].action))
    if player.objective_state == "rewarded" and player.reward_turn < play.state.turn:
        actions.append(CardAction("reward", play.objective(play.active).action))
    for personage in usable_personages(play):
        for number, action in enumerate(play.box.personage[personage].actions, 1):
            source = personage if number == 1 else f"{personage}_{number}"
            actions.append(CardAction(source, action, of=personage))
    return actions


def roll_pool(play: Play) -> Turn:
    """The whole pool is rolled together; the seen results count (RIT-76)."""
    yield from throw_all(play, "roll", "RIT-76")


def throw_all(play: Play, key: str, rule: str) -> Turn:
    """Throw every die of the pool."""
    dice = [play.box.all_dice[die.id] for die in play.state.pool]
    faces = yield from roll(play.active, key, dice, Message("{seat}: throw the dice.", {"seat": play.active}),
                            (rule,))
    for die in play.state.pool:
        die.face, die.spent = faces[die.id], []
    play.tell(rule, "{seat} has {faces}.", seat=play.active, faces=[die.face for die in play.state.pool])


def use_booth(play: Play) -> Turn:
    """Once, before any other Action, all dice may be thrown again (RIT-77, RIT-78)."""
    play.state.phase = "booth"
    while True:
        words = ["yes", "no", *(["change"] if can_change_die(play) else [])]
        answer = yield from choose(
            play.active, "booth", words,
            Message("{seat}: use the Booth and throw all dice again?", {"seat": play.active}),
            ("RIT-77", "RIT-78"))
        if answer != "change":
            break
        yield from change_die(play)
    if answer == "yes":
        play.state.booth_used = True
        play.player(play.active).clean = False
        play.tell("RIT-77", "{seat} uses the Booth.", seat=play.active)
        yield from throw_all(play, "booth_roll", "RIT-77")


def resolve_bogus(play: Play) -> Turn:
    """Every Bogus raises the rift at the active player's place, one by one (RIT-83 to RIT-89).

    While a Reroll can be had the player may take it first (RIT-81); nothing else comes before (RIT-83), and
    no Bogus can be passed over (RIT-89).
    """
    state = play.state
    while state.bogus_pending():
        state.phase = "bogus"
        rerolls = open_rerolls(play)
        change = ["change"] if can_change_die(play) else []
        pending = [die.id for die in state.bogus_pending()]
        if not rerolls and not change:
            take_bogus(play, state.bogus_pending()[0])
            continue
        answer = yield from choose(
            play.active, "bogus", [*(f"take:{die}" for die in dict.fromkeys(pending)), *rerolls, *change],
            Message("{seat}: {count} Bogus at {place}. Take one, or reroll first?",
                    {"seat": play.active, "count": len(pending), "place": play.here}), ("RIT-83", "RIT-81"))
        if answer == "change":
            yield from change_die(play)
        elif answer in rerolls:
            yield from reroll_with(play, answer)
        else:
            take_bogus(play, next(die for die in state.pool if f"take:{die.id}" == answer))


def take_bogus(play: Play, die: PoolDie) -> None:
    """One Bogus: the rift at the active player's place goes up (RIT-84 to RIT-86); the die is used."""
    die.spent.append("bogus")
    play.tell("RIT-84", "A Bogus at {place}.", place=play.here)
    raise_rift(play, play.here)
