"""Which kinds the dice of a picture are of where it is known how many of each were thrown."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence


def shared_out(unlikely: Sequence[Mapping[str, float]], thrown: Mapping[str, int]) -> list[str] | None:
    """The kinds of dice, as many of each as were `thrown`, that are likeliest together; None where none can
    be, or where there are more dice or fewer. `unlikely` says of each die by itself how unlikely each kind
    is, less the logarithm of the chance.
    """
    # By what is left of each kind: the likeliest way to it.
    ways: dict[tuple[int, ...], tuple[float, list[str]]] = {tuple(thrown.values()): (0.0, [])}
    for one in unlikely:
        further: dict[tuple[int, ...], tuple[float, list[str]]] = {}
        for left, (so_far, kinds) in ways.items():
            for place, kind in enumerate(thrown):
                now = so_far + one.get(kind, math.inf)
                then = (*left[:place], left[place] - 1, *left[place + 1 :])
                if left[place] and now < further.get(then, (math.inf,))[0]:
                    further[then] = now, [*kinds, kind]
        ways = further
    found = ways.get((0,) * len(thrown))
    return found and found[1]


def as_thrown(unlikely: Sequence[Mapping[str, float]], kinds: Sequence[str]) -> list[dict[str, float]]:
    """How unlikely each kind is of each die, so many of each having been thrown: `kinds` are the likeliest,
    as they were `shared_out`. A die is of another kind than these only if others are, too, so that as many
    of each stay.
    """
    against = _against_mistaking(unlikely, kinds)
    return [
        {other: alone + against[other, own] for other, alone in one.items()}
        for one, own in zip(unlikely, kinds, strict=True)
    ]


def _against_mistaking(
    unlikely: Sequence[Mapping[str, float]], kinds: Sequence[str]
) -> dict[tuple[str, str], float]:
    """What speaks at least against some of the dice of these `kinds` being others, so that there is one
    less of the first and one more of the second; nothing where they are the same.
    """
    every = unlikely[0].keys()
    least = {
        (first, second): 0.0
        if first == second
        else min(
            (one[second] - one[kind] for one, kind in zip(unlikely, kinds, strict=True) if kind == first),
            default=math.inf,
        )
        for first, second in itertools.product(every, every)
    }
    # Floyd and Warshall's shortest ways: one may be taken for a second kind, another of that for a third.
    for via, first, second in itertools.product(every, every, every):
        least[first, second] = min(least[first, second], least[first, via] + least[via, second])
    return least
