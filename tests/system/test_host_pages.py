"""The pages around the table in a real browser on a phone's screen: seats, hosts, games, settings."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.doors import door_of
from companion.menu import Menu
from tests.companion.button_player import ButtonPlayer
from tests.companion.hosted import Hosted
from tests.system.page import NAME, PhonePage, served
from web import create_app


class Phones(Hosted):
    """A hosted table, its page served, and two phones: the host's plays Ana, the guest's Bob."""

    def __init__(self, folder: Path, browser: Browser) -> None:
        super().__init__(folder)
        self.door = door_of(self.table)
        self.browser = browser

    def sit_down(self, address: str) -> None:
        """Both phones join and take their seats."""
        self.host, self.guest = (PhonePage(self.browser, address) for _ in range(2))
        for phone, name in ((self.host, "ana"), (self.guest, "bob")):
            phone.page.goto(f"{address}/j/{self.door.token}")
            phone.page.get_by_role("button", name=f"Play as {name}").tap()
            expect(phone.question).to_be_visible()


@pytest.fixture
def phones(tmp_path: Path, browser: Browser) -> Iterator[Phones]:
    phones = Phones(tmp_path, browser)
    app = create_app(phones.table, door=phones.door, names=[NAME], hosting=phones.hosting)
    with served(app) as address:
        phones.sit_down(address)
        yield phones
        for phone in (phones.host, phones.guest):
            assert phone.faults == []
            phone.context.close()
    phones.table.stop()


def test_the_host_frees_a_seat_and_takes_it(phones: Phones) -> None:
    page = phones.host.page
    page.goto(f"{phones.host.address}/seats")
    page.get_by_text("Free this seat").tap()
    page.get_by_role("button", name="Free the seat of bob").tap()
    page.get_by_role("button", name="Play as bob").tap()
    expect(phones.host.question).to_be_visible()
    assert [now.host for now in phones.table.snapshot.seats] == [True, True]
    phones.guest.page.goto(f"{phones.guest.address}/seats")
    expect(phones.guest.page.get_by_text("on the host's phone")).to_have_count(2)


def test_when_the_hosts_phone_is_gone_the_buttons_make_another(phones: Phones) -> None:
    guest = phones.guest.page
    phones.hosting.ask_at_box = lambda page: None
    guest.goto(f"{phones.guest.address}/games")
    expect(guest.get_by_role("link", name="New game")).to_have_count(0)
    player = ButtonPlayer(phones.table, commands=tuple(Menu(phones.hosting, phones.table).commands()))
    player.open_menu()
    player.pick("Another host")
    player.pick("bob")
    guest.reload()
    expect(guest.get_by_role("link", name="New game")).to_be_visible()
    phones.host.page.goto(f"{phones.host.address}/games")
    expect(phones.host.page.get_by_role("link", name="New game")).to_have_count(0)


def test_a_game_is_ended_saved_as_a_file_and_an_earlier_one_deleted(phones: Phones) -> None:
    page = phones.host.page
    page.goto(f"{phones.host.address}/games")
    page.get_by_role("link", name="Riff in Time: ana, bob").tap()
    page.get_by_text("End this game").tap()
    page.get_by_role("button", name="Yes, end it").tap()
    expect(page.get_by_text("How it ended")).to_be_visible()
    expect(phones.guest.page.locator("#outcome")).to_contain_text("The players ended the game")
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as a file").tap()
    saved = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert saved["rows"][0]["data"]["game"] == "riff_in_time"
    page.get_by_role("button", name="Go on with this game").tap()
    expect(phones.host.question.locator("h2")).to_be_visible()
    page.goto(f"{phones.host.address}/games")
    page.get_by_role("link", name="The Quick and the Undead: cleo, dan").tap()
    page.get_by_text("Delete this game").tap()
    page.get_by_role("button", name="Yes, delete it for good").tap()
    expect(page.locator(".tiles li")).to_have_count(1)
    assert phones.shelf.games() == ["riff_in_time-2"]


def test_a_second_phone_joins_a_seat(phones: Phones) -> None:
    page = phones.host.page
    page.goto(f"{phones.host.address}/seats")
    page.get_by_role("link", name="A second phone for ana").tap()
    expect(page.get_by_role("img", name="Picture code for the second phone of ana")).to_be_visible()
    phones.table.share("ana", "a second phone")
    page.goto(f"{phones.host.address}/play")
    phones.host.answer_first()
    expect(phones.guest.question.locator("h2")).to_contain_text("bob")


@pytest.mark.parametrize("path", ["/seats", "/share/ana", "/games", "/games/new",
                                  "/games/new/quick_and_undead", "/games/riff_in_time-2", "/settings",
                                  "/calibrate"])
def test_pages_fit_a_small_screen_with_targets_for_thumbs(phones: Phones, path: str) -> None:
    page = phones.host.page
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{phones.host.address}{path}")
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    for target in page.locator("button:visible, a.button:visible, .seat a:visible, summary:visible, "
                               "select:visible, .tick:visible, .tiles .card:visible").all():
        box = target.bounding_box()
        assert box
        assert box["height"] >= 44, target.inner_text()
    unnamed = page.locator("select, input:not([type=hidden]), button, a").evaluate_all(
        "all => all.filter(one => !(one.labels?.length || one.innerText.trim() || one.ariaLabel))"
        ".map(one => one.outerHTML)")
    assert unnamed == []


# The whole program, which begins itself anew: on a busy machine that takes its time

A_WHILE = pytest.mark.timeout(240)


class Demo:
    """The demo in a process of its own, as anybody starts it."""

    def __init__(self, folder: Path) -> None:
        settings = folder / "settings.toml"
        settings.write_text(f'data = "{folder}"\n[web]\nnames = ["{NAME}"]\n')
        command = [sys.executable, "-m", "companion", "--settings", str(settings), "demo", "--port", "0",
                   "--seats", "Ana Bob", "--seed", "5"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True,
                                        env={**os.environ, "LANG": "C"})
        assert self.process.stdout is not None
        self.port = 0
        for line in self.process.stdout:
            if line.startswith("Open http://"):
                self.port = int(line.split(":")[2].partition("/")[0])
                break

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=30)


@pytest.fixture
def demo(tmp_path: Path, browser: Browser) -> Iterator[PhonePage]:
    """A phone at a demo of its own, which plays both seats."""
    running = Demo(tmp_path)
    phone = PhonePage(browser, f"http://{NAME}:{running.port}")
    code = door_code(tmp_path)
    phone.join(code)
    yield phone
    assert phone.faults == []
    phone.context.close()
    running.stop()


def door_code(folder: Path) -> str:
    """The code of the running table, as its owner's own commands may ask for it."""
    settings = folder / "settings.toml"
    exported = folder / "exported.json"
    subprocess.run([sys.executable, "-c", EXPORT, str(settings), str(exported)], check=True, timeout=30)
    rows = json.loads(exported.read_text())["rows"]
    return str(next(row["data"]["value"] for row in rows
                    if row["kind"] == "kept" and row["data"]["name"] == "door.code"))


EXPORT = """
import json, sys
from pathlib import Path
from companion.carrying import export_game
from companion.settings import load
from companion.shelf import Shelf
settings = load(Path(sys.argv[1]))
settings = settings.model_copy(update={"data": str(settings.folder / "demo")})
Path(sys.argv[2]).write_text(json.dumps(export_game(settings, Shelf(settings.folder).on_table())[0]))
"""


@A_WHILE
def test_a_new_game_is_begun_from_the_page_and_asks_its_first_question(demo: PhonePage) -> None:
    page = demo.page
    page.goto(f"{demo.address}/games")
    page.get_by_role("link", name="New game").tap()
    page.get_by_role("link", name="The Quick and the Undead").tap()
    page.get_by_label("Seat 3").fill("Cleo the Great")
    page.get_by_label("Dice", exact=True).select_option(label="Thrown by the companion")
    page.get_by_text("Where the rules leave a question open").tap()
    page.get_by_label("Five 1s may be changed into a 5").select_option(label="No")
    page.get_by_role("button", name="Begin").tap()
    expect(demo.question.locator("h2")).to_contain_text("pick three starting resources", timeout=90_000)
    assert page.url == f"{demo.address}/play"
    page.goto(f"{demo.address}/seats")
    expect(page.get_by_text("on this phone", exact=True)).to_have_count(2)
    expect(page.get_by_role("button", name="Play as Cleo the Great")).to_be_visible()
    page.goto(f"{demo.address}/games")
    expect(page.locator(".tiles li")).to_have_count(2)
    page.get_by_role("link", name="Riff in Time: Ana, Bob").tap()
    page.get_by_role("button", name="Go on with this game").tap()
    expect(demo.question.locator("h2")).to_contain_text("as whom do you play?", timeout=90_000)


@A_WHILE
def test_a_page_that_was_open_shows_the_new_game(demo: PhonePage) -> None:
    demo.page.goto(f"{demo.address}/games/new/professor_evil")
    other = demo.context.new_page()
    other.goto(f"{demo.address}/play")
    expect(other).to_have_title("Riff in Time")
    demo.page.get_by_role("button", name="Begin").tap()
    expect(demo.page).to_have_title("Professor Evil", timeout=90_000)
    demo.page.close()
    other.bring_to_front()
    # It may have noticed by itself and be on its way already; a locator waits that out.
    other.locator("body").dispatch_event("focus")
    expect(other).to_have_title("Professor Evil", timeout=30_000)
    other.close()


@A_WHILE
def test_settings_are_kept_and_the_game_goes_on(demo: PhonePage, tmp_path: Path) -> None:
    page = demo.page
    page.goto(f"{demo.address}/settings")
    page.get_by_label("The small display's language").select_option(label="Français")
    page.get_by_label("Confirm every throw").select_option(label="Yes")
    page.get_by_role("button", name="Keep these settings").tap()
    expect(page.get_by_label("Confirm every throw")).to_have_value("True", timeout=90_000)
    expect(page.get_by_label("The small display's language")).to_have_value("fr")
    expect(page.get_by_text("Kept. The companion has begun anew with them.")).to_be_in_viewport()
    assert json.loads((tmp_path / "chosen.json").read_text()) == {
        "language": "fr", "game": {"confirm_every_throw": True}}
    page.goto(f"{demo.address}/play")
    expect(demo.question.locator("h2")).to_contain_text("as whom do you play?")
