"""Stealing coins, Notoriety and bullets (QU-84 to QU-88, QU-182, QU-209 to QU-212)."""

from __future__ import annotations

from companion.engine.questions import Barred, Message, Offer, Turn
from companion.games.quick_and_undead.town import Town, move_tokens

SAFE = {"coins": "safe_coins", "n1": "safe_notoriety", "bullet": "safe_bullets"}
SAFE_RULES = {"coins": "QU-209", "n1": "QU-210", "bullet": "QU-211"}
RULES = {"coins": "QU-85", "n1": "QU-86", "bullet": "QU-87"}
SUPPLY = "supply"


def owned(town: Town, gang: str, kind: str) -> int:
    """How much of a kind can be stolen from a gang; N5 tokens are immune (QU-86)."""
    if kind == "bullet":
        return len(town.gang(gang).loaded)
    purse = town.purse(gang)
    if kind == "n1" and not purse.n1 and town.state.options["break_five_on_steal"] == "yes":
        return int(town.can_break(gang))
    return purse.coins if kind == "coins" else purse.n1


def victims(town: Town, gang: str, kind: str) -> list[Offer]:
    """Whom to rob, as `rob:ben`: other players' gangs, or alone the supply."""
    if town.state.mode == "solo":
        return [f"rob:{SUPPLY}"] if kind == "bullet" or getattr(town.state.supply, kind) else []
    mine = town.gang(gang).seat
    found: dict[str, Offer] = {}
    for name, other in town.state.gangs.items():
        if other.seat != mine:
            whose = name if kind == "bullet" else other.seat
            if not isinstance(found.get(whose), str):
                found[whose] = mark(town, name, kind)
    return list(found.values())


def mark(town: Town, name: str, kind: str) -> Offer:
    """A gang to rob, unless it owns nothing of the kind (QU-84) or a building keeps it safe (QU-209)."""
    word = f"rob:{name}"
    if not owned(town, name, kind):
        return Barred(word, Message("There is nothing of the kind to steal."), "QU-84")
    if any(town.has(ally, SAFE[kind]) for ally in allies(town, name, kind)):
        return Barred(word, Message("A building keeps it safe."), SAFE_RULES[kind])
    return word


def allies(town: Town, gang: str, kind: str) -> list[str]:
    """The gangs that share what is to be stolen: two gangs of one player share coins and Notoriety."""
    if kind == "bullet":
        return [gang]
    return [name for name, other in town.state.gangs.items() if other.seat == town.gang(gang).seat]


def steal(town: Town, gang: str, kind: str, victim: str) -> Turn:
    """One of the resource, with the hideout one more of the same (QU-212)."""
    yield from steal_one(town, gang, kind, victim)
    if town.has(gang, "double_steal") and f"rob:{victim}" in victims(town, gang, kind):
        answer = yield from town.ask(gang, "steal_more", ("yes", "no"), "{gang}: take one more?", "QU-212")
        if answer == "yes":
            yield from steal_one(town, gang, kind, victim)


def steal_one(town: Town, gang: str, kind: str, victim: str) -> Turn:
    """One coin, one N1 or one bullet."""
    if victim == SUPPLY:
        if kind == "bullet":
            yield from town.load(gang, 1, "QU-182")
        else:
            town.gain(gang, kind, 1, "QU-182")
    elif kind == "bullet":
        slots = [str(slot) for slot in town.gang(victim).loaded]
        slot = yield from town.ask(gang, "steal_slot", slots, "{gang}: take the bullet of which slot?",
                                   "QU-87")
        town.flip(victim, int(slot), "QU-87")
        yield from town.load(gang, 1, "QU-88")
    else:
        if kind == "n1" and not town.purse(victim).n1:
            town.break_five(victim)
        move_tokens(town.purse(victim), town.purse(gang), kind, 1)
        town.tell(RULES[kind], "{gang} steals 1 {kind} from {victim}.", gang=gang, victim=victim,
                  kind="coin" if kind == "coins" else kind)
