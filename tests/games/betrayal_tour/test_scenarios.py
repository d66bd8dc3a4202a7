"""The scenarios of the ledger: its tables and the playthroughs agree turn by turn."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.engine.game import text_of
from companion.engine.playthrough import play, read
from companion.games.betrayal_tour.race import Race
from companion.games.betrayal_tour.view import racer_line
from tests.games.betrayal_tour.races import game
from tests.games.golden import loaded, story

FOLDER = Path(__file__).parent / "playthroughs"
LEDGER = Path(__file__).parents[3] / "docs" / "rules" / "betrayal_tour.md"


def table(scenario: int) -> list[list[str]]:
    """What the ledger has each racer be after each step of a scenario."""
    text = LEDGER.read_text(encoding="utf-8").split(f"### Scenario {scenario}:")[1].split("### ")[0]
    rows = [line.strip("| \n").split(" | ") for line in text.splitlines() if re.match(r"\| \d+ \|", line)]
    columns = [[cell.strip() for cell in row] for row in rows]
    racers = len(columns[0]) - 4
    after = [row[-racers:] for row in columns]
    for number, row in enumerate(after):
        for place, cell in enumerate(row):
            if cell == "same":
                row[place] = after[number - 1][place]
    return [[plain(cell) for cell in row] for row in after]


def plain(cell: str) -> str:
    """`16 {6} 111111, bless` as the state's line has it."""
    return cell.replace(", ", " ")


@pytest.mark.parametrize("scenario", [1, 2])
def test_every_turn_of_a_scenario_leaves_what_the_ledger_says(scenario: int) -> None:
    (path,) = FOLDER.glob(f"s{scenario}_*.txt")
    *_, last = play(read(path), loaded)
    referee = last.referee
    states = [text_of(game()).read(page.start) for page in referee.pages[1:]]
    states += [referee.state] if referee.outcome else []
    seen = [[racer_line(Race(game().box, state), seat) for seat in state.seats] for state in states]
    assert seen == table(scenario)[1:]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_a_playthrough_tells_the_same_story_as_before(path: Path) -> None:
    assert [*story(path)] == path.with_suffix(".expected").read_text(encoding="utf-8").splitlines()
