"""Which kinds the dice of a picture are of, by the colours of their bodies.

What a body looks like depends on the light: how bright and how warm it is, how much of it falls on the body,
and how much the body mirrors (Shafer, "Using color to separate reflection components", 1985). All dice of a
picture lie in one light, so that each tells something of how the others look in it.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Doubles, Floats
from vision.colours import NAMED, NEARLY_ALL, colourfulness, extremes
from vision.dice_sets import Kind
from vision.kinds_thrown import as_thrown, shared_out
from vision.quantiles import quantile
from vision.reading import Picture
from vision.signs.known import KnownFace

# Plastic may be of a much stronger blue than most is.
STRONG_BLUE = (91, 165, 55)
# Black dice are seldom neutral. They may be greenish, by so many steps of a; what is dark and yellow, blue or
# pink may as well be a coloured die in the shade.
GREENISH = 10.0

# Lights and reflections that are tried: how warm (red, green and blue in logarithms), how bright (logarithms,
# too), and how much of it is mirrored, white being 1.
WARMTH = np.linspace(-1.0, 1.0, 7)
TINTS = np.exp(WARMTH[:, None] * (0.35, 0.0, -0.6)).astype(np.float32)
BRIGHTNESS = np.linspace(-2.0, 1.2, 17)
MIRRORED = np.array([0, 0.01, 0.03, 0.06, 0.1, 0.16, 0.25, 0.4, 0.65, 1.0])

# Red, green or blue above the first (white being 1) was perhaps burnt out when a body was shown: it may be so
# many times as bright. Cameras expose for a dark table, and what is lost then is seen on a light one.
BURNT_OUT, BRIGHTER = 0.9, (1.5, 2.2)

# What was mirrored when a body was shown, white being 1, and the part of it that this was at the most.
VEILS, MOST_VEILED = (0.04, 0.1), 0.7

# How unlikely things are: steps of L, a and b beside what was expected; warmth; a light darker or brighter
# than expected; a body darker or brighter than its light; that anything is mirrored that was not when it was
# shown, and how much. Chosen, like all numbers here, on rendered dice that are not those of the published
# figures.
STEPS = np.array([4.4, 3.5, 3.5], np.float32)
WARM, BRIGHT, SHADED = 0.5, 0.7, 0.2
MIRRORS, MIRRORING = 0.7, 6.0
MOST = 12.0  # what one body says at most against a light: it may be of none of the kinds
FOREIGN = 10.0  # a body that no light makes likelier than this is of another kind
PAPER = 0.3  # white would be brighter than the brightest that is seen, by so much in logarithms

# So much likelier than any other a kind must be: where bodies were shown, and where only the name of their
# colour is known. What is so much less likely than the likeliest kind is not that one.
LIKELIER, LIKELIER_BY_NAME, UNLIKELY = 3.0, 5.0, 6.0
# Where what was thrown says the same, this part of it is enough: else two were mistaken for each other, or
# another die was thrown that in this light looks rather like the one asked for. Where all the others surely
# are what was asked for no two were, and less is enough; nothing at all is not, as where a body is covered.
BESIDE_THOSE_THROWN, BESIDE_SURE_ONES = 0.5, 0.25
# Where the likeliest kind is less likely than this the light is unheard of, and any kind is possible. Where
# some kinds were shown and others not, these may be of any colour: then of one of those no more must be said
# against its kind than the last. Of 424 dice of hands, right and certain, 98 in 100 came to 4.4; of
# 19 of a kind that had not been shown, and were taken for another for certain, none to less than 5.2.
STRANGE, STRANGE_BESIDE_UNSHOWN = 14.0, 5.0

STRANGER = "a white die of none of the kinds"

# How well a body's colour fits a kind; rather than others that it may be, by what was thrown.
SURELY, RATHER, PERHAPS, HARDLY, NOT = 1.0, 0.6, 0.5, 0.1, 0.0
A_DIE = 0.5  # what is likelier a die than this is one

# The difference of the colours of nearly every pixel, and of every body, under which a picture is grey.
GREYEST, GREYEST_BODY = 14.0, 12.0


@dataclass(frozen=True)
class Light:
    """The light of a picture: how bright white is in it, and whether it shows no colours at all."""

    white: float
    is_grey: bool


def light_of(picture: Picture, bodies: Sequence[Floats]) -> Light:
    """The light in a picture (BGR) in which `bodies` (Lab) were seen."""
    low, high = extremes(picture[::4, ::4])
    # Small dice on a grey ground may be all that has a colour, and all that is bright.
    is_grey = quantile(high - low, NEARLY_ALL) < GREYEST and all(
        colourfulness(body) < GREYEST_BODY for body in bodies
    )
    brightest = max((float(body[0]) for body in bodies), default=0.0)
    return Light(max(quantile(high, NEARLY_ALL), brightest), is_grey)


@dataclass(frozen=True)
class BodySeen:
    """The body of what is `likely` a die: its colour (Lab), and whether what it carries is lighter than
    itself, None where it carries nothing or that is not told.
    """

    colour: Floats
    ink_is_light: bool | None = None
    likely: float = 1.0


def fits_by_colour(
    bodies: Sequence[BodySeen],
    kinds: Sequence[Kind],
    faces: Sequence[KnownFace],
    light: Light,
    thrown: Mapping[str, int] | None = None,
) -> list[dict[str, float]]:
    """How well each body of a picture fits each kind, by its colour: from SURELY to NOT.

    No white body carries lighter ink than itself, and no black one darker. What is no die says nothing of the
    light. `thrown` says how many dice of each kind were, if that is known.
    """
    known, by_name = _known_colours(kinds, faces)
    if light.is_grey or not known:
        # Nothing in this picture has a colour, or no kind has one.
        return [dict.fromkeys((kind.name for kind in kinds), PERHAPS) for _ in bodies]
    brightness, ahead = (_brightness(light.white), LIKELIER_BY_NAME) if by_name else (0.0, LIKELIER)
    found, by_itself = [], []
    # Where none of them was shown dice may be strangers: the commonest are white.
    strangers = _white_ones(bodies, known, brightness) if len(by_name) == len(kinds) else set()
    for number, unlikely in enumerate(unlikeliness(bodies, known, brightness)):
        ruled_out = _ruled_out(kinds, bodies[number].ink_is_light) & by_name
        if number in strangers:
            unlikely = dict.fromkeys(known, STRANGE)
        unlikely |= dict.fromkeys(ruled_out & known.keys(), math.inf)
        fit = _fit(unlikely, ahead)
        if _is_strange(unlikely, by_name):
            fit = dict.fromkeys(ruled_out, NOT)
        # Beside a kind of which no colour is known none is told by its own.
        most = SURELY if len(known) == len(kinds) else PERHAPS
        found.append({kind.name: min(most, fit.get(kind.name, PERHAPS)) for kind in kinds})
        by_itself.append(unlikely)
    return _fit_as_thrown(found, by_itself, bodies, thrown, ahead) if thrown else found


def _known_colours(
    kinds: Sequence[Kind], faces: Sequence[KnownFace]
) -> tuple[dict[str, list[Floats]], set[str]]:
    """Colours (Lab) of each kind of which any is known, and the names of the kinds of which no body was
    shown: of those the names of their colours are all that is known.
    """
    known, by_name = {}, set()
    for kind in kinds:
        shown = [face.body for face in faces if face.kind == kind.name and face.body is not None]
        known[kind.name] = _perhaps_veiled(shown)
        if not shown:
            by_name.add(kind.name)
            known[kind.name] = [body for colour in kind.colours for body in _named(colour)]
    return {name: colours for name, colours in known.items() if colours}, by_name


def _is_strange(unlikely: Mapping[str, float], by_name: Collection[str]) -> bool:
    """Is a body so `unlikely` even of the likeliest kind that it may be of any? Some kinds are known
    `by_name` alone, for none of them was shown.
    """
    likeliest = min(unlikely, key=lambda kind: unlikely[kind])
    most = STRANGE_BESIDE_UNSHOWN if by_name and likeliest not in by_name else STRANGE
    return most < unlikely[likeliest] < math.inf


def _fit_as_thrown(
    fits: Sequence[Mapping[str, float]],
    unlikely: Sequence[Mapping[str, float]],
    bodies: Sequence[BodySeen],
    thrown: Mapping[str, int],
    ahead: float,
) -> list[dict[str, float]]:
    """How well each of the `bodies` fits each kind, which by itself it `fits` so, as so many of each were
    thrown.

    Each is rather the kind that these make likeliest. Where it looks rather like that, too, they make it
    surer: it is another only if others are. But where one surely is another kind other dice were thrown.
    """
    found = [dict(fit) for fit in fits]
    dice = [number for number, body in enumerate(bodies) if body.likely > A_DIE]
    alone = [unlikely[number] for number in dice]
    kinds = shared_out(alone, thrown)
    if not kinds or any(found[n][kind] < max(found[n].values()) for n, kind in zip(dice, kinds, strict=True)):
        return found
    in_doubt = [number for number, kind in zip(dice, kinds, strict=True) if fits[number][kind] < SURELY]
    enough = ahead * (BESIDE_SURE_ONES if len(in_doubt) == 1 else BESIDE_THOSE_THROWN)
    for number, kind, told in zip(dice, kinds, as_thrown(alone, kinds), strict=True):
        if _lead(kind, unlikely[number]) >= enough and min(told.values()) <= STRANGE:
            found[number] |= _fit(told, ahead)
        found[number][kind] = max(found[number][kind], RATHER)
    return found


def is_told(fits: Mapping[str, float], kind: str, rival: str) -> bool:
    """Does a body that `fits` so tell its kind from the rival?"""
    return fits[kind] == SURELY or fits[rival] < min(fits[kind], PERHAPS)


def _ruled_out(kinds: Iterable[Kind], ink_is_light: bool | None) -> set[str]:
    """The kinds of one colour whose bodies carry no ink that is so."""
    if ink_is_light is None:
        return set()
    colour = "white" if ink_is_light else "black"
    return {kind.name for kind in kinds if set(kind.colours) == {colour}}


def _perhaps_veiled(bodies: Sequence[Floats]) -> list[Floats]:
    """Bodies (Lab) as they were shown, and as they are if they mirrored light then, which made them paler."""
    if not bodies:
        return []
    (rgb,) = cv2.cvtColor(_lab(np.stack(bodies))[None].astype(np.float32), cv2.COLOR_LAB2LRGB)
    most = np.maximum(MOST_VEILED * rgb.min(axis=1, keepdims=True), 0)
    bare = np.concatenate([rgb - np.minimum(veil, most) for veil in VEILS], dtype=np.float32)
    (lab,) = cv2.cvtColor(bare[None], cv2.COLOR_LRGB2LAB)
    return [*bodies, *np.asarray(lab * (255 / 100, 1, 1) + (0, 128, 128), np.float32)]


def _named(colour: str) -> list[Floats]:
    """Bodies (Lab) that are called so."""
    body = np.array(NAMED[colour], np.float32)
    if colour == "black":
        return [body, body - np.array((0, GREENISH, 0), np.float32)]
    return [body, np.array(STRONG_BLUE, np.float32)] if colour == "blue" else [body]


def _fit(unlikely: Mapping[str, float], ahead: float) -> dict[str, float]:
    """How well a body fits each kind that is so `unlikely`."""
    return {kind: _fit_of(kind, unlikely, ahead) for kind in unlikely}


def _fit_of(name: str, unlikely: Mapping[str, float], ahead: float) -> float:
    if unlikely[name] == math.inf:
        return NOT
    lead = _lead(name, unlikely)
    return HARDLY if lead < -UNLIKELY else SURELY if lead > ahead else PERHAPS


def _lead(name: str, unlikely: Mapping[str, float]) -> float:
    """By how much a kind is likelier than any other."""
    others = (other for kind, other in unlikely.items() if kind != name)
    return min(others, default=math.inf) - unlikely[name]


def unlikeliness(
    bodies: Sequence[BodySeen], known: Mapping[str, Sequence[Floats]], brightness: float = 0.0
) -> list[dict[str, float]]:
    """How unlikely each of the `bodies` of a picture is of each kind: less the logarithm of the chance.

    `known` are colours of each kind, all Lab on OpenCV's 8 bit scale, and `brightness` is that of the
    picture's light in logarithms, 0 where it is like that in which these were seen. It is infinite where no
    light makes a body look like this.
    """
    if not bodies:
        return []
    colours, likely = np.stack([body.colour for body in bodies]), np.array([body.likely for body in bodies])
    against = np.stack([_against(colours, known[kind]) for kind in known], axis=1)
    # By light, that is by warmth and brightness: what each body says against it, whatever its kind.
    said = np.minimum(-np.log(np.exp(-against).sum(axis=1) + 1e-30), MOST)
    # What is likelier none than a die says nothing: a cloth may have more flowers than there are dice.
    said *= np.maximum(2 * likely - 1, 0.0)[:, None, None]
    expected = 0.5 * ((WARMTH / WARM) ** 2)[:, None] + 0.5 * ((BRIGHTNESS - brightness) / BRIGHT) ** 2
    found = []
    for own, own_said in zip(against, said, strict=True):
        others = expected + said.sum(axis=0) - own_said
        chances = np.exp(others.min() - others)
        light = -np.log(chances / chances.sum() + 1e-30)
        whole = own + light
        least = whole.min(axis=(1, 2))
        sums = least - np.log(np.exp(least[:, None, None] - whole).sum(axis=(1, 2)))
        sums[own.min(axis=(1, 2)) > FOREIGN] = math.inf
        found.append(dict(zip(known, sums.tolist(), strict=True)))
    return found


def _white_ones(
    bodies: Sequence[BodySeen], known: Mapping[str, Sequence[Floats]], brightness: float
) -> set[int]:
    """The numbers of the bodies that are likelier white than of any kind that is `known`: in a cold light
    white may be a yellow that mirrors much.
    """
    beside = unlikeliness(bodies, {**known, STRANGER: _named("white")}, brightness)
    return {number for number, unlikely in enumerate(beside) if _lead(STRANGER, unlikely) > 0}


def _brightness(white: float) -> float:
    """The brightness of the light, in logarithms, in a picture whose brightest grey is `white` (of 255)."""
    return float(2.2 * np.log(max(white, 12.0) / 255) + PAPER)


def _against(bodies: Floats, shown: Sequence[Floats]) -> Doubles:
    """What speaks against each of the bodies (N, 3) being one of those shown, by the light's warmth and
    brightness: (N, warmths, brightnesses).
    """
    seen = _steps(bodies)
    looks, alone = _looks(tuple(tuple(np.asarray(body, np.float64).tolist()) for body in shown))
    # Half the square of the difference, multiplied out; of all that a body may mirror the likeliest.
    apart = 0.5 * np.einsum("ni,ni->n", seen, seen)[:, None] + alone - seen @ looks.T
    by_shade = apart.reshape(len(bodies), -1, len(WARMTH), len(BRIGHTNESS)).min(axis=1)
    shade = 0.5 * ((BRIGHTNESS[:, None] - BRIGHTNESS[None, :]) / SHADED) ** 2
    return np.asarray((by_shade[:, :, :, None] + shade).min(axis=2), np.float64)


@functools.lru_cache(maxsize=32)
def _looks(bodies: tuple[tuple[float, ...], ...]) -> tuple[Floats, Floats]:
    """What the bodies look like in STEPS, each by what is mirrored, tint and brightness, one row a look; and
    what speaks against each look whatever is compared with it.
    """
    rgb = cv2.cvtColor(_lab(np.array(bodies, np.float32)).reshape(-1, 1, 3), cv2.COLOR_LAB2LRGB)
    rgb = _perhaps_brighter(np.asarray(rgb.reshape(-1, 3), np.float32))[:, None, None, None]
    lit = rgb * np.exp(BRIGHTNESS)[:, None] + MIRRORED[:, None, None, None]
    seen = np.clip(TINTS[:, None] * lit, 0, 1).astype(np.float32)
    flat = cv2.cvtColor(np.ascontiguousarray(seen.reshape(-1, 1, 3)), cv2.COLOR_LRGB2LAB)
    looks = np.asarray(flat.reshape(-1, 3) / STEPS, np.float32)
    unlikely = MIRRORS * (MIRRORED > 0) + MIRRORING * MIRRORED
    mirroring = np.broadcast_to(unlikely[:, None, None], seen.shape[:-1]).ravel()
    return looks, np.asarray(0.5 * np.einsum("ni,ni->n", looks, looks) + mirroring, np.float32)


def _perhaps_brighter(bodies: Floats) -> Floats:
    """The bodies (N, 3: red, green and blue), and once more with what may have been burnt out, but never all
    of it: as much brighter as it may be.
    """
    burnt = bodies > BURNT_OUT
    in_part = burnt.any(axis=1) & ~burnt.all(axis=1)
    brighter = [np.where(burnt, times * bodies, bodies)[in_part] for times in BRIGHTER]
    return np.concatenate([bodies, *brighter], dtype=np.float32)


def _steps(eight_bits: Floats) -> Floats:
    """Lab colours (N, 3) on OpenCV's 8 bit scale, in STEPS."""
    return np.asarray(_lab(eight_bits) / STEPS, np.float32)


def _lab(eight_bits: Floats) -> Floats:
    """L (0 to 100), a and b (about 0) of Lab colours on OpenCV's 8 bit scale."""
    return np.asarray((eight_bits - (0, 128, 128)) * (100 / 255, 1, 1), np.float32)
