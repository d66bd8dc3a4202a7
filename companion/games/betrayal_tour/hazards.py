"""Bad days, entities and their attacks, blocked pawns and their release (BT-20 to BT-56)."""

from __future__ import annotations

from companion.engine.questions import Turn
from companion.games.betrayal_tour.race import NONE_MARKED, Race
from companion.games.betrayal_tour.welding import arrive_at_checkpoint

BAD_DAY = {1: "tool_box", 2: "container", 3: "tyres", 4: "plasma", 5: "oxygen"}
BAD_DAY_RULES = {1: "BT-21", 2: "BT-22", 3: "BT-23", 4: "BT-24", 5: "BT-25"}
ATTACK = {1: "tyres", 2: "oxygen", 3: "tool_box", 4: "container"}
ATTACK_RULES = {1: "BT-47", 2: "BT-48", 3: "BT-49", 4: "BT-50"}
JAM = 3
"""A jammed pawn drives so many movement throws backwards (BT-37)."""


def bad_day(race: Race, seat: str) -> Turn:
    """A pawn that stops on a bad day throws at once and suffers the result (BT-20); a blessing spares it."""
    racer = race.racer(seat)
    if racer.blessing:
        racer.blessing = False
        race.tell("BT-72", "The blessing spares {seat} this bad day.", seat=seat)
        return
    value = yield from race.throw(seat, "bad_day", "BT-20")
    if value == NONE_MARKED:
        yield from lose_radar(race, seat)
    else:
        spend_or_block(race, seat, BAD_DAY[value], BAD_DAY_RULES[value])


def lose_radar(race: Race, seat: str) -> Turn:
    """Bad day 10: an Ultronic, or three turns backwards (BT-26, BT-27), whatever was left of them (BT-42)."""
    racer = race.racer(seat)
    if racer.stock["ultronic"]:
        answer = yield from race.ask(
            seat, "ultronic", ["spend", "jam"],
            "{seat}: the radar is lost. Spend an Ultronic, or drive three turns backwards?", "BT-26")
        if answer == "spend":
            racer.stock["ultronic"] -= 1
            racer.back_turns = 0
            race.tell("BT-26", "{seat} spends {resource}.", seat=seat, resource="ultronic")
            return
    racer.back_turns = JAM
    race.tell("BT-27", "{seat} is jammed: the next {count} movement throws go backwards.", seat=seat,
              count=JAM)


def spend_or_block(race: Race, seat: str, resource: str, rule: str) -> None:
    """One of the resource is spent (BT-28); for want of it the pawn is blocked (BT-29, BT-52)."""
    racer = race.racer(seat)
    if racer.stock[resource]:
        racer.stock[resource] -= 1
        race.tell(rule, "{seat} spends {resource}.", seat=seat, resource=resource)
        return
    racer.blocked_need, racer.repair_due = resource, ""
    race.tell("BT-29", "{seat} has no {resource} and is blocked on square {square}.", seat=seat,
              resource=resource, square=racer.square)


def meet_entity(race: Race, seat: str, value: int) -> Turn:
    """Even throws meet Terrorpods, odd ones PGA (BT-43); Azure is attacked by PGA, Purple by the others."""
    racer = race.racer(seat)
    met = "terrorpods" if value % 2 == 0 else "pga"
    if met != ("pga" if racer.alignment == "azure" else "terrorpods"):
        race.tell("BT-44" if racer.alignment == "azure" else "BT-45", "{entity} let {seat} pass.",
                  entity=met, seat=seat)
        return
    race.tell("BT-43", "{entity} attack {seat}.", entity=met, seat=seat)
    if racer.helmets:
        answer = yield from race.ask(seat, "helmet", ["use", "keep"],
                                     "{seat}: an attack! Use the turncoat helmet?", "BT-56")
        if answer == "use":
            racer.helmets -= 1
            race.tell("BT-56", "The helmet spares {seat}.", seat=seat)
            return
    yield from suffer_attack(race, seat)


def suffer_attack(race: Race, seat: str) -> Turn:
    """The attacked player throws for what it costs (BT-46 to BT-53)."""
    value = yield from race.throw(seat, "attack", "BT-46")
    if value == NONE_MARKED:
        yield from lose_welds(race, seat)
    elif value == 5:
        race.tell("BT-51", "{seat} is unharmed.", seat=seat)
    elif race.racer(seat).stock[ATTACK[value]] or race.state.options["attack_blocks"] == "yes":
        spend_or_block(race, seat, ATTACK[value], ATTACK_RULES[value])
    else:
        race.tell("BT-52", "{seat} has no {resource}; nothing happens.", seat=seat, resource=ATTACK[value])


def lose_welds(race: Race, seat: str) -> Turn:
    """Attack 10: each mark of four tokens costs a weld, the latest in lap order first (BT-53 to BT-55).

    Then the pawn goes back to the first checkpoint it lacks and welds there, never forward.
    """
    racer = race.racer(seat)
    marked = yield from race.throw(seat, "weld", "BT-53")
    lost = sorted(racer.parts, key=lambda square: race.lap(seat, square))[-marked:] if marked else []
    if not lost:
        race.tell("BT-55", "The welds of {seat} hold.", seat=seat)
        return
    racer.welds.update({str(square): False for square in lost})
    race.tell("BT-53", "{seat} loses the welds {parts}.", seat=seat, parts=[str(part) for part in lost])
    first = min((square for square in race.box.checkpoints if square not in racer.parts),
                key=lambda square: race.lap(seat, square))
    is_back = race.lap(seat, first) < race.lap(seat, racer.square)
    if is_back or race.state.options["attack_relocation"] == "always":
        racer.square = first
        race.tell("BT-54", "{seat} goes back to checkpoint {square}.", seat=seat, square=first)
        yield from arrive_at_checkpoint(race, [seat], first)


def release_all_opposed(race: Race, thrower: str) -> None:
    """A turn throw of 10 releases every blocked pawn of the other sides (BT-32)."""
    freed = race.state.opponents(thrower)
    if race.state.options["release_on_ten"] == "any":
        freed = [thrower, *freed]
    for seat in freed:
        if race.racer(seat).blocked_need:
            release(race, seat)


def release(race: Race, seat: str) -> None:
    """A released pawn goes to the nearest station behind it and repairs on its next turn (BT-33, BT-36)."""
    racer = race.racer(seat)
    racer.square = race.box.behind(racer.square, "station")
    racer.repair_due, racer.blocked_need = racer.blocked_need, ""
    race.tell("BT-33", "{seat} is released: put the pawn on station {square}.", seat=seat,
              square=racer.square)


def repair(race: Race, seat: str) -> None:
    """The needed resource is taken and spent, with no throw and no move (BT-36)."""
    racer = race.racer(seat)
    race.tell("BT-36", "{seat} repairs: nothing to throw this turn.", seat=seat)
    racer.repair_due = ""
