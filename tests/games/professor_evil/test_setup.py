"""Setting up (EVIL-01 to EVIL-23)."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.engine.referee import Referee
from companion.games.professor_evil.content import TRAPS
from companion.games.professor_evil.state import Treasure
from tests.games.professor_evil.tables import (
    a_state,
    acting,
    content,
    game,
    game_of,
    house,
    key,
    off,
    opened,
    play,
    refusal,
    sit,
    stand,
    thrown,
    told,
    words,
)

ROOMS = ("gallery library ballroom main_hall dining_room kitchen study laboratory workshop music_room "
         "conservatory observatory")
PIECES = "padlock saw camera laser padlock saw padlock laser padlock saw console camera"


def opening(*seats: str, **options: str) -> Referee:
    """A new game, nothing answered."""
    return Referee(game(), game().new(seats or ("ana", "ben"), options))


def trapped(*seats: str, **options: str) -> Referee:
    """A new game with its traps on the board."""
    referee = opening(*seats, **options)
    play(referee, f"- rooms {ROOMS}\n- traps {PIECES}")
    return referee


def with_treasures(*seats: str) -> Referee:
    """A new game with its traps and treasures on the board."""
    referee = trapped(*seats)
    play(referee, "- location study\n- tile T12\n- location kitchen\n- tile T09\n- location observatory\n"
                  "- tile T10")
    return referee


def with_characters(*characters: str) -> Referee:
    """A new game in which the players (ana, ben, cy...) have taken these characters."""
    seats = ("ana", "ben", "cy", "dee", "eli")[: len(characters)]
    referee = with_treasures(*seats)
    play(referee, "\n".join(f"{seat} character {name}" for seat, name in zip(seats, characters, strict=True)))
    return referee


@pytest.mark.rule("EVIL-01")
def test_a_mansion_has_twelve_rooms_of_three_doors() -> None:
    ends = Counter(room for door in game().box.doors for room in (door.a, door.b))
    assert (len(game().box.rooms), len(game().box.doors), sum(ends.values())) == (12, 18, 36)
    assert set(ends.values()) == {3}
    assert all(door.a != door.b for door in game().box.doors)


@pytest.mark.rule("EVIL-01")
def test_a_map_that_is_otherwise_is_refused() -> None:
    plain = content()
    plain["doors"][0]["b"] = "main_hall"
    with pytest.raises(ValueError, match="D01: leads from main_hall to itself"):
        game_of(plain)


@pytest.mark.rule("EVIL-02", "EVIL-03", "EVIL-04")
def test_where_everything_stands_at_the_start() -> None:
    referee = opening()
    state = referee.state
    assert (state.professor, state.steps) == ("laboratory", 0)
    assert len(state.doors) == 18
    assert all(state.doors.values())
    assert game().view(state, None)["doors_aside"] == 0
    assert told(referee, "EVIL-02") == [
        "The professor stands in laboratory; the time marker on XII; all 18 doors are locked."]


@pytest.mark.rule("EVIL-05")
def test_five_padlocks_are_refused() -> None:
    referee = opening()
    play(referee, f"- rooms {ROOMS}")
    assert "cannot come up that often" in refusal(
        referee, "- traps " + PIECES.replace("console", "padlock"))


@pytest.mark.rule("EVIL-06")
def test_each_room_has_one_trap() -> None:
    state = trapped().state
    assert set(state.traps) == set(game().box.room)
    assert Counter(trap.type for trap in state.traps.values()) == Counter(TRAPS)
    assert state.traps["library"].type == "saw"


@pytest.mark.rule("EVIL-06")
def test_a_room_comes_once() -> None:
    assert "cannot come up that often" in refusal(opening(), f"- rooms {ROOMS.replace('study', 'gallery')}")


@pytest.mark.rule("EVIL-07")
def test_the_first_six_traps_are_off() -> None:
    state = trapped().state
    assert off(state) == {"gallery", "library", "ballroom", "main_hall", "dining_room", "kitchen"}
    assert (state.traps["kitchen"].on, state.traps["study"].on) == (False, True)


@pytest.mark.rule("EVIL-08", "EVIL-09")
@pytest.mark.parametrize(("options", "count", "without"), [
    ({}, 15, (55,)), ({"use_55": "yes"}, 18, ()), ({"use_55": "yes", "use_30": "no"}, 15, (30,)),
    ({"use_30": "no"}, 12, (30, 55)),
])
def test_the_stack_holds_the_treasures_that_were_agreed(
    options: dict[str, str], count: int, without: tuple[int, ...]
) -> None:
    referee = trapped(**options)
    play(referee, "- location study")
    tiles = [game().box.tile[word] for word in words(referee)]
    assert len(tiles) == count
    assert not [tile for tile in tiles if tile.minutes in without]


@pytest.mark.rule("EVIL-10")
def test_all_location_cards_are_shuffled_again_for_the_treasures() -> None:
    assert len(words(trapped())) == 12


@pytest.mark.rule("EVIL-11")
def test_red_green_and_blue_get_the_first_cards_and_tiles() -> None:
    referee = with_treasures()
    treasures = referee.state.treasures
    assert list(treasures) == ["red", "green", "blue"]
    assert [(treasure.room, treasure.tile) for treasure in treasures.values()] == [
        ("study", "T12"), ("kitchen", "T09"), ("observatory", "T10")]
    assert 12 - len(referee.state.rooms_used) == 9


@pytest.mark.rule("EVIL-13")
@pytest.mark.parametrize(("steps", "tile", "due", "hour"), [
    (0, "T11", 9, "IX"), (4, "T07", 12, "XII"), (0, "T16", 11, "XI"), (0, "T01", 6, "VI"),
    (11, "T17", 22, "X"),
])
def test_a_marker_goes_as_many_minutes_on_as_the_tile_says(
    steps: int, tile: str, due: int, hour: str
) -> None:
    """C-01 to C-05."""
    referee = red_lost_at(steps)
    play(referee, f"- location workshop\n- tile {tile}")
    assert referee.state.treasures["red"] == Treasure(tile, "workshop", due)
    assert told(referee, "EVIL-13") == [f"{tile} lies in workshop: red marker on {hour}."]


def red_lost_at(steps: int) -> Referee:
    """Red is lost by a hurry while the time marker stands at `steps`; a new one is to come, perhaps a 55."""
    state = a_state(options={"use_55": "yes"})
    state.steps = steps
    for colour, treasure in state.treasures.items():
        assert treasure is not None
        treasure.due = steps + (1 if colour == "red" else 9)
    return thrown(state, "time_5 red clock_1")


@pytest.mark.rule("EVIL-14", "EVIL-88")
def test_a_later_treasure_counts_from_the_time_marker() -> None:
    referee = red_lost_at(5)
    play(referee, "- location workshop\n- tile T14")
    assert referee.state.treasures["red"].due == 15
    assert told(referee, "EVIL-13") == ["T14 lies in workshop: red marker on III."]


@pytest.mark.rule("EVIL-15")
def test_two_markers_may_share_an_hour() -> None:
    state = with_treasures().state
    assert state.treasures["red"].due == state.treasures["blue"].due == 9


@pytest.mark.rule("EVIL-12")
def test_the_colour_belongs_to_the_place_not_to_the_tile() -> None:
    state = stand(a_state(), "study")
    state.traps["study"].on = state.traps["music_room"].on = False
    referee = acting(state)
    play(referee, "ana action recover:red\n- location workshop\n- tile T14")
    assert referee.state.treasures["red"] == Treasure("T14", "workshop", 10)


@pytest.mark.rule("EVIL-16")
def test_used_location_cards_stay_out() -> None:
    referee = red_lost_at(4)
    assert key(referee) == "location"
    assert set(words(referee)) == set(game().box.room) - {"study", "kitchen", "observatory"}
    play(referee, "- location workshop")
    assert not {"T12", "T09", "T10"} & set(words(referee))


@pytest.mark.rule("EVIL-17")
def test_a_whole_game_needs_nine_rooms_and_tiles() -> None:
    state = a_state()
    state.steps = 8
    for saved, lost in (("T01", "T02"), ("T03", "T04"), ("T05", "T06")):
        state.saved.append(saved)
        state.lost.append(lost)
        state.tiles_used += [saved, lost]
    state.rooms_used += ["gallery", "library", "ballroom", "main_hall", "dining_room", "workshop"]
    assert (len(state.rooms_used), len(state.tiles_used)) == (9, 9)
    referee = thrown(state, "chevron_1 red clock_1")
    assert (referee.state.result, len(referee.state.lost)) == ("lost", 6)
    assert len(referee.state.rooms_used) == 9


@pytest.mark.rule("EVIL-17")
def test_with_an_empty_stack_a_place_stays_empty() -> None:
    state = a_state()
    state.tiles_used = list(game().box.tile)
    state.steps = 7
    referee = thrown(state, "chevron_1 red clock_1")
    assert referee.state.treasures["green"] is None
    assert told(referee, "EVIL-17") == ["No treasure is left for green."]
    assert key(referee) == "cards"


@pytest.mark.rule("EVIL-17")
def test_without_a_location_card_a_place_stays_empty() -> None:
    state = a_state()
    state.rooms_used = list(game().box.room)
    state.steps = 7
    assert thrown(state, "chevron_1 red clock_1").state.treasures["green"] is None


@pytest.mark.rule("EVIL-18")
def test_a_treasure_is_placed_whoever_is_there() -> None:
    state = stand(a_state(), "gallery", "ben")
    state.steps, state.professor = 7, "workshop"
    referee = thrown(state, "time_5 green clock_1")
    before = (opened(state), off(state))
    play(referee, "- location workshop\n- tile T01")
    after = referee.state
    assert after.treasures["green"] == Treasure("T01", "workshop", 13)
    assert after.professor == "workshop"
    assert (opened(after), off(after), after.players["ben"].place) == (*before, "gallery")


@pytest.mark.rule("EVIL-19")
def test_no_two_players_have_the_same_character() -> None:
    referee = with_treasures()
    play(referee, "ana character leroy")
    assert "leroy" not in words(referee)
    play(referee, "ben character irene")
    state = referee.state
    assert [player.character for player in state.players.values()] == ["leroy", "irene"]
    assert sum(player.pile for player in state.players.values()) == 12


@pytest.mark.rule("EVIL-20", "EVIL-21", "EVIL-22")
def test_players_begin_outside_without_power_and_with_a_whole_pile() -> None:
    for player in with_characters("nathan", "destiny", "edward").state.players.values():
        assert not player.power
        assert (player.pile, player.discard, player.place) == (6, [], "outside")


@pytest.mark.rule("EVIL-23")
def test_turns_go_clockwise_from_the_first_player() -> None:
    referee = with_characters("nathan", "irene", "leroy")
    play(referee, "- first ben")
    took = []
    for _ in range(3):
        seat = referee.state.current
        took.append(seat)
        deck = game().box.deck(referee.state.players[seat].character)
        play(referee, f"{seat} cards {deck[0]} {deck[1]}\n{seat} action end\n"
                      f"{seat} roll professor=chevron_1 colour=red clock=clock_1")
        if key(referee) == "wake":
            play(referee, "- wake nobody")
    assert took == ["ben", "cy", "ana"]
    assert told(referee, "EVIL-23") == ["ben begins."]


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_one_to_five_can_play(count: int) -> None:
    assert len(game().new(["ana", "ben", "cy", "dee", "eli"][:count], {}).players) == count


@pytest.mark.parametrize("seats", [[], ["a", "b", "c", "d", "e", "f"]])
def test_nobody_or_six_cannot_play(seats: list[str]) -> None:
    with pytest.raises(ValueError, match=f"{len(seats)} players were named; Professor Evil takes 1 to 5"):
        game().new(seats, {})


def test_a_tile_that_is_not_on_the_list_is_described() -> None:
    referee = trapped()
    play(referee, "- location study\n- tile describe\n- minutes 25\n- types saw console")
    state = referee.state
    assert state.treasures["red"] == Treasure("described_1", "study", 5)
    tile = house(state).tile("described_1")
    assert (tile.id, tile.name, tile.minutes, tile.types) == ("described_1", "Treasure #1", 25,
                                                              ("saw", "console"))
    play(referee, "- location kitchen\n- tile describe")
    assert words(referee) == ("5", "10", "15", "20", "25", "30", "35", "40", "45", "50", "55")
    play(referee, "- minutes 55")
    assert words(referee) == ("padlock", "saw", "camera", "laser", "console")
    assert "4 given; 1 to 3" in refusal(referee, "- types padlock saw camera laser")
    assert "0 given; 1 to 3" in refusal(referee, "- types")
    play(referee, "- types padlock saw camera")
    assert referee.state.described == {"described_1": "25 saw console",
                                       "described_2": "55 padlock saw camera"}


@pytest.mark.rule("EVIL-50", "EVIL-51")
def test_a_described_tile_is_guarded_by_what_it_shows() -> None:
    state = a_state()
    state.described = {"described_1": "25 saw console"}
    state.treasures["red"] = Treasure("described_1", "study", 5)
    assert house(state).still_on("described_1") == ["music_room", "conservatory"]


def test_a_state_begins_a_turn() -> None:
    assert key(sit(a_state())) == "cards"
