"""What a seat may see, built by adding: the numbers set in secret are each gang's own until the reveal."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from companion.games.quick_and_undead import odds
from companion.games.quick_and_undead.buildings import price
from companion.games.quick_and_undead.content import SPOTS, STREET
from companion.games.quick_and_undead.ending import scores, solo_score
from companion.games.quick_and_undead.state import State
from companion.games.quick_and_undead.town import Town


def view(town: Town, seat: str | None) -> dict[str, Any]:
    """The table as plain JSON values, in the words of the box."""
    state = town.state
    return {
        "mode": state.mode, "day": state.day, "turn": state.turn, "phase": state.phase, "law": state.law,
        "spot": state.spot, "active": state.active, "high_noon": state.high_noon, "result": state.result,
        "target": state.target, "rolled": list(state.rolled),
        "in_hand": state.in_hand,
        "supply": {"coins": state.supply.coins, "n1": state.supply.n1, "n5": state.supply.n5},
        "boot_hill": state.boot_hill + len(state.boot_hill_under),
        "street": [_undead(town, card) for card in state.street],
        "places": [_place(town, slot) for slot in state.places],
        "spots": [_spot(state, spot) for spot in SPOTS],
        "hired": [name for name, gang in state.gangs.items() if gang.hired],
        "gangs": [_gang(town, name, seat) for name in state.gangs],
        "own": [name for name, gang in state.gangs.items() if gang.seat == seat],
        "ranger": _ranger(town), "scores": _scores(town), "odds": _odds(town),
    }


def line(town: Town) -> str:
    """The state in one line, without what is secret: `A {4,6} c1 n0` as the ledger writes a gang."""
    state = town.state
    gangs = " | ".join(gang_line(town, name) for name in state.gangs)
    undead = " ".join(f"{town.where(where)}:{','.join(town.undead_at(where))}"
                      for where in (STREET, *state.places) if town.undead_at(where))
    ranger = ""
    if state.ranger:
        spots = " ".join(f"{spot}{how[0]}" for spot, how in state.ranger.spots.items())
        ranger = (f" | DR {{{','.join(map(str, state.ranger.loaded))}}} [{spots}] g{state.ranger.graveyard} "
                  f"{state.ranger.crit}")
    when = f"day {state.day} turn {state.turn} {state.result or state.phase} law={state.law or '-'}"
    below = state.boot_hill + len(state.boot_hill_under)
    return (f"{when} | {gangs}{ranger} | {undead or '-'} | boot_hill={below} "
            f"supply={state.supply.coins}/{state.supply.n1} noon={state.high_noon}")


def gang_line(town: Town, name: str) -> str:
    """One gang: `ana {4,6} c1 n0 s3 [4s 5l] g0 o2 skull`."""
    gang, purse = town.gang(name), town.purse(name)
    spots = " ".join(f"{spot}{how[0]}" for spot, how in gang.spots.items())
    n5 = f"+5x{purse.n5}" if purse.n5 else ""
    kills = f" kills {','.join(gang.kills)}" if gang.kills else ""
    loaded = ",".join(map(str, gang.loaded))
    return (f"{name} {{{loaded}}} c{purse.coins} n{purse.n1}{n5} s{gang.stash} [{spots}] g{gang.graveyard} "
            f"o{gang.outside} {gang.crit}{kills}")


def _gang(town: Town, name: str, seat: str | None) -> dict[str, Any]:
    gang, purse = town.gang(name), town.purse(name)
    seen = {
        "gang": name, "seat": gang.seat, "stash": gang.stash, "spots": dict(gang.spots),
        "graveyard": gang.graveyard, "outside": gang.outside, "loaded": gang.loaded, "crit": gang.crit,
        "kills": [_undead(town, card) for card in gang.kills], "locked": gang.number > 0, "hired": gang.hired,
        "coins": purse.coins, "n1": purse.n1, "n5": purse.n5,
        "buildings": [town.where(slot) for slot in town.state.controlled(name)],
        "hit_chance": percent(odds.hit_chance(_card(town, name))),
        "kill_chances": {card: percent(odds.kill_chance(town.box.card[card].weak, _card(town, name)))
                         for where in (STREET, *town.state.places) for card in town.undead_at(where)},
    }
    if seat == gang.seat and gang.number:
        seen["number"] = gang.number
    return seen


def _place(town: Town, slot: str) -> dict[str, Any]:
    place, card = town.state.places[slot], town.card(slot)
    return {"slot": slot, "building": card.id, "name": card.name, "ability": card.ability, "cost": card.cost,
            "price": price(town, slot), "notoriety": card.notoriety, "bonus": place.bonus,
            "occupants": list(place.occupants), "undead": [_undead(town, undead) for undead in place.undead]}


def _undead(town: Town, card: str) -> dict[str, Any]:
    return {"card": card, "value": town.box.card[card].value, "weak": list(town.box.card[card].weak)}


def _spot(state: State, spot: int) -> dict[str, Any]:
    outlaws = [{"gang": name, "how": gang.spots[str(spot)]} for name, gang in state.gangs.items()
               if str(spot) in gang.spots]
    if state.ranger and str(spot) in state.ranger.spots:
        outlaws.append({"gang": "dead_ranger", "how": state.ranger.spots[str(spot)]})
    return {"spot": spot, "now": state.spot == spot, "outlaws": outlaws}


def _ranger(town: Town) -> dict[str, Any] | None:
    ranger = town.state.ranger
    if ranger is None:
        return None
    return {"graveyard": ranger.graveyard, "spots": dict(ranger.spots), "loaded": ranger.loaded,
            "crit": ranger.crit, "score": solo_score(town)}


def _scores(town: Town) -> list[dict[str, Any]]:
    return [{"seat": score.seat, "tokens": score.tokens, "kills": score.kills, "buildings": score.buildings,
             "coins": score.coins, "total": score.total} for score in scores(town)]


def percent(chance: Fraction) -> float:
    """A chance in percent, to a tenth."""
    return round(float(100 * chance), 1)


def _card(town: Town, gang: str) -> odds.Card:
    shooter = town.shooter(gang)
    return odds.Card(tuple(shooter.loaded), shooter.crit)


def _odds(town: Town) -> list[dict[str, Any]]:
    """The chances of the shots that are about to fall."""
    state = town.state
    if state.aims:
        chances = odds.duel_chances({gang: _card(town, gang) for gang in state.aims}, state.aims)
        return [{"what": "killed", "who": gang, "percent": percent(chance)}
                for gang, chance in chances.items()]
    if state.fought_over:
        place, attacker = state.places[state.fought_over], state.active
        chance = odds.takeover_chance(_card(town, attacker), _card(town, place.occupants[0]),
                                      town.card(state.fought_over).ability == "high_ground")
        return [{"what": "takes", "who": attacker, "percent": percent(chance)}]
    if not state.target:
        return []
    shooter = _card(town, state.active)
    if state.target in town.box.card:
        chance = odds.kill_chance(town.box.card[state.target].weak, shooter, state.rolled)
        return [{"what": "kills", "who": state.active, "percent": percent(chance)}]
    return [{"what": "hits", "who": state.active, "percent": percent(odds.hit_chance(shooter))}]
