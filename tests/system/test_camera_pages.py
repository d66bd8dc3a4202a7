"""The pages about the camera in a real browser: learning the tray, teaching a face, with dice that are drawn.

The camera is a stand-in behind the very protocol of the real one; nets, tray and watch are the real ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from companion.table import Table
from companion.tray import FILE
from tests.system.bench import Bench, attached, dice, lying
from tests.system.page import NAME, served
from tests.system.test_for_everyone import Watched
from tests.web.phone import DOOR, answer_by_chance, table_of
from vision.dice_sets import SETS
from vision.reader import read
from web import create_app

pytestmark = pytest.mark.timeout(180)
SOON = 20_000
"""Milliseconds within which dice have been read, on a busy machine too."""


class AtTheTray:
    """A new table whose dice lie under a camera, and a phone that plays for all."""

    def __init__(self, folder: Path, browser: Browser) -> None:
        self.folder, self.browser = folder, browser
        self.table: Table = table_of(folder, dice="camera")
        self.table.start()
        self.bench = Bench()
        self.devices = attached(self.table, self.bench, folder)
        self.app = create_app(self.table, door=DOOR, names=[NAME], lessons=lambda: self.devices.lessons,
                              tray=lambda: self.devices.tray)

    def open(self, address: str) -> None:
        """Join with a phone."""
        self.phone = Watched(self.browser, address)
        self.page = self.phone.page
        self.phone.join(DOOR.code)

    def go(self, path: str) -> None:
        """Open a page."""
        self.page.goto(self.phone.address + path)

    def throw(self) -> None:
        """Play until the first throw is asked for, three yellow dice, and throw them."""
        self.bench.show(lying())
        while (asked := self.table.snapshot.views[None].asked) is None or asked.key != "roll":
            answer_by_chance(self.table, Random(1))
        self.bench.throw(lying(dice(3)))

    def close(self) -> None:
        """Let go of everything."""
        self.devices.stop()
        self.table.stop()


@pytest.fixture
def here(tmp_path: Path, browser: Browser) -> Iterator[AtTheTray]:
    here = AtTheTray(tmp_path, browser)
    with served(here.app) as address:
        here.open(address)
        yield here
        assert here.phone.faults == []
        here.phone.context.close()
    here.close()


def test_a_face_is_taught_and_known_from_the_next_throw_on(here: AtTheTray) -> None:
    page = here.page
    unknown = read(lying(dice(3)), SETS["riff_in_time"], {"wyld": 3})
    assert not any(die.certain for die in unknown.dice)
    here.go("/teach")
    for look, angle in enumerate((0, 40, 80)):
        here.bench.show(lying(dice(1, angle)))
        page.get_by_role("button", name="Look").tap()
        expect(page.get_by_role("img", name="What the camera saw")).to_have_count(look + 1, timeout=SOON)
    page.get_by_label("Which face is this?").select_option("wyld/reroll")
    page.get_by_role("button", name="That is it").tap()
    expect(page.locator(".known .good")).to_have_text("Reroll 3 ✓", timeout=SOON)
    assert here.table.snapshot.notes
    page.get_by_role("button", name="The lesson is over").tap()
    expect(page.locator("#question")).to_be_visible(timeout=SOON)
    here.throw()
    expect(page.locator("#roll .dice")).to_contain_text("Reroll", timeout=SOON)
    assert [die.word for die in here.table.snapshot.last_throw.dice] == ["reroll"] * 3
    assert [row["data"]["by"] for row in here.table.export()["rows"]
            if row["kind"] == "answered" and row["data"]["key"] == "roll"] == ["camera"]


def test_the_tray_is_learned_and_alone_is_looked_at_from_the_next_throw_on(here: AtTheTray) -> None:
    page = here.page
    here.go("/calibrate")
    expect(page.get_by_text("The tray has not been learned")).to_be_visible()
    here.bench.show(lying(markers=(0, 1, 2, 3)))
    expect(page.get_by_text("4 of the four markers are seen.")).to_be_visible(timeout=SOON)
    assert page.locator("#camera").evaluate("img => img.decode().then(() => img.naturalWidth)") == 640
    page.get_by_role("button", name="Learn this tray").tap()
    expect(page.get_by_text("The tray is known.")).to_be_visible(timeout=SOON)
    expect(page.get_by_text("The line shows the tray as it was learned")).to_be_visible()
    assert len(json.loads((here.folder / FILE).read_text())["corners"]) >= 4
    here.go("/play")
    here.throw()
    expect(here.phone.question).to_contain_text("not sure", timeout=SOON)
    expect(page.locator(".cut_out")).to_have_count(3)
    photo = here.table.photo(here.table.snapshot.throw.number)
    assert photo is not None
    wide = cv2.imdecode(np.frombuffer(photo, np.uint8), cv2.IMREAD_COLOR).shape[1]
    assert 330 < wide < 420, "the tray's part of 640"


def test_a_tray_that_cannot_be_made_out_is_refused_with_what_would_do(here: AtTheTray) -> None:
    here.bench.show(lying(markers=(0, 2)))
    here.go("/calibrate")
    here.page.get_by_role("button", name="Learn this tray").tap()
    expect(here.page.get_by_role("alert")).to_contain_text("Only 2 of the four", timeout=SOON)
    assert not (here.folder / FILE).exists()


def test_the_page_follows_the_lamp_and_the_camera(here: AtTheTray) -> None:
    here.go("/calibrate")
    said, picture = here.page.locator("#camera_said"), here.page.locator("#camera")
    expect(said).to_contain_text("Dice can be read in this light.")
    here.bench.show(lying(brightness=0.2))
    expect(said).to_contain_text("More light on the tray.", timeout=SOON)
    here.bench.is_there = False
    expect(said).to_contain_text("The camera gives no picture.", timeout=SOON)
    expect(picture).to_be_hidden(timeout=SOON)
    here.bench.is_there = True
    expect(picture).to_be_visible(timeout=SOON)
    here.phone.context.set_offline(True)
    expect(said).to_contain_text("No connection, trying again", timeout=SOON)
    here.phone.context.set_offline(False)
    expect(said).to_contain_text("More light on the tray.", timeout=SOON)


@pytest.mark.parametrize("path", ["/calibrate", "/teach"])
def test_the_pages_fit_a_small_screen_with_targets_for_thumbs(here: AtTheTray, path: str) -> None:
    here.page.set_viewport_size({"width": 320, "height": 640})
    here.bench.show(lying(dice(1)))
    here.go("/teach")
    here.page.get_by_role("button", name="Look").tap()
    expect(here.page.get_by_role("img", name="What the camera saw")).to_be_visible(timeout=SOON)
    here.go(path)
    assert here.page.evaluate("document.documentElement.scrollWidth") <= 320
    for target in here.page.locator("button:visible, a.button:visible, select:visible").all():
        box = target.bounding_box()
        assert box
        assert box["height"] >= 44, target.inner_text()


def test_axe_finds_nothing_on_these_pages_in_any_state(here: AtTheTray) -> None:
    page, phone = here.page, here.phone
    here.go("/calibrate")
    phone.is_for_everyone("a tray that is not known")
    here.bench.show(lying(markers=(0, 2)))
    page.get_by_role("button", name="Learn this tray").tap()
    expect(page.get_by_role("alert")).to_be_visible(timeout=SOON)
    phone.is_for_everyone("refused")
    here.bench.show(lying(markers=(0, 1, 2, 3)))
    page.get_by_role("button", name="Learn this tray").tap()
    expect(page.get_by_text("The tray is known.")).to_be_visible(timeout=SOON)
    phone.is_for_everyone("learned")
    here.bench.is_there = False
    expect(page.get_by_text("The camera gives no picture.")).to_be_visible(timeout=SOON)
    phone.is_for_everyone("without a picture")
    here.bench.is_there = True
    here.bench.show(lying(dice(1)))
    here.go("/teach")
    phone.is_for_everyone("nothing shown yet")
    page.get_by_role("button", name="Look").tap()
    expect(page.get_by_role("img", name="What the camera saw")).to_be_visible(timeout=SOON)
    phone.is_for_everyone("a face shown")
    here.bench.show(lying())
    page.get_by_role("button", name="Look again").tap()
    expect(page.get_by_role("alert")).to_contain_text("No die was found", timeout=SOON)
    phone.is_for_everyone("no die there")
    page.get_by_label("Which face is this?").select_option("wyld/move")
    page.get_by_role("button", name="That is it").tap()
    expect(page.get_by_role("button", name="Look", exact=True)).to_be_visible(timeout=SOON)
    phone.speak("fr")
    phone.is_for_everyone("in French, a face half known")
    here.go("/calibrate")
    phone.is_for_everyone("the tray, in French")
