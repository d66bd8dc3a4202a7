"""The board's content, the odds, warnings, corrections, words and drawings of Betrayal Tour."""

from __future__ import annotations

from copy import deepcopy
from fractions import Fraction
from typing import Any

import pytest

from companion.engine.content_file import ContentError
from companion.engine.questions import Message
from companion.engine.referee import Refused
from companion.games import load
from companion.games.betrayal_tour import odds
from companion.games.betrayal_tour.content import Box
from companion.games.betrayal_tour.game import BetrayalTour
from companion.games.betrayal_tour.race import Race
from companion.games.betrayal_tour.state import HOME
from companion.games.drawing import Cell, Pawn
from tests.games.betrayal_tour.races import a_race, game, play, words

FAR = "bunker {} 111111"


def box() -> Box:
    return game().box


def content(**changes: Any) -> dict[str, Any]:
    return {**deepcopy(dict(game().content)), **changes}


def squares(**changes: str) -> list[str]:
    """The default squares with some replaced: `s5="station"`."""
    made = list(game().content["squares"])
    for place, kind in changes.items():
        made[int(place[1:])] = kind
    return made


def test_the_default_board_has_the_facts_of_the_rulebook() -> None:
    assert box().length == 52
    kinds = {kind: box().squares.count(kind) for kind in set(box().squares)}
    assert kinds == {"plain": 24, "station": 8, "bad_day": 8, "entity": 8, "checkpoint": 4}
    for bunker in box().bunkers:
        assert box().squares[bunker.start] == "plain"
        assert box().squares[bunker.start - 3] == "bad_day"
        assert box().behind(bunker.start, "checkpoint") == (bunker.start - 7) % 52
    assert box().doubts() == []


def test_a_station_lies_one_to_three_squares_behind_wherever_a_pawn_can_be_blocked() -> None:
    for square, kind in enumerate(box().squares):
        if kind in ("bad_day", "entity"):
            assert 1 <= (square - box().behind(square, "station")) % 52 <= 3


def test_the_default_drawing_is_a_closed_track_going_clockwise() -> None:
    cells = box().xy
    assert len(set(cells)) == 52
    ring = list(zip(cells, cells[1:] + cells[:1], strict=True))
    assert all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in ring)
    assert sum(a * d - c * b for (a, b), (c, d) in ring) > 0


@pytest.mark.parametrize(("changes", "sentence"), [
    ({"squares": squares(s5="swamp")}, "squares, number 5: 'swamp' is none of plain, station"),
    ({"squares": squares(s5="checkpoint")}, "there are 5 checkpoints (numbers 5, 6, 19, 32, 45)"),
    ({"squares": [kind if kind != "station" else "plain" for kind in squares()]}, "there is no station"),
    ({"squares": squares(s0="entity")}, "bunkers.0.start: square 0 is a entity; a start square is plain"),
    ({"squares": ["plain"] * 4, "xy": []}, "squares: there are 4; a track has 12 or more"),
    ({"bunkers": [{"id": 0, "start": 0, "colour": "red"}]}, "bunkers: there are 1; a board has 2 to 4"),
    ({"bunkers": [{"id": 0, "start": 0, "colour": "red"}, {"id": 1, "start": 0, "colour": "blue"}]},
     "bunkers.1.start: square 0 is that of bunker 0 already"),
    ({"bunkers": [{"id": 0, "start": 0, "colour": "red"}, {"id": 1, "start": 99, "colour": "blue"}]},
     "bunkers.1.start: there is no square 99"),
    ({"bunkers": [{"id": place, "start": start, "colour": "red"}
                  for place, start in enumerate((0, 3, 5, 13, 26))]},
     "bunkers: there are 5; a board has 2 to 4"),
    ({"bunkers": [{"id": 7, "start": 0, "colour": "red"}, {"id": 1, "start": 13, "colour": "blue"}]},
     "bunkers, entry 1: its id is 7; bunkers are numbered from 0 in order"),
    ({"xy": [[0, 0]]}, "xy: there are 1 places for 52 squares"),
    ({"xy": [[0, 0]] * 52}, "xy, square 1: lies on square 0"),
    ({"xy": [[3 * number, 0] for number in range(52)]}, "xy, square 0: the next square does not lie beside"),
    ({"lanes": 2}, "lanes: is no key of a content file"),
])
def test_a_board_that_cannot_be_raced_on_is_refused_naming_the_square(
    changes: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ContentError) as refused:
        load("betrayal_tour", content(**changes))
    assert sentence in str(refused.value)


def test_a_board_unlike_the_rulebooks_is_only_doubted() -> None:
    other = load("betrayal_tour", content(squares=squares(s49="plain", s3="station")))
    assert isinstance(other, BetrayalTour)
    doubts = other.box.doubts()
    assert doubts[0].startswith("bunkers.0: no bad day lies 3 steps before it")
    assert doubts[1].startswith("squares, number 3: the board is not alike in its four quarters")


def test_more_teams_than_bunkers_are_refused() -> None:
    small = load("betrayal_tour", content(bunkers=game().content["bunkers"][:2]))
    with pytest.raises(ValueError, match="2 bunkers, too few for 3 teams"):
        small.new(["a", "b", "c"], {})


def test_the_chance_of_each_value_is_that_of_five_fair_tokens() -> None:
    assert {value: chance * 32 for value, chance in odds.VALUES.items()} == {
        10: 1, 1: 5, 2: 10, 3: 10, 4: 5, 5: 1}


def chances(racer: str) -> Race:
    return Race(box(), a_race(a=racer, b=FAR).state)


def test_the_chance_of_the_exact_finish() -> None:
    assert odds.finish(chances("49 {6,19,32,45} 111111"), "a") == Fraction(10, 32)
    assert odds.finish(chances("51 {6,19,32,45} 111111"), "a") == Fraction(5, 32)
    assert odds.finish(chances("49 {6,19,32} 111111"), "a") == 0


def test_the_chance_of_a_bad_day() -> None:
    assert odds.meets(chances("7 {6} 111111"), "a", "bad_day") == Fraction(10, 32)
    assert odds.meets(chances("bunker {} 111111"), "a", "bad_day") == 0
    assert odds.meets(chances("10 {6} 011111 need tool_box"), "a", "bad_day") == 0


def test_odds_agree_with_driving_every_throw() -> None:
    for start in range(52):
        racer = f"{start} {{6,19,32,45}} 111111"
        for value, end in odds.moves(chances(racer), "a").items():
            tokens = "." * 5 if value == 10 else "#" * value + "." * (5 - value)
            referee = play(a_race(a=racer, b=FAR), f"a move {tokens}")
            if value == 10:
                play(referee, "a bonus ##...")
            if referee.question and referee.question.key == "stop":
                play(referee, f"a stop {words(referee)[0]}")
            moved = [line for line in referee.log if line.rule == "BT-13" and "square" in line.args]
            ends = [line.args["square"] for line in moved]
            assert ends == ([end] if end != HOME else [])
            assert (referee.outcome is not None) == (end == HOME)


def test_a_bunkers_letters_are_not_written_below_the_pawn_that_stands_there() -> None:
    referee = a_race(a="bunker {} 111111", b="20 {} 111111")
    shapes = game().board(game().view(referee.state, None)).shapes
    labels = ["".join(map(str, (shape.mark, shape.label, shape.note))) for shape in shapes
              if isinstance(shape, Cell) and str(getattr(shape.name, "id", "")).startswith("Bunker")]
    assert sorted(labels) == ["", "", "", "B"]
    assert [shape.initials for shape in shapes if isinstance(shape, Pawn)] == ["A", "B"]


def test_two_teams_in_one_bunker_are_warned_of_once_the_race_has_begun() -> None:
    referee = a_race(a="20 {6} 111111", b=FAR)
    referee.state.racers["a"].bunker = 1
    assert [problem.id for problem in referee.problems] == ["Two teams have the same bunker."]
    referee.state.phase = "setup"
    assert referee.problems == []


def test_the_table_can_be_set_right_by_hand() -> None:
    referee = a_race(a="20 {6} 111111", b=FAR)
    referee.correct({"racers.a.square": "24", "racers.a.stock.tyres": "3"})
    assert referee.state.racers["a"].square == 24
    assert referee.state.racers["a"].stock["tyres"] == 3
    with pytest.raises(Refused, match="whole number"):
        referee.correct({"racers.a.square": "home"})


def test_the_board_shows_every_square_pawn_and_where_a_move_may_end() -> None:
    referee = play(a_race(a="6 {6} 111111", b=FAR), "a move .....", "a bonus ##...")
    view = game().view(referee.state, None)
    assert view["reach"] == ["16", "8", "14"]
    shapes = game().board(view).shapes
    assert sum(isinstance(shape, Cell) for shape in shapes) == 52 + 4
    lit = [shape.name for shape in shapes if isinstance(shape, Cell) and shape.tone == "active"]
    assert lit == [Message("{square} {kind}", {"square": square, "kind": kind})
                   for square, kind in (("8", "station"), ("14", "station"), ("16", "plain"))]
    assert [shape.name for shape in shapes if isinstance(shape, Pawn)] == ["a", "b"]


def test_the_display_says_whose_throw_it_is_and_how_far_each_has_come() -> None:
    screen = game().display(game().view(a_race(a="20 {6} 111111", b=FAR).state, None))
    assert screen.title.id == "{seat}: throw to move"
    assert screen.lines[0].args == {"square": "20", "kind": "plain", "count": 32}
    assert [(track.label, track.at, track.parts, track.tone) for track in screen.tracks] == [
        ("A", 20, 1, "active"), ("B", 0, 0, "plain")]
