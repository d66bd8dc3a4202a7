"""An evening of phones around a table: they sleep and wake, correct, take back, and look on from afar.

The table is asked for by a name that is not localhost, over plain HTTP: as insecure an origin as phones have.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from companion.table import Table
from tests.system.page import PhonePage, served
from tests.web.phone import DOOR, table_of
from web import create_app

OFFLINE = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Ana and Bob at Riff in Time, who throw real dice and tell what they show."""
    table = table_of(tmp_path, dice="hand")
    table.start()
    yield table
    table.stop()


@pytest.fixture
def address(table: Table) -> Iterator[str]:
    """Where the table's page is."""
    with served(create_app(table, door=DOOR, names=["table.test"])) as address:
        yield address


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[PhonePage]:
    """A phone that plays both seats; whatever the test does, no fault and no foreign request may come."""
    phone = PhonePage(browser, address)
    phone.join(DOOR.code)
    yield phone
    assert phone.faults == []
    phone.context.close()


def onlooker(browser: Browser, address: str) -> PhonePage:
    """A phone that only looks on."""
    phone = PhonePage(browser, address)
    phone.page.goto(f"{address}/j/{DOOR.token}")
    phone.page.locator("button[name=watch]").tap()
    return phone


def throw(phone: PhonePage, face: str) -> None:
    """Play until dice are thrown, and tell that all show the same face."""
    for _ in range(60):
        if "throw the dice" in phone.asked:
            break
        phone.answer_first()
    dice = phone.question.locator("[role=group]")
    for die in dice.all():
        die.locator("label", has_text=face).tap()
    phone.question.get_by_role("button", name="That is what lies there").tap()
    expect(phone.page.locator("#roll .dice li")).to_have_count(3)


def unanswered(phone: PhonePage, what: str) -> list[Route]:
    """From now on requests for `what` get no reply, as from a table that hangs; gives those that came."""
    asked: list[Route] = []

    def keep(route: Route) -> None:
        asked.append(route)

    phone.page.route(what, keep)
    return asked


def answered_elsewhere(table: Table) -> None:
    """Somebody answers the first question with the buttons of the box."""
    table.answer("ana", None, "character", ("bill",), "buttons")


def is_insecure(page: Page) -> bool:
    return not page.evaluate("isSecureContext")


def test_the_page_is_as_insecure_as_a_phones(phone: PhonePage) -> None:
    assert is_insecure(phone.page)


# Sleep, and a lost network


def test_a_page_that_was_frozen_without_network_shows_at_once_what_it_missed(
        phone: PhonePage, table: Table) -> None:
    developer = phone.context.new_cdp_session(phone.page)
    developer.send("Network.enable")
    developer.send("Network.emulateNetworkConditions", OFFLINE)
    developer.send("Page.setWebLifecycleState", {"state": "frozen"})
    answered_elsewhere(table)
    developer.send("Network.emulateNetworkConditions", {**OFFLINE, "offline": False})
    developer.send("Page.setWebLifecycleState", {"state": "active"})
    expect(phone.question.locator("h2")).to_have_text("bob: as whom do you play?", timeout=15_000)
    expect(phone.page.locator("#link .ok")).to_be_visible()
    phone.answer_first()


def test_a_line_that_fell_silent_is_noticed_and_opened_again(browser: Browser, address: str) -> None:
    phone = PhonePage(browser, address)
    phone.page.clock.install()
    phone.join(DOOR.code)
    with phone.page.expect_request("**/play/news/now"), phone.page.expect_request("**/play/news"):
        phone.page.clock.fast_forward(21_000)
    assert phone.faults == []
    phone.context.close()


def test_a_tap_that_gets_no_reply_looks_so_ends_with_a_sentence_and_can_be_tapped_again(
        browser: Browser, address: str) -> None:
    phone = PhonePage(browser, address)
    phone.page.clock.install()
    phone.join(DOOR.code)
    silent = unanswered(phone, "**/api/answers")
    tap = phone.question.locator(".words button").first
    tap.tap()
    expect(tap).to_have_attribute("aria-busy", "true")
    phone.question.locator(".words button").nth(1).tap()
    phone.page.clock.run_for(20_000)
    expect(phone.page.locator("#refusal")).to_have_text(
        "The table does not reply. Tap again in a moment: nothing is done twice.")
    expect(tap).not_to_have_attribute("aria-busy", "true")
    tap.tap()
    expect(tap).to_have_attribute("aria-busy", "true")
    sent = [json.loads(route.request.post_data or "") for route in silent]
    assert len({one["id"] for one in sent}) == 1
    assert [one["words"] for one in sent] == [sent[0]["words"]] * len(sent)
    silent[-1].continue_()
    expect(phone.question.locator("h2")).to_have_text("bob: as whom do you play?")
    expect(phone.page.locator("#refusal")).to_be_hidden()
    assert phone.faults == []
    phone.context.close()


def test_while_nothing_is_heard_the_dot_does_not_say_live(browser: Browser, address: str) -> None:
    phone = PhonePage(browser, address)
    phone.page.clock.install()
    phone.join(DOOR.code)
    unanswered(phone, "**/play/news**")
    phone.page.clock.fast_forward(16_000)
    expect(phone.page.locator("#link")).to_have_class("lost")
    expect(phone.page.locator("#link .no")).to_be_visible()
    phone.page.clock.fast_forward(40_000)
    expect(phone.page.locator("#link")).to_have_class("lost")
    phone.page.unroute("**/play/news**")
    phone.page.clock.run_for(17_000)
    expect(phone.page.locator("#link")).to_have_class("")
    assert phone.faults == []
    phone.context.close()


def test_a_tap_on_what_is_no_longer_asked_gets_a_polite_word_and_the_table_as_it_is(
        phone: PhonePage, table: Table) -> None:
    phone.page.route("**/play/news", lambda route: route.abort())
    phone.page.reload()
    expect(phone.page.locator("#link")).to_have_class("lost")
    answered_elsewhere(table)
    phone.question.locator(".words button").first.tap()
    expect(phone.page.locator("#refusal")).to_have_text(
        "That question is no longer open; look at what is asked now.")
    expect(phone.question.locator("h2")).to_have_text("bob: as whom do you play?")


def test_what_is_half_entered_is_kept_when_nothing_new_is_asked(phone: PhonePage, table: Table) -> None:
    for _ in range(60):
        if "throw the dice" in phone.asked:
            break
        phone.answer_first()
    phone.question.locator("label", has_text="Interact").first.tap()
    table.note("camera", None)
    phone.page.evaluate("dispatchEvent(new Event('online'))")
    phone.page.wait_for_timeout(300)
    expect(phone.question.locator("input:checked")).to_have_count(1)


# Setting right


def test_a_misread_die_is_set_right_in_two_taps(phone: PhonePage) -> None:
    throw(phone, "Move")
    phone.page.locator("#roll .dice summary").nth(1).tap()
    phone.page.locator("#roll .set_right:visible").get_by_role("button", name="Interact").tap()
    expect(phone.page.locator("#roll .dice summary").nth(1)).to_contain_text("Interact")
    expect(phone.page.locator("#log")).to_contain_text("ana has Move, Interact, Move")


def test_a_correction_that_costs_answers_is_shown_to_all_before_it_is_made(
        phone: PhonePage, browser: Browser, address: str) -> None:
    other = onlooker(browser, address)
    throw(phone, "Move")
    phone.question.get_by_role("button", name="No").tap()
    expect(phone.question.locator("h2")).to_contain_text("what next?")
    phone.question.locator(".words button").first.tap()
    expect(phone.question.locator("h2")).to_contain_text("move to where?")
    phone.page.locator("#roll .dice summary").first.tap()
    phone.page.locator("#roll .set_right:visible").get_by_role("button", name="Interact").tap()
    for seen in (phone, other):
        expect(seen.page.locator("#proposal")).to_contain_text("Would be lost")
    expect(other.page.locator("#proposal button")).to_have_count(0)
    phone.page.locator("#proposal").get_by_role("button", name="Change it").tap()
    expect(other.page.locator("#proposal")).to_be_hidden()
    expect(phone.page.locator("#log")).to_contain_text("ana has Interact, Move, Move")
    other.context.close()


def test_taking_back_is_shown_to_all_and_can_be_left(phone: PhonePage) -> None:
    phone.answer_first()
    asked = phone.asked
    phone.page.locator("#undo").tap()
    expect(phone.page.locator("#proposal")).to_contain_text("Then is asked: ana: as whom do you play?")
    phone.page.locator("#proposal").get_by_role("button", name="Leave it").tap()
    expect(phone.page.locator("#proposal")).to_be_hidden()
    assert phone.asked == asked
    phone.page.locator("#undo").tap()
    phone.page.locator("#proposal").get_by_role("button", name="Change it").tap()
    expect(phone.question.locator("h2")).to_have_text("ana: as whom do you play?")


# Reading


def test_the_page_speaks_the_language_that_its_phone_chooses(phone: PhonePage) -> None:
    phone.page.get_by_role("button", name="Français").tap()
    expect(phone.question.locator("h2")).to_have_text("ana : qui jouez-vous ?")
    expect(phone.page.locator("html")).to_have_attribute("lang", "fr")
    phone.answer_first()
    expect(phone.page.locator("#log")).to_contain_text("ana")
    expect(phone.page.locator("#bar")).to_contain_text("Plateau")


def test_the_big_screen_follows_the_game_and_has_nothing_to_tap(
        phone: PhonePage, browser: Browser, address: str) -> None:
    large = browser.new_context(viewport={"width": 1920, "height": 1080})
    page = large.new_page()
    page.goto(f"{address}/j/{DOOR.token}")
    page.goto(f"{address}/big")
    expect(page.locator("#question h2")).to_have_text("ana: as whom do you play?")
    phone.answer_first()
    expect(page.locator("#question h2")).to_have_text("bob: as whom do you play?")
    expect(page.locator("button:visible")).to_have_count(0)
    board = page.locator("#board").bounding_box()
    assert board
    assert board["height"] > 600
    assert page.evaluate("document.documentElement.scrollWidth") <= 1920
    large.close()


def test_text_of_twice_the_size_fits_the_page(phone: PhonePage) -> None:
    throw(phone, "Move")
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
    cut = phone.page.evaluate("""[...document.querySelectorAll('button, a, label, p, li, summary')].filter(
        (part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflow !== 'visible')
        .map((part) => part.outerHTML)""")
    assert [part for part in cut if "unseen" not in part] == []


def test_on_the_narrowest_phone_the_bar_is_one_row_and_the_word_of_the_dot_is_not_broken(
        phone: PhonePage) -> None:
    phone.page.set_viewport_size({"width": 320, "height": 640})
    phone.page.get_by_role("button", name="Français").tap()
    expect(phone.page.locator("html")).to_have_attribute("lang", "fr")
    boxes = [one.bounding_box() or {} for one in phone.page.locator("#bar > *").all()]
    assert len({box["y"] for box in boxes}) == 1
    phone.page.evaluate("document.getElementById('link').className = 'lost'")
    dot = phone.page.evaluate("""(() => {
        const dot = getComputedStyle(document.getElementById("link"), "::before");
        return [dot.width, dot.height];
    })()""")
    assert dot[0] == dot[1]
    lines = phone.page.evaluate("""(() => {
        const word = document.querySelector("#link .no").firstChild, range = document.createRange();
        range.setStart(word, word.data.indexOf("connexion"));
        range.setEnd(word, word.data.indexOf(",") + 1);
        return range.getClientRects().length;
    })()""")
    assert lines == 1
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 320


def test_in_the_left_hand_the_first_button_lies_on_the_left(phone: PhonePage) -> None:
    def order() -> list[str]:
        boxes = [(one.bounding_box() or {}, one.inner_text()) for one in phone.page.locator("#bar > *").all()]
        return [text for _, text in sorted(boxes, key=lambda box: box[0]["x"])]
    assert order() == ["Undo", "Now", "Board", "Log"]
    phone.page.get_by_role("button", name="Left-handed").tap()
    expect(phone.page.locator("body")).to_have_class("left")
    assert order() == ["Log", "Board", "Now", "Undo"]


def test_nothing_moves_where_people_asked_for_no_motion(browser: Browser, address: str) -> None:
    phone = PhonePage(browser, address, reduced_motion="reduce")
    phone.join(DOOR.code)
    moving = "document.getAnimations().length"
    assert phone.page.evaluate(moving) == 0
    phone.answer_first()
    assert phone.page.evaluate(moving) == 0
    phone.context.close()


def test_without_scripts_the_table_can_be_read(browser: Browser, address: str) -> None:
    phone = PhonePage(browser, address, java_script_enabled=False)
    phone.page.goto(f"{address}/j/{DOOR.token}")
    phone.page.click("button[name=all]")
    expect(phone.question.locator("h2")).to_have_text("ana: as whom do you play?")
    for part in ("#board svg", "#players", "#log"):
        expect(phone.page.locator(part).first).to_be_visible()
    phone.context.close()
