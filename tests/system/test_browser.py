"""A round of Riff in Time from the phone page in a real browser, the dice read from photographs."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion import games
from companion.chance import Chance
from companion.engine.journal import Header, Journal
from companion.table import Table
from companion.watching import dice_set_of, read_photo
from tests.system.network import Network
from tests.system.page import PhonePage, served
from web import Door, create_app

PHOTOS = Path(__file__).parent.parent / "vision" / "photos"
DOOR = Door(code="123456", token="ABCD2345", secret="only for tests")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Ana and Bob with real dice, photographed one kind at a time, and virtual decks."""
    game = games.load("riff_in_time")
    header = Header(game.id, ("ana", "bob"), {}, game.rules_version, game.content, "camera", "virtual")
    table = Table(game, Journal.create(tmp_path / "game.journal", header), chance=Chance(3),
                  one_kind_a_throw=True)
    table.start()
    yield table
    table.stop()


@pytest.fixture
def address(table: Table) -> Iterator[str]:
    """Where the table's page is."""
    dice_set = dice_set_of(table.game, "one_kind_a_throw")
    app = create_app(table, door=DOOR, names=["table.test"],
                     read_photo=lambda pixels, jpeg: read_photo(table, dice_set, pixels, jpeg))
    with served(app) as address:
        yield address


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[PhonePage]:
    """A phone that plays both seats; whatever the test does, no fault and no foreign request may come."""
    phone = PhonePage(browser, address)
    phone.join(DOOR.code)
    yield phone
    assert phone.faults == []
    phone.context.close()


@pytest.fixture(scope="module")
def three_dice() -> list[Path]:
    """Photographs of three ordinary dice."""
    dice: dict[str, int] = {}
    with (PHOTOS / "labels.csv").open(newline="") as labels:
        for row in csv.DictReader(labels):
            dice[row["file"]] = dice.get(row["file"], 0) + (row["kind"] == "d6")
    found = [PHOTOS / file for file, count in sorted(dice.items()) if count == 3]
    assert found, "the tests' photographs hold none of three dice"
    return found


def test_a_whole_round_is_played_with_dice_read_from_photographs(
        phone: PhonePage, table: Table, three_dice: list[Path]) -> None:
    phone.play_until("Round 2: ana", three_dice)
    rows = [row["data"] for row in table.export()["rows"] if row["kind"] == "answered"]
    throws = [row for row in rows if row["key"] in ("roll", "booth_roll")]
    assert {row["seat"] for row in throws} == {"ana", "bob"}
    assert {row["by"] for row in throws} == {"phone"}, "each photograph was confirmed by a person"
    assert "RIT-18" in phone.page.locator("#log").inner_text()


def test_the_picture_of_the_last_throw_shows_what_was_read(phone: PhonePage, three_dice: list[Path]) -> None:
    phone.play_until("use the Booth", three_dice)
    picture = phone.page.locator("#roll .photo")
    expect(picture.locator("img")).to_be_visible()
    expect(picture.locator("circle.under")).to_have_count(3)
    assert picture.locator("img").evaluate("img => img.naturalWidth") > 0


LIES_UNDER = """(svg, [first, second]) => {
  const words = svg.querySelectorAll("text");
  const [upper, lower] = [words[first], words[second]];
  const [x, y, high] = ["x", "y", "font-size"].map((name) => parseFloat(upper.getAttribute(name)));
  lower.setAttribute("x", x);
  lower.setAttribute("y", y + high / 4);
  lower.setAttribute("data-else", y + 3 * high);
  const img = svg.previousElementSibling;
  img.dispatchEvent(new Event("load"));
  return [upper, lower].map((word) => word.getBBox()).map(({ y, height }) => [y, y + height]);
}"""


def test_names_of_dice_that_lie_one_above_the_other_do_not_cover_each_other(
        phone: PhonePage, three_dice: list[Path]) -> None:
    phone.play_until("use the Booth", three_dice)
    upper, lower = phone.page.locator("#roll .photo svg").evaluate(LIES_UNDER, [0, 1])
    assert upper[1] <= lower[0]


def test_a_name_that_has_no_other_place_is_made_room_for(phone: PhonePage, three_dice: list[Path]) -> None:
    phone.play_until("use the Booth", three_dice)
    drawn = phone.page.locator("#roll .photo svg")
    drawn.evaluate("svg => { const name = svg.querySelectorAll('text')[1]; "
                   "name.dataset.else = name.getAttribute('y'); }")
    upper, lower = drawn.evaluate(LIES_UNDER, [1, 0])
    assert upper[1] <= lower[0]


def test_a_die_is_set_right_in_two_taps(phone: PhonePage, three_dice: list[Path]) -> None:
    phone.play_until("use the Booth", three_dice)
    phone.page.locator("#roll .dice summary").first.tap()
    phone.page.locator("#roll .set_right").get_by_role("button", name="Bogus").tap()
    expect(phone.page.locator("#roll .dice summary").first).to_contain_text("Bogus")
    expect(phone.page.locator("#log")).to_contain_text("ana has Bogus")


def test_a_throw_is_taken_back_only_when_the_table_agrees(phone: PhonePage, three_dice: list[Path]) -> None:
    phone.play_until("use the Booth", three_dice)
    phone.page.locator("#undo").tap()
    expect(phone.page.locator("#proposal")).to_contain_text("what everybody has seen")
    phone.page.locator("#proposal").get_by_role("button", name="Change it").tap()
    again = phone.question.get_by_role("button", name="As it was before")
    expect(again).to_be_visible()
    again.tap()
    expect(phone.question.locator("h2")).to_have_text("ana: use the Booth and throw all dice again?")


def test_a_phone_that_lost_the_network_shows_what_happened_meanwhile(
        browser: Browser, address: str, table: Table) -> None:
    with Network(address) as network:
        phone = PhonePage(browser, network.address)
        phone.join(DOOR.code)
        network.cut()
        expect(phone.page.locator("#link")).to_have_class("lost", timeout=15_000)
        now = table.snapshot.views[None].asked
        assert now is not None
        table.answer("ana", now.number, "character", ("bill",), "buttons")
        network.mend()
        expect(phone.question.locator("h2")).to_have_text("bob: as whom do you play?", timeout=15_000)
        expect(phone.page.locator("#link .ok")).to_be_visible()
        assert phone.faults == []
        phone.context.close()


def test_a_reload_keeps_the_seat_and_the_question(phone: PhonePage) -> None:
    phone.answer_first()
    phone.page.reload()
    expect(phone.question.locator("h2")).to_have_text("bob: as whom do you play?")
    expect(phone.question.locator(".words button").first).to_be_enabled()


def test_two_pages_of_one_phone_do_not_throw_each_other_out(phone: PhonePage) -> None:
    second = phone.context.new_page()
    second.goto(f"{phone.address}/play")
    second.locator("#question .words button").first.tap()
    expect(second.locator("#question h2")).to_have_text("bob: as whom do you play?")
    second.close()
    phone.page.bring_to_front()
    phone.page.locator("body").dispatch_event("focus")
    expect(phone.question.locator("h2")).to_have_text("bob: as whom do you play?")


def test_another_phone_sees_at_once_what_was_answered(browser: Browser, phone: PhonePage) -> None:
    other = PhonePage(browser, phone.address)
    other.page.goto(f"{phone.address}/j/{DOOR.token}")
    other.page.locator("button[name=watch]").tap()
    expect(other.question).to_contain_text("You are looking on.")
    phone.answer_first()
    expect(other.question.locator("h2")).to_have_text("bob: as whom do you play?", timeout=2_000)
    other.context.close()


def test_a_rule_opens_from_the_question_and_closes_again(phone: PhonePage) -> None:
    phone.question.locator("a.rule").first.tap()
    expect(phone.page.locator("#dialog")).to_contain_text("RIT-01")
    phone.page.locator("#dialog").get_by_role("button", name="Close").tap()
    expect(phone.page.locator("#dialog")).to_be_hidden()


def test_a_whole_answer_can_be_given_with_the_keyboard(phone: PhonePage) -> None:
    phone.question.locator(".words button").nth(1).focus()
    phone.page.keyboard.press("Enter")
    expect(phone.question.locator("h2")).to_have_text("bob: as whom do you play?")
    expect(phone.question).to_be_focused()
    phone.page.keyboard.press("Tab")
    phone.page.keyboard.press("Tab")
    phone.page.keyboard.press("Space")
    expect(phone.question.locator("h2")).to_have_text("ana: which task do you keep?")


def test_targets_are_large_enough_for_thumbs(phone: PhonePage) -> None:
    for button in phone.page.locator("button:visible, a.button:visible").all():
        box = button.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 48, button.inner_text()


def test_nothing_sticks_out_of_a_small_screen(phone: PhonePage) -> None:
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
