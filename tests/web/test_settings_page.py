"""The settings page: what the host may change, what the doctor finds, and asking for a held button."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.pages import Page
from companion.settings import Camera, Power, Settings, default_text, load
from tests.web.hosts import HostedPage, send, words
from web.settings import CHOICES


@pytest.fixture
def page(tmp_path: Path) -> Iterator[HostedPage]:
    page = HostedPage(tmp_path, power=Power(off="true", restart="true"))
    yield page
    page.table.stop()


def test_every_setting_on_the_page_is_explained_and_shown_as_it_is(page: HostedPage) -> None:
    html = page.host.client.get("/settings").text
    for _, choices in CHOICES:
        for choice in choices:
            assert f'for="{choice.id}"' in html
            assert f'id="{choice.id}-line"' in html
    assert html.count(" selected>") == html.count("<select")


def test_what_would_cut_the_page_off_or_run_programs_is_not_on_it(page: HostedPage) -> None:
    offered = {choice.id for _, choices in CHOICES for choice in choices}
    assert not {"power.off", "power.restart", "web.host", "web.port", "data"} & offered
    send(page.host, "/settings", **{"power.off": "rm -rf /", "data": "/tmp", "language": "fr"})
    assert load_settings(page).power.off == "systemctl poweroff"


def load_settings(page: HostedPage) -> Settings:
    """What the settings are after the program has begun anew."""
    file = page.shelf.folder / "settings.toml"
    file.write_text(f'data = "{page.shelf.folder}"\n')
    return load(file)


def test_what_the_host_chooses_is_kept_and_the_companion_begins_anew(page: HostedPage) -> None:
    reply = send(page.host, "/settings", **{"language": "fr", "game.confirm_every_throw": "True",
                                            "display.height": "32", "lights.quiet_hours": " 22:00-07:00 "})
    assert (reply.status_code, reply.headers["Location"]) == (303, "/settings?kept=1#kept")
    assert page.change.is_made
    settings = load_settings(page)
    assert settings.language == "fr"
    assert settings.game.confirm_every_throw
    assert settings.display.height == 32
    assert settings.lights.quiet_hours == "22:00-07:00"


def test_a_value_that_is_not_offered_is_refused(page: HostedPage) -> None:
    assert send(page.host, "/settings", **{"camera.source": "/etc/passwd"}).status_code == 400
    assert not page.change.is_made


def test_a_value_of_the_files_own_stays_when_it_is_left_alone(tmp_path: Path) -> None:
    page = HostedPage(tmp_path, camera=Camera(source="/home/ana/frames"))
    assert '<option value="/home/ana/frames" selected>' in page.host.client.get("/settings").text
    assert send(page.host, "/settings", **{"camera.source": "/home/ana/frames"}).status_code == 303
    page.table.stop()


@pytest.mark.parametrize("typed", ["at night", "25:00-7h", "22:00-24:00"])
def test_beside_hours_that_are_none_stands_how_to_write_them(page: HostedPage, typed: str) -> None:
    reply = send(page.host, "/settings", **{"lights.quiet_hours": typed, "language": "fr"})
    assert reply.status_code == 422
    field = reply.text.partition(f'value="{typed}"')[2]
    assert "Write them as 22:00-07:00: hours from 00 to 23" in field[:400]
    assert "chosen.json" not in reply.text
    assert "quiet_hours:" not in words(reply.text)
    assert not page.change.is_made


def test_that_the_settings_were_kept_is_said_beside_the_button(page: HostedPage) -> None:
    kept = page.host.client.get("/settings?kept=1").text
    assert re.search(r'id="kept">Kept\. [^<]*</p>\s*<button class="main">Keep these settings', kept)
    assert "Kept." not in page.host.client.get("/settings").text


def test_everybody_sees_the_settings_and_what_the_doctor_finds(page: HostedPage) -> None:
    html = page.guest.client.get("/settings").text
    assert "Only the host" in html
    assert html.count("<fieldset class=\"card\" disabled>") == len(CHOICES)
    assert "Games are kept in" in html


def test_switching_off_waits_for_the_held_button(page: HostedPage) -> None:
    asked: list[Page] = []
    assert "Switch off" not in page.host.client.get("/settings").text, "there are no buttons to confirm it"
    page.hosting.ask_at_box = asked.append
    assert "Restart the machine" in page.host.client.get("/settings").text
    reply = send(page.host, "/settings/power", what="off")
    assert "hold OK there within a minute" in reply.text
    assert len(asked) == 1
    assert send(page.host, "/settings/power", what="explode").status_code == 409
    assert len(asked) == 1


def test_the_default_file_explains_the_command_that_restarts() -> None:
    assert "restart = " in default_text()
