"""Tables on which a Riff card is about to be drawn, and what came of it."""

from __future__ import annotations

from companion.engine.questions import Draw
from companion.engine.referee import Referee
from companion.games.riff_in_time.state import State
from tests.games.riff_in_time.tables import game, told
from tests.games.riff_in_time.throws import put_back

RAISE_ROME = {"op": "raise", "args": ["rome"]}
LOWER_SD = {"op": "lower_sd"}


def fixed(state: State, *places: str) -> State:
    """Places that were fixed before, their Personages returned."""
    for place in places:
        state.rifts[place].level, state.rifts[place].fixed = 0, True
        put_back(state, game().box.at_home[place])
    return state


def stand(state: State, **places: str) -> State:
    """Players put where a test needs them."""
    for seat, place in places.items():
        state.players[seat].place = place
    return state


def with_levels(state: State, san_dimas: int | None = None, **levels: int) -> State:
    """Dials set."""
    for place, level in levels.items():
        state.rifts[place].level = level
    state.san_dimas = state.san_dimas if san_dimas is None else san_dimas
    return state


def levels(state: State, *places: str) -> list[int]:
    """Where dials are."""
    return [state.rifts[place].level for place in places]


def open_question(referee: Referee) -> str:
    """The open question's key; empty when the game is over."""
    return referee.question.key if referee.question else ""


def cards_asked(referee: Referee) -> dict[str, int]:
    """Which cards may come up, and how many of each."""
    assert referee.question is not None
    (ask,) = referee.question.asks.values()
    assert isinstance(ask, Draw)
    assert ask.deck == "riff"
    return ask.left()


def is_lost_by_the_deck(referee: Referee) -> bool:
    """Whether a card had to be drawn and none was left."""
    return (referee.outcome is not None and referee.outcome.reason == "deck_empty"
            and told(referee, "RIT-42") == ["A Riff card must be drawn and none is left: the game is lost."])
