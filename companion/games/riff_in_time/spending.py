"""What the active player can spend: unspent symbols of dice and icons of cards, alone or as duplicates.

In answers a single Action is `move:w3` (the action, and its source), a pair of duplicates spent as an
Excellent `pair:move:w1+bonus` (RIT-95).
"""

from __future__ import annotations

from itertools import combinations

from companion.engine.questions import Barred, Message, Turn, choose, roll
from companion.games.riff_in_time.content import ACTIONS
from companion.games.riff_in_time.play import Play
from companion.games.riff_in_time.state import PoolDie


def open_actions(play: Play) -> list[tuple[str, str]]:
    """Every Action still to be had, as (action, source), one for each symbol and icon (RIT-90)."""
    found = [(symbol, die.id) for die in play.state.pool for symbol in die.symbols if symbol in ACTIONS]
    return found + [(card.action, card.source) for card in play.state.card_actions if not card.used]


def open_pairs(play: Play) -> list[tuple[str, str, str]]:
    """Every two equal Actions that may be spent as one Excellent: (action, source, source) (RIT-95).

    Two Excellents would only make one of two, so they are left out.
    """
    found = open_actions(play)
    pairs = [(action, one, other) for (action, one), (same, other) in combinations(found, 2)
             if action == same != "excellent"]
    return list(dict.fromkeys(pairs))


def spend(play: Play, action: str, source: str) -> None:
    """Use up one Action of a die or a card (RIT-82, RIT-91)."""
    for die in play.state.pool:
        if die.id == source:
            die.spent.append(action)
            return
    for card in play.state.card_actions:
        if card.source == source and not card.used:
            card.used = True
            return


def spend_word(play: Play, word: str) -> str:
    """Spend what an answer names (`move:w3`, `pair:move:w1+bonus`); returns the Action had for it."""
    action, _, rest = word.partition(":")
    if action != "pair":
        spend(play, action, rest)
        return action
    action, _, sources = rest.partition(":")
    for source in sources.split("+"):
        spend(play, action, source)
    play.tell("RIT-95", "{seat} spends two {action} as an Excellent.", seat=play.active, action=action)
    return "excellent"


def rerollable(play: Play, *without: str) -> list[str]:
    """The dice that may be thrown again: unused ones, but those in `without` (RIT-82)."""
    return [die.id for die in play.state.pool if not die.spent and die.id not in without]


def open_rerolls(play: Play) -> list[str]:
    """Every way to a Reroll now: a Reroll, an Excellent, or a pair of equal Actions (RIT-79, RIT-94)."""
    words = [f"{action}:{source}" for action, source in open_actions(play)
             if action in ("reroll", "excellent") and rerollable(play, source)]
    return list(dict.fromkeys(words)) + pair_words(play, reroll_only=True)


def pair_words(play: Play, reroll_only: bool = False) -> list[str]:
    """The words for `open_pairs`; with `reroll_only` those that leave a die to reroll."""
    return [f"pair:{action}:{one}+{other}" for action, one, other in open_pairs(play)
            if not reroll_only or rerollable(play, one, other)]


def reroll_with(play: Play, word: str) -> Turn:
    """Spend what `word` names as a Reroll."""
    spend_word(play, word)
    yield from reroll(play)


def reroll(play: Play) -> Turn:
    """One unused die is thrown again; the last result stands (RIT-79, RIT-80, RIT-82)."""
    dice = rerollable(play)
    used = [Barred(die.id, Message("This die has been used."), "RIT-82")
            for die in play.state.pool if die.spent]
    picked = yield from choose(
        play.active, "reroll_die", [*dice, *used],
        Message("{seat}: reroll which die?", {"seat": play.active}),
        ("RIT-79", "RIT-82"))
    play.player(play.active).clean = False
    faces = yield from roll(
        play.active, "reroll", [play.box.all_dice[picked]],
        Message("{seat}: throw {die} again.", {"seat": play.active, "die": picked}), ("RIT-79",))
    die = die_named(play, picked)
    die.face, die.spent = faces[picked], []
    play.tell("RIT-80", "{seat} rerolls {die}: {face}.", seat=play.active, die=picked, face=die.face)


def die_named(play: Play, name: str) -> PoolDie:
    """A die of the pool."""
    return next(die for die in play.state.pool if die.id == name)


def faces_to_change(play: Play) -> list[str]:
    """What the change ability may do: an unused die that shows no Bogus, to another face without one."""
    return [f"{die.id}={face}" for die in play.state.pool if not die.spent and "bogus" not in die.symbols
            for face in dict.fromkeys(play.box.all_dice[die.id].faces)
            if face != die.face and "bogus" not in face.split("+")]


def can_change_die(play: Play) -> bool:
    """Whether the active player has the change ability, has not used it, and has a die for it (RIT-129)."""
    return (play.character(play.active).ability == "change_die" and not play.state.ability_used
            and bool(faces_to_change(play)))


def change_die(play: Play) -> Turn:
    """Once per turn one die is set to another of its faces, Bogus excepted; no Action (RIT-129)."""
    picked = yield from choose(
        play.active, "change", faces_to_change(play),
        Message("{seat}: which die becomes what?", {"seat": play.active}), ("RIT-129",))
    name, _, face = picked.partition("=")
    play.state.ability_used = True
    die_named(play, name).face = face
    play.tell("RIT-129", "{seat} sets {die} to {face}.", seat=play.active, die=name, face=face)
