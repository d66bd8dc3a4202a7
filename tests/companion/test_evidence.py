"""The pictures of accepted rolls: kept beside the journal, bounded, and never in the way of the game."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.evidence import Pictures
from companion.i18n import Sentences
from companion.proposing import Change
from companion.table import DiceSeen, Table
from companion.throws import Evidence, SeenDie
from tests.companion.pig import Pig
from tests.companion.tables import Tables, notes, throw_a

ON_A_FULL_DISK = """
import resource, signal, sys
from pathlib import Path
from companion.evidence import Pictures
from companion.throws import Evidence
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (8_192, 8_192))
try:
    Pictures(Path(sys.argv[1])).keep(1, {0: Evidence(bytes(19_000), b"")})
except OSError as error:
    print(error.strerror)
"""
SEEN = Evidence(b"the tray", b"the dice")


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    made = Tables(tmp_path)
    yield made
    for table in made.made:
        table.stop()


def show(table: Table, face: str, *, certain: bool = True) -> None:
    """The camera shows the table a die."""
    throw = table.snapshot.throw
    die = SeenDie("pip", face, 0.9, certain, 10.0, 5.0, 9.0)
    state = "read" if certain else "doubtful"
    table.see(DiceSeen(throw.number, throw.part, state, (die,), photo=b"shown", evidence=SEEN)).result()


def test_the_pictures_of_an_accepted_roll_are_still_there_after_a_restart(tables: Tables) -> None:
    table = tables.new(Pig(), dice="camera")
    show(table, "4")
    assert table.photo(1) == b"shown"
    again = tables.again(table)
    assert again.photo(1) == b"the tray"
    assert (tables.folder / "0.rolls" / "000001-dice.jpg").read_bytes() == b"the dice"


def test_earlier_throws_are_those_that_count_the_latest_first_with_what_was_said_at_last(
    tables: Tables,
) -> None:
    table = tables.new(Pig(), dice="camera")
    for face in ("4", "5"):
        show(table, face)
        table.answer("ana", None, "again", ("roll",), "phone")
    show(table, "6")
    table.propose(Change("amend", "roll", ("d1=3",), "ana"))
    say = Sentences("en", table.game, ["ana"]).say
    told = [(throw.number, say(throw.said)) for throw in table.earlier_throws()]
    assert told == [(5, "ana: d1=3"), (3, "ana: d1=5"), (1, "ana: d1=4")]
    table.undo("phone", confirmed=True)
    assert [throw.number for throw in table.earlier_throws()] == [3, 1]


def test_a_roll_that_a_person_had_to_decide_keeps_its_pictures_too(tables: Tables) -> None:
    table = tables.new(Pig(), dice="camera")
    show(table, "4", certain=False)
    assert not (tables.folder / "0.rolls").exists()
    throw_a("5", table)
    assert (tables.folder / "0.rolls" / "000001.jpg").is_file()


def rethrown(table: Table, face: str, *, certain: bool = True) -> DiceSeen:
    """The die of the last throw lies elsewhere now, and the camera shows it."""
    throw = table.throw_again("d1").throw
    die = SeenDie("pip", face, 0.9, certain, 90.0, 40.0, 8.0)
    state, evidence = "read" if certain else "doubtful", Evidence(b"the tray again", row(200))
    return DiceSeen(throw.number, throw.part, state, (die,), photo=b"thrown again", evidence=evidence)


def row(*shades: int) -> bytes:
    """Dice side by side, each a square of one shade."""
    squares = [np.full((72, 72, 3), shade, np.uint8) for shade in shades]
    return cv2.imencode(".jpg", np.hstack(squares))[1].tobytes()


def shades(packed: bytes) -> list[int]:
    """Those of a row, to the nearest ten."""
    dice = cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert dice is not None
    return [round(int(dice[36, at]) / 10) * 10 for at in range(36, dice.shape[1], 72)]


def test_of_a_die_that_was_thrown_again_the_picture_is_shown_and_kept_with_its_throw(tables: Tables) -> None:
    table = tables.new(Pig(), dice="camera")
    show(table, "4")
    after = table.see(rethrown(table, "6")).result()
    (die,) = after.last_throw.dice
    assert (die.word, die.x, die.y, die.r) == ("6", 90.0, 40.0, 8.0)
    assert (after.last_throw.number, after.last_throw.photo) == (1, b"thrown again")
    assert table.photo(1) == b"thrown again"
    again = tables.again(table)
    assert again.photo(1) == b"the tray again"
    assert [(one.number, one.said.args["words"]) for one in again.earlier_throws()] == [
        (1, [again.game.label("roll", "d1=6")])]


def test_a_die_thrown_again_that_somebody_must_tell_keeps_its_picture_too(tables: Tables) -> None:
    table = tables.new(Pig(), dice="camera")
    show(table, "4")
    table.see(rethrown(table, "5", certain=False)).result()
    after = table.propose(Change("amend", "roll", ("d1=6",), "ana"))
    (die,) = after.last_throw.dice
    assert (die.word, die.r, after.last_throw.photo, after.throw.again) == ("6", 8.0, b"thrown again", "")
    assert tables.again(table).photo(1) == b"the tray again"


def test_what_is_taken_back_takes_the_die_that_was_thrown_again_with_it(tables: Tables) -> None:
    table = tables.new(Pig(), dice="camera")
    show(table, "4")
    table.see(rethrown(table, "6")).result()
    table.undo("phone", confirmed=True)
    assert table.earlier_throws() == ()
    assert table.throw("phone").last_throw.dice[0].word == "6"


def test_a_die_thrown_again_stands_beside_those_that_lay_there_and_takes_no_more_room(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path / "game.journal")
    pictures.keep(7, {0: Evidence(b"wyld", row(10, 20)), 1: Evidence(b"bogus", row(50, 90))})
    for shade in (150, 200):
        pictures.keep_again(7, {0: Evidence(bytes(20_000), row(shade))})
    kept = tmp_path / "game.rolls"
    assert (kept / "000007.jpg").read_bytes() == b"wyld"
    assert pictures.photo(7) == bytes(20_000)
    dice = (kept / "000007-2-dice.jpg").read_bytes()
    assert shades(dice) == [50, 90, 150, 200]
    assert len(dice) + len(bytes(20_000)) < 30_000


def test_pictures_in_place_of_others_are_not_counted_twice(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path / "game.journal", most=1000)
    pictures.keep(1, {0: Evidence(bytes(400), b"")})
    for _ in range(5):
        pictures.keep_again(2, {0: Evidence(bytes(400), b"")})
    assert pictures.numbers() == {1, 2}


def test_that_pictures_cannot_be_kept_is_said_and_the_roll_counts(tables: Tables) -> None:
    table = tables.new(Pig(), dice="camera")
    (tables.folder / "0.rolls").write_bytes(b"a file where the folder should be")
    show(table, "4")
    assert table.snapshot.last_throw.dice[0].word == "4"
    assert any("cannot be kept" in note for note in notes(table.snapshot))


def test_the_oldest_pictures_of_all_games_go_when_they_are_too_many(tmp_path: Path) -> None:
    first, second = (Pictures(tmp_path / f"{name}.journal", most=1000) for name in ("old", "new"))
    for number in range(1, 11):
        first.keep(number, {0: Evidence(bytes(60), bytes(30))})
        for path in (tmp_path / "old.rolls").glob(f"{number:06}*"):
            os.utime(path, (number, number))
    second.keep(1, {0: Evidence(bytes(60), bytes(30))})
    second.keep(2, {0: Evidence(bytes(60), bytes(30))})
    assert sum(path.stat().st_size for path in tmp_path.glob("*.rolls/*")) <= 1000
    assert first.photo(1) is None
    assert first.photo(10) is not None
    assert second.photo(2) is not None


def test_a_picture_that_is_deleted_while_phones_look_for_others_is_none_of_them(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures = Pictures(tmp_path / "game.journal")
    for number in (1, 2):
        pictures.keep(number, {0: Evidence(b"the tray", b"")})
    stat = Path.stat

    def gone(path: Path, **how: bool) -> os.stat_result:
        if path.name == "000001.jpg":
            path.unlink(missing_ok=True)
        return stat(path, **how)
    monkeypatch.setattr(Path, "stat", gone)
    assert pictures.numbers() == {2}
    assert pictures.photo(2) == b"the tray"


def test_a_photograph_that_is_deleted_before_it_is_read_is_none(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures = Pictures(tmp_path / "game.journal")
    pictures.keep(1, {0: Evidence(b"the tray", b"")})
    read = Path.read_bytes

    def gone(path: Path) -> bytes:
        path.unlink()
        return read(path)
    monkeypatch.setattr(Path, "read_bytes", gone)
    assert pictures.photo(1) is None


def test_pictures_of_a_game_that_was_deleted_take_no_room_from_the_others(tmp_path: Path) -> None:
    deleted, other = (Pictures(tmp_path / f"{name}.journal", most=1000) for name in ("deleted", "other"))
    deleted.keep(1, {0: Evidence(bytes(450), b"")})
    other.keep(1, {0: Evidence(bytes(450), b"")})
    shutil.rmtree(tmp_path / "deleted.rolls")
    other.keep(2, {0: Evidence(bytes(300), b"")})
    assert other.numbers() == {1, 2}


def test_each_part_of_a_throw_keeps_its_pictures_and_the_last_is_shown(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path / "game.journal")
    pictures.keep(7, {0: Evidence(b"wyld", b""), 1: Evidence(b"bogus", b"dice")})
    assert sorted(path.name for path in (tmp_path / "game.rolls").iterdir()) == [
        "000007-2-dice.jpg", "000007-2.jpg", "000007.jpg"]
    assert pictures.photo(7) == b"bogus"


def test_a_photograph_that_finds_no_room_is_no_photograph(tmp_path: Path) -> None:
    journal = tmp_path / "game.journal"
    ran = subprocess.run([sys.executable, "-c", ON_A_FULL_DISK, str(journal)], capture_output=True, text=True,
                         check=True)
    assert ran.stdout.strip() == "File too large"
    assert list((tmp_path / "game.rolls").iterdir()) == []
    assert Pictures(journal).photo(1) is None


def test_what_is_not_named_as_a_picture_of_a_roll_is_left_alone(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path / "game.journal", most=100)
    pictures.keep(1, {0: Evidence(b"first", b"dice")})
    strange = [tmp_path / "game.rolls" / name
               for name in ("000001 copy.jpg", "note.jpg", "1.jpg", "-dice.jpg")]
    for path in strange:
        path.write_bytes(bytes(200))
    assert pictures.numbers() == {1}
    assert pictures.photo(1) == b"first"
    pictures.keep(2, {0: Evidence(bytes(99), b"")})
    assert all(path.exists() for path in strange)


def test_a_roll_is_known_by_its_whole_number(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path / "game.journal")
    for number in (100_000, 1_000_001):
        pictures.keep(number, {0: Evidence(str(number).encode(), b"")})
    assert pictures.photo(100_000) == b"100000"
    (tmp_path / "game.rolls" / "000003-dice.jpg").write_bytes(b"the dice of a photograph that is gone")
    assert pictures.numbers() == {100_000, 1_000_001}


def test_a_photograph_that_a_power_cut_left_empty_is_none(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path / "game.journal")
    pictures.keep(1, {0: Evidence(b"first", b"")})
    (tmp_path / "game.rolls" / "000002.jpg").touch()
    assert pictures.numbers() == {1}
    assert pictures.photo(2) is None
