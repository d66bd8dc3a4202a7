"""What is to be changed is shown to the whole table first, with all that would come of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.engine.questions import Message
from companion.engine.referee import Refused
from companion.games import load
from companion.proposing import Change, Proposal
from companion.table import Late, NeedsConfirmation, Snapshot, Table
from tests.companion.pig import Auction, Pig
from tests.companion.tables import Tables, board, question, throw_a
from tests.web.phone import answer_by_chance


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    made = Tables(tmp_path)
    yield made
    for table in made.made:
        table.stop()


def proposed(snapshot: Snapshot) -> Proposal:
    """What the table is asked to agree to."""
    assert snapshot.proposal is not None
    return snapshot.proposal


def after_a_turn_of_four(tables: Tables) -> Table:
    """Ana has banked four, Bob is to throw."""
    table = tables.new(Pig())
    throw_a("4", table)
    table.answer("ana", None, "again", ("stop",), "phone")
    return table


def changes(proposal: Proposal) -> list[tuple[str, str, str]]:
    """The facts that would change: which, now, then."""
    return [(change.fact.path, change.fact.now, change.then) for change in proposal.changes]


def test_taking_back_shows_what_would_be_so_then_and_waits(tables: Tables) -> None:
    table = after_a_turn_of_four(tables)
    wanted = proposed(table.propose(Change("undo")))
    assert wanted.text.id == "Take back: {what}"
    assert changes(wanted) == [("scores.ana", "4", "0")]
    assert wanted.asked == Message("Throw again, or bank {total}?", {"total": 4})
    assert (wanted.shown, wanted.lost) == (None, ())
    assert board(table)["scores"] == {"ana": 4, "bob": 0}, "nothing has been done yet"


def test_a_heading_does_not_repeat_the_throw_nor_every_thing_that_is_set_right(tables: Tables) -> None:
    table = tables.new(Pig())
    throw_a("4", table)
    back = proposed(table.propose(Change("undo"))).text
    assert back == Message("Take back: {seat}'s throw", {"seat": "ana"})
    two = {"scores.ana": "9", "scores.bob": "2"}
    named = proposed(table.propose(Change("correct", facts=two))).text
    assert named.args["things"] == [Message("Score of {seat}", {"seat": seat}) for seat in ("ana", "bob")]
    three = Change("correct", facts={**two, "goal": "20"})
    assert proposed(table.propose(three)).text == Message("Set right by hand: {count} things", {"count": 3})


def told_back(proposal: Proposal) -> list[str]:
    """What was told and is to be put back by hand."""
    return [line.id for line in proposal.undone]


def test_taking_back_names_what_was_told_since(tables: Tables) -> None:
    table = tables.new(Pig())
    throw_a("4", table)
    throw = proposed(table.propose(Change("undo")))
    assert throw.undone == (Message("{seat} throws {pips}.", {"seat": "ana", "pips": 4}),)
    table.answer("ana", None, "again", ("stop",), "phone")
    assert proposed(table.propose(Change("undo"))).undone == ()


def test_what_is_told_as_before_after_an_amended_die_is_not_put_back(tables: Tables) -> None:
    table = tables.new(Pig())
    for pips in "4", "2", "3":
        throw_a(pips, table)
        table.answer("ana", None, "again", ("roll",), "phone")
    wanted = proposed(table.propose(Change("amend", "roll", ("d1=1",))))
    assert [line.args["pips"] for line in wanted.undone] == [3]


def test_taking_back_the_last_roll_at_the_professors_names_every_piece_that_moves(tables: Tables) -> None:
    table, rng = tables.new(load("professor_evil"), seed=8), Random(3)
    while table.snapshot.views[None].asked:
        answer_by_chance(table, rng)
    lost = len(board(table)["lost"])
    wanted = proposed(table.propose(Change("undo")))
    assert told_back(wanted)[0] == "Four treasures are lost: the professor wins."
    gone = [line for line in wanted.undone if line.id.startswith("{tile} is lost: put it on Lost")]
    back = [(path, now) for path, now, then in changes(wanted) if then and path.startswith("treasures.")]
    assert sorted(back) == sorted((f"treasures.{line.args['colour']}.{what}", "")
                                  for line in gone for what in ("due", "room"))
    table.settle_proposal(wanted.number, agreed=True)
    assert len(board(table)["lost"]) == lost - len(gone) < lost


def test_taking_back_a_throw_says_that_all_have_seen_it(tables: Tables) -> None:
    table = tables.new(Pig())
    throw_a("4", table)
    shown = proposed(table.propose(Change("undo"))).shown
    assert shown is not None
    assert "what everybody has seen" in shown.id


def test_a_yes_does_it_and_a_no_leaves_it(tables: Tables) -> None:
    table = after_a_turn_of_four(tables)
    first = proposed(table.propose(Change("undo")))
    assert table.settle_proposal(first.number, agreed=False).proposal is None
    assert board(table)["scores"]["ana"] == 4
    second = proposed(table.propose(Change("undo")))
    assert table.settle_proposal(second.number, agreed=True).proposal is None
    assert question(table)[1] == "again"


def test_a_yes_to_what_is_no_longer_proposed_does_nothing(tables: Tables) -> None:
    table = after_a_turn_of_four(tables)
    old = proposed(table.propose(Change("undo")))
    new = proposed(table.propose(Change("correct", facts={"scores.ana": "9"})))
    with pytest.raises(Late, match="no longer proposed"):
        table.settle_proposal(old.number, agreed=True)
    table.settle_proposal(new.number, agreed=True)
    with pytest.raises(Late):
        table.settle_proposal(new.number, agreed=True)
    assert board(table)["scores"]["ana"] == 9


def test_a_proposal_is_gone_when_the_game_goes_on_without_it(tables: Tables) -> None:
    table = after_a_turn_of_four(tables)
    wanted = proposed(table.propose(Change("undo")))
    after = throw_a("3", table)
    assert after.proposal is None
    assert after.notes == (Message("“{what}” is no longer proposed: the table has moved on meanwhile. Look "
                                   "how it stands now.", {"what": wanted.text}),)
    assert table.answer("bob", None, "again", ("roll",), "phone").notes == (), "said until the next answer"


def test_a_proposal_that_was_settled_is_not_said_to_have_been_passed_over(tables: Tables) -> None:
    table = after_a_turn_of_four(tables)
    for agreed in (False, True):
        wanted = proposed(table.propose(Change("undo")))
        assert table.settle_proposal(wanted.number, agreed).notes == ()


def test_a_misread_die_that_costs_nothing_else_is_set_right_at_once(tables: Tables) -> None:
    table = tables.new(Pig())
    throw_a("4", table)
    after = table.propose(Change("amend", "roll", ("d1=6",), "ana"))
    assert after.proposal is None
    assert after.last_throw.dice[0].word == "6"


def test_amending_shows_the_answers_that_would_be_lost_and_why(tables: Tables) -> None:
    table = tables.new(Pig())
    throw_a("4", table)
    table.answer("ana", None, "again", ("roll",), "phone")
    wanted = proposed(table.propose(Change("amend", "roll", ("d1=1",))))
    assert wanted.text == Message("Set right: {then}, not {now}",
                                  {"now": [Message("d1=4")], "then": [Message("d1=1")]})
    assert [lost.args["why"] for lost in wanted.lost] == [Message("The turn had ended before it.")]
    after = table.settle_proposal(wanted.number, agreed=True)
    assert after.last_throw.dice[0].word == "1"
    assert board(table)["mover"] == "bob"


def test_correcting_shows_each_thing_as_it_is_and_as_it_would_be(tables: Tables) -> None:
    table = after_a_turn_of_four(tables)
    wanted = proposed(table.propose(Change("correct", facts={"scores.ana": "9", "scores.bob": "2"})))
    assert changes(wanted) == [("scores.ana", "4", "9"), ("scores.bob", "0", "2")]


def test_what_cannot_be_changed_is_refused_at_once(tables: Tables) -> None:
    table = tables.new(Pig())
    with pytest.raises(Refused, match="nothing to take back"):
        table.propose(Change("undo"))
    with pytest.raises(Refused, match="Nothing is called"):
        table.propose(Change("correct", facts={"nowhere": "1"}))
    with pytest.raises(Refused, match="was not answered in this turn"):
        table.propose(Change("amend", "again", ("stop",)))
    assert table.snapshot.proposal is None


def test_a_sealed_answer_that_would_be_taken_back_is_not_told(tables: Tables) -> None:
    table = tables.new(Auction())
    table.answer("ana", None, "bid", ("3",), "phone")
    wanted = proposed(table.propose(Change("undo")))
    assert wanted.text.args == {"what": Message("{seat}: a sealed answer", {"seat": "ana"})}
    assert "3" not in repr((wanted.text, wanted.shown, wanted.lost, wanted.changes, wanted.asked))


def test_a_secret_that_nobody_has_seen_is_not_said_to_have_been_seen(tables: Tables) -> None:
    table = tables.new(load("quick_and_undead"))
    while question(table)[1] != "select":
        answer_by_chance(table, Random(3))
    while question(table)[1] == "select":
        asked = table.snapshot.views[None].asked
        assert asked is not None
        table.answer(asked.waiting[0], None, "select", ("6",), "phone")
    assert question(table)[1] == "hired", "all have chosen, and nothing is uncovered yet"
    wanted = proposed(table.propose(Change("undo")))
    assert wanted.undone == ()
    assert wanted.shown is not None
    assert wanted.shown.id == ("This takes back {seat}'s sealed answer, which nobody has seen. If you all "
                               "agree, it is done.")


def test_of_a_secret_it_is_said_what_it_has_led_to(tables: Tables) -> None:
    table = tables.new(Auction(), decks="hand")
    table.answer("-", None, "card", ("lamp",), "phone")
    table.answer("ana", None, "bid", ("3",), "phone")
    table.answer("bob", None, "bid", ("1",), "phone")
    wanted = proposed(table.propose(Change("undo")))
    assert wanted.shown == Message("This takes back what everybody has seen since {seat}'s sealed answer. If "
                                   "you all agree, it is done.", {"seat": "bob"})
    assert told_back(wanted) == ["{seat} takes {card}."]
    with pytest.raises(NeedsConfirmation):
        table.undo("buttons")
