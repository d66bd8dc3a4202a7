"""Setting up (RIT-01 to RIT-13), and what a table settles before."""

from __future__ import annotations

import pytest

from companion.engine.questions import Draw
from companion.engine.referee import Referee
from companion.games.riff_in_time.rulings import options, settle
from companion.games.riff_in_time.state import State
from tests.games.riff_in_time.tables import LAYOUT, game, game_with, play, told, words
from tests.games.riff_in_time.throws import refusal

DISCS = "- discs " + " ".join(LAYOUT)
NOBODY_HOME = ("charlemagne", "billy_the_kid", "person_03", "person_04", "person_10",
               "person_05", "person_06", "person_07", "person_08", "person_09")
"""Personages in an order in which, on the layout of `LAYOUT`, none stands at home."""
PEOPLE = "- personages " + " ".join(NOBODY_HOME)
SEATS = ("ana", "ben", "cy", "dee")
CHARACTERS = ("bill", "character_2", "character_3", "character_4")


def opened(seats: int = 3, **chosen: str | int) -> Referee:
    """The opened box before as many players."""
    return Referee(game(), game().new(SEATS[:seats], chosen))


def characters(*seats: str) -> str:
    """Each seat takes the next character."""
    return "\n".join(f"{seat} character {character}"
                     for seat, character in zip(seats, CHARACTERS, strict=False))


def objectives(*seats: str) -> str:
    """Each seat is dealt the next two Objectives, and keeps the first of them as its task."""
    return "\n".join(
        f"{seat} objectives objective_{2 * n + 1:02} objective_{2 * n + 2:02}\n"
        f"{seat} objective objective_{2 * n + 1:02}" for n, seat in enumerate(seats))


def bonuses(*seats: str) -> str:
    """Each seat gets one of the last Objectives as its bonus."""
    return "\n".join(f"{seat} bonus objective_{16 - n}" for n, seat in enumerate(seats))


def after_setup(seats: int = 3, raises: str = "charlemagne person_06 person_08",
                starter: str = "ana") -> Referee:
    """The whole set-up answered."""
    referee, names = opened(seats), SEATS[:seats]
    play(referee, "\n".join([
        DISCS, PEOPLE, characters(*names), objectives(*names), bonuses(*names),
        "- raises " + raises, f"- starter {starter}"]))
    return referee


@pytest.mark.rule("RIT-01")
def test_each_player_takes_another_character_and_starts_on_san_dimas() -> None:
    referee = opened(3)
    play(referee, f"{DISCS}\n{PEOPLE}")
    assert words(referee) == ("bill", "character_2", "character_3", "character_4")

    play(referee, "ana character character_2")
    assert words(referee) == ("bill", "character_3", "character_4")

    state = play(referee, "ben character bill\ncy character character_4")
    assert [player.character for player in state.players.values()] == ["character_2", "bill", "character_4"]
    assert [player.place for player in state.players.values()] == ["san_dimas"] * 3
    assert told(referee, "RIT-01")[0] == "ana plays character_2 and starts on San Dimas."


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.rule("RIT-01")
def test_one_to_four_may_play(seats: int) -> None:
    assert len(game().new(SEATS[:seats], {}).players) == seats


@pytest.mark.parametrize("seats", [[], ["ana", "ben", "cy", "dee", "eli"]])
@pytest.mark.rule("RIT-01")
def test_nobody_or_five_may_not_play(seats: list[str]) -> None:
    with pytest.raises(ValueError, match=f"{len(seats)} players were named; Riff in Time takes 1 to 4."):
        game().new(seats, {})


@pytest.mark.rule("RIT-02")
def test_all_sixty_riff_cards_are_shuffled_into_the_deck() -> None:
    referee = opened()

    assert (referee.state.riff_left, referee.state.riff_discard) == (60, 0)
    assert told(referee, "RIT-02") == ["Shuffle the 60 Riff cards."]


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.rule("RIT-03")
def test_san_dimas_starts_at_the_number_of_players(seats: int) -> None:
    referee = opened(seats)

    assert referee.state.san_dimas == seats
    assert told(referee, "RIT-03") == [f"Set San Dimas to {seats}."]


@pytest.mark.rule("RIT-04")
def test_a_harder_game_starts_san_dimas_higher() -> None:
    assert opened(2, san_dimas=5).state.san_dimas == 5
    assert opened(2, san_dimas="10").state.san_dimas == 10


@pytest.mark.parametrize("level", [1, 11, "high"])
@pytest.mark.rule("RIT-04")
def test_san_dimas_cannot_start_below_the_number_of_players_or_above_its_dial(level: str | int) -> None:
    with pytest.raises(ValueError, match=f"cannot be “{level}”; it may be 2, 3, 4, 5, 6, 7, 8, 9, 10."):
        opened(2, san_dimas=level)


@pytest.mark.rule("RIT-04")
def test_how_high_san_dimas_may_start_follows_the_box() -> None:
    higher = game_with(san_dimas={"max": 12})

    assert higher.new(["ana"], {"san_dimas": 12}).san_dimas == 12


@pytest.mark.rule("RIT-05")
def test_the_discs_are_laid_in_the_order_they_came_dials_at_five() -> None:
    referee = opened()

    state = play(referee, DISCS)

    kassel = state.rifts["kassel"]
    assert (kassel.position, kassel.level, kassel.fixed) == (3, 5, False)
    assert [state.location_at(position) for position in range(1, 11)] == list(LAYOUT)
    assert {rift.level for rift in state.rifts.values()} == {5}
    assert told(referee, "RIT-05") == [f"Lay the discs on positions 1 to 10: {list(LAYOUT)}."]


@pytest.mark.parametrize(("discs", "why"), [
    ("kassel", "1 given; 10 to 10 are asked for."),
    (" ".join(["kassel", *LAYOUT[1:]]), "kassel cannot come up that often."),
    (" ".join(["camelot", *LAYOUT[1:]]), "“camelot” does not fit here"),
])
@pytest.mark.rule("RIT-05")
def test_every_disc_is_laid_once(discs: str, why: str) -> None:
    assert why in refusal(opened(), f"- discs {discs}")


@pytest.mark.rule("RIT-06")
def test_the_seventh_personage_revealed_stands_on_position_seven() -> None:
    order = ["charlemagne", "person_03", "person_04", "person_05", "person_06",
             "person_07", "billy_the_kid", "person_08", "person_09", "person_10"]
    referee = opened()

    state = play(referee, f"{DISCS}\n- personages {' '.join(order)}")

    assert state.personages["billy_the_kid"].place == state.location_at(7) == "rome"
    assert [state.standing_at(place) for place in LAYOUT] == [[name] for name in order]
    assert told(referee, "RIT-06") == [f"Place the Personages on positions 1 to 10: {order}."]


@pytest.mark.rule("RIT-07")
def test_a_personage_that_comes_to_its_own_place_is_not_yet_returned() -> None:
    order = list(NOBODY_HOME)
    order.remove("charlemagne")
    order.insert(6, "charlemagne")

    state = play(opened(), f"{DISCS}\n- personages {' '.join(order)}")

    assert state.personages["charlemagne"].place == "rome"
    assert not state.personages["charlemagne"].returned


ALL_HOME = ("person_05", "person_03", "person_04", "billy_the_kid", "person_06",
            "person_07", "charlemagne", "person_08", "person_09", "person_10")


@pytest.mark.rule("RIT-06")
def test_a_table_may_deal_the_personages_anew_when_too_many_are_at_home() -> None:
    referee = opened(reshuffle_if_home_over=3)

    state = play(referee, f"{DISCS}\n- personages {' '.join(ALL_HOME)}")
    assert referee.question is not None
    assert referee.question.key == "personages"
    assert told(referee, "RIT-06")[-1] == "10 stand at home already: shuffle and place them anew."

    state = play(referee, PEOPLE)
    assert state.personages["charlemagne"].place == LAYOUT[0]
    assert referee.question.key == "character"


@pytest.mark.parametrize(("home_over", "key"),
                         [("2", "personages"), ("3", "character"), ("off", "character")])
@pytest.mark.rule("RIT-06")
def test_just_as_many_at_home_as_allowed_may_stay(home_over: str, key: str) -> None:
    three_home = [*ALL_HOME[:3], *ALL_HOME[4:], ALL_HOME[3]]
    referee = opened(reshuffle_if_home_over=home_over)

    play(referee, f"{DISCS}\n- personages {' '.join(three_home)}")

    assert referee.question is not None
    assert referee.question.key == key


@pytest.mark.rule("RIT-08")
def test_the_dice_are_nobodys_own() -> None:
    referee = after_setup(2, raises="charlemagne person_06")
    play(referee, """
        ana draw rome_3
        ana roll w1=move w2=move w3=move
        ana booth no
        ana action end
        ben draw kassel_3
    """)

    assert [die.id for die in referee.state.pool] == ["w1", "w2", "w3"]


@pytest.mark.rule("RIT-09")
def test_of_two_objectives_dealt_one_is_kept_as_the_task() -> None:
    referee = opened(4)
    play(referee, "\n".join([DISCS, PEOPLE, characters(*SEATS)]))
    assert referee.question is not None
    assert set(words(referee)) == set(game().box.objective)
    assert refusal(referee, "ana objectives objective_01") == "1 given; 2 to 2 are asked for."

    play(referee, "ana objectives objective_09 objective_12")
    assert words(referee) == ("objective_09", "objective_12")

    state = play(referee, "ana objective objective_12")
    assert state.players["ana"].objective == "objective_12"
    assert told(referee, "RIT-09") == ["ana keeps objective_12."]
    ask = referee.question.asks["ben"]
    assert isinstance(ask, Draw)
    assert {"objective_09", "objective_12"}.isdisjoint(ask.words)  # neither the kept nor the discarded one
    assert len(ask.words) == 14


@pytest.mark.rule("RIT-10")
def test_the_bonus_comes_from_the_undealt_and_the_discarded_objectives() -> None:
    referee = opened(4)
    play(referee, "\n".join([DISCS, PEOPLE, characters(*SEATS), objectives(*SEATS)]))
    assert len(words(referee)) == 12
    assert "objective_01" not in words(referee)  # Ana's task
    assert "objective_02" in words(referee)  # what she discarded

    state = play(referee, "ana bonus objective_02")
    assert state.players["ana"].bonus == "objective_02"
    assert state.players["ana"].objective == "objective_01"
    assert "objective_02" not in words(referee)
    assert told(referee, "RIT-10") == ["ana has the bonus Action interact."]


@pytest.mark.rule("RIT-11")
def test_the_bonus_action_is_there_in_every_own_turn_from_the_first_on() -> None:
    referee = after_setup(1, raises="charlemagne")  # Ana's bonus is an Excellent
    a_turn = "ana draw loc_10_{card}\nana roll w1=move w2=move w3=move\nana booth no"

    play(referee, a_turn.format(card=1))
    assert "excellent:bonus" in words(referee)
    play(referee, "ana action excellent:bonus\nana excellent move\nana move loc_05\nana extra_step stop")
    assert "excellent:bonus" not in words(referee)

    play(referee, "ana action end\n" + a_turn.format(card=3))
    assert "excellent:bonus" in words(referee)


@pytest.mark.rule("RIT-12")
def test_one_rift_a_player_goes_up_where_a_revealed_personage_stands() -> None:
    people = "- personages " + " ".join([*NOBODY_HOME[2:8], "billy_the_kid", *NOBODY_HOME[8:], "charlemagne"])
    referee = opened(3)
    play(referee, "\n".join([DISCS, people, *(asked(*SEATS[:3]) for asked in
                                              (characters, objectives, bonuses))]))
    assert refusal(referee, "- raises billy_the_kid") == "1 given; 3 to 3 are asked for."

    state = play(referee, "- raises billy_the_kid charlemagne person_03")

    at_seven = state.location_at(7)
    assert state.personages["billy_the_kid"].place == at_seven == "rome"
    assert {place for place, rift in state.rifts.items() if rift.level == 6} == {"rome", "loc_10", "loc_05"}
    assert sum(rift.level == 5 for rift in state.rifts.values()) == 7
    assert told(referee, "RIT-21")[0] == "Turn rome up to 6."


@pytest.mark.parametrize(("seats", "raises"), [(1, "person_03"), (2, "person_03 person_04")])
@pytest.mark.rule("RIT-12")
def test_fewer_players_raise_fewer_rifts(seats: int, raises: str) -> None:
    state = after_setup(seats, raises).state

    assert sum(rift.level == 6 for rift in state.rifts.values()) == seats


@pytest.mark.rule("RIT-13")
def test_the_table_names_who_starts_and_the_information_cards_lie_in_one_pile() -> None:
    referee = after_setup(4, raises="charlemagne person_05 person_06 person_07", starter="dee")

    state: State = referee.state
    assert (state.starter, state.active, state.round, state.turn, state.phase) == ("dee", "dee", 1, 1, "riff")
    assert told(referee, "RIT-13") == ["dee starts."]
    assert {person["info_card"] for person in game().view(state, None)["personages"]} == {"pile"}
    assert referee.question is not None
    assert (referee.question.key, [*referee.question.asks]) == ("draw", ["dee"])


def test_a_set_up_game_is_sound_and_so_is_one_in_the_middle_of_it() -> None:
    referee = opened(2)
    assert referee.problems == []
    play(referee, f"{DISCS}\n{PEOPLE}")
    assert referee.problems == []
    assert after_setup().problems == []


def test_the_set_up_asks_in_the_order_of_the_rulebook() -> None:
    referee, asked = opened(1), []
    for line in "\n".join([DISCS, PEOPLE, characters("ana"), objectives("ana"), bonuses("ana"),
                           "- raises charlemagne", "- starter ana"]).splitlines():
        question = referee.question
        assert question is not None
        (ask,) = question.asks.values()
        asked.append((question.key, question.rules, ask.deck if isinstance(ask, Draw) else "",
                      question.text.id.format(**question.text.args)))
        assert question.reveals == (("card",) if isinstance(ask, Draw) else ())
        play(referee, line)

    assert asked == [
        ("discs", ("RIT-05",), "discs", "Which discs lie on positions 1 to 10, in order?"),
        ("personages", ("RIT-06",), "personages", "Which Personages stand on positions 1 to 10, in order?"),
        ("character", ("RIT-01",), "", "ana: as whom do you play?"),
        ("objectives", ("RIT-09",), "objectives", "ana: which two Objectives were you dealt?"),
        ("objective", ("RIT-09",), "", "ana: which task do you keep?"),
        ("bonus", ("RIT-10",), "objectives", "ana: which card is your bonus Action?"),
        ("raises", ("RIT-12",), "personages", "Which Personages were revealed for the first raises?"),
        ("starter", ("RIT-13",), "", "Who starts? The best air guitar, or the youngest."),
    ]


# What a table settles before the game


def test_rulings_keep_their_defaults() -> None:
    assert settle(game().box, ["ana", "ben"], {}) == {
        "san_dimas": "2", "flip_needs_return": "yes", "eject_to": "carrier", "pass_on_sd": "no",
        "pass_keeps_actions": "no", "clean_rounds_in_row": "yes", "reshuffle_if_home_over": "off",
    }


def test_rulings_can_be_settled_otherwise() -> None:
    chosen = {"san_dimas": 9, "flip_needs_return": "no", "eject_to": "active", "pass_on_sd": True,
              "pass_keeps_actions": "yes", "clean_rounds_in_row": False, "reshuffle_if_home_over": 0}

    assert settle(game().box, ["ana"], chosen) == {
        "san_dimas": "9", "flip_needs_return": "no", "eject_to": "active", "pass_on_sd": "yes",
        "pass_keeps_actions": "yes", "clean_rounds_in_row": "no", "reshuffle_if_home_over": "0"}


@pytest.mark.parametrize(("chosen", "why"), [
    ({"sandimas": 3}, "There is no option “sandimas”; the options are san_dimas, flip_needs_return,"),
    ({"eject_to": "moon"}, "eject_to cannot be “moon”; it may be carrier, active."),
    ({"pass_on_sd": "maybe"}, "pass_on_sd cannot be “maybe”; it may be yes, no."),
    ({"reshuffle_if_home_over": 10}, "reshuffle_if_home_over cannot be “10”; it may be off, 0, 1, 2, 3"),
])
def test_what_is_no_option_or_no_value_of_one_is_refused(chosen: dict[str, str | int], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        settle(game().box, ["ana", "ben"], chosen)


def test_every_option_says_what_it_is_about_its_default_and_its_rule() -> None:
    offered = {option.id: (option.text.id, option.default, option.rules) for option in options(game().box)}

    assert offered == {
        "san_dimas": ("San Dimas starts at (harder: higher than the number of players)", "",
                      ("RIT-03", "RIT-04")),
        "flip_needs_return": ("A rift closes only once its own Personage is returned", "yes", ("RIT-29",)),
        "eject_to": ("Ejected Personages stand where", "carrier", ("RIT-47",)),
        "pass_on_sd": ("Personages may be passed on San Dimas", "no", ("RIT-108",)),
        "pass_keeps_actions": ("The giver keeps a passed Personage's Actions this turn", "no", ("RIT-110",)),
        "clean_rounds_in_row": ("Clean rounds must come in a row", "yes", ("RIT-119",)),
        "reshuffle_if_home_over": (
            "Place the Personages anew if more than so many are at home", "off", ("RIT-06",)),
    }
    assert {option.id: option.words for option in options(game().box)} == {
        "san_dimas": tuple(map(str, range(1, 11))), "flip_needs_return": ("yes", "no"),
        "eject_to": ("carrier", "active"), "pass_on_sd": ("yes", "no"), "pass_keeps_actions": ("yes", "no"),
        "clean_rounds_in_row": ("yes", "no"), "reshuffle_if_home_over": ("off", *map(str, range(10))),
    }
