"""End of turn and day, High Noon, scores and winners (QU-28 to QU-32, QU-142 to QU-153, QU-195)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from companion.engine.questions import Answers, Choose, Question, Turn
from companion.games.quick_and_undead.buildings import send_out
from companion.games.quick_and_undead.content import FIVE
from companion.games.quick_and_undead.duels import final_duel
from companion.games.quick_and_undead.graveyard import note_clear_town
from companion.games.quick_and_undead.state import LAID
from companion.games.quick_and_undead.town import Town

TURNS_A_DAY = 3
LEAVE = "leave"


@dataclass(frozen=True)
class Score:
    """A player's final score and its parts (QU-146)."""

    seat: str
    tokens: int
    kills: int
    buildings: int
    coins: int

    @property
    def total(self) -> int:
        """The Notoriety that counts."""
        return self.tokens + self.kills + self.buildings


def end_turn(town: Town) -> Turn:
    """Outlaws lie down, buildings may be left, High Noon is looked for, the badge goes on."""
    state = town.state
    state.phase, state.spot = "turn_end", 0
    for gang in state.gangs.values():
        gang.spots = dict.fromkeys(gang.spots, LAID)
        gang.hired = False
    if state.ranger:
        state.ranger.spots = dict.fromkeys(state.ranger.spots, LAID)
    yield from withdraw(town)
    if state.high_noon == "running":
        yield from score_game(town)
        return
    if state.mode == "solo":
        check_last_outlaw(town)
    note_clear_town(town)
    pass_badge(town)
    if state.turn == TURNS_A_DAY:
        yield from end_day(town)
    state.turn = state.turn % TURNS_A_DAY + 1
    if state.high_noon == "armed":
        state.high_noon = "running"
        town.tell("QU-144", "High Noon: this is the last turn.")


def withdraw(town: Town) -> Turn:
    """Any gang may take outlaws off its buildings into the stash (QU-30)."""
    for gang in town.state.clockwise():
        mine = town.state.controlled(gang)
        if not mine:
            continue
        buildings = tuple(town.where(slot) for slot in mine)
        left = yield from town.ask_some(gang, "withdraw", Choose(buildings, 0, len(mine)),
                                        "{gang}: call anyone back from the buildings?", "QU-30")
        for building in left:
            send_out(town, gang, town.slot_of(building), "QU-30")


def check_last_outlaw(town: Town) -> None:
    """Alone, with all outlaws in the graveyard the game is lost (QU-191)."""
    (gang,) = town.state.gangs.values()
    if not (gang.stash or gang.spots or any(place.occupants for place in town.state.places.values())):
        raise town.end("gang_dead", (), "QU-191", "Your gang is dead: Dead Ranger wins.")


def pass_badge(town: Town) -> None:
    """The badge goes one gang clockwise after every turn (QU-29, QU-157)."""
    order = list(town.state.gangs)
    town.state.law = order[(order.index(town.state.law) + 1) % len(order)]
    if len(order) > 1:
        town.tell("QU-29", "The LAW badge goes to {gang}.", gang=town.state.law)


def end_day(town: Town) -> Turn:
    """Outlaws on spots go home (QU-31); each building kept costs a bullet (QU-32). Dead Ranger's stay."""
    state = town.state
    state.phase = "day_end"
    for name, gang in state.gangs.items():
        gang.stash += len(gang.spots)
        gang.spots, gang.used_today = {}, []
        town.tell("QU-31", "{gang}'s outlaws go home.", gang=name)
    for gang_name in state.clockwise():
        for slot in state.controlled(gang_name):
            yield from keep_building(town, gang_name, slot)
    state.day += 1


def keep_building(town: Town, gang: str, slot: str) -> Turn:
    """Flip a bullet of choice to keep a building, or leave it (QU-32)."""
    words = [*(str(loaded) for loaded in town.gang(gang).loaded), LEAVE]
    answer = yield from town.ask(gang, "keep", words, "{gang}: a bullet of which slot, to keep {building}?",
                                 "QU-32", building=town.card(slot).id)
    if answer == LEAVE:
        send_out(town, gang, slot, "QU-32")
    else:
        town.flip(gang, int(answer), "QU-32")


def scores(town: Town) -> list[Score]:
    """Every player's score: tokens, undead killed, controlled buildings without undead (QU-146, QU-158)."""
    table = []
    for seat in town.state.seats:
        gangs = [name for name, gang in town.state.gangs.items() if gang.seat == seat]
        purse = town.state.purses[seat]
        kills = sum(town.box.card[card].value for gang in gangs for card in town.gang(gang).kills)
        buildings = sum(town.card(slot).notoriety for gang in gangs for slot in town.state.controlled(gang)
                        if not town.state.places[slot].undead)
        table.append(Score(seat, purse.n1 + FIVE * purse.n5, kills, buildings, purse.coins))
    return table


def score_game(town: Town) -> Turn:
    """The most Notoriety wins, then the most coins, then a duel to the death (QU-146 to QU-153)."""
    town.state.phase = "final_duel"
    ranked = scores(town)
    for score in ranked:
        town.tell("QU-146", "{seat}: {total} Notoriety; coins: {coins}.", seat=score.seat, total=score.total,
                  coins=score.coins)
    out: list[str] = []
    while True:
        best = leaders([score for score in ranked if score.seat not in out])
        if not best:
            winners: Sequence[str] = out
            break
        if len(best) == 1:
            winners = best
            break
        fighters = yield from name_gangs(town, best)
        left = yield from final_duel(town, fighters)
        if left:
            winners = [town.seat(gang) for gang in left]
            break
        out += best
    town.end("high_noon", winners, "QU-146", "The game is over; won by {seats}.")


def leaders(table: Sequence[Score]) -> list[str]:
    """The seats with the most Notoriety and, of these, the most coins (QU-147)."""
    most = max(((score.total, score.coins) for score in table), default=None)
    return [score.seat for score in table if (score.total, score.coins) == most]


def name_gangs(
    town: Town, seats: Sequence[str]
) -> Generator[Question, Answers, list[str]]:
    """Each tied player's gang for the final duel; with two gangs he names one."""
    named = []
    for seat in seats:
        gangs = [name for name, gang in town.state.gangs.items() if gang.seat == seat]
        named.append((yield from town.ask(gangs[0], "champion", gangs, "{gang}: which gang duels?",
                                          "QU-148")))
    return town.state.clockwise(named)


def solo_score(town: Town) -> int:
    """The optional score of a solo game (QU-195)."""
    (gang,), ranger = town.state.gangs.values(), town.ranger
    (purse,) = town.state.purses.values()
    clear = [slot for slot, place in town.state.places.items() if not place.undead]
    owned = sum(town.card(slot).notoriety for slot in clear if town.state.places[slot].occupants)
    return (5 - len(ranger.spots) + purse.n1 + FIVE * purse.n5 + 2 * len(clear) + owned - gang.graveyard)
