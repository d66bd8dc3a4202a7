"""Phase 3 and the tasks of the Objective cards (RIT-113 to RIT-126).

A task is noticed the moment it is true and stays met until the check at the end of a turn (RIT-115).
"""

from __future__ import annotations

from companion.engine.questions import Message, Turn, choose
from companion.games.riff_in_time.content import SAN_DIMAS, Task
from companion.games.riff_in_time.play import Play
from companion.games.riff_in_time.rifts import lower_san_dimas


def complete_objectives(play: Play) -> Turn:
    """At the end of a turn every player's Objective is checked, the active player's first (RIT-115)."""
    play.state.phase = "objectives"
    for seat in play.state.others_clockwise(play.active):
        if is_open(play, seat) and play.objective(seat).task.type == "by_hand":
            answer = yield from choose(
                seat, "task", ("met", "not_yet"),
                Message("{seat}: is your task done? {task}",
                        {"seat": seat, "task": play.player(seat).objective}), ("RIT-115",))
            if answer == "met":
                meet(play, seat)
        if play.player(seat).objective_state == "met":
            reward(play, seat)


def reward(play: Play, seat: str) -> None:
    """San Dimas goes down once or twice, and the Action is there from the next turn on (RIT-116, RIT-117)."""
    player = play.player(seat)
    player.objective_state = "rewarded"
    player.reward_turn = play.state.turn
    play.tell("RIT-116", "{seat} completes {task}.", seat=seat, task=player.objective)
    for _ in range(play.objective(seat).sd_icons):
        lower_san_dimas(play)
    play.tell("RIT-117", "{seat} has one more Action from the next turn on: {action}.", seat=seat,
              action=play.objective(seat).action)


def is_open(play: Play, seat: str) -> bool:
    """Whether `seat` still works at its task."""
    return bool(play.player(seat).objective) and play.player(seat).objective_state == "open"


def open_task(play: Play, seat: str, *types: str) -> Task | None:
    """The task of `seat`, if it is open and of one of these types."""
    if not is_open(play, seat):
        return None
    task = play.objective(seat).task
    return task if task.type in types else None


def meet(play: Play, seat: str) -> None:
    """The task is done; it pays at the end of the turn."""
    play.player(seat).objective_state = "met"
    play.tell("RIT-115", "{seat}'s task is done: it pays at the end of the turn.", seat=seat)


def notice_lowering(play: Play, place: str) -> None:
    """The active player has lowered the rift where he is (RIT-118, RIT-121, RIT-122)."""
    seat = play.active
    task = open_task(play, seat, "lower_with", "lower_unique", "lower_with_other")
    if task is None:
        return
    if task.type == "lower_with":
        if task.personage in play.state.booth(seat):
            meet(play, seat)
    elif task.type == "lower_with_other":
        if any(play.player(other).place == place for other in play.state.seats if other != seat):
            meet(play, seat)
    elif place not in play.player(seat).progress:
        advance(play, seat, place, task.count)


def advance(play: Play, seat: str, stage: str, last: int) -> None:
    """One stage of a task is done; its token moves on (RIT-114)."""
    progress = play.player(seat).progress
    progress.append(stage)
    play.tell("RIT-114", "{seat}'s task: stage {stage} of {last}.", seat=seat, stage=len(progress), last=last)
    if len(progress) >= last:
        meet(play, seat)


def notice_arrival(play: Play, seat: str) -> None:
    """A player is at a place with those in the booth (RIT-123 to RIT-125)."""
    task = open_task(play, seat, "sd_with_two", "visit", "route")
    if task is None:
        return
    place, booth = play.player(seat).place, play.state.booth(seat)
    stops_left = task.locations[len(play.player(seat).progress):]
    if task.type == "sd_with_two":
        if place == SAN_DIMAS and len(booth) >= 2:
            meet(play, seat)
    elif task.personage not in booth:
        return
    elif task.type == "visit":
        if place in task.locations:
            meet(play, seat)
    elif place in stops_left[:1]:
        advance(play, seat, place, len(task.locations))


def notice_booth(play: Play, seat: str) -> None:
    """Someone has come into a player's booth (RIT-120); being here with them counts as a visit too."""
    task = open_task(play, seat, "pair")
    booth = play.state.booth(seat)
    if task and task.personage in booth and len(booth) >= 2:
        meet(play, seat)
    notice_arrival(play, seat)


def notice_pass(play: Play, personage: str) -> None:
    """The active player has passed a Personage to another player (RIT-126)."""
    task = open_task(play, play.active, "pass")
    if task and task.personage == personage:
        meet(play, play.active)


def count_clean_round(play: Play) -> None:
    """At a round's end: another full round without Reroll and Booth, or the count begins anew (RIT-119)."""
    for seat, player in play.state.players.items():
        task = open_task(play, seat, "clean_rounds")
        if task and player.clean:
            advance(play, seat, f"round {play.state.round}", task.count)
        elif task and play.says("clean_rounds_in_row"):
            player.progress = []
        player.clean = True
