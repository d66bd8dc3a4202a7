"""The referee: answers, refusals, undo, amend, correct, sealed answers, and what happens when paper fails."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.engine.questions import Choose, Die, Draw, Message, Outcome, Roll, Turn
from companion.engine.referee import Page, Referee, Refused
from companion.engine.rows import Amended, Answered, Corrected, Row, TurnBegun, Undone
from tests.battery.laws import everything
from tests.companion.pig import Auction, Pig, PigState


def pig(*answers: str, record: list[Row] | None = None) -> Referee:
    """A game of Pig between ann and bob after some answers (`ann roll d1=4`)."""
    game = Pig()
    referee = Referee(game, game.new(["ann", "bob"], {}), record=None if record is None else record.extend)
    give(referee, *answers)
    return referee


def give(referee: Referee, *answers: str) -> None:
    for line in answers:
        seat, key, *words = line.split()
        referee.answer(seat, key, words)


def auction(*answers: str) -> Referee:
    game = Auction()
    referee = Referee(game, game.new(["ann", "bob", "cy"], {}))
    give(referee, *answers)
    return referee


def sentence(referee: Referee, seat: str, key: str, words: Sequence[str]) -> str:
    """Why an answer is refused; the game must be as it was."""
    before, number = everything(referee), referee.number
    with pytest.raises(Refused) as refused:
        referee.answer(seat, key, words)
    assert everything(referee) == before
    assert referee.number == number
    return str(refused.value)


def test_an_answer_leads_to_the_next_question() -> None:
    referee = pig("ann roll d1=4")
    assert referee.question is not None
    assert referee.question.key == "again"
    assert referee.number == 2


def test_words_may_be_one_text() -> None:
    referee = pig()
    referee.answer("ann", "roll", "d1=4")
    assert referee.pages[-1].answers == [Answered(1, "ann", "roll", ("d1=4",), "script")]


def test_a_turn_that_ends_begins_the_next_page() -> None:
    referee = pig("ann roll d1=4", "ann again stop")
    assert referee.state.scores == {"ann": 4, "bob": 0}
    assert len(referee.pages) == 2
    assert [line.args["pips"] for line in referee.log if "pips" in line.args] == [4]


@pytest.mark.parametrize(("seat", "key", "words", "why"), [
    ("ann", "again", ["stop"], "“again” is not asked now; “roll” is."),
    ("bob", "roll", ["d1=4"], "This is asked of ann, not of bob."),
    ("ann", "roll", ["d1=9"], "d1 has no face “9”; it has 1, 2, 3, 4, 5, 6."),
    ("ann", "roll", [], "The face of d1 is missing."),
    ("ann", "roll", ["d1=4", "d2=4"], "d2 was not thrown here."),
    ("ann", "roll", ["four"], "“four” is not one face for one die, such as d1=1."),
    ("ann", "roll", ["d1=4", "d1=5"], "“d1=5” is not one face for one die, such as d1=1."),
])
def test_what_does_not_fit_is_refused_in_a_sentence(seat: str, key: str, words: list[str], why: str) -> None:
    assert sentence(pig(), seat, key, words) == why


def test_a_word_that_is_not_offered_is_refused_with_those_that_are() -> None:
    assert sentence(pig("ann roll d1=4"), "ann", "again", ["maybe"]) == (
        "“maybe” does not fit here; what fits: roll, stop.")
    assert sentence(pig("ann roll d1=4"), "ann", "again", ["roll", "stop"]) == (
        "2 given; 1 to 1 are asked for.")


def test_after_the_end_nothing_is_asked_or_taken() -> None:
    rolls = ["ann roll d1=6", "ann again roll"] * 4
    referee = pig(*rolls, "ann roll d1=6", "ann again stop")
    assert referee.question is None
    assert referee.outcome is not None
    assert referee.outcome.winners == ("ann",)
    assert sentence(referee, "ann", "roll", ["d1=4"]) == (
        "The game is over; only taking back or a new game are left.")
    referee.undo()
    assert referee.outcome is None


def test_undo_goes_back_over_the_end_of_a_turn() -> None:
    referee = pig("ann roll d1=4", "ann again stop")
    assert referee.undo().words == ("stop",)
    assert referee.question is not None
    assert referee.question.key == "again"
    assert referee.state.scores["ann"] == 0


def test_undo_at_the_beginning_is_refused() -> None:
    with pytest.raises(Refused, match="nothing to take back"):
        pig().undo()


def test_undo_knows_when_dice_were_thrown() -> None:
    assert pig("ann roll d1=4").last_reveals() == ("dice",)
    assert pig("ann roll d1=4", "ann again stop").last_reveals() == ()
    assert pig().last_reveals() == ()


def test_after_an_undone_throw_the_same_faces_are_offered() -> None:
    referee = pig("ann roll d1=4", "ann again roll", "ann roll d1=6")
    referee.undo()
    assert referee.offered == ("d1=6",)
    referee.undo()
    assert not referee.offered
    give(referee, "ann again roll")
    assert referee.offered == ("d1=6",)
    give(referee, "ann roll d1=5")
    assert not referee.offered


def test_another_way_taken_after_undo_offers_nothing_of_the_old_one() -> None:
    referee = pig("ann roll d1=4", "ann again stop", "bob roll d1=2")
    referee.undo()
    referee.undo()
    give(referee, "ann again roll")
    assert not referee.offered
    give(referee, "ann roll d1=3", "ann again stop")
    assert not referee.offered


def test_amend_replaces_a_misread_die_and_reads_the_turn_again() -> None:
    referee = pig("ann roll d1=4", "ann again roll", "ann roll d1=6", "ann again roll")
    assert referee.amend("roll", "d1=3") == []
    give(referee, "ann roll d1=2", "ann again stop")
    assert referee.state.scores["ann"] == 4 + 3 + 2


def test_amend_drops_aloud_what_no_longer_fits() -> None:
    referee = pig("ann roll d1=4", "ann again roll")
    dropped = referee.amend("roll", ["d1=1"])
    assert [(drop.answer.key, drop.why.id) for drop in dropped] == [
        ("again", "The turn had ended before it.")]
    assert referee.question is not None
    assert list(referee.question.asks) == ["bob"]


def test_a_refusal_names_each_face_of_a_die_once() -> None:
    roll = Roll((Die("w1", "wyld", ("move", "move", "interact", "bogus", "interact")),))
    refusal = roll.refusal(("w1=reroll",))
    assert refusal is not None
    assert refusal.args["faces"] == ("move", "interact", "bogus")


def test_amend_refuses_what_was_not_answered_in_this_turn_or_does_not_fit() -> None:
    referee = pig("ann roll d1=4", "ann again stop")
    with pytest.raises(Refused, match="was not answered in this turn"):
        referee.amend("roll", "d1=3")
    referee = pig("ann roll d1=4")
    before = everything(referee)
    with pytest.raises(Refused, match="has no face"):
        referee.amend("roll", "d1=7")
    assert everything(referee) == before


def test_a_correction_is_so_afterwards_even_in_mid_turn() -> None:
    referee = pig("ann roll d1=4", "ann again stop", "bob roll d1=5")
    assert referee.correct({"scores.ann": "7"}) == []
    assert referee.state.scores == {"ann": 7, "bob": 0}
    assert referee.question is not None
    assert referee.question.key == "again"
    give(referee, "bob again stop")
    assert referee.state.scores == {"ann": 7, "bob": 5}


@pytest.mark.parametrize(("facts", "why"), [
    ({"scores.zoe": "7"}, "Nothing is called “scores.zoe” in this game."),
    ({"scores.ann": "many"}, "scores.ann is a whole number, not “many”."),
])
def test_a_correction_of_what_there_is_not_is_refused(facts: dict[str, str], why: str) -> None:
    referee = pig("ann roll d1=4")
    before = everything(referee)
    with pytest.raises(Refused, match=why):
        referee.correct(facts)
    assert everything(referee) == before


def test_undo_knows_when_it_would_lose_what_was_set_right_by_hand() -> None:
    referee = pig("ann roll d1=4", "ann again stop")
    referee.correct({"scores.ann": "7"})
    assert referee.undo_loses_correction()
    give(referee, "bob roll d1=2")
    assert not referee.undo_loses_correction()
    referee.undo()
    assert referee.state.scores["ann"] == 7
    referee.undo()
    assert not referee.undo_loses_correction()
    assert not pig().undo_loses_correction()


def test_problems_warn_of_what_cannot_be() -> None:
    referee = pig()
    referee.correct({"scores.ann": "-3"})
    assert [problem.args["seat"] for problem in referee.problems] == ["ann"]


def test_sealed_answers_stay_closed_until_all_are_in() -> None:
    referee = auction("- card hat", "bob bid 3")
    assert referee.waiting == ("ann", "cy")
    assert referee.sealed == {"bob": ("3",)}
    number = referee.number
    give(referee, "ann bid 2")
    assert referee.number == number
    give(referee, "cy bid 0")
    assert referee.number == number + 1
    assert referee.state.won == {"ann": 0, "bob": 1, "cy": 0}


def test_a_sealed_answer_may_be_changed_until_the_last_comes_in() -> None:
    referee = auction("- card hat", "bob bid 3", "bob bid 1", "ann bid 2", "cy bid 0")
    assert referee.state.won == {"ann": 1, "bob": 0, "cy": 0}


def test_undo_takes_back_one_sealed_answer() -> None:
    referee = auction("- card hat", "bob bid 3", "ann bid 2")
    referee.undo()
    assert referee.sealed == {"bob": ("3",)}


def test_the_rows_of_a_game_are_told_as_they_happen() -> None:
    rows: list[Row] = []
    referee = pig("ann roll d1=4", "ann again stop", record=rows)
    referee.undo()
    referee.amend("roll", "d1=5")
    referee.correct({"scores.bob": "2"})
    assert [type(row) for row in rows] == [
        TurnBegun, Answered, Answered, TurnBegun, Undone, Amended, Corrected]
    assert rows[4] == Undone(3, 0, 1)


class FullDisk(Exception):
    pass


def test_when_paper_fails_the_change_is_taken_back() -> None:
    full = False

    def record(rows: Sequence[Row]) -> None:
        if full:
            raise FullDisk

    game = Pig()
    referee = Referee(game, game.new(["ann", "bob"], {}), record=record)
    give(referee, "ann roll d1=4")
    before, number = everything(referee), referee.number
    full = True
    with pytest.raises(FullDisk):
        referee.answer("ann", "again", ["stop"])
    with pytest.raises(FullDisk):
        referee.undo()
    with pytest.raises(FullDisk):
        referee.amend("roll", "d1=1")
    with pytest.raises(FullDisk):
        referee.correct({"scores.bob": "9"})
    assert everything(referee) == before
    assert referee.number == number
    full = False
    give(referee, "ann again stop")
    assert referee.state.scores["ann"] == 4


class ShortPig(Pig):
    """Other rules than those the game was begun with: nobody may throw again."""

    def turn(self, state: PigState) -> Turn:
        turn = super().turn(state)
        yield from _first_only(turn)


def _first_only(turn: Turn) -> Turn:
    turn.send((yield next(turn)))


def test_answers_that_changed_rules_no_longer_ask_for_are_dropped_with_why() -> None:
    old = pig("ann roll d1=4", "ann again roll")
    rows: list[Row] = []
    page = Page(old.pages[0].start, list(old.pages[0].answers))
    referee = Referee.restore(ShortPig(), [page], old.number, record=rows.extend)
    assert [(drop.answer.key, drop.why.id) for drop in referee.dropped] == [
        ("again", "The turn had ended before it.")]
    assert isinstance(rows[0], Undone)
    assert rows[0].answers == 1


class SilentGame(Pig):
    def turn(self, state: PigState) -> Turn:
        yield from ()

    def outcome(self, state: PigState) -> Outcome | None:
        return None


def test_rules_that_never_ask_are_stopped() -> None:
    game = SilentGame()
    with pytest.raises(RuntimeError, match="turns passed without a question"):
        Referee(game, game.new(["ann"], {}))


@pytest.mark.parametrize(("ask", "words", "fits"), [
    (Choose(("a", "b", "c"), least=2, most=2, must=("b",)), ("a", "b"), True),
    (Choose(("a", "b", "c"), least=2, most=2, must=("b",)), ("a", "c"), False),
    (Choose(("a", "b"), least=1, most=3, repeat=True), ("a", "a", "b"), True),
    (Choose(("a", "b"), least=1, most=3), ("a", "a"), False),
    (Choose(("a", "b"), least=0), (), True),
    (Draw("deck", ("a", "b"), least=2, most=2, copies=(2, 1)), ("a", "a"), True),
    (Draw("deck", ("a", "b"), least=2, most=2, copies=(2, 1)), ("b", "b"), False),
    (Draw("deck", ("a",), other="else"), ("else",), True),
    (Draw("deck", ("a",)), ("else",), False),
])
def test_asks_say_what_fits(ask: Choose | Draw, words: tuple[str, ...], fits: bool) -> None:
    refusal = ask.refusal(words)
    assert (refusal is None) == fits
    assert refusal is None or isinstance(refusal, Message)
