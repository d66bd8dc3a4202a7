"""Special powers while their tiles are face up: the permanent part and the bonus (EVIL-96 to EVIL-98)."""

from __future__ import annotations

from companion.engine.questions import Barred, Message, Offer, Turn
from companion.games.professor_evil.effects import do_effects
from companion.games.professor_evil.house import House
from companion.games.professor_evil.state import BONUS


def power_words(house: House, window: str) -> list[Offer]:
    """The permanent part on the own turn, so often; the bonus once, which ends both (EVIL-96, EVIL-97)."""
    character = house.box.character[house.me.character]
    if not house.me.power or character.window != window:
        return []
    return [power_word(house), "bonus"]


def power_word(house: House) -> Offer:
    """The permanent part, if it may be used again this turn, and an action is left where it costs one."""
    state, character = house.state, house.box.character[house.me.character]
    if state.power_uses >= character.per_turn_limit:
        return Barred("power", Message("It has been used this turn."), "EVIL-96")
    if character.costs_action and state.actions_left <= 0:
        return Barred("power", Message("No action is left this turn."), "EVIL-96")
    return "power"


def use_power(house: House) -> Turn:
    """What the permanent part says (EVIL-96)."""
    state, character = house.state, house.box.character[house.me.character]
    state.power_uses += 1
    if character.costs_action:
        state.actions_left -= 1
    house.tell("EVIL-96", "{seat} uses the power.", seat=state.current)
    yield from do_effects(house, character.id, character.permanent)


def use_bonus(house: House) -> Turn:
    """The tile goes face down at once, then what the bonus says (EVIL-97)."""
    character = house.box.character[house.me.character]
    house.me.power = False
    house.tell("EVIL-97", "{seat} uses the bonus: turn the power tile face down.", seat=house.state.current)
    yield from do_effects(house, character.id + BONUS, character.bonus)
