"""What the host may do beside the open game: other games, ending one, settings, asking for a held button."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.beginning import begin
from companion.doors import door_of
from companion.engine.journal import Journal, JournalFault
from companion.engine.questions import Message
from companion.engine.referee import Refused
from companion.hosting import Hosting, Plan
from companion.pages import Holding, Page
from companion.settings import CHOSEN, BadSettings, Power, load
from companion.throws import DiceSeen
from hardware.buttons import Press
from tests.companion.hosted import Hosted

ANA = "anas phone"
PLAN = Plan("riff_in_time", ("ana", "cleo"), {"san_dimas": "4"}, "virtual", "physical")


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[Hosted]:
    hosted = Hosted(tmp_path, power=Power(off="true", restart=""))
    hosted.table.join("ana", ANA)
    yield hosted
    hosted.table.stop()


def test_all_games_are_listed_with_how_they_stand(hosted: Hosted) -> None:
    now, earlier = hosted.hosting.games()
    assert (now.name, now.is_on_table, now.header.seats) == ("riff_in_time-2", True, ("ana", "bob"))
    assert (earlier.name, earlier.is_on_table, earlier.header.seats) == (
        "quick_and_undead-1", False, ("cleo", "dan"))
    assert not earlier.is_over
    assert earlier.view.asked is not None


def test_a_game_that_is_only_looked_at_is_left_as_it_was(hosted: Hosted) -> None:
    path = hosted.shelf.path("quick_and_undead-1")
    before = path.read_bytes()
    list(hosted.hosting.games())
    assert path.read_bytes() == before


def test_phones_that_look_at_the_games_at_once_all_see_them(hosted: Hosted) -> None:
    with ThreadPoolExecutor(8) as phones:
        seen = list(phones.map(lambda _: [game.name for game in hosted.hosting.games()], range(8)))
    assert seen == [["riff_in_time-2", "quick_and_undead-1"]] * 8


@pytest.mark.parametrize("do", [
    lambda hosting: hosting.begin(PLAN, along=True),
    lambda hosting: hosting.resume("quick_and_undead-1", along=True),
    lambda hosting: hosting.choose({"language": "fr"}),
])
def test_that_the_disk_is_full_is_said_in_a_sentence(
        hosted: Hosted, monkeypatch: pytest.MonkeyPatch, do: Callable[[Hosting], object]) -> None:
    def full(path: Path, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")
    monkeypatch.setattr("vision.durable.write", full)
    with pytest.raises(Refused, match="No space left on device"):
        do(hosted.hosting)
    assert not hosted.change.is_made


def test_that_no_journal_can_be_made_is_said_in_a_sentence(
        hosted: Hosted, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> Journal:
        raise JournalFault(Message("The journal {path} cannot be made: {reason}.",
                                   {"path": "x", "reason": "full"}))
    monkeypatch.setattr(Journal, "create", full)
    with pytest.raises(Refused, match="cannot be made: full"):
        hosted.hosting.begin(PLAN, along=True)


def test_a_game_that_a_command_has_put_on_the_table_is_not_the_one_that_is_played(hosted: Hosted) -> None:
    begin(hosted.shelf, "betrayal_tour", ("cleo", "dan"), {}, None, dice="hand", decks="virtual")
    assert [(game.name, game.game.id, game.is_on_table) for game in hosted.hosting.games()] == [
        ("betrayal_tour-3", "betrayal_tour", False), ("riff_in_time-2", "riff_in_time", True),
        ("quick_and_undead-1", "quick_and_undead", False)]
    hosted.hosting.resume("betrayal_tour-3", along=True)
    assert hosted.change.is_made


def test_what_another_phone_has_deleted_meanwhile_is_no_longer_there(
        hosted: Hosted, monkeypatch: pytest.MonkeyPatch) -> None:
    hosting, shelf, path = hosted.hosting, hosted.shelf, hosted.shelf.path

    class Between:
        """Where phones wait for each other: what this one was about to do comes after a deletion."""

        def __enter__(self) -> None:
            monkeypatch.undo()
            shelf.delete("quick_and_undead-1")

        def __exit__(self, *why: object) -> None:
            pass

    doings: list[Callable[[], object]] = [
        lambda: hosting.game("quick_and_undead-1"), lambda: hosting.export("quick_and_undead-1"),
        lambda: hosting.delete("quick_and_undead-1"),
        lambda: hosting.resume("quick_and_undead-1", along=True)]
    for do in doings:
        kept = path("quick_and_undead-1").read_bytes()
        monkeypatch.setattr(hosting, "_lock", Between())
        with pytest.raises(Refused, match="There is no game called quick_and_undead-1"):
            do()
        (hosted.shelf.folder / "quick_and_undead-1.journal").write_bytes(kept)


def test_a_broken_game_is_not_listed(hosted: Hosted) -> None:
    hosted.shelf.path("quick_and_undead-1").write_bytes(b"no journal" * 100)
    assert [game.name for game in hosted.hosting.games()] == ["riff_in_time-2"]


def test_a_game_that_this_version_cannot_play_is_neither_listed_nor_resumed(hosted: Hosted) -> None:
    journal = Journal.open(hosted.shelf.path("quick_and_undead-1"))
    exported = journal.export()
    journal.close()
    begun = next(row for row in exported["rows"] if row["kind"] == "begun")
    begun["data"]["game"] = "chess"
    unknown = hosted.shelf.new_path("chess")
    Journal.take_in(unknown, exported).close()
    assert [game.name for game in hosted.hosting.games()] == ["riff_in_time-2", "quick_and_undead-1"]
    with pytest.raises(Refused, match="There is no game “chess”"):
        hosted.hosting.resume(unknown.stem, along=False)
    assert not hosted.change.is_made


def test_a_new_game_takes_the_place_of_the_one_on_the_table(hosted: Hosted) -> None:
    hosted.hosting.begin(PLAN, along=True)
    assert hosted.change.is_made
    hosted.open_anew()
    table = hosted.table
    assert hosted.shelf.on_table().stem == "riff_in_time-3"
    assert (table.dice, table.decks) == ("virtual", "physical")
    assert table.options == {"san_dimas": "4"}
    assert [now.seat for now in table.snapshot.seats] == ["ana", "cleo"]


def test_phones_that_come_along_keep_their_seats_and_the_host_but_not_the_code(hosted: Hosted) -> None:
    before = door_of(hosted.table)
    door = hosted.hosting.begin(PLAN, along=True)
    hosted.open_anew()
    assert door_of(hosted.table) == door
    assert door.secret == before.secret, "cookies hold on"
    assert (door.code, door.token) != (before.code, before.token)
    assert hosted.table.seats_of(ANA) == ("ana",)
    assert hosted.table.is_host(ANA)


def test_without_coming_along_everybody_joins_anew(hosted: Hosted) -> None:
    before = door_of(hosted.table)
    door = hosted.hosting.begin(PLAN, along=False)
    hosted.open_anew()
    assert door.secret != before.secret
    assert hosted.table.seats_of(ANA) == ()
    assert not hosted.table.is_host(ANA)


@pytest.mark.parametrize(("plan", "why"), [
    (Plan("riff_in_time", (), {}, "virtual", "virtual"), "0 players were named"),
    (Plan("riff_in_time", ("a", "a"), {}, "virtual", "virtual"), "Two seats are called"),
    (Plan("riff_in_time", ("zoé", "Zoé"), {}, "virtual", "virtual"), "Two seats are called"),
    (Plan("riff_in_time", ("rome", "ana"), {}, "virtual", "virtual"), "is a thing's name"),
    (Plan("riff_in_time", ("ana", "b?"), {}, "virtual", "virtual"), "cannot be a seat's name"),
    (Plan("riff_in_time", ("O'Neil", "o’neil"), {}, "virtual", "virtual"), "Two seats are called"),
    (Plan("riff_in_time", ("ana",), {"colour": "red"}, "virtual", "virtual"), "There is no option “colour”"),
    (Plan("quick_and_undead", ("ana",), {"two_gang": "yes"}, "virtual", "virtual"), "for two players"),
])
def test_a_game_that_cannot_be_is_refused_with_a_sentence(hosted: Hosted, plan: Plan, why: str) -> None:
    with pytest.raises(Refused, match=why):
        hosted.hosting.begin(plan, along=True)
    assert not hosted.change.is_made
    assert len(hosted.shelf.games()) == 2


def test_only_one_change_is_made_at_a_time(hosted: Hosted) -> None:
    hosted.hosting.begin(PLAN, along=True)
    with pytest.raises(Refused, match="being changed already"):
        hosted.hosting.begin(PLAN, along=True)
    with pytest.raises(Refused, match="being changed already"):
        hosted.hosting.resume("quick_and_undead-1", along=True)


def test_an_earlier_game_goes_on_where_it_stood(hosted: Hosted) -> None:
    hosted.hosting.resume("quick_and_undead-1", along=True)
    hosted.open_anew()
    assert hosted.table.game.id == "quick_and_undead"
    assert hosted.table.is_host(ANA), "the phones came along"
    with pytest.raises(Refused, match="no game called chess-1"):
        hosted.hosting.resume("chess-1", along=True)


def test_an_earlier_game_keeps_its_own_door_for_phones_that_do_not_come_along(hosted: Hosted) -> None:
    first = hosted.hosting.resume("quick_and_undead-1", along=False)
    hosted.open_anew()
    hosted.hosting.resume("riff_in_time-2", along=False)
    hosted.open_anew()
    assert hosted.hosting.resume("quick_and_undead-1", along=False) == first


def test_a_game_that_its_players_ended_takes_no_answer_and_can_be_taken_up_again(hosted: Hosted) -> None:
    table = hosted.table
    table.end()
    view = table.snapshot.views[None]
    assert view.asked is None
    assert view.outcome is not None
    assert view.outcome.text.id == "The players ended the game before its end."
    for deed in (lambda: table.answer("ana", None, "character", ("bill",), "phone"),
                 lambda: table.undo("phone"), lambda: table.correct({"san_dimas": 3}, "phone"),
                 lambda: table.throw("phone"), lambda: table.amend("roll", ("x",))):
        with pytest.raises(Refused, match="was ended by its players"):
            deed()
    hosted.open_anew()
    assert hosted.table.snapshot.views[None].outcome is not None, "over a restart too"
    assert hosted.hosting.resume(hosted.shelf.on_table().stem, along=True) is None
    assert hosted.table.snapshot.views[None].asked is not None


def test_the_camera_answers_nothing_in_a_game_that_was_ended(tmp_path: Path) -> None:
    table = Hosted(tmp_path, dice="camera").table
    while (asked := table.snapshot.views[None].asked) and asked.key != "roll":
        seat, ask = next(iter(asked.asks.items()))
        table.answer(seat, None, asked.key, ask.example(), "script")
    number = table.snapshot.throw.number
    assert table.see(DiceSeen(number, 0, "rolling")).result(5).throw.state == "rolling"
    table.end()
    version = table.snapshot.version
    assert table.see(DiceSeen(number, 0, "settling")).result(5).version == version
    table.stop()


def test_a_game_that_was_ended_is_over_on_the_shelf_too(hosted: Hosted) -> None:
    hosted.table.end()
    hosted.hosting.resume("quick_and_undead-1", along=True)
    hosted.open_anew()
    assert hosted.hosting.game("riff_in_time-2").is_over
    hosted.hosting.resume("riff_in_time-2", along=True)
    hosted.open_anew()
    assert hosted.table.snapshot.views[None].asked is not None


def test_a_game_is_exported_once_it_is_over(hosted: Hosted) -> None:
    for name in ("riff_in_time-2", "quick_and_undead-1"):
        with pytest.raises(Refused, match="players' secrets too"):
            hosted.hosting.export(name)
    hosted.table.end()
    assert hosted.hosting.export("riff_in_time-2")["rows"][0]["kind"] == "begun"
    hosted.hosting.resume("quick_and_undead-1", along=True)
    hosted.open_anew()
    assert hosted.hosting.export("riff_in_time-2")["rows"][0]["data"]["seats"] == ["ana", "bob"]


def test_an_earlier_game_is_deleted_with_all_its_files(hosted: Hosted) -> None:
    pictures = hosted.shelf.folder / "quick_and_undead-1.rolls"
    pictures.mkdir()
    (pictures / "000001.jpg").write_bytes(b"jpeg")
    hosted.hosting.delete("quick_and_undead-1")
    assert hosted.shelf.games() == ["riff_in_time-2"]
    assert not list(hosted.shelf.folder.glob("quick_and_undead*"))


def test_the_game_on_the_table_is_not_deleted(hosted: Hosted) -> None:
    with pytest.raises(Refused, match="lies on the table"):
        hosted.hosting.delete("riff_in_time-2")


def test_a_damaged_game_that_was_set_aside_is_not_deleted(hosted: Hosted) -> None:
    hosted.shelf.path("quick_and_undead-1").write_bytes(b"no journal" * 100)
    hosted.hosting.delete("quick_and_undead-1")
    assert [path.name for path in hosted.shelf.folder.glob("quick_and_undead*")] == [
        "quick_and_undead-1.journal.damaged-1"]


# Settings


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A settings file as an owner has it."""
    file = tmp_path / "settings.toml"
    file.write_text(f'data = "{tmp_path}"\n[game]\ndice = "camera"\n')
    return file


def test_what_was_chosen_holds_from_the_next_beginning_and_the_rest_stays_the_files(
        hosted: Hosted, file: Path) -> None:
    hosted.hosting.settings = load(file)
    hosted.hosting.choose({"language": "fr", "game": {"confirm_every_throw": True, "dice": "camera"}})
    assert hosted.change.is_made
    settings = load(file)
    assert settings.language == "fr"
    assert settings.game.confirm_every_throw
    assert settings.game.dice == "camera"
    file.write_text(file.read_text().replace("camera", "hand"))
    assert load(file).game.dice == "hand", "what was not changed on the page follows the file"
    assert load(file).language == "fr"


def test_a_setting_that_cannot_be_is_refused_and_not_kept(hosted: Hosted, file: Path) -> None:
    with pytest.raises(Refused, match="quiet_hours"):
        hosted.hosting.choose({"lights": {"quiet_hours": "at night"}})
    assert not hosted.change.is_made
    assert load(file).lights.quiet_hours == ""


def test_a_broken_file_of_chosen_settings_is_named(file: Path) -> None:
    (file.parent / CHOSEN).write_text('{"language": "tlh"}')
    with pytest.raises(BadSettings, match=CHOSEN):
        load(file)
    (file.parent / CHOSEN).write_text("{")
    with pytest.raises(BadSettings, match="no JSON text"):
        load(file)
    for text in ("[]", "3", "null"):
        (file.parent / CHOSEN).write_text(text)
        with pytest.raises(BadSettings, match="no settings in this file"):
            load(file)


# The machine


def test_the_box_is_asked_for_a_held_button(hosted: Hosted) -> None:
    asked: list[Page] = []
    hosted.hosting.ask_at_box = asked.append
    assert hosted.hosting.powers() == ("off",)
    hosted.hosting.ask_for("off")
    (page,) = asked
    assert isinstance(page, Holding)
    assert page.until < float("inf")
    page.press(Press("ok", held=True))
    assert page.chosen is not None


@pytest.mark.parametrize("what", ["off", "restart", "explode"])
def test_without_buttons_nothing_is_switched_off(hosted: Hosted, what: str) -> None:
    assert hosted.hosting.powers() == ()
    with pytest.raises(Refused):
        hosted.hosting.ask_for(what)


def test_the_doctor_looks_at_what_nobody_uses_now(hosted: Hosted) -> None:
    parts = [found.part for found in hosted.hosting.findings()]
    assert "data" in parts
    assert not {"camera", "display"} & set(parts)
