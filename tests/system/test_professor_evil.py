"""A round of Professor Evil from the phone page in a real browser, the dice read from a simulated tray."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from companion import games
from companion.chance import Chance
from companion.demo import DrawnTray, TrayEye
from companion.engine.journal import Header, Journal
from companion.table import Table
from companion.watching import Watch, dice_set_of
from tests.system.page import PhonePage, served
from web import Door, create_app

DOOR = Door(code="123456", token="ABCD2345", secret="only for tests")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Ana and Bob with a white, a blue and a black die in a simulated tray, and virtual stacks."""
    game = games.load("professor_evil")
    header = Header(game.id, ("ana", "bob"), {}, game.rules_version, game.content, "tray", "virtual")
    eye = TrayEye(DrawnTray(Random(3), game))
    table = Table(game, Journal.create(tmp_path / "game.journal", header), chance=Chance(3), tray=eye.throw)
    watch = Watch(table, eye, dice_set_of(game, "colours"))
    table.start()
    watch.start()
    yield table
    watch.stop()
    table.stop()


@pytest.fixture
def phone(browser: Browser, table: Table) -> Iterator[PhonePage]:
    """A phone that plays both seats; whatever the test does, no fault and no foreign request may come."""
    with served(create_app(table, door=DOOR, names=["table.test"])) as address:
        phone = PhonePage(browser, address)
        phone.join(DOOR.code)
        yield phone
        assert phone.faults == []
        phone.context.close()


def tap(phone: PhonePage, label: str) -> None:
    """Tap an answer, and wait for what comes of it."""
    before, asked = phone.page.evaluate("document.querySelector('#log').innerText"), phone.asked
    phone.question.get_by_role("button", name=label).first.tap()
    phone.wait_for_news(asked, before)


def throw(phone: PhonePage) -> None:
    """Have the three dice thrown; a die that the reader is not sure of is told by hand."""
    before, asked = phone.page.evaluate("document.querySelector('#log').innerText"), phone.asked
    phone.question.get_by_role("button", name="Throw").first.tap()
    phone.page.wait_for_function(
        "([asked, before]) => document.querySelector('.doubt')"
        " || document.querySelector('#question h2').innerText !== asked"
        " || document.querySelector('#log').innerText !== before", arg=[asked, before])
    for die in phone.question.locator(".doubt").all():
        die.locator("xpath=ancestor::*[@role='group']").locator(".faces label").first.tap()
    if phone.question.locator(".doubt").count():
        phone.question.get_by_role("button", name="That is what lies there").tap()
        phone.wait_for_news(asked, before)


def set_up(phone: PhonePage) -> None:
    """Answer what comes first until the first turn's actions."""
    for _ in range(20):
        if "what next?" in phone.asked:
            return
        phone.answer_first()
    raise AssertionError(f"no turn began; last came “{phone.asked}”")


def to_the_next_turn(phone: PhonePage, seat: str) -> None:
    """Answer what comes first until it is `seat`'s turn to act."""
    for _ in range(20):
        if phone.asked.startswith(f"{seat}: what next?"):
            return
        phone.answer_first()
    raise AssertionError(f"{seat} never came to act; last came “{phone.asked}”")


def test_a_whole_round_is_played_with_dice_read_from_the_tray(phone: PhonePage, table: Table) -> None:
    set_up(phone)
    for seat, other, window in (("ana", "bob", "Gallery"), ("bob", "ana", "Ballroom")):
        assert phone.asked == f"{seat}: what next? Actions left: 3"
        tap(phone, f"Climb into {window}")
        phone.question.get_by_role("button", name="Open door").first.tap()
        expect(phone.question.locator("h2")).to_have_text(f"{seat}: what next? Actions left: 1")
        tap(phone, "Done: roll the dice")
        assert phone.asked == f"{seat}: roll the three dice."
        throw(phone)
        to_the_next_turn(phone, other)
    rows = [row["data"] for row in table.export()["rows"] if row["kind"] == "answered"]
    throws = [row for row in rows if row["key"] == "roll"]
    assert [row["seat"] for row in throws] == ["ana", "bob"]
    assert {"professor", "colour", "clock"} == {word.split("=")[0] for word in throws[0]["words"]}
    log = phone.page.locator("#log")
    for rule in ("EVIL-35", "EVIL-42", "EVIL-58", "EVIL-82"):
        expect(log.locator("a.rule", has_text=rule).first).to_be_visible()
    assert table.snapshot.views[None].board["turn"] == 3


def test_the_page_shows_clock_mansion_treasures_and_odds(phone: PhonePage) -> None:
    set_up(phone)
    board = phone.page.locator("#board svg")
    expect(board).to_have_attribute("aria-label", "Clock at XII; the professor is in Laboratory; "
                                                  "saved 0, lost 0.")
    assert board.locator(".pawn.treasure").count() == 9, "on the clock, on its card, in its room"
    assert board.locator("line.closed").count() == 18
    told = phone.page.locator("#players").inner_text()
    for text in ("Still on: ", "Lost in the coming roll: 0\u00a0%", "The professor, in Laboratory",
                 "In the coming roll he enters: ", "Can climb into: "):
        assert text in told
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_board_is_large_enough_to_be_read(phone: PhonePage) -> None:
    set_up(phone)
    sizes = phone.page.evaluate("""[...document.querySelectorAll('#board .cell text')].map(
        (text) => parseFloat(text.getAttribute('font-size')) * text.getScreenCTM().a)""")
    assert min(sizes) >= 9
    assert sorted(sizes)[len(sizes) // 2] >= 11
