"""Which dice belong together: kinds, the colours of their bodies, and what their faces are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from vision.colours import NAMED
from vision.forms import FORMS, PIPS, SHAPE_OF
from vision.reading import Unusable

if TYPE_CHECKING:
    from vision.signs.known import KnownFace

NUMERALS = ("1", "2", "3", "4", "5", "6", "7", "8")


class UnknownDiceSet(Unusable):
    """A name that is no dice set's."""


@dataclass(frozen=True)
class Kind:
    """One kind of die: what its faces are called, and the body colours by which it is known.

    `stand_in` is the key for ordinary six-sided dice that stand in for this kind: the faces that 1 to 6 pips
    mean. Empty where such dice cannot stand in. `shape` is cube, d8 or token, `count` how many a box has.
    `own` are the faces that the owner's dice carry, in a box that is known; empty where none is.
    ValueError for a colour that has no name (`colours.NAMED`), another shape, a d8 without eight faces and a
    key for other than six pips.
    """

    name: str
    faces: tuple[str, ...]
    colours: tuple[str, ...] = ()
    stand_in: tuple[str, ...] = ()
    shape: str = "cube"
    count: int = 1
    own: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        unnamed = ", ".join(sorted(set(self.colours) - NAMED.keys()))
        if unnamed:
            raise ValueError(f"No body is known that is {unnamed}. Colours are {', '.join(NAMED)}.")
        shapes = sorted(set(SHAPE_OF.values()))
        if self.shape not in shapes:
            raise ValueError(f"No die is a {self.shape}. Shapes are {', '.join(shapes)}.")
        if len(self.stand_in) not in (0, 6):
            raise ValueError(f"A key is of six faces; that of {self.name} has {len(self.stand_in)}.")
        if self.shape == "d8" and len(self.faces) != len(NUMERALS):
            raise ValueError(f"A d8 has eight faces; {self.name} has {len(self.faces)}.")

    @property
    def has_symbols(self) -> bool:
        """Does it carry what must be shown to be known: anything but pips and numerals?"""
        return self.shape != "d8" and not set(self.faces) <= set(PIPS)

    @property
    def carried(self) -> tuple[str, ...]:
        """Those of its faces that its dice carry, as far as is known: the owner's, else those of the key."""
        return tuple(dict.fromkeys(self.own or self.stand_in or self.faces))

    def has(self, face: str) -> bool:
        """Is it one of its faces, or one with several of their symbols, as `move+interact`?"""
        return set(face.split("+")) <= set(self.faces)

    def carries(self, face: str) -> bool:
        """Do its dice carry it, or all of its symbols?"""
        return face in self.carried or set(face.split("+")) <= set(self.carried)

    def name_of(self, face: str) -> str:
        """What one of its faces is called whose symbols may be named in any order: they stand in its own.
        ValueError for a face that it does not have.
        """
        if not self.has(face):
            raise ValueError(f"{self.name} has no face {face}. Its faces are {', '.join(self.faces)}.")
        return "+".join(sorted(face.split("+"), key=self.faces.index))

    def carrying(self, own: Sequence[str], key: Sequence[str] = ()) -> Kind:
        """The same kind in a box whose dice carry these faces, for which ordinary dice stand by that key.
        ValueError for a face that it does not have.
        """
        return replace(self, own=tuple(map(self.name_of, own)), stand_in=tuple(key) if self.stand_in else ())


@dataclass(frozen=True)
class DiceSet:
    """The dice of one game. `shown` are the faces that somebody taught; without them those shipped hold.
    ValueError where there is no kind of dice.
    """

    name: str
    kinds: tuple[Kind, ...]
    shown: tuple[KnownFace, ...] = field(default=(), repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.kinds:
            raise ValueError(f"The dice set {self.name} has no dice.")

    @property
    def has_key(self) -> bool:
        """Ordinary six-sided dice can be read in place of every kind."""
        return all(len(kind.stand_in) == 6 for kind in self.kinds)

    def taught(self, shown: tuple[KnownFace, ...]) -> DiceSet:
        """The same dice with the faces that somebody taught."""
        return replace(self, shown=shown)

    def carrying(self, own: Mapping[str, Sequence[str]], keys: Mapping[str, Sequence[str]]) -> DiceSet:
        """The same dice as they lie in somebody's box, kind by kind as `Kind.carrying` says."""
        return replace(
            self,
            kinds=tuple(
                kind.carrying(own[kind.name], keys.get(kind.name, ())) if kind.name in own else kind
                for kind in self.kinds
            ),
        )

    def check_thrown(self, thrown: Mapping[str, int]) -> None:
        """ValueError for a kind that it does not have, or of which less than none was thrown."""
        names = [kind.name for kind in self.kinds]
        for name, number in thrown.items():
            if name not in names:
                raise ValueError(f"{self.name} has no dice called {name}. Its kinds are {', '.join(names)}.")
            if number < 0:
                raise ValueError(f"{number} dice of the kind {name} cannot be thrown. Say 0 or more.")

    @property
    def kinds_shown(self) -> set[str]:
        """The names of the kinds of which somebody taught a face."""
        return {face.kind for face in self.shown}

    @property
    def forms(self) -> tuple[str, ...]:
        """The forms of top faces that its dice may show."""
        shapes = {kind.shape for kind in self.kinds}
        return tuple(form for form in FORMS if SHAPE_OF[form] in shapes)

    @property
    def has_signs(self) -> bool:
        """There are cubes in it that carry something other than pips."""
        return any(kind.shape == "cube" and kind.has_symbols for kind in self.kinds)

    @property
    def has_numerals(self) -> bool:
        """There are dice in it that carry the numerals 1 to 8."""
        return any(kind.shape == "d8" for kind in self.kinds)


# Wyld, Character, Triumphant and Bogus dice share their symbols' names. Which of them a kind carries is not
# known (boxes say it), so that each may show any; the keys are those of the content that is shipped.
WYLD = ("move", "move", "interact", "interact", "reroll", "bogus")
CHARACTER = ("move", "interact", "interact", "reroll", "excellent", "blank")
TRIUMPHANT = ("move", "interact", "interact", "reroll", "excellent", "excellent")
BOGUS = ("bogus", "bogus", "bogus", "blank", "blank", "blank")
RIFF = ("move", "interact", "reroll", "excellent", "bogus", "blank")
CHEVRONS_AND_TIME = ("chevron_1", "chevron_2", "chevron_3", "secret_passage", "time_5", "time_10")

SETS = {
    one.name: one
    for one in (
        DiceSet("d6", (Kind("d6", PIPS, stand_in=PIPS),)),
        DiceSet(
            "riff_in_time",
            (
                Kind("wyld", RIFF, ("yellow",), WYLD, count=3),
                Kind("character", RIFF, ("blue",), CHARACTER, count=4),
                Kind("triumphant", RIFF, ("pink",), TRIUMPHANT, count=4),
                Kind("bogus", RIFF, ("black",), BOGUS, count=3),
            ),
        ),
        DiceSet(
            "professor_evil",
            (
                Kind("professor", CHEVRONS_AND_TIME, ("white",)),
                Kind("colour", ("red", "green", "blue"), ("white",)),
                Kind("clock", ("clock_1", "clock_2"), ("black",)),
            ),
        ),
        DiceSet("quick_and_undead", (Kind("d8", NUMERALS, shape="d8"),)),
        DiceSet("betrayal_tour", (Kind("token", ("marked", "blank"), shape="token", count=5),)),
    )
}


def dice_set(name_or_set: str | DiceSet) -> DiceSet:
    """The dice set of that name. UnknownDiceSet names the ones there are."""
    if isinstance(name_or_set, DiceSet):
        return name_or_set
    if name_or_set not in SETS:
        raise UnknownDiceSet(
            "There is no dice set called “{name}”. There are: {names}.",
            name=name_or_set,
            names=", ".join(sorted(SETS)),
        )
    return SETS[name_or_set]
