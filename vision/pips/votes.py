"""What three readers say together of one die with pips: one counts them (`counting.py`), two are nets
(`net.py`, `tops.py`).

How sure they are together is one number, fitted to what they said of photographs that the nets had never
seen.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from vision.finding.top_finder import Top
from vision.odds import NO_SURER, chance, log_odds
from vision.pips import net
from vision.pips.counting import SURELY_PRESENT, Counted
from vision.reading import LEAST_R, SMALL_R

# From this sureness on a die is certain, should nothing contest it; where the counting rather sees another
# face there, this likely or more, as on a playing card, from the second; and from the last on it is asked
# about.
CERTAIN, CERTAIN_AGAINST, RATHER_SEEN, WORTH_ASKING = 0.96, 0.997, 0.5, 0.3
# A die that may as well be of another form, as a token or a coin with a hole, is never certain; a cube with a
# sign is another form where such dice are played with, else one whose dot is a one, should that be likelier.
# Nor is what was not counted that both nets find less like a top face (a logit, on the mean, in which the one
# that doubts more counts double), or a one that either of them finds less like one, unless it is dark and was
# counted beyond doubt: cards have spots, and fingers mirror lamps.
SURELY_PIPS, LIKELY_PIPS, LIKE_A_TOP, ONE_LIKE_A_TOP = 0.88, 0.5, 3.75, 2.9
# A large one was measured to be a disc in the middle: where one net finds a top so surely the other need but
# rather find one. So three more of 230 path-traced dice are certain, and in 450 other pictures nothing.
SURELY_A_TOP_TO_ONE, RATHER_A_TOP = 4.5, 0.5
# More than one pip needs both nets' word that it lies on something like a top face, whatever was counted: of
# 2,076 such dice in photographs, path-traced and rendered pictures the doubting net's logit came to less than
# 2.9 for two, for a candy that mirrors two lamps to 2.0 and for two eyes in a face to 0.1.
MANY_LIKE_A_TOP = 2.5
# So many lamps may be mirrored side by side, by a nail, a coin or a candy: as many light marks, however
# they were counted, need more. In 347 pictures of candies, coins, cards, pawns and foreign dice none would be
# certain at 2.5 either, but to other nets a candy under two lamps came to 4.2. Of 630 photographed dice that
# the nets had never seen 16 are certain with this that are not with 4.25, none wrong.
MOST_LAMPS, NO_LAMPS = 3, 3.0
# What is smaller than this, in pixels of the picture that is read, is no die, whatever was counted: marks of
# a few pixels look like anything.
SMALLEST_R = 5.0
# Nor are the nets alone believed of small ones, for far windows and print look like sixes, eyes like ones:
# but where both take one so surely for a top face (a logit). Of 298 such tops in photographs made smaller
# and in path-traced pictures 256 are certain so, all right but for three with a wrong label; of what is in
# 1,836 photographs, drawings and screens, and on 138 sheets of print full of dots in rows, two are, both
# punctuation.
SURELY_A_SMALL_TOP = 5.0
# What hardly looks like a face and was not counted beyond doubt needs both nets, too, on the mean, as above.
LIKE_A_FACE = 2.7
# What makes sure: weights of what `Vote.evidence` says, and an offset. Fitted as docs/training.md says, but
# for that of a one, which was set by hand: lone dots lie about anywhere.
SURENESS = {
    "weaker": 0.78,
    "stronger": 0.41,
    "face": 1.16,
    "pips": 0.28,
    "one": -1.2,
    "counted": 2.48,
    "doubted": 2.36,
    "contested": -1.72,
}
OFFSET = -0.57
# A net to which the face is less likely is overruled by pips that were counted beyond doubt alone: one that
# finds another likelier, or, where none of that face were counted, one that is not clear. Through clear
# bodies shine the pips of their undersides: nets were sure by 0.96 and 0.97 of fives and a four. These make
# faces with more pips; of 23 ones and twos that nobody counted, and that one net found no likelier than 0.98,
# none was something else, of 56 threes to sixes 26 were. But a three of which a lamp left hardly anything was
# a one by 0.57 and 0.51.
LIKELIER_THAN_NOT, RATHER, CLEARLY, HARDLY_ADDED_TO = math.log(0.5), math.log(0.8), math.log(0.98), 2
# So surely, weighed with all that is known of it, a die is certain that the rules doubt.
WEIGHS_ENOUGH = 0.97
LEAST_FACE = -4.0  # a logarithm below this says no more
# Marks that are seen beside those of a face, on its body or as its pattern goes on.
MORE_MARKS = frozenset({"company", "strangers"})
GOING_ON = MORE_MARKS | {"continued"}
# Both nets find a face surely a top that is more like one than this (a logit).
SURELY_A_TOP_TO_BOTH = 4.0

Chances = dict[int, float]
# What may contest a die: the rules of `rules.py`, what `voting.py` asks at last, and other dice.
Rule = Literal[
    "soft side",
    "lamps",
    "ball",
    "card",
    "button",
    "covered",
    "shines through",
    "cut off",
    "beside",
    "domino",
    "ground",
    "hardly",
    "odd size",
]


@dataclass(frozen=True)
class Vote:
    """A die with pips as the readers see it: `top` and `seen` by the nets, `counted` where pips were counted.

    `doubts` are what speaks against the face that was counted. The rules that contest it are `against` it, by
    name: it may be the side of a die, not seen whole, a ball, its pips lamps (`rules.py`). Among dice
    `with_signs` it may be one of these. A `large_one` is seen, but too large to be counted. One `of_a_make`
    with a certain die has pips as that has, no lamps (`makes.py`). `weighed` is how
    surely it is a top face that shows `face`, 0 to 1, by all that is known of it, where the rules doubt it
    and that is enough (`weighing.py`).
    """

    top: Top
    seen: net.Candidate
    counted: Counted | None
    doubts: frozenset[str]
    against: frozenset[Rule] = frozenset()
    with_signs: bool = False
    large_one: bool = False
    of_a_make: bool = False
    weighed: float = 0.0

    @property
    def x(self) -> float:
        """Its middle, in pixels of the picture that was read."""
        return (self.top.x + self.seen.x) / 2

    @property
    def y(self) -> float:
        """Its middle, in pixels of the picture that was read."""
        return (self.top.y + self.seen.y) / 2

    @property
    def r(self) -> float:
        """Half its width in pixels."""
        return (self.top.r + self.seen.r) / 2

    @cached_property
    def chances(self) -> Chances:
        """Those of the faces 1 to 6, together 1: the likeliest gets the sureness, or its weight where that is
        more; the rest is shared out.
        """
        together, surely = self._together, max(self.sureness, self.weighed)
        rest = sum(chance for face, chance in together.items() if face != self.face) or 1.0
        shares = {face: (1 - surely) * chance / rest for face, chance in together.items()}
        return shares | {self.face: surely}

    @cached_property
    def _together(self) -> Chances:
        """What both nets say of the faces, and a little for the one that was counted."""
        counted = self.counted.face.value if self.counted is not None else 0
        return {
            face: (chance + 0.002) * (self._by_top(face) + 0.002) * (4 if face == counted else 1)
            for face, chance in enumerate(self.seen.probabilities, 1)
        }

    def _by_top(self, face: int) -> float:
        """The chance of a face by the net for all forms, should it be a die with pips."""
        return self.top.things[str(face)] / max(self.top.forms["pips"], 1e-6)

    @property
    def shares(self) -> tuple[float, float]:
        """The chances of its face by the net for all forms and by the one for pips."""
        return self._by_top(self.face), self.seen.probabilities[self.face - 1]

    @cached_property
    def face(self) -> int:
        """The likeliest face."""
        return max(self._together, key=lambda face: self._together[face])

    @cached_property
    def agreed(self) -> bool:
        """Were the pips of this face counted?"""
        return self.counted is not None and self.counted.face.value == self.face

    @property
    def dark(self) -> bool:
        """Were dark pips of this face counted? No lamp that something mirrors is dark."""
        return self.counted is not None and self.agreed and self.counted.pips[0].dark

    @cached_property
    def _by_nets(self) -> tuple[float, float]:
        """How likely each net takes it for a top face (a logit)."""
        return log_odds(self.top.confidence, NO_SURER), log_odds(self.seen.confidence, NO_SURER)

    @cached_property
    def likely(self) -> float:
        """How likely the net that is less sure of it takes it for a top face (a logit)."""
        return min(self._by_nets)

    @property
    def _goes_on(self) -> bool:
        """Do marks go on beside those that were counted, as a card's do, or a side's beside the top's, where
        the nets are not beyond doubt?
        """
        return self.face > 1 and bool(self.doubts & GOING_ON) and self.likely < SURELY_A_TOP_TO_BOTH

    @property
    def _are_signs(self) -> bool:
        """Are the marks no circles, as the suits of cards, where the nets are not beyond doubt?"""
        return "signs" in self.doubts and self.likely < SURELY_A_TOP_TO_BOTH

    @property
    def _is_no_dot(self) -> bool:
        """Is the one mark that was counted no circle? A figure on a square of a board looks so, and both nets
        take it surely for a one: all that is known of it must weigh enough then, its size above all.
        """
        return self.face == 1 and self.agreed and "signs" in self.doubts

    @cached_property
    def evidence(self) -> Mapping[str, float]:
        """What speaks for and against the likeliest face, in numbers."""
        least = min(self.shares)
        # A lone dot with other marks beside it is no one, whatever was counted.
        beside = self.face == 1 and self.doubts & MORE_MARKS
        counted = self.agreed and not beside and not self._goes_on and not self._are_signs
        return {
            "weaker": self.likely,
            "stronger": max(self._by_nets),
            "face": max(math.log(max(least, 1e-9)), LEAST_FACE),
            "pips": log_odds(self._pipped, NO_SURER),
            "one": float(self.face == 1),
            "counted": float(counted and not self.doubts),
            "doubted": float(counted and bool(self.doubts)),
            "contested": float(bool(self.against)),
        }

    @property
    def _pipped(self) -> float:
        """How likely it is of a form with pips: with a large one it is, that a net takes for a sign."""
        return self.top.forms["pips"] + (self.top.forms["sign"] if self.large_one else 0.0)

    @cached_property
    def sureness(self) -> float:
        """How surely here is a top face that shows `face`, 0 to 1."""
        said = sum(SURENESS[name] * number for name, number in self.evidence.items()) + OFFSET
        return chance(said)

    @property
    def certain(self) -> bool:
        """May it be taken without asking?"""
        return self._is_beyond_doubt or self.weighed > WEIGHS_ENOUGH

    def in_doubt(self, rule: Rule) -> Vote:
        """The same, never certain: the `rule` contests it, whatever it weighs."""
        return replace(self, against=self.against | {rule}, weighed=0.0)

    @property
    def _is_beyond_doubt(self) -> bool:
        """Do the rules leave no doubt?"""
        if self.against or self.sureness <= self._limit:
            return False
        if self._are_signs and (self._goes_on or self._may_be_lamps):
            return False
        if self._is_no_dot:
            return False
        return self._is_this_face and self._is_a_top and self.is_of_pips

    @property
    def _is_this_face(self) -> bool:
        """Is no net of another mind that nobody overrules?"""
        uncounted = RATHER if self.face <= HARDLY_ADDED_TO else CLEARLY
        least = LIKELIER_THAN_NOT if self.agreed else uncounted
        return self.evidence["counted"] > 0 or self.evidence["face"] >= least

    @property
    def _is_a_top(self) -> bool:
        """Is it one, by the pips that were counted or by what both nets say?"""
        if self.face > 1 and self.likely < self._least_likely:
            return False
        if not self.is_large_enough:
            return False
        counted = self.evidence["counted"] > 0 and (self.face != 1 or self.dark)
        doubted = self.evidence["doubted"] > 0 and self.face != 1 and not self._hardly_seen
        return counted or doubted or self._like_a_top

    @property
    def is_large_enough(self) -> bool:
        """Is it as large as a die must be to be read as this one was?"""
        if self.agreed:
            return self.r >= SMALLEST_R
        return self.r >= (SMALL_R if self.likely > SURELY_A_SMALL_TOP else LEAST_R)

    @property
    def is_of_pips(self) -> bool:
        """Is it a die with pips, and of no other form? Where no signs are played with a round dot that was
        counted, or is too large for that, is the pip of a one.
        """
        forms = self.top.forms
        if self.with_signs:
            return forms["pips"] > SURELY_PIPS
        is_counted = self.agreed and not self._is_no_dot
        is_dot = self.face == 1 and (is_counted or self.large_one)
        return (is_dot or forms["pips"] > LIKELY_PIPS) and forms["pips"] + forms["sign"] > SURELY_PIPS

    @property
    def _least_likely(self) -> float:
        """How likely both nets must at least take more than one pip for those of a top (a logit)."""
        return NO_LAMPS if self._may_be_lamps else MANY_LIKE_A_TOP

    @property
    def _may_be_lamps(self) -> bool:
        """Are they so few light marks that as many lamps may be mirrored?"""
        return self.agreed and self.face <= MOST_LAMPS and not self.dark and not self.of_a_make

    @property
    def _hardly_seen(self) -> bool:
        """Are the marks that were counted hardly like a face's, as the holes of a button?"""
        return self.counted is not None and self.counted.presence < RATHER_SEEN

    @property
    def _like_a_top(self) -> bool:
        """Do both nets find it like a top face?"""
        evidence = self.evidence
        if self.face == 1:
            surely_large = self.large_one and evidence["stronger"] > SURELY_A_TOP_TO_ONE
            known = surely_large or self.of_a_make
            return evidence["weaker"] > (RATHER_A_TOP if known else ONE_LIKE_A_TOP)
        least = LIKE_A_FACE if evidence["doubted"] > 0 else LIKE_A_TOP
        return (2 * evidence["weaker"] + evidence["stronger"]) / 3 > least

    @property
    def _limit(self) -> float:
        """The sureness from which on it is certain."""
        rather = self.counted is not None and self.counted.presence > RATHER_SEEN
        return CERTAIN_AGAINST if rather and (not self.agreed or self._goes_on) else CERTAIN

    @property
    def leans(self) -> bool:
        """Does it lie more slanted than the dice around it?"""
        top = self.counted
        return top is not None and self.agreed and "flatness" in self.doubts and top.presence > SURELY_PRESENT
