"""Intimidation: pay two resources, or face one shot (QU-73 to QU-83, QU-183 to QU-188)."""

from __future__ import annotations

from companion.engine.questions import Message, Turn, choose
from companion.games.quick_and_undead.duels import give_coin, pay_fame, send_home, take_off
from companion.games.quick_and_undead.graveyard import add_undead, pay_killers
from companion.games.quick_and_undead.shooting import CRITICAL, Fired, Shot, read_shot, spend_bullets
from companion.games.quick_and_undead.state import DR, STANDING
from companion.games.quick_and_undead.town import Town, Word, Yes, move_tokens

PRICE = 2


def targets(town: Town, gang: str, spots: tuple[int, ...]) -> list[str]:
    """Whom a gang may lean on: standing outlaws of other players on the listed spots, as `ben@7`.

    QU-73, QU-74; Dead Ranger's also when they are laid down (QU-185).
    """
    found = []
    for name, other in town.state.gangs.items():
        if other.seat != town.gang(gang).seat and other.standing in spots:
            found.append(f"{name}@{other.standing}")
    if town.state.ranger:
        found += [f"{DR}@{spot}" for spot in spots if str(spot) in town.state.ranger.spots]
    return found


def intimidate(town: Town, gang: str, target: str) -> Yes:
    """Returns whether the own turn goes on: not after a fumble (QU-82, QU-83)."""
    victim, _, spot = target.partition("@")
    town.state.target = victim
    town.tell("QU-73", "{gang} leans on {target}, on spot {spot}.", gang=gang, target=victim, spot=int(spot))
    is_left = victim == DR or not ((yield from pays(town, gang, victim))
                                   or (yield from buys_out(town, gang, victim)))
    if not is_left:
        town.state.target = ""
        return True
    shot = yield from shoot_at(town, gang, victim, int(spot))
    if shot.fumble:
        send_home(town, gang, town.state.spot)
    return not shot.fumble


def payables(town: Town, gang: str) -> list[str]:
    """What a gang could hand over, one word each (QU-76, QU-77)."""
    purse = town.purse(gang)
    words = [f"bullet:{slot}" for slot in town.gang(gang).loaded]
    words += ["coin"] if purse.coins else []
    words += ["n1"] if purse.n1 else []
    words += ["change"] if not purse.n1 and town.can_break(gang) else []
    return words


def can_pay(town: Town, gang: str) -> bool:
    """Whether a gang owns two resources that can be paid (QU-78)."""
    purse = town.purse(gang)
    n1 = purse.n1 + (PRICE if town.can_break(gang) else 0)
    return purse.coins + n1 + len(town.gang(gang).loaded) >= PRICE


def pays(town: Town, actor: str, victim: str) -> Yes:
    """The target chooses: pay two, or leave (QU-75 to QU-78); paid to Dead Ranger is to the supply."""
    words = ("pay", "leave") if can_pay(town, victim) else ("leave",)
    answer = yield from pay_or_leave(town, victim, words)
    if answer == "leave":
        town.tell("QU-79", "{gang} stands and faces the shot.", gang=victim)
        return False
    given = 0
    while given < PRICE:
        word = yield from town.ask(victim, "hand_over", payables(town, victim),
                                   "{gang}: hand over what? {left} to give.", "QU-76", left=PRICE - given)
        if word == "change":
            town.break_five(victim)
            continue
        given += 1
        yield from hand_over(town, actor, victim, word)
    return True


def pay_or_leave(town: Town, victim: str, words: tuple[str, ...]) -> Word:
    """It is always put to the target, even when only leaving is left."""
    return choose(town.seat(victim), "pay_or_leave", words,
                  Message("{gang}: pay two, or stand and face the shot?", {"gang": victim}), ("QU-75",))


def hand_over(town: Town, actor: str, victim: str, word: str) -> Turn:
    """One resource changes hands; a bullet loads an empty slot of the actor's, or is lost (QU-77)."""
    kind, _, slot = word.partition(":")
    if kind == "bullet":
        town.flip(victim, int(slot), "QU-77")
        if actor != DR:
            yield from town.load(actor, 1, "QU-77")
        return
    to = town.state.supply if actor == DR else town.purse(actor)
    move_tokens(town.purse(victim), to, "coins" if kind == "coin" else kind, 1)
    town.tell("QU-76", "{victim} hands {gang} 1 {kind}.", victim=victim, gang=actor, kind=kind)


def buys_out(town: Town, actor: str, victim: str) -> Yes:
    """Having left, the controller of the building of peace may still pay the actor 1 coin (QU-216)."""
    if not town.has(victim, "buy_peace") or town.purse(victim).coins < 1:
        return False
    answer = yield from town.ask(victim, "buy_peace", ("keep", f"pay:{actor}"),
                                 "{gang}: buy your way out for 1 coin?", "QU-216")
    if answer == "keep":
        return False
    give_coin(town, victim, actor)
    return True


def shoot_at(town: Town, gang: str, victim: str, spot: int) -> Fired:
    """Exactly one shot; the target does not shoot back (QU-79 to QU-81)."""
    pay_fame(town, [gang, victim])
    numbers = yield from town.roll([gang], "intimidation_shot", "{gang}: one shot at {target}.", "QU-79",
                                   target=victim)
    town.state.target = ""
    shot = yield from read_shot(town, gang, numbers[gang])
    spend_bullets(town, [shot], [])
    if shot.hits:
        take_off(town, victim, spot)
        pay_killers(town, {victim: [gang]})
        if victim == DR:
            yield from take_bullet_of_ranger(town, gang, shot)
        yield from add_undead(town, victim)
    return shot


def take_bullet_of_ranger(town: Town, gang: str, shot: Shot) -> Turn:
    """A hit removes Dead Ranger's bullet of that number, a critical any one; the last one wins.

    QU-186 to QU-188, QU-194. It comes before the undead that the kill adds: a game won is over at once.
    """
    ranger = town.ranger
    slot = shot.slot
    if shot.rank == CRITICAL:
        slots = [str(loaded) for loaded in ranger.loaded]
        slot = int((yield from town.ask(gang, "ranger_bullet", slots,
                                        "{gang}: remove which of his bullets?", "QU-188")))
    if slot in ranger.loaded:
        ranger.slots[str(slot)] = False
        town.tell("QU-186", "Dead Ranger loses the bullet on {slot}.", slot=slot)
    if not ranger.loaded:
        raise town.end("ranger_beaten", [gang], "QU-194", "Dead Ranger's last bullet is gone: you have won!")


def ranger_leans_on(town: Town, gang: str, spot: int) -> Turn:
    """Dead Ranger intimidates: pay two to the supply, or he shoots once for nothing (QU-183, QU-184)."""
    town.state.target = gang
    town.tell("QU-178", "Dead Ranger leans on {gang}, on spot {spot}.", gang=gang, spot=spot)
    if not (yield from pays(town, DR, gang)) and not (yield from buys_out(town, DR, gang)):
        shot = yield from shoot_at(town, DR, gang, spot)
        if shot.fumble:
            send_home(town, DR, town.state.spot)
    town.state.target = ""


def standing_first(town: Town, gang: str, spots: tuple[int, ...]) -> int:
    """Whom Dead Ranger leans on: the standing outlaw, with fast undead a laid one; 0 for nobody (QU-199)."""
    on = {int(spot): how for spot, how in town.gang(gang).spots.items() if int(spot) in spots}
    standing = [spot for spot, how in on.items() if how == STANDING]
    laid = [spot for spot in on if town.state.options["fast_undead"] == "yes" and spot not in standing]
    return standing[0] if standing else max(laid, default=0)
