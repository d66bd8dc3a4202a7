"""Riff cards that are not on the list: told icon by icon once, and known from then on (D-09)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.questions import Choose
from companion.engine.referee import Referee
from companion.games.riff_in_time.content import Effect
from companion.games.riff_in_time.describing import card_from_text, section_of
from companion.games.riff_in_time.state import State
from tests.games.riff_in_time.cards import cards_asked, fixed, levels, open_question, stand, with_levels
from tests.games.riff_in_time.tables import a_state, game_with_card, play, sit, told, words
from tests.games.riff_in_time.throws import refusal

QUIET = "ana roll w1=move w2=move w3=move\nana booth no\nana action end"


def describing(state: State | None = None, text: str = "") -> Referee:
    """Ana has drawn a card that is not on the list, and tells of it."""
    referee = sit(state or a_state("ana"))
    play(referee, "ana draw describe")
    play(referee, text)
    return referee


def asked(referee: Referee) -> Choose:
    """The open choice."""
    assert referee.question is not None
    (ask,) = referee.question.asks.values()
    assert isinstance(ask, Choose)
    return ask


@pytest.mark.rule("RIT-34")
def test_a_card_about_no_rift_has_a_main_section_only() -> None:
    referee = describing()
    assert words(referee)[:3] == ("none", "numbers", "san_dimas")
    assert words(referee)[3:] == ("rome", "new_mexico", "new_york", "kassel", "loc_05", "loc_06", "loc_07",
                                  "loc_08", "loc_09", "loc_10")
    play(referee, "ana describe_subject none")
    assert open_question(referee) == "describe_main"

    state = play(referee, "ana describe_main raise:rome raise_sd")

    assert (levels(state, "rome"), state.san_dimas, open_question(referee)) == ([6], 2, "roll")
    assert (state.riff_left, state.riff_discard) == (59, 1)
    assert told(referee, "RIT-32") == ["ana draws described_1."]


@pytest.mark.parametrize(("subject", "red", "sections"), [
    ("none", "", ["main"]), ("numbers", "", ["main", "fixed"]),
    ("san_dimas", "", ["main", "red", "green"]), ("san_dimas", "draw", ["main", "red"]),
    ("kassel", "", ["main", "red", "green", "fixed"]), ("kassel", "draw", ["main", "red", "fixed"]),
])
@pytest.mark.rule("RIT-34")
def test_only_the_sections_that_a_card_can_have_are_asked_for(
    subject: str, red: str, sections: list[str]
) -> None:
    referee = describing(text=f"ana describe_subject {subject}")
    icons, asked_for = {"main": "lower_sd", "red": red}, []
    while open_question(referee).startswith("describe_"):
        section = open_question(referee).removeprefix("describe_")
        asked_for.append(section)
        play(referee, f"ana describe_{section} {icons.get(section, '')}")

    assert asked_for == sections
    assert open_question(referee) == "roll"


@pytest.mark.rule("RIT-34")
def test_main_cannot_be_left_out_and_a_section_has_twelve_icons_at_most() -> None:
    referee = describing(text="ana describe_subject kassel")
    assert refusal(referee, "ana describe_main") == "0 given; 1 to 12 are asked for."
    assert refusal(referee, "ana describe_main" + " draw" * 13) == "13 given; 1 to 12 are asked for."
    assert asked(referee).ordered
    play(referee, "ana describe_main lower_sd")
    assert (asked(referee).least, asked(referee).most) == (0, 12)


def test_every_icon_of_a_card_can_be_told() -> None:
    referee = describing(text="ana describe_subject kassel")
    places = ("san_dimas", "rome", "new_mexico", "new_york", "kassel", "loc_05", "loc_06", "loc_07", "loc_08",
              "loc_09", "loc_10")
    assert words(referee) == (
        "raise_sd", "lower_sd", "draw", "discard_top", "look3", "eject_all", "unfix", "raise_each_player",
        "lower_here", "or", *(f"raise:{place}" for place in places[1:]),
        *(f"raise_numbered:{number}" for number in range(1, 11)),
        *(f"move_self:{place}" for place in places), *(f"move_all:{place}" for place in places))

    play(referee, "ana describe_main draw\nana describe_red\nana describe_green")
    assert "lower_sd_per_fixed" in words(referee)  # stands in a Fixed section alone


def test_the_sections_are_followed_as_those_of_any_card() -> None:
    about_kassel = """
        ana describe_subject kassel
        ana describe_main raise:kassel
        ana describe_red move_self:rome
        ana describe_fixed raise_sd
    """
    red = describing(with_levels(a_state("ana"), kassel=6), about_kassel).state
    assert (levels(red, "kassel"), red.players["ana"].place) == ([7], "rome")

    plain = describing(a_state("ana"), about_kassel).state
    assert (levels(plain, "kassel"), plain.players["ana"].place) == ([6], "san_dimas")

    closed = describing(fixed(a_state("ana"), "kassel"), about_kassel).state
    assert closed.san_dimas == 2

    green = describing(a_state("ana"), """
        ana describe_subject kassel
        ana describe_main raise:kassel
        ana describe_red
        ana describe_green raise_sd
        ana describe_fixed
    """).state
    assert green.san_dimas == 2


@pytest.mark.rule("RIT-67")
def test_a_numbered_card_looks_at_the_numbers_of_its_main_section() -> None:
    state = with_levels(fixed(a_state("ana"), "rome", "kassel"), san_dimas=4)

    state = describing(state, """
        ana describe_subject numbers
        ana describe_main raise_numbered:2 raise_numbered:7 raise_numbered:10
        ana describe_fixed lower_sd_per_fixed
    """).state

    assert levels(state, "new_york", "rome", "loc_10") == [6, 0, 6]
    assert state.san_dimas == 3  # Rome is fixed; Kassel is too, but is not listed


@pytest.mark.rule("RIT-58")
def test_or_parts_the_options_of_a_section() -> None:
    referee = describing(text="""
        ana describe_subject none
        ana describe_main raise_sd raise_sd raise_sd or discard_top lower_sd
    """)
    assert words(referee) == ("raise_sdx3", "discard_top,lower_sd")

    state = play(referee, "ana or raise_sdx3")

    assert state.san_dimas == 4


@pytest.mark.parametrize(("icons", "section"), [
    ("", ()),
    ("draw", (Effect("draw"),)),
    ("draw draw raise_sd draw", (Effect("draw", times=2), Effect("raise_sd"), Effect("draw"))),
    ("raise:rome raise:kassel", (Effect("raise", ("rome",)), Effect("raise", ("kassel",)))),
    ("raise_numbered:3", (Effect("raise_numbered", (3,)),)),
    ("lower_sd_per_fixed", (Effect("lower_sd", per_fixed=True),)),
    ("draw or look3", (Effect(choose=((Effect("draw"),), (Effect("look3"),))),)),
    ("draw or look3 or unfix", (Effect(choose=((Effect("draw"),), (Effect("look3"),), (Effect("unfix"),))),)),
    ("or draw or or", (Effect("draw"),)),
    ("draw or draw", (Effect("draw"),)),
    ("or", ()),
])
def test_icons_in_a_row_are_effects(icons: str, section: tuple[Effect, ...]) -> None:
    assert section_of(icons.split()) == section


def test_a_card_told_of_is_a_card_like_any_other() -> None:
    card = card_from_text("described_1", "kassel|raise:kassel|draw||lower_here")

    assert (card.id, card.subject, card.green) == ("described_1", "kassel", ())
    assert (card.main, card.red, card.fixed) == (
        (Effect("raise", ("kassel",)),), (Effect("draw"),), (Effect("lower_here"),))
    assert card_from_text("a", "none|draw|||").subject == ""
    assert card_from_text("a", "numbers|raise_numbered:10 draw raise_numbered:2|||").subject == (10, 2)


def test_a_card_that_was_told_of_is_on_the_list_from_then_on() -> None:
    referee = describing(text=f"ana describe_subject none\nana describe_main raise:rome\n{QUIET}")
    assert cards_asked(referee)["described_1"] == 59
    assert referee.state.described == {"described_1": "none|raise:rome|||"}

    state = play(referee, "ana draw described_1")

    assert (levels(state, "rome"), open_question(referee)) == ([7], "roll")
    play(referee, f"{QUIET}\nana draw describe\nana describe_subject none\nana describe_main raise:kassel")
    assert [*referee.state.described] == ["described_1", "described_2"]
    assert (referee.state.rifts["rome"].level, referee.state.rifts["kassel"].level) == (7, 6)


def test_its_name_is_none_that_a_card_of_the_box_has() -> None:
    learned: dict[str, Any] = {"id": "described_1", "main": [{"op": "lower_here"}]}
    state = stand(a_state("ana"), ana="kassel")
    referee = sit(state, game_with_card(learned))

    play(referee, "ana draw describe\nana describe_subject none\nana describe_main raise:rome")

    assert [*referee.state.described] == ["described_2"]
    assert levels(referee.state, "rome", "kassel") == [6, 5]


def test_a_deck_that_is_drawn_by_chance_never_brings_an_unlisted_card() -> None:
    assert "describe" not in cards_asked(sit(a_state("ana")))
