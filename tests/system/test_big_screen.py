"""The big screen with as many players as a game takes: all is seen at once, nobody scrolls a television."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.chance import Chance
from companion.engine.journal import Header, Journal
from companion.games import GAMES, load
from companion.proposing import Change
from companion.table import Table
from tests.system.page import NAME, served
from tests.web.phone import DOOR, answer_by_chance
from web import create_app

NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fanny", "Gustave", "Henriette")
SCREENS = ({"width": 1920, "height": 1080}, {"width": 1280, "height": 720})
LEAST = 11.0
"""Pixels: smaller letters are read by nobody."""
BEYOND = """() => [...document.querySelectorAll(".big .top, .big main *:not(.unseen)")].filter((one) => {
  const box = one.getBoundingClientRect();
  const isCut = !one.closest("svg") && getComputedStyle(one).overflowY !== "visible"
    && one.scrollHeight > one.clientHeight + 1;
  return box.width && (isCut || box.bottom > innerHeight + 1 || box.right > innerWidth + 1);
}).map((one) => `${one.tagName} ${one.id} ${one.className}`)"""
LETTERS = "parseFloat(getComputedStyle(document.querySelector('.panel li')).fontSize)"


SHOWN = "document.querySelector('#players').checkVisibility()"


def full_table(name: str, folder: Path, seats: int = 0) -> Table:
    """A table with every seat taken, or with so many seats."""
    game = load(name)
    names = NAMES[:seats or game.most_seats]
    header = Header(game.id, names, {}, game.rules_version, game.content, "virtual", "virtual")
    table = Table(game, Journal.create(folder / "game.journal", header), chance=Chance(8))
    table.start()
    return table


def shows_all(page: Page, address: str, where: str) -> None:
    """Nothing is cut, nothing lies beyond the screen, and the players can be read."""
    for size in SCREENS:
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        page.goto(f"{address}/big")
        expect(page.locator("#link")).to_contain_text(re.compile("live|direct"), timeout=20_000)
        assert page.evaluate("document.documentElement.scrollHeight") <= size["height"], where
        assert page.evaluate(BEYOND) == [], f"{where}, {size}"
        assert page.evaluate(LETTERS) >= LEAST or not page.evaluate(SHOWN), f"{where}, {size}"


@pytest.mark.timeout(180)
@pytest.mark.parametrize("name", GAMES)
def test_with_every_seat_taken_nothing_has_to_be_scrolled(name: str, tmp_path: Path, browser: Browser
                                                          ) -> None:
    table, rng = full_table(name, tmp_path), Random(11)
    with served(create_app(table, door=DOOR, names=[NAME])) as address:
        page = browser.new_page()
        page.goto(f"{address}/j/{DOOR.token}")
        for _ in range(70):
            if table.snapshot.views[None].asked:
                answer_by_chance(table, rng)
        shows_all(page, address, name)
        page.close()
    table.stop()


@pytest.mark.timeout(180)
@pytest.mark.parametrize("name", GAMES)
def test_what_is_proposed_is_read_at_once_and_makes_nothing_too_small(name: str, tmp_path: Path,
                                                                      browser: Browser) -> None:
    table, rng = full_table(name, tmp_path), Random(11)
    with served(create_app(table, door=DOOR, names=[NAME])) as address:
        page = browser.new_page(locale="fr")
        page.goto(f"{address}/j/{DOOR.token}")
        for _ in range(70):
            if table.snapshot.views[None].asked:
                answer_by_chance(table, rng)
        table.propose(Change("undo"))
        shows_all(page, address, name)
        expect(page.locator("#proposal .ask")).to_be_visible()
        page.close()
    table.stop()


def test_three_racers_are_read_beside_what_is_proposed(tmp_path: Path, browser: Browser) -> None:
    table, rng = full_table("betrayal_tour", tmp_path, seats=3), Random(11)
    for _ in range(70):
        answer_by_chance(table, rng)
    table.propose(Change("undo"))
    with served(create_app(table, door=DOOR, names=[NAME])) as address:
        page = browser.new_page()
        page.goto(f"{address}/j/{DOOR.token}")
        shows_all(page, address, "betrayal_tour")
        assert page.evaluate(SHOWN)
        expect(page.locator("#question")).to_be_hidden()
        page.close()
    table.stop()
