"""A turn of Betrayal Tour, in the order of the rules: weld, repair, start, throw, event, move."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.questions import TABLE, Barred, Draw, Message, Offer, Turn, choose, draw
from companion.games.betrayal_tour.content import ALIGNMENTS, RESOURCES
from companion.games.betrayal_tour.hazards import release_all_opposed, repair
from companion.games.betrayal_tour.moving import gain, move
from companion.games.betrayal_tour.race import NONE_MARKED, Decision, Race, Word
from companion.games.betrayal_tour.state import IN_BUNKER
from companion.games.betrayal_tour.welding import arrive_at_checkpoint, finish_weld

BY_LOT = "lot"
"""The answer that leaves to chance who begins."""


def turn(race: Race) -> Turn:
    """The next stretch of the race: the set-up, or one player's turn."""
    if race.state.phase == "setup":
        yield from set_up(race)
        return
    seat = race.state.current
    begin_turn(race, seat)
    yield from take_turn(race, seat)
    if not race.state.winner:
        race.state.current = race.state.after(seat)[0]
        race.state.turn += 1


def begin_turn(race: Race, seat: str) -> None:
    """A new turn: nothing of the move before is left (BT-05); a weld under way is finished (BT-59)."""
    state = race.state
    state.move_value, state.move_origin, state.move_end = 0, IN_BUNKER, IN_BUNKER
    state.stops, state.arriving, state.backwards = [], [], False
    race.tell("BT-05", "{seat}'s turn.", seat=seat)
    if race.racer(seat).welding:
        finish_weld(race, seat)


def take_turn(race: Race, seat: str) -> Turn:
    """One start attempt (with the move after a 1), or one movement throw, and all it causes (BT-05)."""
    racer = race.racer(seat)
    if racer.repair_due:
        repair(race, seat)
    elif racer.blocked_need:
        yield from blocked_throw(race, seat)
    elif racer.square == IN_BUNKER:
        if (yield from leaves_bunker(race, seat)):
            yield from movement(race, seat)
    else:
        yield from movement(race, seat)


def set_up(race: Race) -> Turn:
    """Bunkers, sides, and who begins (BT-01 to BT-04)."""
    state = race.state
    if state.options["bunkers"] == "chosen":
        yield from choose_bunkers(race)
    for seat in state.seats:
        race.racer(seat).alignment = yield from race.ask(
            seat, "side", list(ALIGNMENTS),
            "{seat}: which side? PGA attack Azure, Terrorpods attack Purple.", "BT-04")
        race.tell("BT-04", "{seat} is {side}.", seat=seat, side=race.racer(seat).alignment)
    state.current = yield from who_begins(state.seats)
    state.turn, state.phase = 1, "race"
    race.tell("BT-05", "{seat} begins.", seat=state.current)


def who_begins(seats: Sequence[str]) -> Word:
    """The table names who begins, or draws lots for it."""
    first = yield from choose(TABLE, "first", [*seats, BY_LOT], Message("Who begins?"), ("BT-05",))
    if first == BY_LOT:
        (first,) = yield from draw(TABLE, "lots", Draw("lots", tuple(seats)), Message("Whose lot is drawn?"),
                                   ("BT-05",))
    return first


def choose_bunkers(race: Race) -> Turn:
    """Each team takes a bunker of its own."""
    state = race.state
    taken: list[int] = []
    for seat in state.seats:
        team = race.racer(seat).team
        if any(race.racer(other).team == team for other in state.seats[: state.seats.index(seat)]):
            continue
        answer = yield from race.ask(
            seat, "bunker", [free_bunker(bunker.id, taken) for bunker in race.box.bunkers],
            "{seat}: which bunker is yours?", "BT-02")
        taken.append(int(answer))
        for racer in state.racers.values():
            if racer.team == team:
                racer.bunker = int(answer)


def free_bunker(bunker: int, taken: Sequence[int]) -> Offer:
    """A bunker, unless another team has it (BT-02)."""
    return Barred(str(bunker), Message("Another team has it."), "BT-02") if bunker in taken else str(bunker)


def blocked_throw(race: Race, seat: str) -> Turn:
    """A blocked pawn does not move; its owner throws once, and a 10 releases others (BT-30, BT-32)."""
    value = yield from race.throw(seat, "blocked", "BT-30")
    if value == NONE_MARKED:
        release_all_opposed(race, seat)


def leaves_bunker(race: Race, seat: str) -> Decision:
    """One start throw: a 1 puts the pawn on its start square; the player may throw again (BT-08 to BT-12).

    Returns whether a movement throw follows.
    """
    value = yield from race.throw(seat, "start", "BT-08")
    if value == NONE_MARKED:
        release_all_opposed(race, seat)
    if value != 1:
        race.tell("BT-08", "{seat} stays in the bunker.", seat=seat)
        return False
    start = race.start_of(seat)
    race.racer(seat).square = start
    race.tell("BT-09", "{seat} starts on square {square}.", seat=seat, square=start)
    yield from clear_start(race, seat, start)
    answer = yield from race.ask(seat, "again", ["throw", "stay"], "{seat} is on the track! Throw again now?",
                                 "BT-10")
    return answer == "throw"


def clear_start(race: Race, seat: str, start: int) -> Turn:
    """Opponents on the start square go to the nearest checkpoint behind it (BT-11)."""
    sent = race.state.opponents_on(start, seat)
    if not sent:
        return
    checkpoint = race.box.behind(start, "checkpoint")
    for other in sent:
        race.racer(other).square = checkpoint
        race.tell("BT-11", "{seat} is sent to checkpoint {square}.", seat=other, square=checkpoint)
    yield from arrive_at_checkpoint(race, sent, checkpoint)


def movement(race: Race, seat: str) -> Turn:
    """A movement throw: release and bonus event on a 10, then the move, backwards for a jammed pawn."""
    state, racer = race.state, race.racer(seat)
    value = yield from race.throw(seat, "move", "BT-13")
    state.move_value = value
    if racer.back_turns:
        racer.back_turns -= 1
        state.backwards = True
        race.tell("BT-37", "{seat} drives backwards; {count} more times.", seat=seat, count=racer.back_turns)
    event_first = state.options["bonus_before_move"] == "yes"
    if value == NONE_MARKED:
        release_all_opposed(race, seat)
        if event_first:
            yield from bonus_event(race, seat)
    yield from move(race, seat, value, state.backwards)
    if value == NONE_MARKED and not event_first and not state.winner:
        yield from bonus_event(race, seat)


def bonus_event(race: Race, seat: str) -> Turn:
    """A movement throw of 10 brings one event, thrown for with five tokens (BT-68 to BT-74)."""
    racer = race.racer(seat)
    value = yield from race.throw(seat, "bonus", "BT-68")
    if value == 1:
        kind = yield from race.ask(seat, "lucky_find", list(RESOURCES),
                                   "{seat}: a lucky find. Which token?", "BT-69")
        gain(race, seat, kind, "BT-69")
    elif value == 2:
        gain(race, seat, "tyres", "BT-70")
    elif value == 3:
        gain(race, seat, "container", "BT-71")
    elif value == 4:
        racer.blessing = True
        race.tell("BT-72", "{seat} is blessed: the next bad day does nothing.", seat=seat)
    elif value == 5:
        racer.helmets += 1
        race.tell("BT-73", "{seat} gains a turncoat helmet.", seat=seat)
    else:
        racer.safe_conducts += 1
        race.tell("BT-74", "{seat} gains a safe conduct.", seat=seat)
