"""Walks, the secret passage and the hurry (EVIL-61 to EVIL-81)."""

from __future__ import annotations

import pytest

from companion.engine.referee import Referee
from companion.games.professor_evil.game import ProfessorEvil
from companion.games.professor_evil.state import Treasure
from tests.games.professor_evil.tables import (
    a_state,
    content,
    game_of,
    key,
    left,
    off,
    opened,
    places,
    play,
    stand,
    thrown,
    told,
    unlocked,
    words,
)


def way(referee: Referee) -> list[str]:
    """The rooms that the professor entered, in order."""
    return [str(line.args["room"]) for line in referee.log if line.rule == "EVIL-61"]


@pytest.mark.rule("EVIL-61")
@pytest.mark.parametrize(("faces", "rooms"), [
    ("chevron_1 red clock_1", 1), ("chevron_2 red clock_1", 2), ("chevron_3 red clock_1", 3),
])
def test_as_many_rooms_as_chevrons(faces: str, rooms: int) -> None:
    referee = thrown(a_state(), faces)
    assert len(way(referee)) == rooms
    assert referee.state.professor == way(referee)[-1]


@pytest.mark.rule("EVIL-62")
@pytest.mark.parametrize(("scheme", "colour", "rooms"), [
    ("per_side", "red", "music_room kitchen dining_room"), ("per_side", "green", "study library gallery"),
    ("per_side", "blue", "observatory library study"), ("single", "red", "music_room laboratory music_room"),
    ("single", "green", "study laboratory study"), ("single", "blue", "observatory laboratory observatory"),
])
def test_each_door_has_the_rolled_colour_on_his_side(scheme: str, colour: str, rooms: str) -> None:
    state = a_state(options={"colour_scheme": scheme})
    assert way(thrown(state, f"chevron_3 {colour} clock_1")) == rooms.split()


EXITS = """
    main_hall gallery conservatory dining_room
    gallery library workshop main_hall
    library observatory gallery study
    observatory ballroom laboratory library
    ballroom conservatory observatory music_room
    conservatory main_hall kitchen ballroom
    dining_room workshop main_hall kitchen
    workshop study dining_room gallery
    study laboratory library workshop
    laboratory music_room study observatory
    music_room kitchen ballroom laboratory
    kitchen dining_room music_room conservatory
"""


@pytest.mark.rule("EVIL-62")
@pytest.mark.parametrize("line", EXITS.strip().splitlines(), ids=lambda line: line.split()[0])
def test_where_each_colour_leads(line: str) -> None:
    here, *there = line.split()
    for colour, room in zip(("red", "green", "blue"), there, strict=True):
        state = a_state()
        state.professor = here
        assert thrown(state, f"chevron_1 {colour} clock_1").state.professor == room


@pytest.mark.rule("EVIL-63")
def test_a_locked_door_does_not_stop_him() -> None:
    referee = thrown(a_state(), "chevron_1 blue clock_1")
    assert (referee.state.professor, opened(referee.state)) == ("observatory", [])
    assert not told(referee, "EVIL-64")


@pytest.mark.rule("EVIL-64")
def test_an_open_door_is_locked_behind_him() -> None:
    state = unlocked(a_state(), "D15")
    state.professor = "study"
    referee = thrown(state, "chevron_1 green clock_1")
    assert (referee.state.professor, opened(referee.state)) == ("library", [])
    assert told(referee, "EVIL-64") == ["Put the door between library and study back: it is locked."]
    assert told(referee, "EVIL-61") == ["The professor goes through D15 to library."]


@pytest.mark.rule("EVIL-65")
def test_traps_turn_on_in_every_room_he_enters() -> None:
    referee = thrown(a_state(), "chevron_3 red clock_1")
    assert off(a_state()) - off(referee.state) == {"kitchen", "dining_room"}
    assert referee.state.professor == "dining_room"
    assert told(referee, "EVIL-65") == ["Turn the saw in kitchen ON.", "Turn the padlock in dining_room ON."]


@pytest.mark.rule("EVIL-66")
def test_all_players_in_the_room_flee() -> None:
    state = unlocked(a_state(), "D15")
    state.professor = "study"
    for seat in ("ana", "ben"):
        stand(state, "library", seat)
    state.players["ben"].power = True
    state.players["ben"].pile, state.players["ben"].discard = 4, ["irene_1", "irene_2"]
    referee = thrown(state, "chevron_1 green clock_1")
    assert set(places(referee.state).values()) == {"outside"}
    ben = referee.state.players["ben"]
    assert (ben.power, ben.pile, ben.discard) == (True, 4, ["irene_1", "irene_2"])
    assert told(referee, "EVIL-66") == ["ana flees: pawn outside.", "ben flees: pawn outside."]


@pytest.mark.rule("EVIL-67")
def test_each_step_is_finished_before_the_next() -> None:
    state = stand(unlocked(a_state(), "D10"), "music_room", "ben")
    state.traps["music_room"].on = False
    referee = thrown(state, "chevron_2 red clock_1")
    rules = [line.rule for line in referee.log]
    assert rules[rules.index("EVIL-64"):rules.index("EVIL-82")] == [
        "EVIL-64", "EVIL-61", "EVIL-65", "EVIL-66", "EVIL-61", "EVIL-65"]


@pytest.mark.rule("EVIL-68")
def test_what_he_does_not_pass_or_enter_stays_as_it_is() -> None:
    state = stand(unlocked(a_state(), "D15", "D09"), "library", "ben")
    state.traps["laboratory"].on = False
    referee = thrown(state, "chevron_1 red clock_1")
    assert opened(referee.state) == ["D09", "D15"]
    assert off(referee.state) == off(state)
    assert not referee.state.traps["laboratory"].on
    assert places(referee.state)["ben"] == "library"


@pytest.mark.rule("EVIL-69")
def test_the_rulebooks_walk_through_three_red_doors() -> None:
    state = stand(unlocked(a_state(), "D10"), "dining_room", "ben")
    referee = thrown(state, "chevron_3 red clock_1")
    state = referee.state
    assert (state.professor, opened(state), places(state)["ben"]) == ("dining_room", [], "outside")
    assert state.traps["kitchen"].on


@pytest.mark.rule("EVIL-70")
def test_a_walk_touches_neither_clock_nor_treasures() -> None:
    state = a_state()
    state.treasures["red"] = Treasure("T12", "music_room", 5)
    assert left(thrown(state, "chevron_2 red clock_1").state) == {"red": 4, "green": 7, "blue": 8}


@pytest.mark.rule("EVIL-71")
@pytest.mark.parametrize(("colour", "room"), [
    ("red", "study"), ("green", "kitchen"), ("blue", "observatory"),
])
def test_the_passage_leads_to_the_treasure_of_the_colour(colour: str, room: str) -> None:
    referee = thrown(a_state(), f"secret_passage {colour} clock_1")
    assert referee.state.professor == room
    assert told(referee, "EVIL-71") == [f"The professor takes the secret passage to {room}."]


@pytest.mark.rule("EVIL-72")
def test_all_doors_of_that_room_are_locked() -> None:
    state = unlocked(a_state(), "D09", "D15", "D10")
    referee = thrown(state, "secret_passage red clock_1")
    assert opened(referee.state) == ["D10"]
    assert told(referee, "EVIL-72") == ["Put the door between study and laboratory back: it is locked.",
                                        "Put the door between library and study back: it is locked."]


@pytest.mark.rule("EVIL-73")
def test_the_trap_of_that_room_turns_on() -> None:
    referee = thrown(a_state(), "secret_passage green clock_1")
    assert referee.state.traps["kitchen"].on
    assert told(referee, "EVIL-73") == ["Turn the saw in kitchen ON."]


@pytest.mark.rule("EVIL-74")
def test_all_players_in_that_room_flee() -> None:
    referee = thrown(stand(stand(a_state(), "study"), "kitchen", "ben"), "secret_passage red clock_1")
    assert places(referee.state) == {"ana": "outside", "ben": "kitchen"}
    assert told(referee, "EVIL-74") == ["ana flees: pawn outside."]


@pytest.mark.rule("EVIL-75")
def test_nothing_happens_on_the_way() -> None:
    state = unlocked(a_state(), "D18", "D10")
    state.professor = "conservatory"
    referee = thrown(state, "secret_passage red clock_1")
    assert opened(referee.state) == ["D10", "D18"]
    assert off(referee.state) == off(state)
    assert not way(referee)


@pytest.mark.rule("EVIL-76")
def test_the_passage_counts_even_where_he_is_already() -> None:
    state = unlocked(a_state(), "D09")
    state.treasures["red"] = Treasure("T12", "laboratory", 9)
    state.traps["laboratory"].on = False
    referee = thrown(state, "secret_passage red clock_1")
    assert (referee.state.professor, opened(referee.state)) == ("laboratory", [])
    assert referee.state.traps["laboratory"].on


@pytest.mark.rule("EVIL-77")
def test_the_passage_leaves_the_treasure_alone() -> None:
    state = a_state()
    assert left(thrown(state, "secret_passage red clock_1").state) == {"red": 8, "green": 7, "blue": 8}


@pytest.mark.rule("EVIL-78")
@pytest.mark.parametrize(("face", "due", "hour"), [("time_5", 11, "XI"), ("time_10", 10, "X")])
def test_a_hurry_moves_the_marker_back(face: str, due: int, hour: str) -> None:
    state = a_state()
    state.steps = 5
    state.treasures["blue"] = Treasure("T10", "observatory", 12)
    referee = thrown(state, f"{face} blue clock_1")
    assert referee.state.treasures["blue"].due == due
    assert told(referee, "EVIL-78") == [f"The blue marker to {hour}."]


@pytest.mark.rule("EVIL-79")
def test_a_hurry_moves_nothing_else() -> None:
    state = stand(unlocked(a_state(), "D15"), "library", "ben")
    referee = thrown(state, "time_5 green clock_1")
    after = referee.state
    assert left(after) == {"red": 8, "green": 6, "blue": 8}
    assert (after.professor, opened(after), off(after), places(after)) == (
        "laboratory", ["D15"], off(state), {"ana": "outside", "ben": "library"})


@pytest.mark.rule("EVIL-80")
@pytest.mark.parametrize(("steps_left", "face", "is_lost"), [
    (1, "time_10", True), (2, "time_10", True), (1, "time_5", True), (2, "time_5", False),
    (3, "time_10", False),
])
def test_a_marker_that_meets_the_time_marker_is_lost(steps_left: int, face: str, is_lost: bool) -> None:
    state = a_state()
    state.treasures["red"] = Treasure("T12", "study", steps_left)
    referee = thrown(state, f"{face} red clock_1")
    # One step is left of the others; then the clock takes that too, but only after the white dice.
    assert (referee.state.steps == 0 and referee.state.lost == ["T12"]) == is_lost


@pytest.mark.rule("EVIL-81")
def test_a_replacement_after_a_hurry_counts_from_the_time_before_the_black_die() -> None:
    state = a_state()
    state.steps = 7
    state.treasures["blue"] = Treasure("T10", "observatory", 14)
    state.treasures["red"] = Treasure("T12", "study", 14)
    referee = thrown(state, "time_5 green clock_2")
    play(referee, "- location workshop\n- tile T01")
    state = referee.state
    assert (state.treasures["green"].due, state.steps, left(state)["green"]) == (13, 9, 4)


# What only a map or content of one's own brings about

def forked() -> ProfessorEvil:
    """A map on which the laboratory has two red rugs (D09, D10) and no green one."""
    plain = content()
    next(door for door in plain["doors"] if door["id"] == "D09")["rug_b"] = "red"
    return game_of(plain)


def test_without_a_rug_of_the_colour_the_walk_ends() -> None:
    referee = thrown(a_state(), "chevron_3 green clock_1", of=forked())
    assert (referee.state.professor, way(referee)) == ("laboratory", [])
    assert told(referee, "EVIL-62") == ["No green rug lies in laboratory: the professor stays."]
    assert referee.state.steps == 1


def test_with_two_rugs_of_the_colour_the_group_chooses() -> None:
    referee = thrown(a_state(), "chevron_2 red clock_1", of=forked())
    assert (key(referee), words(referee)) == ("way", ("D09", "D10"))
    play(referee, "- way D09")
    assert way(referee) == ["study", "laboratory"]


def test_without_a_treasure_of_the_colour_passage_and_hurry_do_nothing() -> None:
    for face, rule in (("secret_passage", "EVIL-71"), ("time_10", "EVIL-78")):
        state = a_state()
        state.treasures["red"] = None
        referee = thrown(state, f"{face} red clock_2")
        assert (referee.state.professor, referee.state.steps) == ("laboratory", 2)
        assert told(referee, rule)[0].startswith("There is no red treasure")
