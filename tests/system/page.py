"""The page of a table in a real browser on a phone's screen, worked as a person would."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright, expect

from tests.serving import serving
from tests.tools.browser import find

NAME = "table.test"
"""The tests' table is asked for by a name that is not localhost: pages of a local network are as insecure."""
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", f"--host-resolver-rules=MAP {NAME} 127.0.0.1")
PHONE = {"width": 390, "height": 844}


def launch(playwright: Playwright) -> Browser:
    """The browser of this machine."""
    path = find()
    assert path, "no Chromium was found; `make test` installs one"
    return playwright.chromium.launch(executable_path=path, args=[*FLAGS])


@contextmanager
def served(app: Flask) -> Iterator[str]:
    """Serve the page of a table; gives the address of its first page."""
    with serving(app) as port:
        yield f"http://{NAME}:{port}"


class PhonePage:
    """One phone with the table's page open. It collects what must not happen: faults and foreign requests."""

    def __init__(self, browser: Browser, address: str, **options: Any) -> None:
        self.address = address
        self.context: BrowserContext = browser.new_context(
            viewport=PHONE, has_touch=True, is_mobile=True, **options)
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", self._note_foreign)

    def _note_foreign(self, request: Any) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.faults.append(f"asked for {request.url}")

    @property
    def question(self) -> Locator:
        """The card with the open question."""
        return self.page.locator("#question")

    @property
    def asked(self) -> str:
        """What is asked now."""
        return self.question.locator("h2").inner_text()

    def join(self, code: str) -> None:
        """Give the code, play all free seats, and wait until the page is live: before, it hears no tap."""
        self.page.goto(self.address)
        self.page.fill("#code", code)
        self.page.click("button.main")
        self.page.click("button[name=all]")
        expect(self.question.locator("h2")).to_be_visible()
        # The word alone may be seen before the page's style and scripts are there.
        expect(self.page.locator("#link")).to_have_class("")

    def answer_first(self) -> None:
        """Tap the first answer that fits, and wait for the next question."""
        before = self.page.evaluate("document.querySelector('#log').innerText")
        asked = self.asked
        words = self.question.locator(".words button:visible")
        finish = self.question.locator("button.main:visible")
        if words.count() == 0 or finish.count():
            place = 0
            while finish.is_disabled():
                words.nth(place).tap()
                place += 1
            finish.tap()
        else:
            words.first.tap()
        self.wait_for_news(asked, before)

    def wait_for_news(self, asked: str, before: str) -> None:
        """Until something else is asked, or more has happened."""
        self.page.wait_for_function(
            "([asked, before]) => document.querySelector('#outcome:not([hidden])')"
            " || document.querySelector('#question h2').innerText !== asked"
            " || document.querySelector('#log').innerText !== before", arg=[asked, before])

    def photograph(self, photo: Path) -> None:
        """Send a photograph of the dice; what the reader is not sure of is told by hand."""
        before, asked = self.page.evaluate("document.querySelector('#log').innerText"), self.asked
        as_asked = self.question.locator("h2").element_handle()
        with self.page.expect_response("**/api/rolls/photo*") as reply:
            self.question.locator("input[type=file]").set_input_files(photo)
        assert reply.value.status == 200, reply.value.text()
        # What was read is there once the card was drawn anew.
        self.page.wait_for_function("heading => !heading.isConnected", arg=as_asked)
        for die in self.question.locator(".doubt").all():
            die.locator("xpath=ancestor::*[@role='group']").locator(".faces label").first.tap()
        # With dice of one kind a throw the next photograph may be asked for first.
        finish = self.question.get_by_role("button", name="That is what lies there")
        if finish.is_visible():
            finish.tap()
            self.wait_for_news(asked, before)

    def play_until(self, text: str, photos: Sequence[Path], most: int = 150) -> None:
        """Answer what comes, with `photos` one after another where dice are thrown, until `text` is shown."""
        place = 0
        for _ in range(most):
            if text in self.page.locator("body").inner_text():
                return
            if self.question.locator("input[type=file]").count():
                self.photograph(photos[place % len(photos)])
                place += 1
            else:
                self.answer_first()
        raise AssertionError(f"“{text}” was never shown; last came “{self.asked}”")
