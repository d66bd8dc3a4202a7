"""Dice uncovered before the camera, at a table: readings as the reader gives them, and what they come to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.chance import Chance
from companion.engine.journal import Header, Journal
from companion.engine.referee import Refused
from companion.i18n import Sentences
from companion.table import Snapshot, Table
from companion.watching import dice_seen, dice_set_of, expected_of
from hardware.screens import Choices
from tests.companion.button_player import ButtonPlayer
from tests.games.quick_and_undead.towns import game
from tests.web.phone import DOOR, Phone
from vision.reading import DieSeen, Reading
from web import create_app

SEATS = ("ana", "ben", "cyril")
CROP = np.zeros((8, 8, 3), np.uint8)


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Any]:
    """Makes a table that has come to the uncovering of the dice, and stops it."""
    made: list[Table] = []

    def make(options: dict[str, str], *answers: tuple[str, str, str], dice: str = "camera") -> Table:
        header = Header("quick_and_undead", SEATS, options, game().rules_version, game().content, dice,
                        "virtual")
        table = Table(game(), Journal.create(tmp_path / "game.journal", header), chance=Chance(3))
        made.append(table)
        table.start()
        for seat in SEATS:
            table.answer(seat, None, "picks", ("coin", "n1", "n1"), "script")
        for seat, key, words in (("-", "law", "ana"), *answers, ("-", "set_dice", "done"),
                                 ("-", "to_hired_guns", "")):
            table.answer(seat, None, key, tuple(words.split()), "script")
        return table

    yield make
    for table in made:
        table.stop()


COLOURED = ({"secret_choice": "dice", "own_colours": "yes"},
            ("-", "colour", "red"), ("-", "colour", "green"), ("-", "colour", "blue"))
PLACED = ({"secret_choice": "dice"}, ("-", "lower_edge", "ben"))


def die(face: str, x: float = 0, y: float = 0, colour: str = "white", certain: bool = True) -> DieSeen:
    """A die as the reader sees it."""
    return DieSeen("d8", face, 0.98, certain, x, y, 30, (("3", 0.2),) if not certain else (), colour, CROP)


def show(table: Table, *dice: DieSeen) -> Snapshot:
    """The reader has read these dice."""
    reading = Reading(dice)
    return table.see(dice_seen(table.snapshot.throw, "read" if reading.certain else "doubtful", reading,
                               b"jpeg", b"jpeg")).result()


def key(now: Snapshot) -> str:
    asked = now.views[None].asked
    assert asked is not None
    return asked.key


def shown(now: Snapshot) -> list[str]:
    return [line.text.format(**line.args) for _, line in now.views[None].log if line.rule == "QU-23"]


def test_the_camera_is_asked_for_as_many_d8_as_are_uncovered(begin: Any) -> None:
    table = begin(*COLOURED)
    throw = table.snapshot.throw
    assert (throw.way, throw.state, throw.set_by_hand, throw.whose) == ("camera", "waiting", True, SEATS)
    dice = dice_set_of(table.game, "colours")
    assert [kind.name for kind in dice.kinds] == ["d8"]
    assert expected_of(throw, dice) == {"d8": 3}


def test_dice_read_for_certain_in_their_colours_go_to_their_spots(begin: Any) -> None:
    now = show(begin(*COLOURED), die("4", 1, colour="blue"), die("8", 2, colour="red"),
               die("7", 3, colour="green"))
    assert shown(now) == ["ana shows 8.", "ben shows 7.", "cyril shows 4."]
    assert [die.die for die in now.last_throw.dice] == ["ana", "ben", "cyril"]


def test_dice_are_known_by_place_clockwise_from_the_lower_edge(begin: Any) -> None:
    """Ben sits at the lower edge, Cyril left above, Ana right above: clockwise, as seen from above."""
    now = show(begin(*PLACED), die("6", 870, 330), die("5", 640, 700), die("2", 400, 350))
    assert shown(now) == ["ana shows 6.", "ben shows 5.", "cyril shows 2."]


def test_a_die_in_doubt_is_asked_about_on_phones_and_on_the_box(begin: Any) -> None:
    table = begin(*COLOURED)
    show(table, die("4", 1, colour="grey"), die("8", 2, colour="red"),
         die("7", 3, colour="green", certain=False))
    assert key(table.snapshot) == "reveal"
    phone = Phone(create_app(table, door=DOOR)).join()
    state = phone.client.get("/api/state").json
    assert state["roll"]["set_by_hand"]
    assert state["roll"]["whose"] == ["ana", "ben", "cyril"]
    assert [(die["die"], die["face"], die["certain"]) for die in state["roll"]["dice"]] == [
        ("ana", "8", True), ("ben", "7", False), ("cyril", "4", False)]
    speech = Sentences("en", game(), SEATS)
    player = ButtonPlayer(table, speech, display=game().display)
    assert player.list().title.startswith("ben")
    player.pick("7")
    assert player.list().title.startswith("cyril")
    player.pick("3")
    player.pick("That is right")
    assert shown(table.snapshot) == ["ana shows 8.", "ben shows 7.", "cyril shows 3."]


def test_what_was_uncovered_is_nobodys_to_throw_anew(begin: Any) -> None:
    for dice in ("virtual", "hand"):
        table = begin(*COLOURED, dice=dice)
        assert table.snapshot.throw.way == "hand"
        with pytest.raises(Refused, match="real dice"):
            table.throw("phone")
        table.answer("-", None, "reveal", ("ana=8", "ben=7", "cyril=4"), "phone")
        assert shown(table.snapshot)[0] == "ana shows 8."
        table.undo("phone", confirmed=True)
        assert table.snapshot.views[None].asked.offered == ("ana=8", "ben=7", "cyril=4")
        table.stop()
        table._journal.path.unlink()


def test_a_misread_die_is_set_right_afterwards(begin: Any) -> None:
    table = begin(*COLOURED)
    show(table, die("4", 1, colour="blue"), die("8", 2, colour="red"), die("7", 3, colour="green"))
    table.amend("reveal", ("ana=8", "ben=7", "cyril=5"), "-")
    assert table.snapshot.views[None].board["gangs"][2]["spots"] == {"5": "standing"}


def test_duelists_with_dice_of_their_own_colours_are_read_in_one_throw(begin: Any) -> None:
    table = begin(*COLOURED)
    show(table, die("4", 1, colour="blue"), die("4", 2, colour="red"), die("1", 3, colour="green"))
    table.answer("ben", None, "joker", ("8",), "script")
    while key(table.snapshot) != "duel":
        asked = table.snapshot.views[None].asked
        assert asked is not None
        ask = asked.asks[asked.waiting[0]]
        words = ("skip",) if "skip" in getattr(ask, "words", ()) else ask.example()
        table.answer(asked.waiting[0], None, asked.key, words, "script")
    assert (table.snapshot.throw.whose, table.snapshot.throw.set_by_hand) == (("ana", "cyril"), False)
    now = show(table, die("3", 1, colour="blue"), die("6", 2, colour="red"))
    told = [line.text.format(**line.args) for _, line in now.views[None].log if line.rule == "QU-50"]
    assert told == ["ana rolls 6.", "cyril rolls 3."]


def test_the_box_says_what_to_do(begin: Any) -> None:
    player = ButtonPlayer(begin(*PLACED), Sentences("en", game(), SEATS), display=game().display)
    screen = player.list()
    assert isinstance(screen, Choices)
    assert screen.rows[0].text == "Enter the faces by hand"
