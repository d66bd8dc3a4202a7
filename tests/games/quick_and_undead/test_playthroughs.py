"""Everything told and asked in games played by chance: each line names its rule and fills its holes.

The towns are busy ones, with outlaws in buildings of every kind, so that what is rare comes up too.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from companion.engine.questions import TABLE, Message
from companion.engine.random_player import random_answer
from companion.engine.referee import Referee
from companion.games.quick_and_undead.content import SLOTS
from companion.games.quick_and_undead.state import State
from tests.games.golden import story
from tests.games.quick_and_undead.towns import a_town, game, sit

FILES = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))
LEDGER = Path(__file__).parents[3] / "docs" / "rules" / "quick_and_undead.md"
RULES = frozenset(re.findall(r"^\| (QU-\d+) \|", LEDGER.read_text(encoding="utf-8"), re.MULTILINE))
OPTIONS = ("fame_undead=yes high_noon_mid_turn=yes break_five_on_steal=yes", "buy_peace_takeover=yes",
           "saloon_half_price=no dead_keep_bullet=no", "")
HARD = "horsemen=yes reinforcements=yes horde=yes fast_undead=yes"
THINGS = {"street", "dead_ranger", "coins", "coin", "n1", "n5", "bullet", "supply"}


def busy_town(rng: Random) -> State:
    """Outlaws in buildings, bullets, coins and Notoriety, a few undead, late in a day."""
    names = rng.choice((["a"], ["a_1", "b_1", "a_2", "b_2"], list("abcde"), list("abcde")))
    mode = HARD if len(names) == 1 else "two_gang=yes" if "a_1" in names else rng.choice(OPTIONS)
    cards = [card.id for card in game().box.buildings]
    rng.shuffle(cards)
    slots = [slot.id for slot in game().box.slots_for({1: 6}.get(len(names), len(names)))]
    inside = dict(zip(rng.sample(slots, len(names)), names, strict=True))
    inside |= {slot: names[0] for slot in slots
               if game().box.building[cards[slots.index(slot)]].ability == "magnet"}
    kits = {}
    for name in names:
        held = list(inside.values()).count(name)
        loaded = ",".join(map(str, sorted(rng.sample(SLOTS, rng.randint(0, 6)))))
        crit = rng.choice(("skull", "backfire"))
        kits[name] = (f"{{{loaded}}} c{rng.randint(0, 3)} n{rng.randint(0, 2)} f{rng.randint(0, 1)} "
                      f"s{4 - held} o2 {crit}")
    state = a_town(options=mode, street=rng.choice(("", "U08")), buildings=cards, occupants=inside,
                   bonuses=len(names) > 1, hill=rng.randint(2, 6), undead={rng.choice(slots): "U16"},
                   turn=rng.randint(1, 3), law=rng.choice(names), **kits)
    state.high_noon = rng.choice(("no", "no", "running")) if len(names) > 1 else "no"
    return state


def faults_of(state: State, message: Message) -> list[str]:
    """What is wrong with a sentence: a hole not filled, or filled with what nobody knows."""
    known = {*state.gangs, *state.seats, *THINGS, *game().box.building, *game().box.card}
    holes = set(re.findall(r"\{(\w+)\}", message.id))
    is_whole = " " in message.id and holes <= set(message.args) <= holes | {"gang", "seats"}
    wrong = [] if is_whole else [f"no sentence, or holes: {message}"]
    for value in message.args.values():
        for part in value if isinstance(value, list | tuple) else [value]:
            if not (isinstance(part, int) or part in known or (isinstance(part, str) and part in "12345678")):
                wrong.append(f"{part!r} in {message}")
    return wrong


def faults_of_question(referee: Referee) -> list[str]:
    question = referee.question
    if question is None:
        return []
    wrong = faults_of(referee.state, question.text)
    wrong += [f"{rule!r} of {question.key}" for rule in question.rules or ("no rule",) if rule not in RULES]
    wrong += [f"{seat!r} is asked {question.key}" for seat in question.asks
              if seat not in (*referee.state.seats, TABLE)]
    for seat, ask in question.asks.items():
        words = getattr(ask, "words", ("yes",))
        if not words or len(set(words)) != len(words) or question.key != question.key.lower():
            wrong.append(f"{seat} is offered {words} for {question.key}")
        wrong += [f"{word!r} is offered for {question.key}" for word in words
                  if game().label(question.key, word) == Message("{word}", {"word": word})
                  and word not in referee.state.gangs]
    return wrong


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.stem))
def test_a_playthrough_tells_the_same_story_as_before(path: Path) -> None:
    assert "\n".join(story(path)) + "\n" == path.with_suffix(".expected").read_text(encoding="utf-8")


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_told_and_asked_names_its_rule_and_fills_its_holes(seed: int) -> None:
    rng = Random(seed)
    referee = sit(busy_town(rng))
    wrong: list[str] = []
    for _ in range(90):
        if referee.question is None:
            break
        seat = referee.waiting[0]
        wrong += faults_of_question(referee)
        wrong += [fact.path for fact in game().facts(referee.state) if fact.now not in fact.words]
        referee.answer(seat, referee.question.key, random_answer(rng, referee.question.asks[seat]))
        assert referee.problems == [] or "dealt" in str(referee.problems)
        assert game().line(referee.state)
    for told in referee.log:
        wrong += faults_of(referee.state, told.message)
        if told.rule not in RULES:
            wrong.append(f"{told.rule!r} of {told.text}")
    assert wrong == []
