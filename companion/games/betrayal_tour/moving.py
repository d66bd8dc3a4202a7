"""Moving, stopping, swapping and what the squares do (BT-13 to BT-19, BT-75 to BT-87)."""

from __future__ import annotations

from companion.engine.questions import Barred, Message, Offer, Turn, open_words
from companion.games.betrayal_tour.content import RESOURCES
from companion.games.betrayal_tour.hazards import bad_day, meet_entity, release
from companion.games.betrayal_tour.paths import Path, path_of
from companion.games.betrayal_tour.race import Decision, Number, Race
from companion.games.betrayal_tour.state import HOME, IN_BUNKER
from companion.games.betrayal_tour.welding import arrive_at_checkpoint, begin_weld, disturb_welds


def move(race: Race, seat: str, value: int, backwards: bool) -> Turn:
    """A move by a movement throw, with everything that comes of it; it must be made (BT-13)."""
    state, racer = race.state, race.racer(seat)
    path = path_of(race, seat, value, backwards)
    state.move_origin, state.move_end, state.stops = racer.square, path.end, list(path.stops)
    if (yield from declines(race, seat, path)):
        state.move_end, state.stops = IN_BUNKER, []
        race.tell("BT-82", "{seat} stays put for the teammate's weld.", seat=seat)
        return
    square = path.end
    if path.stops:
        square = yield from choose_stop(race, seat, path)
    state.move_end, state.stops = IN_BUNKER, []
    racer.square = square
    if square == HOME:
        win(race, seat)
        return
    race.tell("BT-13", "{seat} moves to square {square}.", seat=seat, square=square)
    yield from land(race, seat, value, backwards)
    if racer.square == square:
        yield from exchange(race, seat)


def declines(race: Race, seat: str, path: Path) -> Decision:
    """A move that would end on a teammate's unguarded weld may be cancelled (BT-82)."""
    mate = race.state.mate(seat)
    if not mate or path.end == HOME:
        return False
    other = race.racer(mate)
    if other.square != path.end or not other.welding or other.weld_shielded:
        return False
    answer = yield from race.ask(seat, "decline", ["move", "stay"],
                                 "{seat}: your teammate is welding there. Stay put?", "BT-82")
    return answer == "stay"


def choose_stop(race: Race, seat: str, path: Path) -> Number:
    """The player may end the move on a station or a teammate's square before its last (BT-16, BT-80)."""
    answer = yield from race.ask(
        seat, "stop", [word_of(path.end), *map(str, path.stops), *passed_by(race, path)],
        "{seat}: drive on to {end}, or stop before?", "BT-16", end=word_of(path.end))
    return path.end if answer == word_of(path.end) else int(answer)


def passed_by(race: Race, path: Path) -> list[Offer]:
    """The checkpoints that the move goes over: a pawn that has their parts cannot stop there (BT-16)."""
    return [Barred(str(square), Message("A move is cut short at stations alone."), "BT-16")
            for square in dict.fromkeys(path.squares[:-1])
            if square not in (HOME, *path.stops) and race.kind_of(square) == "checkpoint"]


def word_of(square: int) -> str:
    """A square in answers: its number, or `home`."""
    return "home" if square == HOME else str(square)


def win(race: Race, seat: str) -> None:
    """With all four parts home by exact count: the race is won at once (BT-84, BT-85)."""
    race.state.winner = seat
    race.state.phase = "over"
    race.tell("BT-84", "{seat} is home with all four badge parts and wins!", seat=seat)


def land(race: Race, seat: str, value: int, backwards: bool) -> Turn:
    """The mover comes to rest: checkpoint, or opponents there first, then the square, then the displaced."""
    square = race.racer(seat).square
    if race.kind_of(square) == "checkpoint":
        yield from arrive_at_checkpoint(race, [seat], square)
        return
    displaced = push_away(race, seat, square, backwards)
    yield from square_effect(race, seat, value)
    for other in displaced:
        yield from displaced_effect(race, other, value)


def push_away(race: Race, seat: str, square: int, backwards: bool) -> list[str]:
    """Opponents on the mover's square: the blocked are released (BT-31, BT-34), the others are displaced.

    They go to the square where the mover began this move (BT-75, BT-77); a backwards move displaces nobody.
    There they displace nobody, but a blocked opponent is released and a weld under way explodes at once:
    whoever comes there later, by the mover's own effect, does not arrive during a weld of theirs.
    """
    origin, displaced = race.state.move_origin, []
    for other in race.state.opponents_on(square, seat):
        if race.racer(other).blocked_need:
            release(race, other)
        elif not backwards:
            race.racer(other).square = origin
            displaced.append(other)
            race.tell("BT-75", "Put {seat}'s pawn on square {square}.", seat=other, square=origin)
    race.state.arriving += displaced
    if displaced:
        disturb_welds(race, displaced, origin)
    for other in displaced:
        for blocked in race.state.opponents_on(origin, other):
            if race.racer(blocked).blocked_need:
                release(race, blocked)
    return displaced


def displaced_effect(race: Race, seat: str, value: int) -> Turn:
    """A displaced pawn takes the effect of the square it was put on, after the mover (BT-76)."""
    if race.kind_of(race.racer(seat).square) == "checkpoint":
        yield from begin_weld(race, seat)
    else:
        race.state.arriving.remove(seat)
        yield from square_effect(race, seat, value)


def square_effect(race: Race, seat: str, value: int) -> Turn:
    """What the square does to a pawn at rest on it; an entity looks at the mover's throw (BT-20, BT-43)."""
    kind = race.kind_of(race.racer(seat).square)
    if kind == "station":
        yield from stop_at_station(race, seat)
    elif kind == "bad_day":
        yield from bad_day(race, seat)
    elif kind == "entity":
        yield from meet_entity(race, seat, value)


def stop_at_station(race: Race, seat: str) -> Turn:
    """One token of any kind may be taken (BT-17, BT-18); a pawn that drives backwards takes none (BT-19)."""
    if race.racer(seat).back_turns or (seat == race.state.current and race.state.backwards):
        race.tell("BT-19", "{seat} drives backwards and takes nothing.", seat=seat)
        return
    answer = yield from race.ask(seat, "station", [*RESOURCES, "none"],
                                 "{seat}: at a station. Take which token?", "BT-18")
    if answer != "none":
        gain(race, seat, answer, "BT-18")


def gain(race: Race, seat: str, resource: str, rule: str) -> None:
    """One token more."""
    race.racer(seat).stock[resource] += 1
    race.tell(rule, "{seat} takes {resource}.", seat=seat, resource=resource)


def exchange(race: Race, seat: str) -> Turn:
    """On a teammate's square the two may hand each other resources, both agreeing (BT-81)."""
    mate = race.state.mate(seat)
    if not mate or race.racer(mate).square != race.racer(seat).square:
        return
    while True:
        words = [*tokens_of(race, seat, "give"), *tokens_of(race, mate, "take")]
        if not open_words(words):
            return
        answer = yield from race.ask(seat, "exchange", ["done", *words],
                                     "{seat}: swap tokens with {mate}?", "BT-81", mate=mate)
        if answer == "done":
            return
        what, _, kind = answer.partition(":")
        giver, taker = (seat, mate) if what == "give" else (mate, seat)
        agreed = yield from race.ask(mate, "agree", ["yes", "no"],
                                     "{seat}: {giver} gives {resource}. Agreed?", "BT-81", giver=giver,
                                     resource=kind)
        if agreed == "yes":
            hand_over(race, giver, taker, kind)


def tokens_of(race: Race, giver: str, what: str) -> list[Offer]:
    """What `giver` may hand over, a word each: `give:tyres`, `take:tyres` (BT-81)."""
    offers: list[Offer] = []
    for kind, count in race.racer(giver).stock.items():
        none = Message("{seat} has no {resource}.", {"seat": giver, "resource": kind})
        offers.append(f"{what}:{kind}" if count else Barred(f"{what}:{kind}", none, "BT-81"))
    return offers


def hand_over(race: Race, giver: str, taker: str, kind: str) -> None:
    """One token changes hands; a blocked pawn that gets what it needs spends it and is free (BT-81)."""
    race.racer(giver).stock[kind] -= 1
    racer = race.racer(taker)
    race.tell("BT-81", "{giver} hands {resource} to {seat}.", giver=giver, resource=kind, seat=taker)
    if racer.blocked_need == kind:
        racer.blocked_need = ""
        race.tell("BT-81", "{seat} spends it at once and is no longer blocked.", seat=taker)
    else:
        racer.stock[kind] += 1
