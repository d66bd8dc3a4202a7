"""Bouncing contacts and mock pins in, presses out."""

from __future__ import annotations

import random

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from companion.box import BEAT
from hardware.buttons import BUTTONS, HOLD, Buttons, ButtonSettings, Contact, NoButtons, Press, press
from tests.hardware.clock import Clock


def presses_of(contact: Contact, edges: list[tuple[float, bool]], until: float) -> list[Press]:
    """What a contact makes of edges, asked every 10 ms as the box does."""
    presses: list[Press] = []
    now, waiting = 0.0, list(edges)
    while now < until:
        while waiting and waiting[0][0] <= now:
            at, down = waiting.pop(0)
            presses += contact.edge(down, at)
        presses += contact.due(now)
        now += 0.01
    return presses


def bouncing(at: float, down: bool, chance: random.Random, most: float = 0.015) -> list[tuple[float, bool]]:
    """The edges of one change of a contact that bounces for up to `most` seconds."""
    times = sorted(chance.uniform(0, most) for _ in range(2 * chance.randrange(6)))
    return [(at, down), *((at + later, down ^ (number % 2 == 0)) for number, later in enumerate(times))]


def test_a_press_counts_when_the_button_is_let_go() -> None:
    ok = Contact("ok", repeats=False)
    assert presses_of(ok, [(0.1, True)], 0.5) == []
    assert ok.edge(False, 0.5) == []
    assert ok.due(0.51) == []
    assert ok.due(0.52) == [Press("ok")]


def test_a_held_button_says_so_once_and_no_more_on_release() -> None:
    ok = Contact("back", repeats=False)
    assert presses_of(ok, [(0.1, True), (2.5, False)], 3.0) == [Press("back", held=True)]


def test_up_and_down_go_on_while_they_are_held() -> None:
    down = Contact("down", repeats=True)
    presses = presses_of(down, [(0.0, True), (HOLD + 0.6, False)], 2.0)
    assert presses == [Press("down", held=True)] * 3


def test_a_click_of_static_is_no_press() -> None:
    assert presses_of(Contact("ok", repeats=False), [(0.1, True), (0.105, False)], 0.5) == []


def test_a_dip_while_held_does_not_end_the_hold() -> None:
    edges = [(0.0, True), (0.5, False), (0.505, True), (1.2, False)]
    assert presses_of(Contact("back", repeats=False), edges, 2.0) == [Press("back", held=True)]


def test_a_late_look_at_the_contact_misses_nothing() -> None:
    """A busy box may look only once a second: the edges' own times count."""
    ok = Contact("ok", repeats=False)
    edges = [(True, 1.0), (False, 1.1), (True, 1.3), (False, 1.4)]
    presses = [press for down, at in edges for press in ok.edge(down, at)]
    assert presses + ok.due(2.0) == [Press("ok"), Press("ok")]


def test_ten_thousand_bouncing_presses_are_neither_lost_nor_doubled() -> None:
    chance = random.Random(7)
    contact = Contact("ok", repeats=False)
    at, counted = 0.0, 0
    for _ in range(10_000):
        at += chance.uniform(0.06, 0.4)
        let_go = at + chance.uniform(0.04, 0.5)
        for when, down in bouncing(at, True, chance) + bouncing(let_go, False, chance):
            counted += len(contact.edge(down, when))
        at = let_go
    counted += len(contact.due(at + 1))
    assert counted == 10_000


@pytest.mark.parametrize("active_low", [True, False])
def test_mock_pins_go_through_the_same_code(active_low: bool) -> None:
    clock, pins = Clock(), MockFactory()
    settings = ButtonSettings(active_low=active_low)
    buttons = Buttons(settings, pin_factory=pins, clock=clock)
    assert buttons.presses() == []
    for name in BUTTONS:
        press(pins, settings, name, sleep=clock.sleep)
    press(pins, settings, "back", held=True, sleep=clock.sleep)
    assert buttons.presses() == [*(Press(name) for name in BUTTONS), Press("back", held=True)]
    buttons.close()


def test_the_wiring_test_sees_which_buttons_are_down() -> None:
    pins = MockFactory()
    buttons = Buttons(ButtonSettings(), pin_factory=pins, clock=Clock())
    pins.pin(22).drive_low()
    assert buttons.down() == ("up",)
    buttons.close()


def test_a_pin_that_is_taken_is_refused_with_a_sentence_and_the_others_are_given_back() -> None:
    pins = MockFactory()
    with pytest.raises(NoButtons, match="Check the pins in the settings"):
        Buttons(ButtonSettings(pins={"ok": 17, "back": 17, "up": 22, "down": 23}), pin_factory=pins)
    Buttons(ButtonSettings(), pin_factory=pins).close()


def test_the_environment_can_name_other_pins_as_gpiozero_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setattr(Device, "pin_factory", None)
    buttons = Buttons(ButtonSettings())
    Device.pin_factory.pin(17).drive_low()
    assert buttons.down() == ("ok",)
    buttons.close()


def test_a_machine_without_pins_says_what_would_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.setattr(Device, "pin_factory", None)
    with pytest.raises(NoButtons, match="The buttons cannot be used"):
        Buttons(ButtonSettings())


def test_presses_of_four_bouncing_buttons_on_mock_pins_are_neither_lost_nor_doubled() -> None:
    """The same through gpiozero, looked at as seldom as the box does."""
    chance, clock, pins, settings = random.Random(7), Clock(), MockFactory(), ButtonSettings()
    buttons = Buttons(settings, pin_factory=pins, clock=clock)
    made: list[Press] = []
    counted: list[Press] = []
    for _ in range(2_000):
        made.append(Press(chance.choice(BUTTONS)))
        pin = pins.pin(settings.pins[made[-1].button])
        at = clock.now + chance.uniform(0.03, 0.2)
        let_go = at + chance.uniform(0.04, 0.5)
        for when, down in bouncing(at, True, chance) + bouncing(let_go, False, chance):
            while clock.now + BEAT < when:
                clock.sleep(BEAT)
                counted += buttons.presses()
            clock.sleep(when - clock.now)
            (pin.drive_low if down else pin.drive_high)()
        clock.sleep(0.03)
    clock.sleep(BEAT)
    assert counted + buttons.presses() == made
    buttons.close()
