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
from urllib.error import URLError
from urllib.request import urlopen

from PIL import Image
from playwright.sync_api import Browser, FrameLocator, Page, expect, sync_playwright

from tests.system.page import PHONE, launch

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


@contextmanager
def demo(game: str) -> Iterator[None]:
    """A demo of its own, begun anew."""
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "companion", "demo", "--new", "--seed", "5", "--port", str(PORT),
                   "--seats", "Ana Bob", "--game", game]
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
    for _ in range(20):
        page.click("#throw")
        page.wait_for_timeout(5000)
        if ask not in page.frame_locator("#phone").locator("#question h2").inner_text():
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
        browser.close()
    with demo("riff_in_time"), sync_playwright() as playwright:
        browser = launch(playwright)
        page = take_demo(browser)
        take_display("display")
        page.set_viewport_size({"width": 1000, "height": 640})
        page.goto(f"{ADDRESS}/key/riff_in_time")
        page.screenshot(path=SCREENS / "key.png")
        take_phone(browser, None, "/", "join")
        take_phone(browser, page, "/seats", "seats")
        take_phone(browser, page, "/play", "phone")
        take_phone(browser, page, "/play", "phone_board", at=".card:has(#board)")
        take_phone(browser, page, "/play", "phone_night", night=True, at="#players")
        browser.close()


if __name__ == "__main__":
    main()
