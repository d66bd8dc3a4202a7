"""The pages for everyone: axe finds nothing in any state, and the keyboard alone plays a whole turn.

axe looks at each kind of question of each game, in the light and in the dark, and at every page and dialog.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import Browser, Page, expect

from companion.engine.questions import Roll
from companion.games import GAMES
from companion.table import Table
from tests.companion.hosted import Hosted
from tests.system.network import Network
from tests.system.page import PhonePage, served
from tests.web.phone import DOOR, answer_by_chance, ask_of, table_of
from tests.web.test_openapi import SmallDemo
from web import create_app

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
ANSWERS = 80
"""So many answers are enough to be asked each kind of question that a game has."""


class Watched(PhonePage):
    """A phone whose pages axe looks at."""

    def __init__(self, browser: Browser, address: str) -> None:
        super().__init__(browser, address, reduced_motion="reduce")
        self.context.add_init_script(path=AXE_FILE_PATH)

    def is_for_everyone(self, where: str) -> None:
        """Everything in the light; in the dark only colours are different."""
        # What is asked may be there before the styles are.
        self.page.wait_for_load_state()
        self.page.emulate_media(color_scheme="light")
        assert violations(self.page, {"type": "tag", "values": RULES}) == [], where
        self.page.emulate_media(color_scheme="dark")
        assert violations(self.page, {"type": "rule", "values": ["color-contrast"]}) == [], f"{where}, dark"

    def speak(self, language: str) -> None:
        """Choose this language, with the button on the page."""
        self.page.locator(f"button[name=language][value={language}]").click()
        expect(self.page.locator("html")).to_have_attribute("lang", language)

    def tab_to(self, selector: str) -> None:
        """Press Tab until the first of these is focused."""
        wanted = self.page.locator(selector).first
        for _ in range(80):
            if wanted.evaluate("one => one === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")


def violations(page: Page, rules: dict[str, Any]) -> list[str]:
    """What axe finds, a line each."""
    found = page.evaluate("rules => axe.run({runOnly: rules, resultTypes: ['violations']})", rules)
    return [f"{fault['id']}: {node['target']} {node['failureSummary']}"
            for fault in found["violations"] for node in fault["nodes"]]


def kind_of_question(table: Table) -> tuple[object, ...] | None:
    """What makes a question look different from others on the page; None: nothing is asked."""
    asked = table.snapshot.views[None].asked
    if asked is None:
        return None
    ask = ask_of(table, asked.waiting[0])
    if isinstance(ask, Roll):
        return "roll", tuple(dict.fromkeys(die.kind for die in ask.dice))
    several = getattr(ask, "most", 1) > 1
    return type(ask), several, len(ask.words) > 10, getattr(ask, "ordered", ""), getattr(ask, "repeat", "")


@pytest.mark.parametrize("name", GAMES)
def test_axe_finds_nothing_at_any_kind_of_question(name: str, tmp_path: Path, browser: Browser) -> None:
    table, rng, looked_at = table_of(tmp_path, name=name, dice="hand", decks="physical"), Random(4), set()
    table.start()
    with served(create_app(table, door=DOOR, names=["table.test"])) as address:
        phone = Watched(browser, address)
        phone.join(DOOR.code)
        for number in range(ANSWERS):
            kind = kind_of_question(table)
            if kind not in looked_at:
                looked_at.add(kind)
                phone.page.reload()
                phone.is_for_everyone(f"{name}, after {number} answers, at {kind}")
                if len(looked_at) == 2:
                    phone.speak("fr")
            if kind is None:
                break
            answer_by_chance(table, rng)
        phone.page.reload()
        phone.is_for_everyone(f"{name}, in French, at the end")
        phone.context.close()
    table.stop()
    assert len(looked_at) >= 2, "not even a throw and a choice were asked for"


@pytest.mark.timeout(180)
def test_axe_finds_nothing_on_the_pages_around_the_table(tmp_path: Path, browser: Browser) -> None:
    table = table_of(tmp_path)
    table.start()
    demo = create_app(table, door=DOOR, names=["table.test"], demo=SmallDemo())
    with served(demo) as address:
        phone = Watched(browser, address)
        for path, what in (("/", "the code"), ("/j/WRONG", "a wrong code"), ("/nowhere", "nothing there"),
                           (f"/j/{DOOR.token}", "the seats"), ("/key/riff_in_time", "the key"),
                           ("/rules/riff_in_time/RIT-15", "a rule"), ("/correct", "setting right"),
                           ("/demo", "the demo"), ("/seats", "seats of this phone"),
                           ("/rules/professor_evil", "all rules"), ("/big", "the big screen")):
            phone.page.goto(address + path)
            if path == "/demo":
                # axe looks into the phone within the page too, and waits in vain for one that is on its way.
                expect(phone.page.frame_locator("#phone").locator("#link")).to_have_class("")
            phone.is_for_everyone(what)
        phone.context.close()
    table.stop()


@pytest.mark.timeout(180)
def test_axe_finds_nothing_on_the_hosts_pages(tmp_path: Path, browser: Browser) -> None:
    hosted = Hosted(tmp_path)
    app = create_app(hosted.table, door=DOOR, names=["table.test"], hosting=hosted.hosting)
    with served(app) as address:
        phone = Watched(browser, address)
        phone.join(DOOR.code)
        for path in ("/games", "/games/new", *(f"/games/new/{name}" for name in GAMES),
                     f"/games/{hosted.shelf.games()[0]}", "/settings", "/seats", "/teach", "/calibrate"):
            reply = phone.page.goto(address + path)
            assert reply is not None
            assert reply.status == 200, path
            phone.page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
            phone.is_for_everyone(path)
        phone.context.close()
    hosted.table.stop()


def test_axe_finds_nothing_in_the_dialogs_and_after_a_refusal(tmp_path: Path, browser: Browser) -> None:
    table = table_of(tmp_path)
    table.start()
    app = create_app(table, door=DOOR, names=["table.test"])
    with served(app) as table_address, Network(table_address) as network:
        address = network.address
        phone = Watched(browser, address)
        phone.join(DOOR.code)
        page, dialog = phone.page, phone.page.locator("#dialog")
        page.locator("#question a.rule").first.click()
        expect(dialog).to_be_visible()
        phone.is_for_everyone("a rule in a dialog")
        page.keyboard.press("Escape")
        while table.snapshot.can_undo is None or not table.snapshot.last_throw.key:
            if table.snapshot.throw.asked:
                table.throw("phone")
            else:
                answer_by_chance(table, Random(4))
        page.locator("#roll .dice summary").first.click()
        phone.is_for_everyone("setting a die right")
        table.note("camera", table.snapshot.can_undo)
        page.locator("#undo").click()
        expect(page.locator("#proposal")).to_be_visible()
        phone.is_for_everyone("taking back a throw")
        network.cut()
        expect(page.locator("#link")).to_have_class("lost")
        phone.is_for_everyone("without a connection")
        network.mend()
        page.goto(f"{address}/seats")
        page.locator("button[name=free]").first.click()
        page.locator("button[name=free]").first.click()
        page.locator("button[name=watch]").click()
        expect(phone.question).to_be_visible()
        phone.is_for_everyone("looking on")
        phone.context.close()
    table.stop()


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_turn_is_played_with_the_keyboard_alone(name: str, tmp_path: Path, browser: Browser) -> None:
    table, rng = table_of(tmp_path, name=name), Random(4)
    table.start()
    for _ in range(20):
        answer_by_chance(table, rng)
    with served(create_app(table, door=DOOR, names=["table.test"])) as address:
        phone = Watched(browser, address)
        phone.join(DOOR.code)
        begun = turn = table.snapshot.views[None].log[-1][0]
        while turn < begun + 2 and table.snapshot.views[None].asked is not None:
            answer_with_the_keyboard(phone)
            turn = table.snapshot.views[None].log[-1][0]
        assert phone.faults == []
        phone.context.close()
    table.stop()


def answer_with_the_keyboard(phone: Watched) -> None:
    """Tab to what may be answered, choose with Space until it is enough, and give the answer with Enter."""
    page = phone.page
    finish, words = "#question button.main:visible", "#question .words button[aria-pressed=false]:visible"
    phone.question.locator("h2").evaluate("asked => { asked.dataset.old = 1; }")
    if page.locator(finish).count():
        while page.locator(finish).first.is_disabled():
            phone.tab_to(words)
            page.keyboard.press("Space")
        phone.tab_to(finish)
    else:
        phone.tab_to("#question .words button:visible")
    page.keyboard.press("Enter")
    page.wait_for_function("() => !document.querySelector('#question:not([hidden]) h2[data-old]')")
