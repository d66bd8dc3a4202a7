"""A turn of Riff in Time, in the rulebook's order (RIT-14 to RIT-20).

Phase 1: a Riff card. Phase 2: dice and Actions. Phase 3: Objectives. Then the win is checked, and after
the last player's turn San Dimas goes up.
"""

from __future__ import annotations

from companion.engine.questions import Turn
from companion.games.riff_in_time.actions import take_actions
from companion.games.riff_in_time.dice import assemble_pool, resolve_bogus, roll_pool, use_booth
from companion.games.riff_in_time.objectives import complete_objectives, count_clean_round
from companion.games.riff_in_time.play import Play, TimeIsUp
from companion.games.riff_in_time.riff_cards import draw_riff_card
from companion.games.riff_in_time.rifts import raise_san_dimas
from companion.games.riff_in_time.setup import set_up


def turn(play: Play) -> Turn:
    """The next stretch of the game: the set-up, or one player's turn. A loss ends it at once (RIT-132)."""
    if play.state.phase == "setup":
        yield from set_up(play)
        return
    try:
        yield from player_turn(play)
    except TimeIsUp:
        return


def player_turn(play: Play) -> Turn:
    """One player's turn: three phases, each finished before the next (RIT-15, RIT-16)."""
    begin_turn(play)

    # Phase 1: draw a Riff card.
    yield from draw_riff_card(play)

    # Phase 2: roll dice and perform Actions.
    yield from assemble_pool(play)
    yield from roll_pool(play)
    yield from use_booth(play)
    yield from resolve_bogus(play)
    yield from take_actions(play)

    # Phase 3: complete Objectives and gain rewards.
    yield from complete_objectives(play)

    if is_won(play):
        return
    if is_last_of_round(play):
        end_round(play)
    pass_clockwise(play)


def begin_turn(play: Play) -> None:
    """The active player's turn begins with nothing on hand from the turn before (RIT-17, RIT-91)."""
    state = play.state
    state.phase = "riff"
    state.pool, state.card_actions = [], []
    state.booth_used = state.ability_used = False
    play.tell("RIT-17", "{seat}'s turn.", seat=play.active)


def is_won(play: Play) -> bool:
    """All ten locations Fixed at the end of a player's turn win, before any raise (RIT-130)."""
    if not play.state.all_fixed():
        return False
    play.state.result = "all_fixed"
    play.state.phase = "over"
    play.tell("RIT-130", "All ten rifts are fixed: you have won!")
    return True


def is_last_of_round(play: Play) -> bool:
    """Whether the next player clockwise is the one who began the round (RIT-14)."""
    return next_clockwise(play) == play.state.starter


def end_round(play: Play) -> None:
    """San Dimas goes up once, or the game is lost (RIT-18, RIT-19); clean rounds are counted."""
    play.tell("RIT-18", "Round {round} is over.", round=play.state.round)
    raise_san_dimas(play)
    count_clean_round(play)
    play.state.round += 1


def pass_clockwise(play: Play) -> None:
    """Play goes to the next player clockwise (RIT-17)."""
    play.state.active = next_clockwise(play)
    play.state.turn += 1
    play.state.phase = "riff"


def next_clockwise(play: Play) -> str:
    """The seat to the left of the active player's; alone, the same."""
    return play.state.others_clockwise(play.active)[1 % len(play.state.seats)]
