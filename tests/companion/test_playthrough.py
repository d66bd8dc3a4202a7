"""Playthrough files: a game as text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.engine import playthrough
from companion.engine.playthrough import Misfit, Unreadable, in_words, parse, play, read
from companion.engine.questions import Ask, Choose, Confirm, Draw, Message, Question
from tests.companion.pig import Auction, Pig

GAME = """
game: pig
seats: ana bob
options: goal=10
---
# Ana is lucky.
ana roll d1=6
ana again roll   # once more
ana roll d1=5

ana again stop
"""


def load(name: str, content: Path | None) -> Any:
    return {"pig": Pig, "auction": Auction}[name]()


def test_a_playthrough_is_played_answer_by_answer() -> None:
    steps = list(play(parse(GAME), load))
    assert [step.number for step in steps] == [0, 1, 2, 3, 4]
    assert [str(step.line) for step in steps[1:]] == [
        "ana roll d1=6", "ana again roll", "ana roll d1=5", "ana again stop"]
    assert steps[-1].line is not None
    assert steps[-1].line.number == 11, "the line of the file"
    outcome = steps[-1].referee.outcome
    assert outcome is not None
    assert outcome.winners == ("ana",)


def test_each_step_tells_only_what_is_new() -> None:
    told = [[line.args["pips"] for line in step.told] for step in play(parse(GAME), load)]
    assert told == [[], [6], [], [5], []]


def test_a_given_state_takes_the_place_of_a_new_game() -> None:
    text = 'game: pig\nstate: {"seats": ["ana", "bob"], "goal": 30, "scores": {"ana": 3, "bob": 28}, ' \
           '"mover": "bob", "log": []}\n---\nbob roll d1=2\nbob again stop\n'
    *_, last = play(parse(text), load)
    assert last.referee.state.scores == {"ana": 3, "bob": 30}


@pytest.mark.parametrize(("seats", "why"), [
    ("ana ana", "Two seats are called “ana”"), ("ana -", "“-” cannot be a seat's name")])
def test_seats_that_cannot_be_called_so_are_refused(seats: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        list(play(parse(GAME.replace("ana bob", seats)), load))


def test_an_answer_that_does_not_fit_names_its_line_the_question_and_what_fits() -> None:
    text = GAME.replace("ana again roll", "ana again jump")
    with pytest.raises(Misfit, match="“jump” does not fit here; what fits: roll, stop") as misfit:
        list(play(parse(text), load))
    assert misfit.value.line.number == 8
    assert misfit.value.question is not None
    assert in_words(misfit.value.question) == ["again (PIG-03)", "  ana: choose 1: roll stop"]


def test_answers_after_the_end_do_not_fit() -> None:
    with pytest.raises(Misfit, match="The game is over") as misfit:
        list(play(parse(GAME + "bob roll d1=1\n"), load))
    assert misfit.value.question is None


def test_secret_answers_have_a_line_each() -> None:
    text = "game: auction\nseats: ana bob\n---\n- card hat\nbob bid 2\nana bid 3\n"
    *_, last = play(parse(text), load)
    assert last.referee.state.won == {"ana": 1, "bob": 0}


@pytest.mark.parametrize(("text", "reason"), [
    ("game: pig\nana roll d1=1\n", "line 2: “ana roll d1=1”: before the line --- come game, seats"),
    ("game: pig\nseats: ana\n", "the line --- between the header and the answers is missing"),
    ("seats: ana\n---\n", "names no game; a line such as “game: riff_in_time”"),
    ("game: pig\ngame: pig\n---\n", "line 2: “game: pig”: .* each once"),
    ("game: pig\noptions: goal\n---\n", "“goal” is no option such as san_dimas=2"),
    ("game: pig\nstate: {\n---\n", "state: this is no JSON"),
    ("game: pig\nstate: []\n---\n", "state: a state in JSON begins with a brace"),
    ("game: pig\nseats: ana\n---\nana\n", "line 4: “ana” is no answer; it needs a seat"),
])
def test_what_is_no_playthrough_is_told_by_its_line(text: str, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        parse(text)


def test_what_is_no_text_is_no_playthrough(tmp_path: Path) -> None:
    file = tmp_path / "photograph.play"
    file.write_bytes(b"\xff\xd8\xff")
    with pytest.raises(Unreadable, match="no text"):
        read(file)


def test_a_content_file_is_looked_for_beside_the_playthrough(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("game: pig\nseats: ana\ncontent: my_box.toml\n---\n")
    assert playthrough.read(file).content == tmp_path / "my_box.toml"
    assert parse("game: pig\ncontent: default\n---\n").content is None


def test_a_question_in_words_shows_all_that_may_be_said() -> None:
    asks: dict[str, Ask] = {
        "ana": Draw("cards", ("hat", "lamp"), least=1, most=2, copies=(2, 1), other="unknown"),
        "bob": Choose(("a", "b", "c"), least=1, most=3, must=("b",), ordered=True), "cleo": Confirm()}
    assert in_words(Question("all", asks, Message("?"))) == [
        "all", "  ana: draw 1 to 2 from cards: hat×2 lamp or unknown",
        "  bob: choose 1 to 3, in order, with b: a b c", "  cleo: say done"]
