"""The box's display and four buttons: whole games are played with nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.crops import crop
from companion.engine.game import Game
from companion.engine.questions import Ask, Choose, Message, Roll
from companion.engine.random_player import random_answer
from companion.games import GAMES, load
from companion.games.drawing import Clock, Gauge, Screen
from companion.panel import cue
from companion.picking import Cursor
from companion.table import DiceSeen, Table
from companion.throws import SeenDie
from hardware.buttons import Press
from hardware.forms import FULL, REDUCED, Form
from hardware.screens import Choices, HandOver, Join, Text, Throw
from hardware.status import Status
from tests.companion.button_player import ButtonPlayer, a_table
from tests.companion.pig import Auction, Duel, Pig
from tests.companion.test_crops import a_photo


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Any]:
    """Makes tables, and stops them."""
    made: list[Table] = []

    def make(game: Game[Any], *seats: str, **settings: Any) -> Table:
        folder = tmp_path / str(len(made))
        folder.mkdir()
        made.append(a_table(game, seats, folder, **settings))
        return made[-1]

    yield make
    for table in made:
        table.stop()


def play_by_buttons(table: Table, seed: int, most: int = 10_000, form: Form = FULL) -> int:
    """A whole game of random answers, each given by buttons and checked to have arrived as it was meant."""
    rng, player = Random(seed), ButtonPlayer(table, form=form)
    for count in range(most):
        asked = table.snapshot.views[None].asked
        if asked is None:
            return count
        seat = asked.waiting[0]
        own = table.snapshot.views[seat].asked if asked.sealed else asked
        assert own is not None
        words = random_answer(rng, own.asks[seat])
        if isinstance(own.asks[seat], Roll) and rng.random() < 0.5:
            player.pick("Throw the dice")
        else:
            player.answer(own.asks[seat], own.key, words)
            table_heard(table, seat, own.key, words, in_order=not is_unordered(own.asks[seat]))
        form.picture(player.panel.screen())
    raise AssertionError("The game does not end.")


def is_unordered(ask: Ask) -> bool:
    return isinstance(ask, Choose) and not ask.ordered


def table_heard(table: Table, seat: str, key: str, words: tuple[str, ...], *, in_order: bool) -> None:
    """The last answer in the journal is the one that was meant, and came from the buttons."""
    last = [row for row in table.export()["rows"] if row["kind"] == "answered"][-1]["data"]
    assert (last["seat"], last["key"], last["by"]) == (seat, key, "buttons")
    assert last["words"] == list(words) if in_order else sorted(last["words"]) == sorted(words)


@pytest.mark.parametrize("game", [Pig(), Auction()], ids=["pig", "auction"])
def test_a_whole_game_can_be_played_with_the_buttons_alone(tables: Any, game: Game[Any]) -> None:
    table = tables(game, "ana", "bob", decks="physical")
    assert play_by_buttons(table, seed=3) > 5


def test_a_whole_game_can_be_played_on_a_display_of_two_rows(tables: Any) -> None:
    table = tables(load("riff_in_time"), "ana", "bob", decks="physical")
    assert play_by_buttons(table, seed=4, form=REDUCED) > 20


def test_on_a_display_of_two_rows_a_long_note_is_read_to_its_end(tables: Any) -> None:
    player = ButtonPlayer(tables(Pig(), "ana", "bob"), form=REDUCED)
    before = player.table.snapshot.version
    player.table.note("disk", Message("The disk is full. " * 10))
    player.panel.see(player.table.wait(before, 5))
    shown = player.panel.screen()
    assert isinstance(shown, Text)
    pictures = {REDUCED.picture(shown).tobytes()}
    while isinstance(shown := player.panel.screen(), Text) and shown.top < REDUCED.last_top(shown):
        player.press("down")
        pictures.add(REDUCED.picture(player.panel.screen()).tobytes())
    assert len(pictures) == 1 + REDUCED.last_top(shown) > 4


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", ["as few as can be", "three"])
def test_every_registered_game_can_be_played_with_the_buttons_alone(
        tables: Any, name: str, players: str) -> None:
    game = load(name)
    count = 3 if players == "three" else game.least_seats
    table = tables(game, *("ana", "bob", "cleo")[:count], decks="physical")
    assert play_by_buttons(table, seed=5) > 20


@pytest.mark.parametrize(("rows", "most"), [(12, 3), (60, 11), (200, 11)])
def test_a_held_button_goes_through_a_list_of_any_length_in_few_leaps(rows: int, most: int) -> None:
    cursor, leaps = Cursor(), 0
    while cursor.at < rows - 1:
        cursor.move(Press("down", held=True), rows)
        leaps += 1
    assert leaps <= most


def test_ok_throws_virtual_dice_and_the_throw_is_shown_for_a_moment(tables: Any) -> None:
    player = ButtonPlayer(tables(Pig(), "ana"))
    player.pick("Throw the dice")
    shown = player.panel.screen()
    assert isinstance(shown, Throw)
    assert shown.dice[0].certain
    player.clock.sleep(5)
    player.panel.tick()
    assert not isinstance(player.panel.screen(), Throw)


def test_a_press_that_puts_a_shown_throw_away_does_nothing_else(tables: Any) -> None:
    player = ButtonPlayer(tables(Pig(), "ana", seed=4))
    player.pick("Throw the dice")
    number = player.table.snapshot.views[None].asked.number
    player.press("ok")
    assert isinstance(player.panel.screen(), Choices)
    assert player.table.snapshot.views[None].asked.number == number


def test_dice_thrown_by_hand_are_entered_one_by_one_and_back_returns_to_the_last_one(tables: Any) -> None:
    table = tables(load("riff_in_time"), "ana", dice="hand")
    player = ButtonPlayer(table)
    to_the_roll(player)
    first = player.list()
    player.press("ok")
    second = player.list()
    assert first.title != second.title
    player.press("back")
    assert player.list() == first
    player.press("back")
    assert isinstance(player.panel.screen(), Status)


def test_the_dice_in_doubt_are_asked_for_with_the_likeliest_faces_first(tables: Any) -> None:
    table = tables(load("riff_in_time"), "ana", dice="camera")
    player = ButtonPlayer(table)
    roll = to_the_roll(player)
    number = table.snapshot.views[None].asked.number
    kinds = [die.kind for die in roll.dice]
    dice = [SeenDie(kind, "move", 0.99, True, 10 * place, 0, 5) for place, kind in enumerate(kinds)]
    dice[1] = SeenDie(kinds[1], "interact", 0.5, False, 10, 0, 5, ("bogus",))
    table.see(DiceSeen(number, 0, "doubtful", tuple(dice))).result(5)
    player.panel.see(table.snapshot)
    shown = player.panel.screen()
    assert isinstance(shown, Throw)
    assert [die.certain for die in shown.dice].count(False) == 1
    player.press("ok")
    labels = [row.text for row in player.list().rows]
    assert labels[:2] == [player.speech.label("roll", word) for word in ("interact", "bogus")]
    player.press("down")
    player.press("ok")
    player.pick("That is right")
    table_heard(table, "ana", "roll", ("w1=move", "w2=bogus", "w3=move"), in_order=True)
    assert table.snapshot.views[None].asked.number > number


def test_what_happens_in_the_tray_is_told_while_a_throw_is_waited_for(tables: Any) -> None:
    table = tables(Pig(), "ana", dice="camera")
    player = ButtonPlayer(table)
    number = table.snapshot.views[None].asked.number
    assert player.list().title == "ana: throw the die. 1 pip"
    told = []
    for state in ("handling", "rolling", "settling"):
        table.see(DiceSeen(number, 0, state)).result(5)
        player.panel.see(table.snapshot)
        told.append(player.list().title)
    assert told == ["A hand is in the tray.", "The dice are rolling.", "The dice are being read."]
    table.see(DiceSeen(number, 0, "waiting", problems=(Message("It is too dark."),))).result(5)
    player.panel.see(table.snapshot)
    assert player.list().title == "It is too dark."


def test_a_hand_in_the_tray_does_not_disturb_who_names_a_doubtful_die(tables: Any) -> None:
    table = tables(Pig(), "ana", dice="camera")
    player = ButtonPlayer(table)
    number = table.snapshot.views[None].asked.number
    die = SeenDie("pip", "3", 0.5, False, 10, 0, 5, ("5",))
    table.see(DiceSeen(number, 0, "doubtful", (die,))).result(5)
    player.panel.see(table.snapshot)
    player.press("ok")
    player.press("down")
    table.see(DiceSeen(number, 0, "handling")).result(5)
    player.press("ok")
    table_heard(table, "ana", "roll", ("d1=5",), in_order=True)


def test_the_die_in_doubt_is_shown_beside_its_faces(tables: Any) -> None:
    table = tables(Pig(), "ana", dice="camera")
    player = ButtonPlayer(table)
    number = table.snapshot.views[None].asked.number
    photo = a_photo(90, 230, 20)
    die = SeenDie("pip", "3", 0.5, False, 200, 120, 30, ("2",))
    table.see(DiceSeen(number, 0, "doubtful", (die,), photo=photo)).result(5)
    player.panel.see(table.snapshot)
    player.press("ok")
    assert player.list().beside == crop(photo, 200, 120, 30)
    player.press("back")
    assert not player.list().beside


def test_back_held_takes_back_and_asks_first_when_dice_were_seen(tables: Any) -> None:
    table = tables(Pig(), "ana", seed=4)
    player = ButtonPlayer(table)
    player.pick("Throw the dice")
    player.press("back", held=True)
    assert [row.text for row in player.list().rows] == ["No, leave it", "Yes, take it back"]
    player.pick("No, leave it")
    assert table.snapshot.views[None].asked.key == "again"
    player.press("back", held=True)
    player.pick("Yes, take it back")
    assert table.snapshot.views[None].asked.key == "roll"
    assert "As before" in player.list().rows[0].text


def test_nothing_to_take_back_is_said(tables: Any) -> None:
    player = ButtonPlayer(tables(Pig(), "ana"))
    player.press("back", held=True)
    assert "nothing to take back" in player.panel.screen().text


def test_secret_bids_go_from_hand_to_hand_and_are_covered_between(tables: Any) -> None:
    player = ButtonPlayer(tables(Auction(), "ana", "bob"))
    assert isinstance(player.panel.screen(), HandOver)
    assert player.panel.screen().name == "ana"
    assert not player.panel.is_private
    player.press("ok")
    assert player.panel.is_private
    assert isinstance(player.panel.cover(), HandOver)
    player.pick("2")
    assert player.panel.screen().name == "bob"
    assert not player.panel.is_private


def test_dice_that_several_throw_at_once_are_no_secret_and_come_one_by_one(tables: Any) -> None:
    table = tables(Duel(), "ana", "bob")
    player = ButtonPlayer(table)
    assert (player.panel.screen().title, player.panel.is_private) == ("ana: throw at once.", False)
    table.throw("phone", "ana")
    player.panel.see(table.snapshot)
    player.press("ok")
    assert player.panel.screen().title == "bob: throw at once."
    player.pick("Throw the dice")
    assert table.snapshot.last_throw.seat == "bob"


def test_who_is_still_to_throw_is_named_on_the_status(tables: Any) -> None:
    table = tables(Duel(), "ana", "bob")
    table.join("ana", "phone")
    table.join("bob", "phone")
    player = ButtonPlayer(table)
    assert player.panel.screen().lines[0] == "> ana, bob: throw at once."
    table.throw("phone", "ana")
    player.panel.see(table.snapshot)
    player.press("ok")
    player.press("back")
    assert player.panel.screen().lines[0] == "> bob: throw at once."


def test_a_secret_choice_left_lying_is_covered_again(tables: Any) -> None:
    player = ButtonPlayer(tables(Auction(), "ana", "bob"))
    player.press("ok")
    player.press("down")
    player.clock.sleep(60)
    player.panel.tick()
    assert isinstance(player.panel.screen(), HandOver)
    player.press("ok")
    assert player.panel.screen().selected == 1, "what ana had selected is still selected"


def test_an_answer_from_elsewhere_does_not_disturb_who_is_choosing_in_secret(tables: Any) -> None:
    table = tables(Auction(), "ana", "bob")
    player = ButtonPlayer(table)
    player.press("ok")
    player.press("down")
    table.answer("bob", None, "bid", ("1",), "phone")
    player.panel.see(table.snapshot)
    assert player.panel.screen().selected == 1


def test_a_seat_with_a_phone_is_left_to_its_phone_until_ok_is_pressed(tables: Any) -> None:
    table = tables(Pig(), "ana")
    table.join("ana", "token-of-anas-phone")
    player = ButtonPlayer(table)
    shown = player.panel.screen()
    assert isinstance(shown, Status)
    assert "throw the die" in shown.lines[-1]
    player.press("ok")
    assert isinstance(player.panel.screen(), Choices)


def test_who_uses_the_buttons_goes_on_with_them_and_who_does_not_has_the_status(tables: Any) -> None:
    table = tables(Pig(), "ana", seed=4)
    table.join("ana", "token-of-anas-phone")
    player = ButtonPlayer(table)
    player.press("ok")
    player.pick("Throw the dice")
    player.press("ok")
    assert isinstance(player.panel.screen(), Choices), "the next question comes by itself"
    player.clock.sleep(100)
    table.answer("ana", None, "again", ("roll",), "phone")
    player.panel.see(table.snapshot)
    assert isinstance(player.panel.screen(), Status)


def test_a_question_answered_on_a_phone_leaves_the_display_at_the_next_one(tables: Any) -> None:
    table = tables(Pig(), "ana")
    player = ButtonPlayer(table)
    table.answer("ana", None, "roll", ("d1=4",), "phone")
    table.answer("ana", None, "again", ("stop",), "phone")
    player.panel.see(table.snapshot)
    player.clock.sleep(5)
    player.panel.tick()
    assert "throw the die" in player.list().title


def test_the_menu_shows_how_to_join_and_what_the_wiring_adds(tables: Any) -> None:
    done: list[str] = []
    join = Join("http://10.0.0.1/K7QX", "10.0.0.1", "K7QX")
    player = ButtonPlayer(tables(Pig(), "ana"), join=lambda: join,
                          commands=[(Message("Shut down"), lambda: done.append("down"))])
    player.press("ok")
    player.press("back")
    player.press("back")
    player.pick("Join by phone")
    assert player.panel.screen() == join
    player.press("ok")
    player.press("back")
    player.pick("Shut down")
    assert done == ["down"]


def test_the_address_on_the_display_follows_a_network_that_comes_late(tables: Any) -> None:
    addresses = ["127.0.0.1:8080"]
    player = ButtonPlayer(tables(Pig(), "ana"),
                          join=lambda: Join(f"http://{addresses[-1]}/j/K7QX", addresses[-1], "K7QX"))
    assert player.panel.screen() == Join("http://127.0.0.1:8080/j/K7QX", "127.0.0.1:8080", "K7QX")
    addresses.append("10.0.0.7:8080")
    assert player.panel.screen() == Join("http://10.0.0.7:8080/j/K7QX", "10.0.0.7:8080", "K7QX")


def test_while_nobody_has_joined_the_display_shows_how_to(tables: Any) -> None:
    join = Join("http://10.0.0.1/K7QX", "10.0.0.1", "K7QX")
    table = tables(Pig(), "ana")
    player = ButtonPlayer(table, join=lambda: join)
    assert player.panel.screen() == join
    table.join("ana", "token-of-anas-phone")
    table.answer("ana", None, "roll", ("d1=4",), "phone")
    player.panel.see(table.snapshot)
    player.clock.sleep(5)
    player.panel.tick()
    assert isinstance(player.panel.screen(), Status)
    later = ButtonPlayer(table, join=lambda: join)
    assert isinstance(later.panel.screen(), Status), "a phone is there already"


def test_up_or_down_on_the_status_tells_the_story(tables: Any) -> None:
    player = ButtonPlayer(tables(Pig(), "ana", seed=4))
    player.pick("Throw the dice")
    player.press("ok")
    player.press("back")
    player.press("down")
    story = player.panel.screen()
    assert isinstance(story, Text)
    assert "ana throws" in story.text


def test_a_note_of_the_table_is_shown_once_and_goes_by_itself(tables: Any) -> None:
    table = tables(Pig(), "ana")
    player = ButtonPlayer(table)
    table.note("camera", Message("The camera is gone; enter the dice by hand."))
    for _ in range(2):
        player.panel.see(table.wait(table.snapshot.version, 0.2))
        player.clock.sleep(1)
    assert "camera is gone" in player.panel.screen().text
    player.clock.sleep(10)
    player.panel.tick()
    assert isinstance(player.panel.screen(), Choices)


def test_the_light_tells_whether_a_throw_is_waited_for_in_doubt_read_or_hindered(tables: Any) -> None:
    table = tables(Pig(), "ana", dice="camera")
    number = table.snapshot.views[None].asked.number
    assert cue(table.snapshot) == "waiting"
    table.see(DiceSeen(number, 0, "waiting", problems=(Message("It is too dark."),))).result(5)
    assert cue(table.snapshot) == "wrong"
    table.see(DiceSeen(number, 0, "doubtful", (SeenDie("pip", "3", 0.5, False, 10, 0, 5),))).result(5)
    assert cue(table.snapshot) == "doubtful"
    table.answer("ana", None, "roll", ("d1=3",), "phone")
    assert cue(table.snapshot) == "read"
    table.correct({"scores.ana": "-5"}, "phone")
    assert cue(table.snapshot) == "wrong"


def test_the_end_of_the_game_is_on_the_status(tables: Any) -> None:
    table = tables(Pig(), "ana")
    player = ButtonPlayer(table)
    for _ in range(6):
        table.answer("ana", None, "roll", ("d1=6",), "phone")
        table.answer("ana", None, "again", ("stop",), "phone")
        if table.snapshot.views[None].asked is None:
            break
    player.panel.see(table.snapshot)
    player.clock.sleep(5)
    player.panel.tick()
    shown = player.panel.screen()
    assert isinstance(shown, Status)
    assert shown.lines == ("ana wins.",)


def to_the_roll(player: ButtonPlayer) -> Roll:
    """Answer by chance until dice are asked for."""
    rng = Random(1)
    for _ in range(200):
        asked = player.table.snapshot.views[None].asked
        assert asked is not None
        ask = asked.asks[asked.waiting[0]]
        if isinstance(ask, Roll):
            player.panel.see(player.table.snapshot)
            return ask
        player.table.answer(asked.waiting[0], None, asked.key, random_answer(rng, ask), "script")
    raise AssertionError("No dice are asked for.")


def test_a_game_with_a_clock_shows_it_with_what_is_asked_above(tables: Any) -> None:
    table = tables(Pig(), "ana")
    table.join("ana", "token-of-anas-phone")
    shown = Screen(Message("Title"), (Message("R 25' Study"), Message("Saved 2")), (Gauge("R", 5, 11),),
                   Clock(4, ((Message("R"), 9),)))
    player = ButtonPlayer(table, display=lambda view: shown)
    status = player.panel.screen()
    assert isinstance(status, Status)
    assert "throw the die" in status.title
    assert (status.lines, status.bars) == (("R 25' Study", "Saved 2"), ())
    assert status.clock is not None
    assert (status.clock.hand, status.clock.marks) == (4, (("R", 9),))
