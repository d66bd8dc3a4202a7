"""What is shown of a table: the board, what the page tells beside it, the display, the line of text."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.drawing import Board, Cell, Clock, Gauge, Line, Panel, Pawn, Screen, Token
from companion.games.professor_evil.game import ProfessorEvil
from companion.games.professor_evil.plan import is_on_the_way
from companion.games.professor_evil.screens import CLOCK
from companion.games.professor_evil.state import State
from companion.i18n import Sentences
from tests.games.professor_evil.tables import (
    a_state,
    acting,
    content,
    game,
    game_of,
    stand,
    unlocked,
)


def a_table() -> State:
    """Four o'clock; green has a step left. Ana and Ben are in the study with red and blue; Cy is outside."""
    state = unlocked(a_state("ana", "ben", "cy"), "D10", "D15", "D02")
    state.steps, state.professor = 4, "conservatory"
    state.lost, state.saved = ["T01"], ["T02", "T03"]
    stand(stand(state, "study"), "study", "ben")
    for room in ("music_room", "study"):
        state.traps[room].on = False
    for colour, room, due in (("red", "study", 9), ("green", "kitchen", 5), ("blue", "study", 9)):
        treasure = state.treasures[colour]
        assert treasure is not None
        treasure.room, treasure.due = room, due
    state.players["ben"].power = True
    return state


def board(state: State, of: ProfessorEvil | None = None) -> Board:
    playing = of or game()
    return playing.board(playing.view(state, None))


def said(message: Any) -> str:
    return Sentences("en", game(), seats=("ana", "ben", "cy")).say(message) if message else ""


def pawns(drawn: Board, kind: str) -> list[Pawn]:
    return [shape for shape in drawn.shapes if isinstance(shape, Pawn) and shape.kind == kind]


def cell(drawn: Board, label: str) -> Cell:
    (found,) = [shape for shape in drawn.shapes if isinstance(shape, Cell)
                and (said(shape.label) if not isinstance(shape.label, str) else shape.label) == label]
    return found


# The board

def test_the_clock_has_its_hand_and_markers_at_their_hours() -> None:
    drawn = board(a_table())
    (now,) = [shape for shape in drawn.shapes if isinstance(shape, Token) and shape.tone == "active"
              and shape.text]
    assert now.text == "IV"
    hours = {shape.text: shape for shape in drawn.shapes if isinstance(shape, Token)
             and isinstance(shape.text, str)}
    assert {"XII", "III", "VI", "IX"} <= set(hours)
    assert hours["XII"].y < CLOCK[1] < hours["VI"].y
    assert hours["IX"].x < CLOCK[0] < hours["III"].x
    markers = {shape.tone: shape for shape in pawns(drawn, "treasure") if shape.r == 9}
    assert set(markers) == {"red", "green", "blue"}
    assert markers["green"].y > CLOCK[1], "green is due at V"
    assert markers["red"].x < CLOCK[0]
    assert (markers["red"].x, markers["red"].y) != (markers["blue"].x, markers["blue"].y)


def test_three_markers_on_one_hour_do_not_cover_each_other() -> None:
    state = a_table()
    for treasure in state.treasures.values():
        assert treasure is not None
        treasure.due = 12
    spots = [(shape.x, shape.y) for shape in pawns(board(state), "treasure") if shape.r == 9]
    for place, (x, y) in enumerate(spots):
        for other_x, other_y in spots[:place]:
            assert (x - other_x) ** 2 + (y - other_y) ** 2 > 18**2


def test_everything_is_on_the_board() -> None:
    state = a_table()
    for face in range(12):
        for treasure in state.treasures.values():
            assert treasure is not None
            treasure.due = state.steps + max(1, face)
        drawn = board(state)
        for shape in drawn.shapes:
            if isinstance(shape, Pawn | Token):
                assert shape.r * 0.9 < shape.x < drawn.width - shape.r * 0.9
                assert shape.r * 0.9 < shape.y < drawn.height - shape.r * 0.9
            if isinstance(shape, Cell):
                assert shape.x - shape.width / 2 >= 0
                assert shape.x + shape.width / 2 <= drawn.width
                assert shape.y + shape.height / 2 <= drawn.height


def test_a_treasure_tells_its_minutes_and_what_guards_it() -> None:
    drawn = board(a_table())
    crown, seal = cell(drawn, "Amber crown"), cell(drawn, "Jade seal")
    assert (said(crown.mark), said(crown.note), crown.tone) == ("25 min", "Study: all OFF", "good")
    assert (said(seal.mark), said(seal.note), seal.tone) == ("5 min", "Kitchen: traps ON 1", "bad")
    marks = [said(shape.mark) for shape in drawn.shapes if isinstance(shape, Cell)]
    assert {"Saved 2", "Lost 1"} <= set(marks)


def test_a_room_tells_its_trap_and_who_is_there() -> None:
    drawn = board(a_table())
    study, workshop, conservatory = (cell(drawn, name) for name in ("Study", "Workshop", "Conservatory"))
    assert [said(room.note) for room in (study, workshop, conservatory)] == [
        "laser OFF", "padlock ON", "console ON"]
    assert [room.tone for room in (study, workshop, conservatory)] == ["good", "plain", "bad"]
    inside = [shape.name for shape in drawn.shapes if isinstance(shape, Pawn)
              and abs(shape.x - study.x) < study.width / 2 and abs(shape.y - study.y) < study.height / 2]
    assert inside == ["T12", "T10", "ana", "ben"]
    (professor,) = pawns(drawn, "personage")
    assert (professor.name, professor.tone) == ("professor_evil", "bad")
    assert abs(professor.x - conservatory.x) < 1
    tones = {pawn.name: pawn.tone for pawn in pawns(drawn, "player")}
    assert tones == {"ana": "active", "ben": "plain", "cy": "plain"}
    outside = cell(drawn, "Outside")
    (cy,) = [pawn for pawn in pawns(drawn, "player") if pawn.name == "cy"]
    assert abs(cy.y - outside.y) < outside.height / 2
    assert said(outside.note) == "Windows: Gallery, Library, Ballroom"


def test_doors_are_barred_or_open_with_a_rug_on_either_side() -> None:
    drawn = board(a_table())
    bars = [shape for shape in drawn.shapes if isinstance(shape, Line) and shape.tone == "closed"]
    assert len(bars) == 15
    rugs = [shape for shape in drawn.shapes if isinstance(shape, Token)
            and shape.tone in ("red", "green", "blue")]
    assert len(rugs) == 36
    one, other = [rug for rug in rugs if rug.name == "D10"]
    laboratory, music_room = cell(drawn, "Laboratory"), cell(drawn, "Music room")
    assert (one.tone, other.tone) == ("red", "blue")
    assert abs(one.x - laboratory.x) < abs(one.x - music_room.x)
    assert abs(other.x - music_room.x) < abs(other.x - laboratory.x)


def test_rooms_do_not_overlap_and_no_way_crosses_a_room() -> None:
    drawn = board(a_table())
    rooms = [shape for shape in drawn.shapes if isinstance(shape, Cell) and shape.name in
             {room.name for room in game().box.rooms}]
    assert len(rooms) == 12
    for place, room in enumerate(rooms):
        for other in rooms[:place]:
            assert abs(room.x - other.x) >= room.width or abs(room.y - other.y) >= room.height
    for way in (shape for shape in drawn.shapes if isinstance(shape, Line) and shape.y1 > 230):
        ends = {room.name for room in rooms for x, y in ((way.x1, way.y1), (way.x2, way.y2))
                if abs(x - room.x) < room.width / 2 and abs(y - room.y) < room.height / 2}
        crossed = {room.name for room in rooms
                   if is_on_the_way((room.x, room.y), (way.x1, way.y1), (way.x2, way.y2))}
        assert crossed <= ends


def test_a_map_without_a_plan_is_drawn_in_rows() -> None:
    plain = content()
    del plain["layout"]
    drawn = board(a_table(), game_of(plain))
    names = {room.name for room in game().box.rooms}
    spots = {(shape.x, shape.y) for shape in drawn.shapes if isinstance(shape, Cell) and shape.name in names}
    assert len(spots) == 12


def test_the_board_is_also_said_in_words_and_its_colours_explained() -> None:
    drawn = board(a_table())
    assert said(drawn.description) == "Clock at IV; the professor is in Conservatory; saved 2, lost 1."
    assert [tone for tone, _ in drawn.legend] == ["good", "bad", "active"]


def test_an_opened_box_can_be_shown() -> None:
    state = game().new(["ana", "ben"], {})
    assert len(pawns(board(state), "player")) == 2
    view = game().view(state, None)
    assert game().panels(view) == ()
    assert said(game().display(view).title) == "Professor Evil"


# What the page tells beside the board

def panels(state: State) -> dict[str, Panel]:
    return {said(panel.title): panel for panel in game().panels(game().view(state, None))}


def lines(panel: Panel) -> list[str]:
    return [said(line) for line in panel.lines]


def test_whose_turn_it_is_comes_first_then_the_treasure_with_least_time() -> None:
    found = panels(a_table())
    assert list(found) == [
        "ana", "Jade seal (green), 5 min", "Amber crown (red), 25 min", "Sea captain's log (blue), 25 min",
        "The professor, in Conservatory", "ben", "cy", "Saved 2 of 4, lost 1 of 4"]
    assert [title for title, panel in found.items() if panel.active] == ["ana"]


def test_each_treasure_tells_what_still_guards_it_and_its_odds() -> None:
    found = panels(a_table())
    assert lines(found["Sea captain's log (blue), 25 min"]) == [
        "Lies in Study", "Still on: padlock in Laboratory, padlock in Workshop, console in Conservatory",
        "Lost in the coming roll: 0\u00a0%"]
    assert lines(found["Amber crown (red), 25 min"])[1] == "All its traps are OFF: save it in Study"
    assert lines(found["Jade seal (green), 5 min"])[2] == "Lost in the coming roll: 100\u00a0%"


def test_the_professors_ways_are_told_the_likeliest_first() -> None:
    (line,) = lines(panels(a_table())["The professor, in Conservatory"])
    assert line.startswith("In the coming roll he enters: Kitchen 22\u00a0%, ")
    shares = [int(part.split("\u00a0%")[0].split()[-1]) for part in line.split(": ")[1].split(", ")]
    assert shares == sorted(shares, reverse=True)


def test_the_current_player_sees_the_own_room_and_cards() -> None:
    referee = acting(a_table())
    (ana,) = [panel for title, panel in panels(referee.state).items() if title == "ana"]
    assert lines(ana) == [
        "Nathan Goodspeed, in Study", "Power asleep", "Cards to come: 4", "Here: laser OFF",
        "Open doors: Library", "Locked doors: Workshop, Laboratory", "Cards: A moment more, A good story"]
    referee.answer("ana", "action", ("card:nathan_6",))
    assert lines(panels(referee.state)["ana"])[-1] == "Card played: A good story"


def test_the_others_are_told_in_short() -> None:
    found = panels(a_table())
    assert lines(found["ben"]) == ["Irene Elder, in Study", "Power awake", "Cards to come: 6"]
    assert lines(found["cy"])[0] == "Leroy Johnson, outside"


def test_who_is_outside_sees_the_windows_to_come_in_by() -> None:
    state = a_table()
    stand(state, "outside")
    state.professor = "gallery"
    assert "Can climb into: Library, Ballroom" in lines(panels(state)["ana"])


def test_what_is_saved_and_lost() -> None:
    assert lines(panels(a_table())["Saved 2 of 4, lost 1 of 4"]) == [
        "Saved: Ivory chessman, Glass lantern", "Lost: Brass sundial"]
    state = a_table()
    state.saved = []
    assert lines(panels(state)["Saved 0 of 4, lost 1 of 4"]) == ["Lost: Brass sundial"]


# The display

def test_the_display_shows_the_clock_and_the_minutes() -> None:
    screen: Screen = game().display(game().view(a_table(), None))
    assert screen.clock is not None
    assert isinstance(screen.clock, Clock)
    assert screen.clock.hand == 4
    assert [(said(letter), hour) for letter, hour in screen.clock.marks] == [("R", 9), ("G", 5), ("B", 9)]
    assert [said(line) for line in screen.lines] == [
        "R 25' Study", "G 5' Kitchen", "B 25' Study", "Saved 2, lost 1"]
    assert said(screen.title) == "ana: 0 actions left"
    state = a_table()
    state.actions_left = 1
    assert said(game().display(game().view(state, None)).title) == "ana: 1 action left"
    (red, green, _) = screen.gauges
    assert isinstance(red, Gauge)
    assert [(gauge.value, gauge.most, gauge.tone) for gauge in (red, green)] == [
        (5, 11, "plain"), (1, 11, "bad")]


# The view and the line of text

def test_the_view_holds_the_whole_table() -> None:
    state = a_table()
    view = game().view(state, "ana")
    assert (view["turn"], view["current"], view["phase"], view["result"]) == (1, "ana", "draw", "")
    assert view["clock"] == {"steps": 4, "face": "IV"}
    assert (view["professor"], view["doors_aside"]) == ("conservatory", 3)
    study = next(room for room in view["rooms"] if room["room"] == "study")
    assert study == {
        "room": "study", "name": "Study", "at": [81.0, 64.0], "window": False, "trap": "laser", "on": False,
        "adjacent": ["workshop", "laboratory", "library"],
        "exits": {"red": ["laboratory"], "green": ["library"], "blue": ["workshop"]}}
    assert [room["room"] for room in view["rooms"] if room["window"]] == ["gallery", "library", "ballroom"]
    d15 = next(door for door in view["doors"] if door["door"] == "D15")
    assert d15 == {"door": "D15", "a": "library", "b": "study", "rug_a": "blue", "rug_b": "green",
                   "locked": False}
    assert view["treasures"][1] == {
        "colour": "green", "tile": "T09", "name": "Jade seal", "room": "kitchen", "face": "V",
        "steps_left": 1, "minutes_left": 5, "types": ["camera", "laser"],
        "still_on": [{"room": "observatory", "trap": "camera"}]}
    assert (view["saved"], view["lost"]) == (["T02", "T03"], ["T01"])
    assert view["players"][1] == {"seat": "ben", "character": "irene", "place": "study", "power": True,
                                  "pile": 6, "discard": []}
    assert (view["revealed"], view["card_played"], view["actions_left"], view["roll"]) == ([], "", 0, {})
    assert game().view(state, None) == view, "nothing is secret"


def test_with_one_colour_a_door_both_rugs_are_alike() -> None:
    state = a_state(options={"colour_scheme": "single"})
    doors = {door["door"]: (door["rug_a"], door["rug_b"]) for door in game().view(state, None)["doors"]}
    assert doors["D01"] == ("red", "red")
    assert doors["D18"] == ("blue", "blue")
    room = next(room for room in game().view(state, None)["rooms"] if room["room"] == "laboratory")
    assert room["exits"]["red"] == ["music_room"]


def test_a_box_without_traps_on_the_board_has_rooms_without_traps() -> None:
    room = game().view(game().new(["ana"], {}), None)["rooms"][0]
    assert (room["trap"], room["on"]) == ("", False)


@pytest.mark.parametrize(("change", "part"), [
    ({}, "turn 1 draw | T=4 IV | professor=conservatory | red=study/T12/IX/5"),
    ({}, "open=D02,D10,D15 | off=gallery,library,ballroom,main_hall,dining_room,kitchen,study,music_room"),
    ({}, "ana*@study ben@study! cy@outside | saved=2 lost=1"),
    ({"result": "won"}, "turn 1 won | "), ({"traps": {}}, "off=- | "),
])
def test_the_line_tells_the_table(change: dict[str, Any], part: str) -> None:
    state = a_table()
    for name, value in change.items():
        setattr(state, name, value)
    assert part in game().line(state)
