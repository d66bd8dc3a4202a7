"""A Riff card that is not on the list: its printed icons are told once, then it is known (D-09)."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from companion.engine.questions import Answers, Choose, Message, Question, choose, choose_some
from companion.games.riff_in_time.content import POSITIONS, SAN_DIMAS, Effect, RiffCard
from companion.games.riff_in_time.play import Play

DESCRIBE = "describe"
OR = "or"
PER_FIXED = "lower_sd_per_fixed"
SECTIONS = ("main", "red", "green", "fixed")
MOST_ICONS = 12


def describe_card(play: Play) -> Generator[Question, Answers, str]:
    """Ask the active player for each section of the card in hand; returns the name it has from now on.

    A section is a row of icons, each named as often as it is to be done; `or` parts two options.
    """
    place = play.active
    subject = yield from choose(
        place, "describe_subject", ["none", "numbers", SAN_DIMAS, *play.box.location],
        Message("{seat}: whose rift is the card about?", {"seat": place}), ("RIT-34",))
    texts = []
    for section in SECTIONS:
        icons = yield from choose_some(
            place, f"describe_{section}",
            Choose(icon_words(play), least=1 if section == "main" else 0, most=MOST_ICONS, ordered=True,
                   repeat=True),
            Message("{seat}: what does its section “{section}” show, in order?",
                    {"seat": place, "section": section}), ("RIT-34",))
        texts.append(" ".join(icons))
    name = f"described_{len(play.state.described) + 1}"
    play.state.described[name] = "|".join([subject, *texts])
    return name


def icon_words(play: Play) -> tuple[str, ...]:
    """Every icon a Riff card may show."""
    places = [SAN_DIMAS, *play.box.location]
    return (
        "raise_sd", "lower_sd", "draw", "discard_top", "look3", "eject_all", "unfix", "raise_each_player",
        "lower_here", PER_FIXED, OR, *(f"raise:{place}" for place in play.box.location),
        *(f"raise_numbered:{number}" for number in POSITIONS), *(f"move_self:{place}" for place in places),
        *(f"move_all:{place}" for place in places),
    )


def card_from_text(name: str, text: str) -> RiffCard:
    """The card that `describe_card` wrote down as `text`."""
    subject, *sections = text.split("|")
    main, red, green, fixed = (section_of(section.split()) for section in sections)
    numbers = tuple(int(icon.split(":")[1]) for icon in sections[0].split()
                    if icon.startswith("raise_numbered:"))
    return RiffCard(name, subject=numbers if subject == "numbers" else "" if subject == "none" else subject,
                    main=main, red=red, green=green, fixed=fixed)


def section_of(icons: Sequence[str]) -> tuple[Effect, ...]:
    """The effects of one section; with `or` in it, a choice between what stands left and right of it."""
    options: list[tuple[Effect, ...]] = [()]
    for icon in icons:
        if icon == OR:
            options.append(())
        else:
            options[-1] += (effect_of(icon),)
    options = [option for option in options if option]
    return (Effect(choose=tuple(options)),) if len(options) > 1 else options[0] if options else ()


def effect_of(icon: str) -> Effect:
    """One icon as an effect."""
    if icon == PER_FIXED:
        return Effect("lower_sd", per_fixed=True)
    op, _, arg = icon.partition(":")
    return Effect(op, (int(arg) if arg.isdigit() else arg,) if arg else ())
