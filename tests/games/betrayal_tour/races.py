"""Races for the tests of Betrayal Tour: racers in the ledger's notation, throws as `##...`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from companion.engine.questions import Roll
from companion.engine.referee import Referee
from companion.games import load
from companion.games.betrayal_tour.content import RESOURCES
from companion.games.betrayal_tour.game import BetrayalTour
from companion.games.betrayal_tour.race import Race
from companion.games.betrayal_tour.state import HOME, IN_BUNKER, Racer, State
from companion.games.betrayal_tour.view import racer_line
from tests.games.golden import said

SIDES = {"a": "azure", "b": "purple", "c": "azure", "d": "purple"}
FAR = "bunker {} 111111"
BOARDS = Path(__file__).parent / "boards"


@cache
def game(board: str = "") -> BetrayalTour:
    """The game on its default board, or on one of the tests' own boards."""
    loaded = load("betrayal_tour", BOARDS / f"{board}.toml" if board else None)
    assert isinstance(loaded, BetrayalTour)
    return loaded


def racer(text: str, team: int, bunker: int, alignment: str, checkpoints: Sequence[int]) -> Racer:
    """A racer from `22 {6,19} 110111 weld shield need tyres back 3 bless helmet 1 safe 1`."""
    place, parts, stock, *flags = text.split()
    made = Racer(team, bunker, alignment, {"bunker": IN_BUNKER, "home": HOME}.get(place) or int(place))
    on = [int(part) for part in parts.strip("{}").split(",") if part]
    made.welds = {str(square): square in on for square in checkpoints}
    made.stock = {kind: int(count) for kind, count in zip(RESOURCES, stock, strict=True)}
    while flags:
        flag = flags.pop(0)
        if flag == "weld":
            made.welding = True
        elif flag == "shield":
            made.weld_shielded = True
        elif flag == "bless":
            made.blessing = True
        else:
            value = flags.pop(0)
            if flag in ("need", "repair"):
                setattr(made, {"need": "blocked_need", "repair": "repair_due"}[flag], value)
            else:
                setattr(made, {"back": "back_turns", "helmet": "helmets", "safe": "safe_conducts"}[flag],
                        int(value))
    return made


def a_race(current: str = "a", options: str = "", board: str = "", **racers: str) -> Referee:
    """A race in which it is `current`'s turn. a, b, c, d have bunkers 0 to 3; a1 and a2 are a's team.

    `options` are those that differ from the defaults: `attack_blocks=no explosion_stock=keep`.
    """
    teams = sorted({seat[0] for seat in racers})
    settled = game().new(["a", "b"], dict(option.split("=") for option in options.split())).options
    state = State(
        seats=list(racers), options=settled,
        racers={seat: racer(text, teams.index(seat[0]), "abcd".index(seat[0]), SIDES[seat[0]],
                            game(board).box.checkpoints)
                for seat, text in racers.items()},
        current=current, turn=1, phase="race")
    return Referee(game(board), state)


def play(referee: Referee, *answers: str) -> Referee:
    """Give answers such as `a move ##...` or `a station oxygen`."""
    for line in answers:
        seat, key, *words = line.split()
        assert referee.question is not None, line
        ask = referee.question.asks.get(seat)
        if isinstance(ask, Roll):
            words = [f"{die.id}={'marked' if side == '#' else 'blank'}"
                     for die, side in zip(ask.dice, words[0], strict=True)]
        referee.answer(seat, key, words)
    return referee


def where(referee: Referee, seat: str) -> str:
    """A racer in the ledger's notation."""
    return racer_line(race_of(referee), seat)


def race_of(referee: Referee) -> Race:
    """The race as the rules see it."""
    on = referee.game
    assert isinstance(on, BetrayalTour)
    return Race(on.box, referee.state)


def told(referee: Referee) -> list[str]:
    """The log, each line with its rule, but for the first: whose turn it was."""
    return [f"{line.rule} {said(line.message)}" for line in referee.log][1:]


def asked(referee: Referee) -> tuple[str, str]:
    """Whom is asked what: the seat and the key."""
    assert referee.question is not None
    (seat,) = referee.question.asks
    return seat, referee.question.key


def words(referee: Referee) -> tuple[str, ...]:
    """The words that fit the open question."""
    assert referee.question is not None
    (ask,) = referee.question.asks.values()
    return getattr(ask, "words", ())
