"""A short race of Betrayal Tour from the phone page in a browser: virtual tokens, and a simulated tray."""

from __future__ import annotations

import re
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

BOARD = Path(__file__).parents[1] / "games" / "betrayal_tour" / "boards" / "short.toml"
DOOR = Door(code="123456", token="ABCD2345", secret="only for tests")
SEED = 2321
"""A race of some two dozen answers in which a pawn is displaced, and home is reached by exact count."""


def a_table(folder: Path, dice: str, eye: TrayEye | None = None) -> Table:
    """Ana and Bob on a board of twelve squares, from a content file."""
    game = games.load("betrayal_tour", BOARD)
    header = Header(game.id, ("ana", "bob"), {}, game.rules_version, game.content, dice, "virtual")
    return Table(game, Journal.create(folder / "game.journal", header), chance=Chance(SEED),
                 tray=eye.throw if eye else None)


def phone_at(browser: Browser, table: Table) -> Iterator[PhonePage]:
    """A phone that plays both seats; whatever the test does, no fault and no foreign request may come."""
    with served(create_app(table, door=DOOR, names=["table.test"])) as address:
        phone = PhonePage(browser, address)
        phone.join(DOOR.code)
        yield phone
        assert phone.faults == []
        phone.context.close()


@pytest.fixture
def phone(browser: Browser, tmp_path: Path) -> Iterator[PhonePage]:
    """A phone at a table with virtual tokens."""
    table = a_table(tmp_path, "virtual")
    table.start()
    yield from phone_at(browser, table)
    table.stop()


@pytest.fixture
def phone_beside_a_tray(browser: Browser, tmp_path: Path) -> Iterator[PhonePage]:
    """A phone at a table whose tokens are white dice in a simulated tray."""
    game = games.load("betrayal_tour", BOARD)
    eye = TrayEye(DrawnTray(Random(4), game))
    table = a_table(tmp_path, "tray", eye)
    watch = Watch(table, eye, dice_set_of(table.game, "colours"))
    table.start()
    watch.start()
    yield from phone_at(browser, table)
    watch.stop()
    table.stop()


def go_on(phone: PhonePage) -> None:
    """Throw the tokens where they are asked for, else tap the first answer."""
    throw = phone.question.get_by_role("button", name=re.compile(r"^Throw (the die|\d dice)$"))
    if not throw.count():
        phone.answer_first()
        return
    asked, before = phone.asked, phone.page.evaluate("document.querySelector('#log').innerText")
    throw.tap()
    phone.wait_for_news(asked, before)


def test_a_short_race_is_played_to_the_finish(phone: PhonePage) -> None:
    seen = {"squares to choose from": 0, "displaced": 0}
    for _ in range(80):
        if phone.page.locator("#outcome").is_visible():
            break
        asked = phone.asked
        seen["displaced"] += "(displaced by" in asked
        if "or stop before?" in asked:
            marked = phone.page.locator("#board .cell.active .cell-mark").all_text_contents()
            offered = phone.question.locator(".words button").all_inner_texts()
            assert sorted(f"Square {square}" for square in marked) == sorted(
                word.partition(":")[0] for word in offered)
            seen["squares to choose from"] += 1
        go_on(phone)
    expect(phone.page.locator("#outcome")).to_contain_text("first home, and the race is won!")
    assert min(seen.values()) > 0, seen
    expect(phone.page.locator("#players")).to_contain_text("Home with all 4 badge parts")
    expect(phone.page.locator("#log")).to_contain_text("is home with all four badge parts and wins!")


def test_every_square_bunker_and_pawn_is_on_the_page_with_a_legend(phone: PhonePage) -> None:
    expect(phone.page.locator("#board .cell")).to_have_count(12 + 4)
    expect(phone.page.locator("#board .pawn")).to_have_count(2)
    expect(phone.page.locator(".legend")).to_contain_text("◆ checkpoint")
    expect(phone.page.locator("#notes")).to_contain_text("no bad day lies 3 steps before it")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_five_tokens_are_read_from_white_dice_in_the_tray(phone_beside_a_tray: PhonePage) -> None:
    phone = phone_beside_a_tray
    for _ in range(3):
        phone.answer_first()
    expect(phone.question.locator("h2")).to_have_text("ana: throw five to start; a 1 leaves the bunker.")
    phone.question.get_by_role("button", name="Throw the tokens").tap()
    expect(phone.page.locator("#log")).to_contain_text("ana throws", timeout=20_000)
    expect(phone.page.locator("#roll .dice li")).to_have_count(5)
