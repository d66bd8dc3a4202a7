"""The rules' scenarios: each playthrough tells its story, and every number that the list gives is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.content_file import read_toml
from companion.engine.playthrough import begin, read
from companion.engine.playthrough import play as play_through
from companion.engine.referee import Referee
from companion.games.professor_evil.game import ProfessorEvil
from companion.games.professor_evil.state import State, face
from tests.games.golden import story
from tests.games.professor_evil.tables import game, game_of, left, off, opened, places, play, refusal, throw

FOLDER = Path(__file__).parent / "playthroughs"
FILES = sorted(FOLDER.glob("*.txt"))


def loaded(name: str, content: Path | None) -> ProfessorEvil:
    """The game of a playthrough."""
    assert name == "professor_evil"
    return game_of(read_toml(content)) if content else game()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_playthrough_tells_the_same_story_as_before(path: Path) -> None:
    assert [*story(path)] == path.with_suffix(".expected").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_playthrough_never_reaches_a_table_that_cannot_be(path: Path) -> None:
    for step in play_through(read(path), loaded):
        assert step.referee.problems == [], f"after {step.line}"


# The scenarios' own numbers

def after(name: str, words: str = "", nth: int = 1) -> Referee:
    """The scenario up to and with the nth answer that is or begins with `words` (with none: as it begins)."""
    playthrough = read(next(path for path in FILES if path.stem.startswith(name)))
    referee = begin(playthrough, loaded)
    if words:
        ends = [place for place, line in enumerate(playthrough.lines) if str(line).startswith(words)]
        for line in playthrough.lines[: ends[nth - 1] + 1]:
            referee.answer(line.seat, line.key, line.words)
    return referee


def clock(state: State) -> tuple[int, str]:
    return state.steps, face(state.steps)


def test_scenario_1_setup() -> None:
    state: State = after("s1", "- first").state
    assert clock(state) == (0, "XII")
    assert (state.professor, len(opened(state))) == ("laboratory", 0)
    assert {colour: (treasure.room, treasure.tile, face(treasure.due), state.left(colour))
            for colour, treasure in state.treasures.items() if treasure} == {
        "red": ("study", "T12", "IX", 9), "green": ("kitchen", "T09", "VIII", 8),
        "blue": ("observatory", "T10", "IX", 9)}
    assert len(game().box.rooms) - len(state.rooms_used) == 9
    assert places(state) == {"ana": "outside", "ivy": "outside"}


def test_scenario_1_first_two_turns() -> None:
    referee = after("s1", "ana cards")
    assert referee.state.players["ana"].pile == 4
    assert "does not fit" in refusal(referee, "ana action move:study")
    state: State = after("s1", "ana action move:study").state
    assert (places(state)["ana"], opened(state), state.actions_left) == ("study", ["D15"], 0)
    state = after("s1", "ana roll").state
    assert (state.professor, state.doors["D16"], state.traps["observatory"].on) == ("observatory", True, True)
    assert (clock(state), left(state)) == ((1, "I"), {"red": 8, "green": 7, "blue": 8})
    state = after("s1", "ivy action move").state
    assert opened(state) == ["D15", "D17"]
    state = after("s1", "ivy roll").state
    assert clock(state) == (3, "III")
    assert left(state) == {"red": 5, "green": 5, "blue": 6}
    assert state.professor == "observatory"
    assert after("s1", "- wake").state.players["ana"].power


def test_scenario_1_the_traps_are_disarmed() -> None:
    referee = after("s1", "ana cards", 2)
    assert "still ON in study, music_room. (EVIL-51)" in refusal(referee, "ana action recover:red")
    play(referee, "ana action disarm")
    assert "still ON in music_room. (EVIL-51)" in refusal(referee, "ana action recover:red")
    assert off(referee.state) == {"gallery", "library", "ballroom", "main_hall", "dining_room", "kitchen",
                                  "study"}
    referee = after("s1", "ana roll", 2)
    assert (referee.state.professor, referee.state.traps["ballroom"].on) == ("conservatory", True)
    assert opened(referee.state) == ["D15", "D17"]
    assert (clock(referee.state), left(referee.state)) == ((4, "IV"), {"red": 4, "green": 4, "blue": 5})
    state: State = after("s1", "ivy action move:laboratory").state
    assert opened(state) == ["D10", "D15", "D17"]
    assert {"library", "kitchen", "music_room", "main_hall", "study"} <= off(state)
    state = after("s1", "ivy roll", 2).state
    assert (clock(state), left(state)) == ((5, "V"), {"red": 3, "green": 3, "blue": 3})


def test_scenario_1_saved_and_replaced() -> None:
    state: State = after("s1", "- tile T14").state
    assert (state.saved, state.actions_left) == (["T12"], 2)
    assert off(state) == {"gallery", "dining_room"}
    red = state.treasures["red"]
    assert red is not None
    assert (red.room, red.tile, red.due, face(red.due), state.left("red")) == ("laboratory", "T14", 15, "III",
                                                                               10)
    assert places(state) == {"ana": "study", "ivy": "laboratory"}
    assert len(game().box.rooms) - len(state.rooms_used) == 8
    state = after("s1", "ana action disarm", 2).state
    assert (places(state)["ana"], state.traps["library"].on) == ("library", False)
    state = after("s1", "ana roll", 3).state
    assert (state.professor, places(state)["ivy"]) == ("laboratory", "outside")
    assert opened(state) == ["D15", "D17"]
    assert (clock(state), left(state)) == ((6, "VI"), {"red": 9, "green": 2, "blue": 2})


def test_scenario_1_last_two_turns() -> None:
    referee = after("s1", "ivy cards", 3)
    for word in ("disarm", "unlock:D10", "move:ballroom"):
        refusal(referee, f"ivy action {word}")
    state: State = after("s1", "ivy action disarm", 2).state
    assert (places(state)["ivy"], off(state)) == (
        "music_room", {"gallery", "library", "dining_room", "music_room"})
    state = after("s1", "ivy roll", 3).state
    assert (state.professor, places(state)["ana"], state.traps["library"].on) == ("library", "outside", True)
    assert opened(state) == ["D17"]
    assert (clock(state), left(state)) == ((7, "VII"), {"red": 8, "green": 1, "blue": 1})
    assert (len(state.saved), len(state.lost)) == (1, 0)
    state = after("s1", "ana cards", 4).state
    assert (state.players["ana"].pile, state.players["ana"].discard) == (4, [])


def test_scenario_2_two_lost_and_replaced() -> None:
    state: State = after("s2", "leo roll").state
    blue = state.treasures["blue"]
    assert blue is not None
    assert (blue.due, face(blue.due)) == (13, "I")
    assert (clock(state), state.lost) == ((9, "IX"), ["T01", "T05", "T07"])
    assert (state.professor, opened(state), state.result) == ("kitchen", ["D14"], "")
    referee = after("s2", "- tile T11")
    state = referee.state
    assert {colour: (treasure.room, treasure.tile, treasure.due, face(treasure.due), state.left(colour))
            for colour, treasure in state.treasures.items() if treasure} == {
        "red": ("conservatory", "T06", 16, "IV", 7), "green": ("workshop", "T11", 18, "VI", 9),
        "blue": ("study", "T16", 13, "I", 4)}
    assert referee.question is not None
    assert referee.question.key == "wake"
    state = after("s2", "- wake").state
    assert (state.players["leo"].power, state.current) == (True, "dee")


def test_scenario_2_four_lost() -> None:
    referee = after("s2", "dee roll")
    state: State = referee.state
    assert (clock(state), state.result, state.lost) == ((11, "XI"), "lost", ["T01", "T05", "T07", "T16"])
    assert (left(state), state.treasures["blue"]) == ({"red": 5, "green": 7}, None)
    assert (len(state.rooms_used), len(state.tiles_used), referee.question) == (8, 8, None)


def test_scenario_2_lost_on_the_white_dice() -> None:
    referee = after("s2", "dee action end")
    blue = referee.state.treasures["blue"]
    assert blue is not None
    blue.due = 11
    throw(referee, "time_10 blue clock_2")
    state: State = referee.state
    assert (state.result, state.lost[-1], state.steps) == ("lost", "T16", 9)


def test_scenario_2_saved_before_the_roll() -> None:
    referee = after("s2", "- wake")
    state: State = referee.state
    state.saved.append("T03")
    state.players["dee"].place = "study"
    for trap in state.traps.values():
        trap.on = False
    play(referee, "dee cards destiny_1 destiny_2\ndee action recover:blue")
    assert (state.result, len(state.saved), state.roll) == ("won", 4, {})
