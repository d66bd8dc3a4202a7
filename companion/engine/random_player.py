"""Answers by chance: what dice and cards bring, and a player who picks blindly among what is legal.

All of it follows from the question alone. The generator is handed in: who holds it decides whether the
same answers come again.
"""

from __future__ import annotations

from random import Random

from companion.engine.questions import Ask, Choose, Confirm, Draw, Roll, Words


def random_answer(rng: Random, ask: Ask) -> Words:
    """A legal answer to `ask`: dice and cards as chance has them, anything else picked evenly."""
    match ask:
        case Roll():
            return thrown(rng, ask)
        case Choose():
            return chosen(rng, ask)
        case Draw():
            return drawn(rng, ask, rng.randint(ask.least, _most(ask)))
        case Confirm():
            return ask.words


def thrown(rng: Random, roll: Roll) -> Words:
    """A face for each die; each of its faces is as likely."""
    return tuple(f"{die.id}={rng.choice(die.faces)}" for die in roll.dice)


def drawn(rng: Random, draw: Draw, count: int | None = None) -> Words:
    """`count` cards (as many as may come, when not given) from a shuffled deck, none put back between."""
    left = draw.left()
    cards: list[str] = []
    for _ in range(_most(draw) if count is None else count):
        (card,) = rng.choices(list(left), weights=list(left.values()))
        left[card] -= 1
        cards.append(card)
    return tuple(cards)


def chosen(rng: Random, ask: Choose) -> Words:
    """Some of the words, each number of them as likely, in any order; those that must be are among them."""
    if ask.least == ask.most == 1 and not ask.must:
        return (rng.choice(ask.words),)
    if ask.repeat:
        free = rng.randint(max(ask.least, len(ask.must)), ask.most) - len(ask.must)
        words = [*ask.must, *(rng.choice(ask.words) for _ in range(free))]
    else:
        others = [word for word in ask.words if word not in ask.must]
        most = min(ask.most, len(ask.must) + len(others))
        free = rng.randint(max(ask.least, len(ask.must)), most) - len(ask.must)
        words = [*ask.must, *rng.sample(others, free)]
    rng.shuffle(words)
    return tuple(words)


def _most(draw: Draw) -> int:
    """How many cards can come at most."""
    return min(draw.most, sum(draw.left().values()))
