"""The demo's page in a real browser: whoever tries the companion looks at it first."""

from __future__ import annotations

import re
from pathlib import Path
from time import sleep

import cv2
import numpy as np
from playwright.sync_api import Browser, expect

from tests.system.page import PhonePage, served
from tests.web.phone import DOOR, table_of
from tests.web.test_openapi import SmallDemo
from web import create_app


class SlowDemo(SmallDemo):
    """A device whose pictures are longer on the way than the page waits between two looks."""

    def tray_jpeg(self) -> bytes:
        sleep(0.7)
        return cv2.imencode(".jpg", np.zeros((480, 640, 3), np.uint8))[1].tobytes()

    def display_png(self) -> bytes:
        sleep(0.7)
        return cv2.imencode(".png", np.zeros((64, 128), np.uint8))[1].tobytes()


def test_the_pictures_follow_however_slowly_they_come(tmp_path: Path, browser: Browser) -> None:
    table = table_of(tmp_path)
    table.start()
    with served(create_app(table, door=DOOR, names=["table.test"], demo=SlowDemo())) as address:
        phone = PhonePage(browser, address)
        phone.join(DOOR.code)
        phone.page.goto(f"{address}/demo")
        for picture in ("#tray", "#display"):
            expect(phone.page.locator(picture)).to_have_attribute("src", re.compile(r"\?\d+$"), timeout=9_000)
        phone.context.close()
    table.stop()
