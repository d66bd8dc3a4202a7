"""A throw of real dice: what is asked for, what the camera sees of it, and when that is an answer.

Which die is which (`w1`, `w2`) does not matter among dice of one kind, so seen dice are given the asked
dice of their kind from left to right. Kinds are told by what the reader saw, never by place. Dice that are
somebody's own are told as `companion.owners` says, or thrown one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion import owners
from companion.engine.questions import Die, Message, Roll, Words
from companion.standin import PIPS

STATES = ("off", "waiting", "handling", "rolling", "settling", "read", "doubtful")
UNDER_WAY = ("handling", "rolling", "settling")
WAYS = ("virtual", "camera", "tray", "hand")
"""Where dice come from: chance, the camera, the demo's simulated tray before a camera, people's taps."""


@dataclass(frozen=True, slots=True)
class SeenDie:
    """One die as the reader saw it; x, y and r in pixels of the photograph."""

    kind: str
    face: str
    confidence: float
    certain: bool
    x: float
    y: float
    r: float
    alternatives: tuple[str, ...] = ()
    colour: str = ""
    """Its body's plain name."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is kept of a roll, as JPEG: a photograph of the tray, and its dice side by side."""

    photo: bytes
    crops: bytes


@dataclass(frozen=True, slots=True)
class DiceSeen:
    """What a look at the dice brought, for part `part` of the throw with the question's `number`."""

    number: int
    part: int
    state: str
    dice: tuple[SeenDie, ...] = ()
    problems: tuple[Message, ...] = ()
    photo: bytes | None = None
    """JPEG."""
    evidence: Evidence | None = None
    to_confirm: bool = False
    """Whether a person has to say that it was read rightly, however certain it is."""
    is_miscounted: bool = False
    """Whether its problems tell that more, fewer or other dice are seen than were asked for."""


@dataclass(frozen=True, slots=True)
class ThrownDie:
    """A die of a throw: which one it is taken for (`die`; empty: for none), and what it shows.

    `face` is what was seen (a face's name, or pips), `word` what that means in the game's words (empty:
    nothing); the likeliest other words are in `alternatives`. `read_as` is the word that the camera was sure
    of, whatever people say; empty where it was of none.
    """

    die: str
    kind: str
    face: str
    word: str
    confidence: float = 1.0
    certain: bool = True
    x: float = 0.0
    y: float = 0.0
    r: float = 0.0
    alternatives: Words = ()
    read_as: str = ""

    def said(self, word: str) -> ThrownDie:
        """The die as people say that it lies there."""
        return replace(self, face=word, word=word, certain=True, alternatives=())


@dataclass(frozen=True, slots=True)
class Throw:
    """The throw that is asked for, or was the last one. `asked`: the dice to be thrown now, by kind.

    `seat` and `key` say whose it is and which question it answers; `faces` what each of its dice can show.
    `whose` names those whose own dice are asked for now; `set_by_hand` dice are uncovered, not thrown.
    """

    number: int = 0
    state: str = "off"
    way: str = "virtual"
    part: int = 0
    asked: tuple[tuple[str, int], ...] = ()
    dice: tuple[ThrownDie, ...] = ()
    problems: tuple[Message, ...] = ()
    photo: bytes | None = None
    again: str = ""
    """The die of the last throw that had fallen and is thrown once more, alone; empty for a whole throw."""
    lay: tuple[float, float] = (0.0, 0.0)
    """Where that die lay, in pixels of the last throw's photograph."""
    seat: str = ""
    key: str = ""
    faces: tuple[tuple[str, Words], ...] = ()
    whose: Words = ()
    set_by_hand: bool = False

    def thrown_again(self, again: Throw) -> Throw:
        """The throw with what was seen of a die of it that was thrown again, alone. Shown is the photograph
        of that; the other dice may have been taken up meanwhile.
        """
        new = {die.die: die for die in again.dice}
        return replace(self, photo=again.photo, dice=tuple(
            new[die.die].said(die.word) if die.die in new else replace(die, r=0.0) for die in self.dice))

    def word_of(self, name: str) -> str:
        """What the die of that name shows; empty where it is none of this throw."""
        return next((die.word for die in self.dice if die.die == name), "")

    def amended(self, words: Words) -> Throw:
        """The throw with its dice as `words` say."""
        said = dict(word.partition("=")[::2] for word in words)
        return replace(self, dice=tuple(
            die.said(said[die.die]) if said.get(die.die, die.word) != die.word else die
            for die in self.dice))


class OpenThrow:
    """A throw that has been asked for; `throw` is how far it is.

    With `one_kind_a_throw` the dice are thrown kind by kind, in as many parts, and the reader need not tell
    kinds apart; players' own dice that cannot be told apart are thrown one by one. With `confirm` even a
    certain reading waits for a person. `again` is the die of an earlier throw that is thrown once more.
    """

    def __init__(self, number: int, seat: str, roll: Roll, way: str, *, key: str = "",
                 one_kind_a_throw: bool = False, confirm: bool = False,
                 again: ThrownDie | None = None) -> None:
        self.number = number
        self.seat = seat
        self.key = key
        self.evidence: dict[int, Evidence] = {}
        """What was seen last of each part."""
        self.die = again.die if again else ""
        """The die that is thrown once more, alone; empty for a whole throw."""
        self._confirm = confirm
        self._again = again
        self._tells_kinds = not one_kind_a_throw
        kinds = list(dict.fromkeys(die.kind for die in roll.dice))
        self._parts: list[list[Die]] = (
            [[die] for die in roll.dice] if not owners.are_told_apart(roll.dice)
            else [[die for die in roll.dice if die.kind == kind] for kind in kinds] if one_kind_a_throw
            else [list(roll.dice)])
        self._set_by_hand = roll.set_by_hand
        self._read: list[ThrownDie] = []
        self._faces = tuple((die.id, die.faces) for die in roll.dice)
        self.throw = self._waiting(way, 0)

    def see(self, seen: DiceSeen) -> Words | None:
        """Take in a look at the dice. Returns the whole answer once every die of the throw is certain.

        A look that is `to_confirm` (a phone's photograph) waits for a person when the throw is complete.
        """
        if (seen.number, seen.part) != (self.number, self.throw.part):
            return None
        if seen.state not in ("read", "doubtful"):
            self.throw = replace(self.throw, state=seen.state, problems=seen.problems)
            return None
        if seen.evidence:
            self.evidence[self.throw.part] = seen.evidence
        dice, problems = self._match(seen)
        is_whole = not problems and not seen.is_miscounted
        sure = seen.state == "read" and is_whole and all(die.certain for die in dice)
        self.throw = replace(self.throw, state="read" if sure else "doubtful", photo=seen.photo,
                             dice=(*self._read, *dice), problems=(*seen.problems, *problems))
        is_last = self.throw.part + 1 == len(self._parts)
        if not sure or self._confirm or (seen.to_confirm and is_last):
            return None
        # Their places are those of this part's photograph; the next part has another one.
        self._read += [replace(die, x=0.0, y=0.0, r=0.0) for die in dice] if len(self._parts) > 1 else dice
        if not is_last:
            self.throw = replace(self._waiting(self.throw.way, self.throw.part + 1), dice=tuple(self._read),
                                 photo=seen.photo)
            return None
        return tuple(f"{die.die}={die.word}" for die in self._read)

    def _waiting(self, way: str, part: int) -> Throw:
        asked = Counter(die.kind for die in self._parts[part])
        whose = tuple(die.whose for die in self._parts[part] if die.whose)
        waiting = Throw(self.number, "waiting", way, part, tuple(asked.items()), seat=self.seat, key=self.key,
                        faces=self._faces, whose=whose, set_by_hand=self._set_by_hand)
        again = self._again
        return replace(waiting, again=again.die, lay=(again.x, again.y)) if again else waiting

    def _match(self, seen: DiceSeen) -> tuple[list[ThrownDie], list[Message]]:
        """The seen dice, each taken for one that was asked for, and what does not add up."""
        free = list(self._parts[self.throw.part])
        if any(die.whose for die in free):
            return self._match_owned(free, seen)
        dice = []
        for die in sorted(seen.dice, key=lambda die: die.x):
            taken = next((one for one in free if one.kind == die.kind or not self._tells_kinds), None)
            if taken:
                free.remove(taken)
            dice.append(_thrown(die, taken))
        return dice, _not_adding_up(seen, dice, free)

    def _match_owned(self, asked: Sequence[Die], seen: DiceSeen) -> tuple[list[ThrownDie], list[Message]]:
        """The same for dice that are somebody's own: in doubt are those that may be another's, too."""
        dice, free, problems = [], [], []
        strangers = list(seen.dice)
        for claim in owners.claims(asked, seen.dice):
            may_be = [seen.dice[place] for place in claim.may_be]
            if not may_be:
                free.append(claim.die)
                continue
            first, *others = may_be
            strangers = [die for die in strangers if die is not first]
            # Whichever of these dice it is: where all show the same, that is what it shows.
            is_same = claim.die.bearing is not None and len(asked) == len(seen.dice) and all(
                (die.face, die.certain) == (first.face, True) for die in may_be)
            dice.append(_thrown(
                replace(first, certain=first.certain and (claim.certain or is_same),
                        alternatives=(*(other.face for other in others), *first.alternatives)), claim.die))
            if first.certain and claim.certain and not dice[-1].word:
                problems.append(Message("The die of {whose} shows {face}, which is not open to it.",
                                        {"whose": claim.die.whose, "face": first.face}))
        dice += [_thrown(die, None) for die in strangers]
        return dice, [*problems, *_not_adding_up(seen, dice, free)]


def _not_adding_up(seen: DiceSeen, dice: Sequence[ThrownDie], free: Sequence[Die]) -> list[Message]:
    """What is wrong where dice were seen that were not asked for, or some of those asked for were not.

    Nothing where the reader has said so itself.
    """
    problems: list[Message] = []
    if seen.is_miscounted:
        return problems
    if any(not die.die for die in dice):
        problems.append(Message("More or other dice lie there than were asked for."))
    if free:
        kinds = [Message("{count} {kind}", {"count": count, "kind": kind})
                 for kind, count in Counter(die.kind for die in free).items()]
        problems.append(Message("Not seen: {dice}.", {"dice": kinds}))
    return problems


def _thrown(seen: SeenDie, die: Die | None) -> ThrownDie:
    word = word_of(seen.face, die) if die else ""
    others = [word_of(face, die) for face in seen.alternatives] if die else []
    certain = seen.certain and bool(word)
    return ThrownDie(
        die.id if die else "", die.kind if die else seen.kind, seen.face, word, seen.confidence, certain,
        seen.x, seen.y, seen.r, tuple(dict.fromkeys(other for other in others if other and other != word)),
        read_as=word if certain else "")


def word_of(face: str, die: Die) -> str:
    """What `face` on `die` means in the game's words; pips stand for faces as in `companion.standin`.

    Not on a player's own die: that may be asked for with some of its faces only, which are no stand-in's.
    """
    # Symbols of one face may be named in any order.
    if face in die.faces or "+" in face:
        return next((own for own in die.faces if sorted(own.split("+")) == sorted(face.split("+"))), "")
    if die.whose:
        return ""
    sides = len(die.faces)
    if face.isdecimal() and 1 <= int(face) <= PIPS and PIPS % sides == 0:
        return die.faces[(int(face) - 1) * sides // PIPS]
    return ""


def entered(throw: Throw, dice: Sequence[Die], words: Words) -> Throw:
    """The throw, finished with the faces that people or chance gave; what was seen of a die stays with it."""
    kinds = {die.id: die.kind for die in dice}
    seen = {die.die: die for die in throw.dice}
    thrown = tuple(
        seen.get(die, ThrownDie(die, kinds[die], face, face)).said(face)
        for die, _, face in (word.partition("=") for word in words))
    return replace(throw, state="read", dice=thrown, problems=())
