"""Takes the pictures of the host's and the camera's pages anew; `make screens` takes them all."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, sync_playwright

from companion.beginning import begin
from companion.changing import Change
from companion.doors import door_of
from companion.engine.questions import TABLE
from companion.engine.random_player import random_answer
from companion.hosting import Hosting
from companion.running import open_table
from companion.settings import Power, Settings
from companion.shelf import Shelf
from companion.table import Table
from tests.system.bench import Bench, attached, dice, lying
from tests.system.page import NAME, PhonePage, launch, served
from web import create_app

SCREENS = Path(__file__).parents[2] / "docs" / "screens"


def take_host_pages(browser: Browser) -> None:
    """Seats, games, a game that is over, a new one, and the settings, as the host's phone shows them."""
    with tempfile.TemporaryDirectory() as home:
        settings = Settings(data=home, power=Power(off="true", restart="true"))
        shelf = Shelf(settings.folder)
        play_to_the_end(settings, begin(shelf, "quick_and_undead", ("Ana", "Ben", "Cleo"), {}, None,
                                        dice="virtual", decks="virtual"))
        begin(shelf, "professor_evil", ("Ana", "Ben"), {}, None, dice="hand", decks="physical")
        path = begin(shelf, "riff_in_time", ("Ana", "Ben", "Cleo"), {}, None, dice="camera", decks="virtual")
        table = open_table(settings, path)
        table.start()
        hosting = Hosting(settings, table, shelf, Change())
        hosting.ask_at_box = lambda page: None
        bench = Bench()
        devices = attached(table, bench, settings.folder)
        app = create_app(table, door=door_of(table), names=[NAME], hosting=hosting,
                         address=lambda: "http://192.168.1.20", lessons=lambda: devices.lessons,
                         tray=lambda: devices.tray)
        with served(app) as address:
            take_pages(browser, address, table)
            take_camera_pages(browser, address, table, bench)
        devices.stop()
        table.stop()


def take_pages(browser: Browser, address: str, table: Table) -> None:
    """The pictures, by day in English and some by night in French."""
    phone = PhonePage(browser, address, device_scale_factor=2)
    phone.page.goto(f"{address}/j/{door_of(table).token}")
    phone.page.click("button[value=Ana]")
    table.join("Ben", "another phone")
    for path, name in (("/seats", "seats"), ("/games", "games"), ("/games/quick_and_undead-1", "game_over"),
                       ("/games/new/riff_in_time", "new_game"), ("/settings", "settings")):
        phone.page.goto(f"{address}{path}")
        phone.page.screenshot(path=SCREENS / f"{name}.png")
    phone.page.click("button[value=fr]")
    phone.page.emulate_media(color_scheme="dark")
    for path, name in (("/seats", "seats_night"), ("/games/new/quick_and_undead", "new_game_night"),
                       ("/settings", "settings_night")):
        phone.page.goto(f"{address}{path}")
        phone.page.screenshot(path=SCREENS / f"{name}.png")
    phone.context.close()


def take_camera_pages(browser: Browser, address: str, table: Table, bench: Bench) -> None:
    """The tray before and after it is learned, and a face that is taught."""
    phone = PhonePage(browser, address, device_scale_factor=2)
    page = phone.page
    page.goto(f"{address}/j/{door_of(table).token}")
    page.click("button[value=Cleo]")
    table.make_host_of("Cleo")
    bench.show(lying(markers=(0, 1, 2, 3)))
    page.goto(f"{address}/calibrate")
    page.get_by_text("4 of the four markers are seen.").wait_for()
    page.screenshot(path=SCREENS / "calibrate.png")
    page.click("button[value=learn]")
    page.get_by_text("The tray is known.").wait_for()
    bench.show(lying(dice(3)))
    page.emulate_media(color_scheme="dark")
    page.wait_for_timeout(3000)
    page.screenshot(path=SCREENS / "calibrate_night.png")
    page.emulate_media(color_scheme="light")
    page.goto(f"{address}/teach")
    for angle in (0, 40, 80):
        bench.show(lying(dice(1, angle)))
        page.locator("form[action$=look] button").click()
        page.wait_for_load_state()
    page.screenshot(path=SCREENS / "teach.png")
    page.select_option("#face", "wyld/reroll")
    page.locator("form[action$=name] button").click()
    page.locator(".known .good").wait_for()
    page.emulate_media(color_scheme="dark")
    page.locator("section:has(.known)").evaluate("part => part.scrollIntoView()")
    page.screenshot(path=SCREENS / "teach_night.png")
    phone.context.close()


def play_to_the_end(settings: Settings, path: Path) -> None:
    """Play a game by chance until it is over."""
    table = open_table(settings, path)
    table.start()
    rng = Random(4)
    while asked := table.snapshot.views[None].asked:
        seat = asked.waiting[0]
        own = table.snapshot.views[None if seat == TABLE else seat].asked
        assert own is not None
        table.answer(seat, None, asked.key, random_answer(rng, own.asks[seat]), "script")
    table.stop()


if __name__ == "__main__":
    with sync_playwright() as playwright:
        browser = launch(playwright)
        take_host_pages(browser)
        browser.close()
