"""Takes the pictures of the documentation anew: `make screens`. Look at them before committing."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from urllib.error import URLError
from urllib.request import urlopen

from PIL import Image
from playwright.sync_api import Browser, FrameLocator, Page, expect, sync_playwright

from companion.chance import Chance
from companion.engine.journal import Header, Journal
from companion.engine.questions import TABLE
from companion.engine.random_player import random_answer
from companion.games import load
from companion.table import Table
from tests.system.host_screens import take_host_pages
from tests.system.page import PHONE, PhonePage, launch, served
from web import Door, create_app

SCREENS = Path(__file__).parents[2] / "docs" / "screens"
PORT = 8094
ADDRESS = f"http://127.0.0.1:{PORT}"
# As a game may stand after an hour: some rifts closed, one in its red part, a Personage on the way.
LATER = {
    "rifts.kassel.level": 0, "rifts.kassel.fixed": "yes", "rifts.new_york.level": 8, "rifts.loc_05.level": 2,
    "rifts.loc_08.level": 0, "rifts.loc_08.fixed": "yes", "san_dimas": 6,
    "personages.person_04.place": "kassel", "personages.person_04.returned": "yes",
    "personages.person_08.place": "loc_08", "personages.person_08.returned": "yes",
    "personages.billy_the_kid.place": "", "personages.billy_the_kid.booth": "Ana",
    "players.Ana.place": "rome", "players.Bob.place": "new_york",
}


# The professor's clock after an hour: two saved, one lost, a treasure in danger, some doors open.
LATE_AT_THE_PROFESSORS = {
    "steps": 4, "professor": "conservatory", "players.Ana.place": "study", "players.Bob.place": "laboratory",
    "players.Bob.power": "yes", "doors.D10": "no", "doors.D15": "no", "doors.D02": "no", "doors.D13": "no",
    "traps.study.on": "no", "traps.music_room.on": "no", "traps.workshop.on": "no",
}


# Four on the track: one welding, one blocked, one jammed, and who throws has two parts and a station ahead.
ON_THE_TRACK = {
    "racers.Ana.square": 20, "racers.Ana.welds.6": "yes", "racers.Ana.welds.19": "yes",
    "racers.Ana.stock.tyres": 2, "racers.Ana.blessing": "yes", "racers.Ana.helmets": 1,
    "racers.Ben.square": 32, "racers.Ben.welding": "yes", "racers.Ben.stock.plasma": 0,
    "racers.Cyril.square": 10, "racers.Cyril.welds.32": "yes", "racers.Cyril.welds.45": "yes",
    "racers.Cyril.welds.6": "yes", "racers.Cyril.stock.oxygen": 0, "racers.Cyril.blocked_need": "oxygen",
    "racers.Dora.square": 4, "racers.Dora.welds.45": "yes", "racers.Dora.back_turns": 2,
}


@contextmanager
def demo(game: str, seats: str = "Ana Bob") -> Iterator[None]:
    """A demo of its own, begun anew."""
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "companion", "demo", "--new", "--seed", "5", "--port", str(PORT),
                   "--seats", seats, "--game", game]
        running = subprocess.Popen(command, env={**os.environ, "HOME": home, "XDG_DATA_HOME": home,
                                                 "XDG_CONFIG_HOME": home}, stdout=subprocess.DEVNULL)
        try:
            _wait()
            yield
        finally:
            running.terminate()
            running.wait(10)


def _wait() -> None:
    for _ in range(100):
        try:
            urlopen(f"{ADDRESS}/healthz", timeout=1).close()
            return
        except (URLError, OSError):
            time.sleep(0.2)
    raise SystemExit("The demo did not start.")


def play_to(phone: FrameLocator | Page, ask: str) -> None:
    """Answer what comes first until this is asked."""
    for _ in range(60):
        asked = phone.locator("#question h2").inner_text()
        if ask in asked:
            return
        words, finish = phone.locator("#question .words button"), phone.locator("#question button.main")
        if finish.count():
            place = 0
            while finish.last.is_disabled():
                words.nth(place).click()
                place += 1
            finish.last.click()
        else:
            words.first.click()
        expect(phone.locator("#question h2")).not_to_have_text(asked)
    raise SystemExit(f"“{ask}” was never asked; last came “{asked}”.")


def throw_until_read(page: Page, ask: str) -> None:
    """Throw into the demo's tray until the reader is certain of every die."""
    question = page.frame_locator("#phone").locator("#question h2")
    for _ in range(10):
        page.click("#throw")
        for _ in range(30):
            page.wait_for_timeout(500)
            if ask not in question.inner_text():
                return
    raise SystemExit("The dice could not be read.")


def post(page: Page, path: str, body: dict[str, object]) -> None:
    """Send a change, as the page itself does."""
    page.evaluate("""async ([path, body]) => {
        const state = await (await fetch("/api/state")).json();
        const headers = {"Content-Type": "application/json", "X-Table-Token": state.you.token};
        const reply = await fetch(path, {method: "POST", headers, body: JSON.stringify(body)});
        if (!reply.ok) throw new Error(await reply.text());
    }""", [path, body])


def take_demo(browser: Browser) -> Page:
    """The demo's page with dice that have just been read; returns the page for more."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{ADDRESS}/demo")
    phone = page.frame_locator("#phone")
    play_to(phone, "throw the dice")
    post(page, "/api/correct", {"id": "later", "facts": LATER})
    page.wait_for_timeout(500)
    play_to(phone, "throw the dice")
    throw_until_read(page, "throw the dice")
    phone.locator("#roll img").wait_for()
    page.wait_for_timeout(800)
    page.screenshot(path=SCREENS / "demo.png")
    return page


def take_professor_evil(browser: Browser) -> None:
    """The professor's mansion on a phone, and his clock on the small display."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{ADDRESS}/demo")
    phone = page.frame_locator("#phone")
    play_to(phone, "what next?")
    post(page, "/api/correct", {"id": "later", "facts": LATE_AT_THE_PROFESSORS})
    page.wait_for_timeout(500)
    play_to(phone, "roll the three dice")
    throw_until_read(page, "roll the three dice")
    play_to(phone, "what next?")
    take_phone(browser, page, "/play", "professor_evil")
    take_phone(browser, page, "/play", "professor_evil_board", at=".card:has(#board)")
    take_phone(browser, page, "/play", "professor_evil_told", at=".card:has(#log)")
    take_phone(browser, page, "/play", "professor_evil_night", night=True, at="#players")
    take_display("professor_evil_display")


def take_betrayal_tour(browser: Browser) -> None:
    """The track and the players on a phone, the tracks on the display."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{ADDRESS}/demo")
    phone = page.frame_locator("#phone")
    play_to(phone, "throw five to start")
    post(page, "/api/correct", {"id": "on the track", "facts": ON_THE_TRACK})
    expect(phone.locator("#question h2")).to_contain_text("throw five to move")
    page.wait_for_timeout(800)
    take_display("betrayal_tour_display")
    take_phone(browser, page, "/play", "betrayal_tour_players", at="#players")
    take_phone(browser, page, "/play", "betrayal_tour")
    take_phone(browser, page, "/play", "betrayal_tour_board", at=".card:has(#board)")
    take_phone(browser, page, "/play", "betrayal_tour_night", night=True, at=".card:has(#board)")


def take_quick_and_undead(browser: Browser) -> None:
    """A town before a secret choice and in a duel, as a phone shows them that plays for all."""
    with a_table("quick_and_undead", "virtual", "Cyril") as (table, address):
        play_by_chance(table, "select", 180)
        phone = PhonePage(browser, address, device_scale_factor=2)
        phone.join("123456")
        shoot(phone, "quick_and_undead_select")
        play_by_chance(table, "duel", 0)
        shoot(phone, "quick_and_undead")
        for name, at in (("board", ".card:has(#board)"), ("players", "#players")):
            phone.page.locator(at).evaluate("part => part.scrollIntoView()")
            shoot(phone, f"quick_and_undead_{name}")
        phone.context.close()


def take_choices(browser: Browser) -> None:
    """What a rule forbids and why, a correction before it is made, and the big screen of each game."""
    with a_table("professor_evil", "hand") as (table, address):
        play_by_chance(table, "action", 30)
        take_big(browser, address, "professor_evil_big")
        take_big(browser, address, "professor_evil_big_night", night=True)
        phone = PhonePage(browser, address, device_scale_factor=2)
        phone.join("123456")
        phone.page.locator(".barred summary").first.click()
        phone.page.locator(".barred").evaluate("part => part.scrollIntoView({block: 'center'})")
        shoot(phone, "why_not")
        phone.page.locator("#turn_steps summary").click()
        phone.page.locator("#steps").evaluate("part => part.scrollIntoView({block: 'center'})")
        shoot(phone, "steps")
        phone.context.close()
    with a_table("riff_in_time", "hand") as (table, address):
        play_by_chance(table, "move", 40)
        phone = PhonePage(browser, address, device_scale_factor=2)
        phone.join("123456")
        phone.page.locator("#roll .dice summary").first.tap()
        phone.page.locator("#roll").evaluate("part => part.scrollIntoView()")
        shoot(phone, "misread")
        phone.page.locator("#roll .set_right:visible button").last.tap()
        phone.page.locator("#proposal h2").wait_for()
        shoot(phone, "proposal")
        phone.page.emulate_media(color_scheme="dark")
        shoot(phone, "proposal_night")
        phone.context.close()
        take_big(browser, address, "riff_in_time_big")
    for name, until in (("quick_and_undead", "ability"), ("betrayal_tour", "stop")):
        with a_table(name, "virtual") as (table, address):
            play_by_chance(table, until, 60)
            take_big(browser, address, f"{name}_big")


@contextmanager
def a_table(name: str, dice: str, *seats: str) -> Iterator[tuple[Table, str]]:
    """A table of Ana, Ben and `seats` whose page is served, and the address of its page."""
    game = load(name)
    with tempfile.TemporaryDirectory() as home:
        header = Header(game.id, ("Ana", "Ben", *seats), {}, game.rules_version, game.content, dice,
                        "virtual")
        table = Table(game, Journal.create(Path(home) / "game.journal", header), chance=Chance(8))
        table.start()
        with served(create_app(table, door=Door("123456", "ABCD2345", "for pictures"),
                               names=["table.test"])) as address:
            yield table, address
        table.stop()


def take_big(browser: Browser, address: str, name: str, *, night: bool = False) -> None:
    """The big screen, as a tablet on the table shows it."""
    context = browser.new_context(viewport={"width": 1280, "height": 800},
                                  color_scheme="dark" if night else "light")
    page = context.new_page()
    page.goto(f"{address}/j/ABCD2345")
    page.goto(f"{address}/big")
    page.wait_for_timeout(900)
    page.screenshot(path=SCREENS / f"{name}.png")
    context.close()


def shoot(phone: PhonePage, name: str) -> None:
    """The phone's screen as it is now."""
    phone.page.wait_for_timeout(600)
    phone.page.screenshot(path=SCREENS / f"{name}.png")


def play_by_chance(table: Table, until: str, least: int) -> None:
    """Give answers by chance, so many at least, until this is asked of all."""
    rng = Random(11)
    for count in range(2000):
        asked = table.snapshot.views[None].asked
        assert asked is not None
        seat = asked.waiting[0]
        if count >= least and asked.key == until and asked.waiting == tuple(asked.asks):
            return
        own = table.snapshot.views[None if seat == TABLE else seat].asked
        assert own is not None
        table.answer(seat, None, asked.key, random_answer(rng, own.asks[seat]), "script")
    raise SystemExit(f"“{until}” was never asked.")


def take_display(name: str) -> None:
    """The small display, large."""
    with urlopen(f"{ADDRESS}/display.png") as reply:
        small = Image.open(io.BytesIO(reply.read())).convert("L")
    small.resize((small.width * 4, small.height * 4), Image.Resampling.NEAREST).save(
        SCREENS / f"{name}.png", optimize=True)


def take_phone(browser: Browser, page: Page | None, path: str, name: str, *, night: bool = False,
               at: str = "") -> None:
    """A page on a phone's screen, as `page` (none: a phone that never was here) would see it."""
    phone = browser.new_page(viewport=PHONE, device_scale_factor=2, is_mobile=True, has_touch=True,
                             color_scheme="dark" if night else "light",
                             storage_state=page.context.storage_state() if page else None)
    phone.goto(f"{ADDRESS}{path}")
    phone.wait_for_timeout(900)
    if at:
        phone.locator(at).evaluate("part => part.scrollIntoView()")
        phone.wait_for_timeout(200)
    phone.screenshot(path=SCREENS / f"{name}.png")
    phone.close()


def main() -> None:
    """All pictures."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    with demo("professor_evil"), sync_playwright() as playwright:
        browser = launch(playwright)
        take_professor_evil(browser)
        take_quick_and_undead(browser)
        take_host_pages(browser)
        take_choices(browser)
        browser.close()
    with demo("betrayal_tour", "Ana Ben Cyril Dora"), sync_playwright() as playwright:
        browser = launch(playwright)
        take_betrayal_tour(browser)
        browser.close()
    with demo("riff_in_time"), sync_playwright() as playwright:
        browser = launch(playwright)
        page = take_demo(browser)
        take_display("display")
        page.set_viewport_size({"width": 1000, "height": 640})
        page.goto(f"{ADDRESS}/key/riff_in_time")
        page.screenshot(path=SCREENS / "key.png")
        take_phone(browser, None, "/", "join")
        take_phone(browser, page, "/play", "phone")
        take_phone(browser, page, "/play", "phone_board", at=".card:has(#board)")
        take_phone(browser, page, "/play", "phone_night", night=True, at="#players")
        browser.close()


if __name__ == "__main__":
    main()
