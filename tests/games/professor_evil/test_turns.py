"""The frame of a turn: cards, actions, dice, and whose turn is next (EVIL-24 to EVIL-33, EVIL-58 to 60)."""

from __future__ import annotations

import pytest

from tests.games.professor_evil.tables import (
    a_state,
    acting,
    game,
    game_with_thing,
    key,
    opened,
    play,
    refusal,
    sit,
    stand,
    throw,
    thrown,
    told,
    unlocked,
    words,
)


@pytest.mark.rule("EVIL-24")
def test_a_turn_is_cards_then_actions_then_dice() -> None:
    referee = sit(a_state())
    asked = [key(referee)]
    play(referee, "ana cards nathan_1 nathan_2")
    asked.append(key(referee))
    assert "cards" not in words(referee)
    refusal(referee, "ana cards nathan_3 nathan_4")
    play(referee, "ana action end")
    asked.append(key(referee))
    throw(referee, "time_5 red clock_1")
    asked.append(key(referee))
    assert asked == ["cards", "action", "roll", "cards"]
    assert [line.split("'")[0] for line in told(referee, "EVIL-24")] == ["ana", "ben"]


@pytest.mark.rule("EVIL-25")
def test_two_cards_are_revealed() -> None:
    referee = acting(a_state(), "nathan_2", "nathan_6")
    state = referee.state
    assert (state.players["ana"].pile, state.revealed) == (4, ["nathan_2", "nathan_6"])
    assert [word for word in words(referee) if word.startswith("card")] == ["card:nathan_2", "card:nathan_6"]
    assert state.phase == "actions"


@pytest.mark.rule("EVIL-25")
def test_the_cards_are_of_the_own_deck_and_of_a_number() -> None:
    referee = sit(a_state())
    assert words(referee) == tuple(game().box.deck("nathan"))
    assert "1 given; 2 to 2" in refusal(referee, "ana cards nathan_1")
    assert "does not fit" in refusal(referee, "ana cards nathan_1 irene_1")


@pytest.mark.rule("EVIL-25")
def test_cards_need_not_be_read_to_the_companion() -> None:
    referee = acting(a_state(), "unknown")
    assert referee.state.revealed == ["unknown", "unknown"]
    assert [word for word in words(referee) if word.startswith("card")] == ["card:unknown"]
    assert referee.state.players["ana"].pile == 4


@pytest.mark.rule("EVIL-26")
def test_an_empty_pile_is_shuffled_anew() -> None:
    state = a_state()
    ana = state.players["ana"]
    ana.pile, ana.discard = 0, list(game().box.deck("nathan"))
    referee = acting(state)
    ana = referee.state.players["ana"]
    assert (ana.pile, ana.discard, len(referee.state.revealed)) == (4, [], 2)
    assert told(referee, "EVIL-26") == ["ana shuffles the discards into a new pile."]


@pytest.mark.rule("EVIL-26")
def test_of_a_pile_of_one_the_last_card_comes_and_then_the_new_pile() -> None:
    state = a_state()
    ana = state.players["ana"]
    ana.pile, ana.discard = 1, [f"nathan_{number}" for number in (1, 2, 3, 4, 5)]
    referee = sit(state)
    assert words(referee) == ("nathan_6",)
    play(referee, "ana cards nathan_6")
    assert words(referee) == tuple(f"nathan_{number}" for number in (1, 2, 3, 4, 5))
    play(referee, "ana cards nathan_3")
    ana = referee.state.players["ana"]
    assert (ana.pile, ana.discard, referee.state.revealed) == (4, [], ["nathan_6", "nathan_3"])


@pytest.mark.rule("EVIL-27")
def test_the_player_may_stop_with_actions_left() -> None:
    referee = acting(stand(a_state(), "gallery"))
    play(referee, "ana action unlock:D01")
    assert referee.state.actions_left == 2
    play(referee, "ana action end")
    assert key(referee) == "roll"


@pytest.mark.rule("EVIL-27")
def test_after_three_actions_without_a_card_the_dice_are_rolled() -> None:
    referee = acting(stand(a_state(), "gallery"), "nathan_1", "nathan_6")
    play(referee, "ana action card:nathan_6\nana action unlock:D01\nana action unlock:D02\n"
                  "ana action unlock:D14")
    assert (key(referee), opened(referee.state)) == ("roll", ["D01", "D02", "D14"])


@pytest.mark.rule("EVIL-28")
def test_an_action_may_be_repeated_and_costs_one() -> None:
    referee = acting(stand(unlocked(a_state(), "D01", "D02"), "gallery"))
    counts = []
    for room in ("main_hall", "gallery", "library"):
        counts.append(referee.state.actions_left)
        play(referee, f"ana action move:{room}")
    assert counts == [3, 2, 1]
    assert referee.state.actions_left == 0
    assert not [word for word in words(referee) if word.partition(":")[0] not in ("card", "end")]


@pytest.mark.rule("EVIL-28")
def test_an_impossible_action_costs_nothing() -> None:
    referee = acting(stand(unlocked(a_state(), "D15"), "library"))
    assert "does not fit" in refusal(referee, "ana action unlock:D15")
    assert referee.state.actions_left == 3


@pytest.mark.rule("EVIL-29")
def test_one_card_of_the_two_at_no_cost() -> None:
    referee = acting(stand(a_state(), "gallery"))
    play(referee, "ana action card:nathan_6")
    assert referee.state.actions_left == 3
    assert "does not fit" in refusal(referee, "ana action card:nathan_5")


@pytest.mark.rule("EVIL-29")
def test_even_a_card_that_came_up_through_a_card_cannot_be_played_too() -> None:
    plain = game_with_thing("cards", "nathan_6", effects=[{"op": "draw"}])
    referee = acting(a_state(), of=plain)
    play(referee, "ana action card:nathan_6\nana cards nathan_1")
    assert referee.state.revealed == ["nathan_1"]
    assert not [word for word in words(referee) if word.startswith("card")]


@pytest.mark.rule("EVIL-30")
def test_a_card_after_the_last_action() -> None:
    referee = acting(stand(a_state(), "gallery"), "nathan_1", "nathan_6")
    play(referee, "ana action unlock:D01\nana action unlock:D02\nana action unlock:D14")
    assert words(referee) == ("card:nathan_1", "card:nathan_6", "end")
    play(referee, "ana action card:nathan_1")
    assert referee.state.actions_left == 1
    assert "move:main_hall" in words(referee)
    assert told(referee, "EVIL-30") == ["ana plays nathan_1.", "ana: actions left now 1."]


@pytest.mark.rule("EVIL-31")
def test_both_cards_are_discarded_when_one_is_played() -> None:
    referee = acting(a_state())
    play(referee, "ana action card:nathan_6")
    state = referee.state
    assert (state.revealed, state.players["ana"].discard) == ([], ["nathan_5", "nathan_6"])
    assert state.card_played == "nathan_6"


@pytest.mark.rule("EVIL-32")
def test_cards_that_are_not_played_are_discarded_at_the_end() -> None:
    referee = thrown(a_state(), "time_5 red clock_1")
    assert referee.state.players["ana"].discard == ["nathan_5", "nathan_6"]
    assert (referee.state.revealed, referee.state.current) == ([], "ben")


@pytest.mark.rule("EVIL-32")
def test_only_a_card_about_the_dice_can_be_played_after_the_roll() -> None:
    fated = game_with_thing("cards", "nathan_6", window="after_roll", effects=[{"op": "set_die"}])
    referee = acting(a_state(), of=fated)
    assert [word for word in words(referee) if word.startswith("card")] == ["card:nathan_5"]
    play(referee, "ana action end")
    throw(referee, "time_10 red clock_1")
    assert (key(referee), words(referee)) == ("after_roll", ("card:nathan_6", "no"))
    play(referee, "ana after_roll card:nathan_6\nana die professor\nana face chevron_1")
    state = referee.state
    assert (state.professor, state.treasures["red"].due) == ("music_room", 9)
    assert told(referee, "EVIL-58")[-1] == "The dice: chevron_1 red clock_1.".replace(
        "chevron_1 red clock_1", str(["chevron_1", "red", "clock_1"]))


@pytest.mark.rule("EVIL-32")
def test_a_card_about_the_dice_need_not_be_played() -> None:
    fated = game_with_thing("cards", "nathan_6", window="after_roll", effects=[{"op": "reroll"}])
    referee = thrown(a_state(), "time_10 red clock_1", of=fated)
    play(referee, "ana after_roll no")
    state = referee.state
    assert (state.treasures["red"].due, state.current) == (7, "ben")
    assert "nathan_6" in state.players["ana"].discard


@pytest.mark.rule("EVIL-32")
def test_a_die_thrown_again_counts_as_it_falls_then() -> None:
    fated = game_with_thing("cards", "nathan_6", window="after_roll", effects=[{"op": "reroll"}])
    referee = thrown(a_state(), "time_10 red clock_1", of=fated)
    play(referee, "ana after_roll card:nathan_6\nana die colour\nana reroll colour=blue")
    assert referee.state.treasures["blue"].due == 7
    assert referee.state.treasures["red"].due == 9


@pytest.mark.rule("EVIL-33")
def test_discards_do_not_come_again_before_the_shuffle() -> None:
    state = a_state()
    ana = state.players["ana"]
    ana.pile, ana.discard = 2, ["nathan_1", "nathan_2", "nathan_3", "nathan_4"]
    referee = sit(state)
    assert words(referee) == ("nathan_5", "nathan_6")
    play(referee, "ana cards nathan_6 nathan_5")
    assert referee.state.players["ana"].pile == 0


@pytest.mark.rule("EVIL-58")
def test_the_three_dice_must_be_rolled() -> None:
    referee = acting(a_state())
    play(referee, "ana action end")
    refusal(referee, "ben cards irene_1 irene_2")
    assert "colour is missing" in refusal(referee, "ana roll professor=chevron_1 clock=clock_1")
    assert (referee.state.phase, referee.state.current) == ("roll", "ana")
    throw(referee, "chevron_1 red clock_1")
    assert told(referee, "EVIL-58") == [f"The dice: {['chevron_1', 'red', 'clock_1']}."]


@pytest.mark.rule("EVIL-59")
def test_the_white_dice_are_done_before_the_black_one_counts() -> None:
    state = a_state()
    state.steps = 7
    referee = thrown(state, "time_10 red clock_2")
    assert (referee.state.steps, referee.state.lost, key(referee)) == (7, ["T12"], "location")
    assert referee.state.phase == "professor"
    play(referee, "- location workshop\n- tile T01")
    state = referee.state
    assert (state.steps, state.treasures["red"].due) == (9, 13)
    assert state.phase == "clock"


@pytest.mark.rule("EVIL-60")
@pytest.mark.parametrize(("faces", "room", "due"), [
    ("chevron_2 blue clock_1", "library", 9), ("secret_passage blue clock_1", "observatory", 9),
    ("time_5 blue clock_1", "laboratory", 8), ("time_10 blue clock_1", "laboratory", 7),
])
def test_the_professors_die_says_what_and_the_colour_die_with_which_colour(
    faces: str, room: str, due: int
) -> None:
    state = thrown(a_state(), faces).state
    assert (state.professor, state.treasures["blue"].due) == (room, due)


@pytest.mark.rule("EVIL-100")
def test_then_the_left_neighbours_turn_begins() -> None:
    state = a_state()
    state.turn = 4
    referee = acting(stand(state, "gallery"))
    play(referee, "ana action unlock:D01\nana action unlock:D02\nana action end")
    throw(referee, "time_5 red clock_1")
    state = referee.state
    assert (state.turn, state.current, state.phase, state.actions_left) == (5, "ben", "draw", 3)
    assert (state.card_played, state.roll, state.power_uses) == ("", {}, 0)
    assert told(referee, "EVIL-100") == ["The dice go to ben."]


@pytest.mark.rule("EVIL-100")
def test_after_the_last_seat_comes_the_first() -> None:
    state = a_state("ana", "ben", "cy")
    state.current = "cy"
    referee = sit(state)
    play(referee, "cy cards leroy_1 leroy_2\ncy action end")
    assert throw(referee, "time_5 red clock_1").state.current == "ana"
