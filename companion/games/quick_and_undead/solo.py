"""The solo game against Dead Ranger (QU-160 to QU-199)."""

from __future__ import annotations

from collections.abc import Generator

from companion.engine.questions import Answers, Offer, Question, Turn, open_words
from companion.games.quick_and_undead.content import SPOTS
from companion.games.quick_and_undead.duels import duel
from companion.games.quick_and_undead.graveyard import add_undead_alone
from companion.games.quick_and_undead.hired_guns import can_pay, is_newcomer
from companion.games.quick_and_undead.intimidation import ranger_leans_on, standing_first
from companion.games.quick_and_undead.selecting import JOKER, spot_word, stand
from companion.games.quick_and_undead.spots import ABILITIES, own_turn
from companion.games.quick_and_undead.state import DR, STANDING
from companion.games.quick_and_undead.town import Town

HIRED = "hired_guns"
SCOUT, REINFORCED = 8, 7


def place_outlaws(town: Town) -> Turn:
    """The player takes a spot or Hired Guns, then a die sends Dead Ranger's outlaw (QU-164, QU-165)."""
    (gang,) = town.state.gangs
    town.state.phase = "select"
    spot = yield from take_spot(town, gang)
    town.state.phase = "dr_roll"
    while True:
        numbers = yield from town.roll([DR], "ranger_roll", "Roll for Dead Ranger: where does he come?",
                                       "QU-165")
        number = numbers[DR]
        if number != JOKER or spot:
            break
        town.tell("QU-169", "You are on no spot: roll again.")
    where = spot if number == JOKER else number
    send_ranger(town, where)
    if where == REINFORCED and town.state.options["reinforcements"] == "yes":
        town.tell("QU-197", "Reinforcements: an undead comes.")
        yield from add_undead_alone(town, gang)
    if town.state.options["solo_duel_immediate"] == "yes" and spot and meets(town, gang, spot):
        town.state.spot = spot
        yield from duel(town, [gang, DR], spot)


def take_spot(town: Town, gang: str) -> Generator[Question, Answers, int]:
    """An available spot, or Hired Guns; returns the spot, 0 for none."""
    words: list[Offer] = []
    if town.gang(gang).stash:
        words += [spot_word(town, gang, spot) for spot in SPOTS]
    if can_pay(town, gang) or is_newcomer(town, gang):
        words.append(HIRED)
    if not open_words(words):
        town.tell("QU-164", "{gang} has no outlaw to place.", gang=gang)
        return 0
    answer = yield from town.ask(gang, "place", words, "{gang}: place your outlaw.", "QU-164")
    if answer == HIRED:
        town.gang(gang).hired = True
        return 0
    stand(town, gang, int(answer))
    town.tell("QU-164", "{gang} takes spot {spot}.", gang=gang, spot=int(answer))
    return int(answer)


def send_ranger(town: Town, spot: int) -> None:
    """An outlaw of his stands up there, or comes from his graveyard, or from his lowest spot.

    QU-165 to QU-168.
    """
    ranger = town.ranger
    if str(spot) not in ranger.spots:
        if ranger.graveyard:
            ranger.graveyard -= 1
        else:
            del ranger.spots[min(ranger.spots, key=int)]
    ranger.spots[str(spot)] = STANDING
    town.tell("QU-165", "Dead Ranger's outlaw stands on spot {spot}.", spot=spot)


def meets(town: Town, gang: str, spot: int) -> bool:
    """Whether the player's standing outlaw shares a spot with Dead Ranger's, standing or laid.

    QU-170 to QU-172.
    """
    return town.gang(gang).standing == spot and str(spot) in town.ranger.spots


def resolve_spot(town: Town, spot: int) -> Turn:
    """Duel, the player's own turn, then Dead Ranger's (QU-170, QU-177)."""
    (gang,) = town.state.gangs
    town.state.spot = spot
    if meets(town, gang, spot) and town.state.options["solo_duel_immediate"] == "no":
        yield from duel(town, [gang, DR], spot)
    if town.gang(gang).standing == spot:
        yield from own_turn(town, gang, spot)
    if town.ranger.spots.get(str(spot)) == STANDING:
        town.state.active = DR
        yield from ranger_acts(town, gang, spot)
        town.state.active = ""


def ranger_acts(town: Town, gang: str, spot: int) -> Turn:
    """Intimidate on 8, 5, 4; steal on 6, 3, 2; nothing on 7 (QU-177 to QU-181, QU-198)."""
    target = standing_first(town, gang, ABILITIES[spot].intimidate)
    if target:
        yield from ranger_leans_on(town, gang, target)
    elif spot == SCOUT and town.state.options["horde"] == "yes":
        town.tell("QU-198", "The horde: an undead comes.")
        yield from add_undead_alone(town, gang)
    elif ABILITIES[spot].steal:
        ranger_steals(town, gang, ABILITIES[spot].steal)


def ranger_steals(town: Town, gang: str, kind: str) -> None:
    """One bullet of the highest slot, one coin, or one N1, to the supply; guarded ones are safe."""
    if kind == "bullet":
        loaded = town.gang(gang).loaded
        if loaded and not town.has(gang, "safe_bullets"):
            town.flip(gang, max(loaded), "QU-180")
    elif kind == "coins":
        if town.purse(gang).coins and not town.has(gang, "safe_coins"):
            town.pay(gang, "coins", 1, "QU-181")
    elif town.purse(gang).n1 and not town.has(gang, "safe_notoriety"):
        town.pay(gang, "n1", 1, "QU-181")
