"""The journal keeps what was acknowledged, and never loses or overwrites a file."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.folding import Acknowledged, Kept, SeatFreed, SeatTaken
from companion.engine.journal import (
    Header,
    Journal,
    JournalDamaged,
    JournalFault,
    JournalLocked,
    Unwritten,
    take_up,
)
from companion.engine.questions import Die, Message, Turn, roll
from companion.engine.random_player import random_answer
from companion.engine.referee import Referee
from tests.companion.pig import PIPS, Auction, Pig, PigState


def begin(path: Path, game: Any, *seats: str) -> Journal:
    return Journal.create(path, Header(game.id, seats, {}, game.rules_version, game.content))


def play_on(referee: Referee, rng: Random, answers: int) -> None:
    """Some answers, an undo or a correction now and then."""
    for _ in range(answers):
        if referee.question is None:
            return
        if rng.random() < 0.15 and referee.last():
            referee.undo()
            continue
        seat = rng.choice(referee.waiting)
        referee.answer(seat, referee.question.key, random_answer(rng, referee.question.asks[seat]))


def standing(referee: Referee) -> tuple[object, ...]:
    """Everything about a game that a restart must bring back."""
    return (referee.state, referee.question, referee.number, referee.sealed, referee.log, referee.offered,
            [(page.start, page.answers) for page in referee.pages])


@pytest.mark.parametrize("game", [Pig(), Auction()], ids=["pig", "auction"])
@pytest.mark.parametrize("seed", range(6))
def test_a_game_taken_up_from_its_journal_stands_as_it_was_played(
    tmp_path: Path, game: Any, seed: int
) -> None:
    rng = Random(seed)
    path = tmp_path / "game.journal"
    journal = begin(path, game, "ana", "bob")
    referee = take_up(journal, game)
    for _ in range(8):
        play_on(referee, rng, rng.randint(0, 9))
        played = standing(referee)
        journal.close()
        journal = Journal.open(path)
        referee = take_up(journal, game)
        assert standing(referee) == played
    journal.close()


def test_amended_and_corrected_games_are_taken_up_as_they_were(tmp_path: Path) -> None:
    journal = begin(tmp_path / "game.journal", Pig(), "ana", "bob")
    referee = take_up(journal, Pig())
    referee.answer("ana", "roll", "d1=4")
    referee.answer("ana", "again", "roll")
    referee.answer("ana", "roll", "d1=6")
    referee.amend("roll", "d1=5")
    referee.correct({"scores.bob": "12"})
    played = standing(referee)
    assert referee.state.scores["bob"] == 12
    assert standing(take_up(journal, Pig())) == played
    referee.amend("roll", "d1=1")
    assert referee.state.mover == "bob"
    assert standing(take_up(journal, Pig())) == standing(referee)
    journal.close()


def test_what_was_taken_back_is_offered_again_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    journal = begin(path, Pig(), "ana")
    referee = take_up(journal, Pig())
    referee.answer("ana", "roll", "d1=6")
    referee.undo()
    journal.close()
    again = Journal.open(path)
    assert take_up(again, Pig()).offered == ("d1=6",)
    again.close()


def test_a_sealed_answer_keeps_its_question_open_under_the_same_number(tmp_path: Path) -> None:
    journal = begin(tmp_path / "game.journal", Auction(), "ana", "bob")
    referee = take_up(journal, Auction())
    referee.answer("-", "card", "hat")
    referee.answer("ana", "bid", "3")
    again = take_up(journal, Auction())
    assert (again.number, again.waiting) == (referee.number, ("bob",))
    journal.close()


def test_rows_are_on_disk_and_whole_when_record_returns(tmp_path: Path) -> None:
    journal = begin(tmp_path / "game.journal", Pig(), "ana")
    asked = journal._connection.execute
    assert asked("PRAGMA journal_mode").fetchone() == ("wal",)
    assert asked("PRAGMA synchronous").fetchone() == (2,), "FULL: the log is synced at each commit"
    assert asked("PRAGMA locking_mode").fetchone() == ("exclusive",)
    journal.close()


def test_rows_cannot_be_changed_or_deleted(tmp_path: Path) -> None:
    journal = begin(tmp_path / "game.journal", Pig(), "ana")
    for statement in ("UPDATE rows SET data = '{}'", "DELETE FROM rows"):
        with pytest.raises(sqlite3.IntegrityError, match="rows are only added"):
            journal._connection.execute(statement)
    journal.close()


def test_rows_of_one_change_are_written_all_or_none(tmp_path: Path) -> None:
    journal = begin(tmp_path / "game.journal", Pig(), "ana")
    unwritable: Any = object()
    with pytest.raises(TypeError):
        journal.record([Kept("code", "123456"), Kept("door", unwritable)])
    assert journal.written().kept == {}
    journal.close()


def test_seats_ids_and_what_is_kept_come_back(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    journal = begin(path, Pig(), "ana", "bob")
    journal.record([SeatTaken("ana", "hash1"), SeatTaken("bob", "hash2"), SeatFreed("ana"),
                    SeatTaken("bob", "hash3"), Acknowledged("id-1"), Kept("code", "1"), Kept("code", "2")])
    journal.close()
    again = Journal.open(path)
    written = again.written()
    again.close()
    assert written.seats == {"bob": ("hash3",)}
    assert written.acknowledged == {"id-1"}
    assert written.kept == {"code": "2"}


class NewPig(Pig):
    """The same rules under a new version, with another box."""

    rules_version = 2
    content: Mapping[str, Any] = {"goal": 40}


def test_a_journal_knows_rules_and_content_of_each_turn(tmp_path: Path) -> None:
    journal = begin(tmp_path / "game.journal", Pig(), "ana", "bob")
    take_up(journal, Pig()).answer("ana", "roll", "d1=1")
    assert (journal.header().rules_version, journal.header().content["goal"]) == (1, 30)
    take_up(journal, NewPig()).answer("bob", "roll", "d1=1")
    assert (journal.header().rules_version, journal.header().content["goal"]) == (2, 40)
    begun = [row["rules"] for row in journal.export()["rows"] if row["kind"] == "turn_begun"]
    assert begun == [1, 1, 2]
    assert len(journal.export()["contents"]) == 2
    journal.close()


class ThrowOnce(Pig):
    """Pig under new rules: one throw a turn, nothing is asked after it."""

    rules_version = 2

    def turn(self, state: PigState) -> Turn:
        """One throw, banked at once."""
        faces = yield from roll(state.mover, "roll", [Die("d1", "pip", PIPS)], Message("Throw."), ())
        state.scores[state.mover] += int(faces["d1"])


def test_new_rules_keep_an_old_turn_as_far_as_it_is_valid_and_say_why_not_further(tmp_path: Path) -> None:
    journal = begin(tmp_path / "game.journal", Pig(), "ana", "bob")
    referee = take_up(journal, Pig())
    for key, words in (("roll", "d1=4"), ("again", "roll"), ("roll", "d1=2")):
        referee.answer("ana", key, words)
    newer = take_up(journal, ThrowOnce())
    assert [(gone.answer.key, gone.why.id) for gone in newer.dropped] == [
        ("again", "The turn had ended before it."), ("roll", "The turn had ended before it.")]
    assert newer.state.scores == {"ana": 4, "bob": 0}
    again = take_up(journal, ThrowOnce())
    assert standing(again)[:3] == standing(newer)[:3]
    assert again.dropped == [], "what was dropped is dropped on paper too"
    journal.close()


def test_a_state_that_new_rules_cannot_read_is_a_sentence(tmp_path: Path) -> None:
    journal = begin(tmp_path / "game.journal", Pig(), "ana", "bob")
    take_up(journal, Pig())

    class Other(Auction):
        rules_version = 7

    with pytest.raises(JournalFault, match=r"written by rules of version 1; these rules \(version 7\)"):
        take_up(journal, Other())
    journal.close()


def test_a_second_program_is_told_that_the_journal_is_in_use(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    journal = begin(path, Pig(), "ana")
    program = ("import sys; from pathlib import Path; from companion.engine.journal import *\n"
               "try: Journal.open(Path(sys.argv[1]))\nexcept JournalLocked as locked: print(locked)")
    said = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True,
                          check=True, timeout=20)
    assert "is in use: a table is running this game" in said.stdout
    with pytest.raises(JournalLocked):
        Journal.open(path)
    journal.close()
    Journal.open(path).close()


def damage_header(path: Path) -> None:
    path.write_bytes(b"no database at all" + path.read_bytes()[18:])


def damage_page(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * 8192 + whole[12288:])


def damage_word(path: Path) -> None:
    whole = path.read_bytes()
    assert b"d1=4" in whole
    path.write_bytes(whole.replace(b"d1=4", b"d1=5"))


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-4096])


@pytest.mark.parametrize("damage", [damage_header, damage_page, damage_word, cut_short])
def test_a_damaged_journal_is_kept_aside_unchanged(tmp_path: Path, damage: Any) -> None:
    path = tmp_path / "game.journal"
    journal = begin(path, Pig(), "ana", "bob")
    take_up(journal, Pig()).answer("ana", "roll", "d1=4")
    journal.close()
    damage(path)
    broken = path.read_bytes()
    with pytest.raises(JournalDamaged, match=r"is damaged \(.*It was kept as .*damaged-1") as said:
        Journal.open(path)
    assert said.value.aside.read_bytes() == broken
    assert not path.exists()


def test_a_second_damaged_journal_does_not_take_the_first_ones_place(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    for number in (1, 2):
        path.write_bytes(f"rubbish {number}".encode() * 100)
        with pytest.raises(JournalDamaged) as said:
            Journal.open(path)
        assert said.value.aside.name == f"game.journal.damaged-{number}"
    assert (tmp_path / "game.journal.damaged-1").read_bytes().startswith(b"rubbish 1")


def throw_a_four(referee: Referee) -> None:
    assert referee.question is not None
    referee.answer("ana", referee.question.key, "roll" if referee.question.key == "again" else "d1=4")


def throw_fours_until_refused(referee: Referee) -> tuple[int, Unwritten | None]:
    """How many answers were acknowledged, and why the next one was not."""
    for acknowledged in range(1000):
        try:
            throw_a_four(referee)
        except Unwritten as refusal:
            return acknowledged, refusal
    return 1000, None


def test_on_a_full_disk_nothing_changes_and_the_sentence_says_why(tmp_path: Path) -> None:
    journal = begin(tmp_path / "game.journal", Pig(), "ana", "bob")
    referee = take_up(journal, Pig())
    referee.answer("ana", "roll", "d1=4")
    journal._connection.execute("PRAGMA max_page_count = 1")
    acknowledged, refusal = throw_fours_until_refused(referee)
    assert str(refusal) == "The disk is full, so nothing was changed. Make room on it and do it again."
    assert len(referee.pages[0].answers) == 1 + acknowledged
    assert standing(take_up(journal, Pig())) == standing(referee)
    journal._connection.execute("PRAGMA max_page_count = 1000000")
    throw_a_four(referee)
    assert standing(take_up(journal, Pig())) == standing(referee)
    journal.close()


def test_a_file_too_large_for_the_disk_loses_nothing_acknowledged(tmp_path: Path) -> None:
    """A limit on the file's size, as near as a test comes to a disk without room."""
    program = """
import resource, signal, sys
from pathlib import Path
from companion.engine.journal import Header, Journal, Unwritten, take_up
from tests.companion.pig import Pig
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
game = Pig()
journal = Journal.create(Path(sys.argv[1]), Header("pig", ("ana", "bob"), {}, 1, game.content))
referee = take_up(journal, game)
resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000))
count = 0
try:
    while True:
        referee.answer(referee.waiting[0], "roll", "d1=1")
        count += 1
except Unwritten as refused:
    print(count, len(referee.pages), str(refused), flush=True)
import os; os._exit(9)
"""
    path = tmp_path / "game.journal"
    done = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True,
                          timeout=50, cwd=Path(__file__).parents[2])
    count, pages, sentence = done.stdout.strip().split(" ", 2)
    assert "nothing was changed" in sentence
    assert int(count) > 10
    journal = Journal.open(path)
    assert len(take_up(journal, Pig()).pages) == int(pages) == int(count) + 1
    journal.close()


def test_an_exported_journal_is_json_and_brings_the_whole_game_back(tmp_path: Path) -> None:
    journal = begin(tmp_path / "game.journal", Auction(), "ana", "bob")
    referee = take_up(journal, Auction())
    play_on(referee, Random(3), 12)
    exported = json.loads(json.dumps(journal.export()))
    copy = Journal.take_in(tmp_path / "copy.journal", exported)
    assert standing(take_up(copy, Auction())) == standing(referee)
    assert copy.header() == journal.header()
    assert copy.export()["rows"][:len(exported["rows"])] == exported["rows"]
    journal.close()
    copy.close()


@pytest.mark.parametrize(("exported", "reason"), [
    ({}, "no exported journal"),
    ({"companion_journal": 1}, "not whole: 'contents'"),
    ({"companion_journal": 1, "contents": [], "rows": []}, "the journal is empty"),
    ({"companion_journal": 1, "contents": [],
      "rows": [{"kind": "kept", "data": {"name": "a", "value": "b"}, "rules": None, "content": None}]},
     "begins with the beginning of its game"),
])
def test_what_is_no_exported_journal_is_refused_and_leaves_no_file(
    tmp_path: Path, exported: dict[str, Any], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        Journal.take_in(tmp_path / "copy.journal", exported)
    assert list(tmp_path.iterdir()) == []


def test_an_existing_journal_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    begin(path, Pig(), "ana").close()
    before = path.read_bytes()
    with pytest.raises(FileExistsError, match="There is a journal"):
        begin(path, Pig(), "ana")
    assert path.read_bytes() == before


def test_a_journal_that_another_program_makes_at_the_same_time_stays(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.journal"
    begin(path, Pig(), "ana").close()
    before = path.read_bytes()
    exists, a_moment_ago = Path.exists, iter([False])
    monkeypatch.setattr(Path, "exists", lambda path: next(a_moment_ago, None) is None and exists(path))
    with pytest.raises(FileExistsError, match="There is a journal"):
        begin(path, Pig(), "bob")
    assert path.read_bytes() == before


def test_a_journal_of_a_newer_companion_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    journal = begin(path, Pig(), "ana")
    journal._connection.execute("PRAGMA user_version = 99")
    journal.close()
    with pytest.raises(JournalFault, match="written by a newer companion"):
        Journal.open(path)
    assert path.exists()


def test_a_journal_that_cannot_be_made_is_a_sentence_and_leaves_no_file(tmp_path: Path) -> None:
    program = """
import resource, signal, sys
from pathlib import Path
from companion.engine.journal import Header, Journal, JournalFault
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (8_000, 8_000))
try:
    Journal.create(Path(sys.argv[1]), Header("pig", ("ana",), {}, 1, {}))
except JournalFault as fault:
    print(fault)
"""
    done = subprocess.run([sys.executable, "-c", program, str(tmp_path / "game.journal")], check=True,
                          capture_output=True, text=True, timeout=50, cwd=Path(__file__).parents[2])
    assert "cannot be made" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_journal_killed_while_it_was_made_is_moved_aside(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    path.touch()
    with pytest.raises(JournalDamaged):
        Journal.open(path)
    assert not path.exists()


def test_only_its_owner_may_look_into_the_folder_of_journals(tmp_path: Path) -> None:
    begin(tmp_path / "games" / "game.journal", Pig(), "ana").close()
    assert (tmp_path / "games").stat().st_mode & 0o077 == 0


def test_there_is_no_journal(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="There is no journal"):
        Journal.open(tmp_path / "game.journal")
