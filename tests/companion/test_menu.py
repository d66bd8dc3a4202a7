"""The menu beside the open question: other games, a new one, the camera, switching off by a held button."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from companion.engine.journal import Journal
from companion.engine.questions import Message
from companion.games import GAMES, load
from companion.i18n import Sentences
from companion.menu import Menu
from companion.pages import Listing, Page
from companion.power import may_run
from companion.settings import Power, Settings
from companion.settling import Settling
from hardware.buttons import Press
from hardware.screens import Choices, Text
from tests.companion.button_player import ButtonPlayer
from tests.companion.hosted import Hosted


class Bench(Hosted):
    """A hosted table whose menu is opened."""

    adjusted = 0

    def adjust(self) -> None:
        """Adjust the camera."""
        self.adjusted += 1

    def player(self) -> ButtonPlayer:
        """Somebody at the buttons, in the menu."""
        menu = Menu(self.hosting, self.table, adjust_camera=self.adjust)
        player = ButtonPlayer(self.table, commands=tuple(menu.commands()))
        player.open_menu()
        return player


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path, power=Power(off=f"touch {tmp_path / 'off'}", restart=""))
    yield bench
    bench.table.stop()


def rows(player: ButtonPlayer) -> list[str]:
    shown = player.panel.screen()
    assert isinstance(shown, Choices)
    return [row.text for row in shown.rows]


def test_an_earlier_game_is_taken_up_again(bench: Bench) -> None:
    player = bench.player()
    player.pick("Go on with another game")
    assert rows(player) == ["The Quick and the Undead: cleo, dan"]
    player.press("ok")
    assert bench.change.is_made
    assert bench.shelf.on_table().stem == "quick_and_undead-1"


def test_a_new_game_is_begun_for_the_same_players_once_that_is_confirmed(bench: Bench) -> None:
    player = bench.player()
    player.pick("New game")
    assert "Riff in Time" in rows(player)
    player.pick("Riff in Time")
    player.pick("No, leave it")
    assert not bench.change.is_made
    player.press("back")
    player.pick("New game")
    player.pick("Riff in Time")
    player.pick("Yes, begin")
    assert bench.change.is_made
    assert bench.shelf.on_table().stem == "riff_in_time-3"


def test_dice_cards_and_options_of_a_new_game_are_settled_first(bench: Bench) -> None:
    player = bench.player()
    for row in ("New game", "Riff in Time", "Players, dice, options"):
        player.pick(row)
    assert rows(player)[:5] == [
        "Begin like this", "Who plays: ana, bob", "The dice: thrown by the companion",
        "The cards: drawn by the companion",
        "San Dimas starts at (harder: higher than the number of players): 2"]
    player.pick("The dice: thrown by the companion")
    player.pick("real, entered by hand")
    player.pick("San Dimas starts at (harder: higher than the number of players): 2")
    assert rows(player) == [str(level) for level in range(2, 11)], "not below the number of players"
    player.pick("4")
    ejected = "Ejected Personages stand where: "
    player.pick(f"{ejected}with their carrier")
    player.pick("with the active player")
    assert player.list().selected == rows(player).index(f"{ejected}with the active player")
    assert not bench.change.is_made
    player.pick("Begin like this")
    assert bench.change.is_made
    journal = Journal.open(bench.shelf.path("riff_in_time-3"))
    header = journal.header()
    journal.close()
    assert (header.dice, header.decks) == ("hand", "virtual")
    assert header.options == {"san_dimas": "4", "eject_to": "active"}


def test_more_or_fewer_may_play_the_new_game(bench: Bench) -> None:
    """Without a phone nobody can write a name: those who come along are numbered."""
    player = bench.player()
    for row in ("New game", "Riff in Time", "Players, dice, options",
                "San Dimas starts at (harder: higher than the number of players): 2", "3",
                "Who plays: ana, bob", "ana, bob, Player 1, Player 2"):
        player.pick(row)
    assert "San Dimas starts at (harder: higher than the number of players): 4" in rows(player)
    player.pick("Begin like this")
    journal = Journal.open(bench.shelf.path("riff_in_time-3"))
    header = journal.header()
    journal.close()
    assert (header.seats, header.options) == (("ana", "bob", "Player_1", "Player_2"), {})


def choose(page: Page | Message | None, text: str) -> Page | Message | None:
    """Take the row of a list that says `text`."""
    assert isinstance(page, Listing)
    shown = page.screen()
    assert isinstance(shown, Choices)
    for _ in range(([row.text for row in shown.rows].index(text) - shown.selected) % len(shown.rows)):
        page.press(Press("down"))
    page.press(Press("ok"))
    assert page.chosen is not None
    return page.chosen()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", GAMES)
def test_every_option_can_be_settled_to_each_of_its_values_in_words(name: str, language: str) -> None:
    game, seats = load(name), ("ana", "bob")
    for option in game.options:
        say = Sentences(language, game, seats).say
        for word in option.words if option.id != "san_dimas" else option.words[len(seats) - 1:]:
            begun: list[Mapping[str, str]] = []
            page: Page | Message | None = Settling(
                game, seats, Settings(language=language),
                lambda game, seats, chosen, dice, decks, begun=begun: begun.append(chosen)).ask()
            page = choose(page, say(Message("Players, dice, options")))
            assert isinstance(page, Listing)
            row = next(row.text for row in page.screen().rows if row.text.startswith(say(option.text)))
            page = choose(choose(page, row), say(option.label(word)))
            choose(page, say(Message("Begin like this")))
            assert begun == [{option.id: word}]
            assert "_" not in say(option.label(word))


def test_another_phone_becomes_the_hosts(bench: Bench) -> None:
    bench.table.join("ana", "anas phone")
    bench.table.join("bob", "bobs phone")
    player = bench.player()
    player.pick("Another host")
    assert rows(player) == ["ana, the host now", "bob"]
    player.pick("bob")
    assert bench.table.is_host("bobs phone")
    assert not bench.table.is_host("anas phone")


def test_where_no_phone_has_a_seat_none_becomes_the_hosts(bench: Bench) -> None:
    player = bench.player()
    player.pick("Another host")
    shown = player.panel.screen()
    assert isinstance(shown, Text)
    assert shown.text == "No phone has taken a seat yet."


def test_a_phone_that_has_left_meanwhile_does_not_become_the_hosts(bench: Bench) -> None:
    bench.table.join("ana", "anas phone")
    player = bench.player()
    player.pick("Another host")
    bench.table.free("ana")
    player.pick("ana, the host now")
    shown = player.panel.screen()
    assert isinstance(shown, Text)
    assert "No phone holds the seat of ana" in shown.text


def test_the_camera_is_adjusted(bench: Bench) -> None:
    player = bench.player()
    player.pick("Adjust the camera")
    assert bench.adjusted == 1
    shown = player.panel.screen()
    assert isinstance(shown, Text)
    assert "hands off the tray" in shown.text


def test_switching_off_takes_a_held_button(bench: Bench, tmp_path: Path) -> None:
    off = tmp_path / "off"
    player = bench.player()
    player.pick("Switch off")
    player.press("ok")
    assert not off.exists()
    player.press("ok", held=True)
    assert off.exists()


def test_another_button_leaves_it_on(bench: Bench, tmp_path: Path) -> None:
    off = tmp_path / "off"
    player = bench.player()
    player.pick("Switch off")
    player.press("back")
    player.press("ok", held=True)
    assert not off.exists()


def test_a_machine_that_cannot_be_switched_off_says_why(tmp_path: Path) -> None:
    bench = Bench(tmp_path, power=Power(off="false", restart=""))
    player = bench.player()
    player.pick("Switch off")
    player.press("ok", held=True)
    shown = player.panel.screen()
    assert isinstance(shown, Text)
    assert "cannot be switched off" in shown.text
    bench.table.stop()


@pytest.mark.parametrize(("answer", "may"), [('s "yes"', True), ('s "challenge"', False), ('s "no"', False)])
def test_systemd_is_asked_before_switching_off_is_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, may: bool
) -> None:
    for name, line in (("busctl", f"echo '{answer}'"), ("systemctl", "exit 1")):
        (tmp_path / name).write_text(f"#!/bin/sh\n{line}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert may_run("systemctl poweroff", "CanPowerOff") is may


def test_without_systemd_or_a_command_switching_off_is_not_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not may_run("systemctl poweroff", "CanPowerOff")
    assert not may_run("no_such_command", "CanPowerOff")
    assert not may_run("", "CanPowerOff")
    (tmp_path / "systemctl").write_text("")
    (tmp_path / "systemctl").chmod(0o755)
    assert not may_run("systemctl poweroff", "CanPowerOff")


CHANGES_GAME = """
import sys
from companion import attaching
from companion.cli import main

def attach(settings, table, door, address, *, hosting):
    hosting.resume("quick_and_undead-1", along=True)
    raise SystemError("there are no devices")

attaching.attach_devices = attach
main(["--settings", sys.argv[1], "run"])
"""


def test_the_program_goes_on_with_the_game_that_was_chosen(bench: Bench, tmp_path: Path) -> None:
    bench.table.stop()
    settings = tmp_path / "settings.toml"
    settings.write_text(f'data = "{tmp_path}"\n[web]\nhost = "127.0.0.1"\nport = 0\n')
    table = subprocess.Popen([sys.executable, "-c", CHANGES_GAME, str(settings)], text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert table.stdout is not None
    told = (line.rstrip() for line in table.stdout)
    assert "The Quick and the Undead: cleo, dan" in told, "the program ended"
    table.terminate()
    assert table.wait(20) == 0
    table.stdout.close()


def test_a_broken_game_is_not_offered(bench: Bench) -> None:
    path = bench.shelf.path("quick_and_undead-1")
    path.write_bytes(b"no journal" * 100)
    player = bench.player()
    player.pick("Go on with another game")
    shown = player.panel.screen()
    assert isinstance(shown, Text)
    assert shown.text == "There is no other game."
