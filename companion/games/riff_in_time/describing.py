"""A Riff card that is not on the list: its printed icons are told once, then it is known (D-09)."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from itertools import count, groupby

from companion.engine.questions import Answers, Choose, Message, Question, choose, choose_some
from companion.games.riff_in_time.content import POSITIONS, SAN_DIMAS, Effect, RiffCard
from companion.games.riff_in_time.play import Play

DESCRIBE = "describe"
OR = "or"
PER_FIXED = "lower_sd_per_fixed"
NONE, NUMBERS = "none", "numbers"
SECTIONS = ("main", "red", "green", "fixed")
MOST_ICONS = 12


def describe_card(play: Play) -> Generator[Question, Answers, str]:
    """Ask the active player for each section of the card in hand; returns the name it has from now on.

    A section is a row of icons, each named as often as it is to be done; `or` parts two options. Sections
    that cannot stand on this card are not asked for.
    """
    subject = yield from choose(
        play.active, "describe_subject", [NONE, NUMBERS, SAN_DIMAS, *play.box.location],
        Message("{seat}: whose rift is the card about?", {"seat": play.active}), ("RIT-34",))
    sections = dict.fromkeys(SECTIONS, "")
    for section in SECTIONS:
        if section == "main" or may_have(subject, section, sections):
            sections[section] = yield from describe_section(play, section)
    names = (f"described_{number}" for number in count(1))
    name = next(name for name in names if name not in play.state.described and name not in play.box.card)
    play.state.described[name] = "|".join([subject, *sections.values()])
    return name


def may_have(subject: str, section: str, sections: Mapping[str, str]) -> bool:
    """Whether a card about `subject` may have this section besides Main: one colour at most, and only a
    location that can be Fixed has a Fixed section (RIT-34).
    """
    if section == "fixed":
        return subject not in (NONE, SAN_DIMAS)
    return subject not in (NONE, NUMBERS) and not sections["red"]


def describe_section(play: Play, section: str) -> Generator[Question, Answers, str]:
    """Ask for the icons of one section."""
    icons = yield from choose_some(
        play.active, f"describe_{section}",
        Choose(icon_words(play, section), least=1 if section == "main" else 0, most=MOST_ICONS, ordered=True,
               repeat=True),
        Message("{seat}: what does its section “{section}” show, in order?",
                {"seat": play.active, "section": section}), ("RIT-34",))
    return " ".join(icons)


def icon_words(play: Play, section: str) -> tuple[str, ...]:
    """Every icon that a Riff card may show in this section."""
    places = [SAN_DIMAS, *play.box.location]
    return (
        "raise_sd", "lower_sd", "draw", "discard_top", "look3", "eject_all", "unfix", "raise_each_player",
        "lower_here", *([PER_FIXED] if section == "fixed" else []), OR,
        *(f"raise:{place}" for place in play.box.location),
        *(f"raise_numbered:{number}" for number in POSITIONS), *(f"move_self:{place}" for place in places),
        *(f"move_all:{place}" for place in places),
    )


def card_from_text(name: str, text: str) -> RiffCard:
    """The card that `describe_card` wrote down as `text`."""
    subject, *sections = text.split("|")
    main, red, green, fixed = (section_of(section.split()) for section in sections)
    numbers = tuple(int(icon.split(":")[1]) for icon in sections[0].split()
                    if icon.startswith("raise_numbered:"))
    about = numbers if subject == NUMBERS else "" if subject == NONE else subject
    return RiffCard(name, subject=about, main=main, red=red, green=green, fixed=fixed)


def section_of(icons: Sequence[str]) -> tuple[Effect, ...]:
    """The effects of one section; with `or` in it, a choice between what stands left and right of it.

    The same icon several times in a row is one effect, done so many times (RIT-44).
    """
    options = []
    for is_or, option in groupby(icons, key=OR.__eq__):
        if not is_or:
            options.append(tuple(replace(effect_of(icon), times=len([*alike]))
                                 for icon, alike in groupby(option)))
    options = list(dict.fromkeys(options))
    return (Effect(choose=tuple(options)),) if len(options) > 1 else options[0] if options else ()


def effect_of(icon: str) -> Effect:
    """One icon as an effect."""
    if icon == PER_FIXED:
        return Effect("lower_sd", per_fixed=True)
    op, _, arg = icon.partition(":")
    return Effect(op, (int(arg) if arg.isdigit() else arg,) if arg else ())
