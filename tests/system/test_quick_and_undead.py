"""A turn of The Quick and the Undead on three phones in a real browser: sealed choice, duel, own turns."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion import games
from companion.chance import Chance
from companion.engine.journal import Header, Journal
from companion.i18n import Sentences
from companion.table import Table
from tests.system.page import PhonePage, served
from web import Door, create_app

DOOR = Door(code="123456", token="ABCD2345", secret="only for tests")
SEATS = ("ana", "ben", "cyril")
PICKS = {"ana": ("coin", "bullet", "n1"), "ben": ("coin", "coin", "bullet"), "cyril": ("coin", "coin", "n1")}
Phones = dict[str, PhonePage]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Three gangs with their starting resources and virtual dice, Ana with the badge."""
    game = games.load("quick_and_undead")
    header = Header(game.id, SEATS, {}, game.rules_version, game.content, "virtual", "virtual")
    table = Table(game, Journal.create(tmp_path / "game.journal", header), chance=Chance(8))
    table.start()
    for seat in SEATS:
        table.answer(seat, None, "picks", PICKS[seat], "script")
    for seat, slot in (("ana", "6"), ("ben", "3")):
        table.answer(seat, None, "slots", (slot,), "script")
    table.answer("-", None, "law", ("ana",), "script")
    yield table
    table.stop()


@pytest.fixture
def phones(browser: Browser, table: Table) -> Iterator[Phones]:
    """A phone for each seat; whatever the test does, no fault and no foreign request may come."""
    with served(create_app(table, door=DOOR, names=["table.test"])) as address:
        phones = {seat: PhonePage(browser, address) for seat in SEATS}
        for seat, phone in phones.items():
            phone.page.goto(address)
            phone.page.fill("#code", DOOR.code)
            phone.page.click("button.main")
            phone.page.click(f"button[name=take][value={seat}]")
            expect(phone.question.locator("h2")).to_be_visible()
        yield phones
        for phone in phones.values():
            assert phone.faults == []
            phone.context.close()


def tap(phone: PhonePage, label: str) -> None:
    """Tap an answer, waiting until it is offered."""
    phone.question.get_by_role("button", name=label, exact=True).first.tap()


def asked(phones: Phones, text: str) -> None:
    """All phones come to ask something."""
    for phone in phones.values():
        expect(phone.question.locator("h2")).to_contain_text(text)


def all_say(phones: Phones, label: str) -> None:
    for phone in phones.values():
        tap(phone, label)


def shown(phone: PhonePage, *parts: str) -> str:
    """What parts of a phone's page hold, seen or not."""
    found: str = phone.page.evaluate(
        "(parts) => [...document.querySelectorAll(parts)].map((part) => part.outerHTML).join()",
        ", ".join(parts))
    return found


def play_on(phones: Phones, table: Table, until: str) -> None:
    """Whoever is asked answers what comes first, or skips, until the question `until` is open."""
    said = Sentences("en", table.game, SEATS)
    for _ in range(40):
        now = table.snapshot
        question = now.views[None].asked
        assert question is not None
        if question.key == until:
            return
        phone = phones[question.waiting[0]]
        expect(phone.question.locator("h2")).to_have_text(said.say(question.text))
        skip = phone.question.get_by_role("button", name="Skip to income")
        words = phone.question.locator(".words button:visible")
        expect(phone.question.locator("button:visible").first).to_be_enabled()
        main = phone.question.locator("button.main")
        (skip if skip.count() else words if words.count() else main).first.tap()
        assert table.wait(now.version, 5).version > now.version
    raise AssertionError(f"“{until}” was never asked")


def test_a_whole_turn_is_played_on_three_phones(phones: Phones, table: Table) -> None:
    ana, ben, cyril = (phones[seat] for seat in SEATS)
    asked(phones, "set your die under your hand")
    boards = {seat: shown(phone, "#board") for seat, phone in phones.items()}
    told = shown(ben, "#log", "#board", "#players")
    tap(ana, "Spot 4")
    expect(ana.question).to_contain_text("Waiting for ben, cyril")
    ben.page.wait_for_timeout(500)  # nothing on his page says that the news has come
    assert shown(ben, "#log", "#board", "#players") == told
    tap(ben, "Spot 4")
    tap(cyril, "Spot 7")
    asked(phones, "Hired Guns?")
    assert {seat: shown(phone, "#board") for seat, phone in phones.items()} == boards
    told_four = [seat for seat, phone in phones.items() if "Your number: 4" in shown(phone, "#players")]
    assert told_four == ["ana", "ben"]
    all_say(phones, "Stay")
    expect(cyril.question.locator("h2")).to_contain_text("cyril: choose your action")
    expect(ben.page.locator("#players")).to_contain_text("Order: 7 now: cyril, 4: ana, ben")
    tap(cyril, "Skip to income")
    tap(cyril, "Bullet")
    tap(cyril, "Slot 5")
    asked(phones, "roll, all at once")
    expect(cyril.page.locator("#players")).to_contain_text("ana dies: ")
    for phone in (ben, ana):
        phone.question.get_by_role("button", name="Throw").first.tap()
    for phone in phones.values():
        expect(phone.page.locator("#log a.rule", has_text="QU-50").first).to_be_attached()
    play_on(phones, table, "select")
    asked(phones, "set your die under your hand")
    answered = [row["data"] for row in table.export()["rows"] if row["kind"] == "answered"]
    assert [row["seat"] for row in answered if row["key"] == "duel"] == ["ben", "ana"]
    assert table.snapshot.views[None].board["turn"] == 2
    assert ana.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_board_is_large_enough_to_be_read(phones: Phones) -> None:
    ana = phones["ana"]
    expect(ana.page.locator("#board svg")).to_have_attribute(
        "aria-label", "Day 1, turn 1; 1 undead in the street, 5 in Boot Hill.")
    sizes = ana.page.evaluate("""[...document.querySelectorAll('#board .cell text')].map(
        (text) => parseFloat(text.getAttribute('font-size')) * text.getScreenCTM().a)""")
    assert min(sizes) >= 8
    assert sorted(sizes)[len(sizes) // 2] >= 9
