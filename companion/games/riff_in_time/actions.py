"""Phase 2, second part: Move, Interact, Excellent, Reroll, duplicates, in any order (RIT-90 to RIT-112)."""

from __future__ import annotations

from companion.engine.questions import Message, Turn, choose
from companion.games.riff_in_time.content import SAN_DIMAS
from companion.games.riff_in_time.dice import resolve_bogus
from companion.games.riff_in_time.objectives import notice_arrival, notice_booth, notice_lowering, notice_pass
from companion.games.riff_in_time.play import Play
from companion.games.riff_in_time.rifts import flip_if_closed, lower_rift
from companion.games.riff_in_time.spending import (
    can_change_die,
    change_die,
    open_actions,
    pair_words,
    reroll,
    rerollable,
    spend_word,
)


def take_actions(play: Play) -> Turn:
    """Any or all Actions in any order, until none is left or the player ends the turn (RIT-90, RIT-111).

    A Bogus that a Reroll brings is resolved before anything else (RIT-87).
    """
    while True:
        yield from resolve_bogus(play)
        play.state.phase = "actions"
        words = action_words(play)
        if not words:
            break
        answer = yield from choose(
            play.active, "action", [*words, "end"],
            Message("{seat}: what next?", {"seat": play.active}), ("RIT-90", "RIT-111"))
        if answer == "end":
            break
        yield from take_action(play, answer)
    left = [action for action, _ in open_actions(play)]
    if left:
        play.tell("RIT-91", "{seat} ends the turn; unused and lost: {actions}.", seat=play.active,
                  actions=left)


def action_words(play: Play) -> list[str]:
    """Every Action that can be taken now, by its source. A Move, and so an Excellent, always can."""
    words = [f"{action}:{source}" for action, source in open_actions(play)
             if action == "excellent" or action in possible(play, source)]
    return [*dict.fromkeys(words), *pair_words(play), *(["change"] if can_change_die(play) else [])]


def possible(play: Play, *sources: str) -> list[str]:
    """Which of Move, Interact and Reroll can be done now; a Reroll not of the dice in `sources`."""
    can = ["move"]
    if interactions(play):
        can.append("interact")
    if rerollable(play, *sources):
        can.append("reroll")
    return can


def take_action(play: Play, word: str) -> Turn:
    """Spend the Action and do it; an Excellent is used as one of the others (RIT-94)."""
    if word == "change":
        yield from change_die(play)
        return
    action = spend_word(play, word)
    if action == "excellent":
        action = yield from choose(
            play.active, "excellent", possible(play),
            Message("{seat}: use the Excellent as what?", {"seat": play.active}), ("RIT-94",))
    if action == "move":
        yield from move(play)
    elif action == "interact":
        yield from interact(play)
    else:
        yield from reroll(play)


def linked_places(play: Play) -> list[str]:
    """The places one step along a circuit from the active player's (RIT-92)."""
    here = play.here if play.here == SAN_DIMAS else play.state.rifts[play.here].position
    return [play.state.location_at(there) for there in play.box.links[here]]


def move(play: Play) -> Turn:
    """One step along a circuit (RIT-92); with Bill's ability one more, once per turn (RIT-128)."""
    where = yield from choose(
        play.active, "move", linked_places(play),
        Message("{seat}: move to where?", {"seat": play.active}), ("RIT-92",))
    step(play, where)
    if play.character(play.active).ability == "extra_step" and not play.state.ability_used:
        where = yield from choose(
            play.active, "extra_step", [*linked_places(play), "stop"],
            Message("{seat}: one extra step?", {"seat": play.active}), ("RIT-128",))
        if where != "stop":
            play.state.ability_used = True
            step(play, where)


def step(play: Play, place: str) -> None:
    """The active player's miniature goes to a linked place."""
    play.player(play.active).place = place
    play.tell("RIT-92", "{seat} moves to {place}.", seat=play.active, place=place)
    notice_arrival(play, play.active)


def interactions(play: Play) -> list[str]:
    """What one Interact can do here: pick up, drop off, return in place, pass, fix (RIT-93)."""
    here = play.here
    own = play.box.at_home.get(here, "")
    carried = play.state.booth(play.active)
    words = [f"drop:{own}"] if own in carried else []
    words += [f"return:{own}"] if own in play.state.standing_at(here) else []
    words += ["fix"] if can_fix(play) else []
    words += [f"pick:{personage}" for personage in play.state.standing_at(here) if personage != own]
    if here != SAN_DIMAS or play.says("pass_on_sd"):
        others = [seat for seat in play.state.seats
                  if seat != play.active and play.player(seat).place == here]
        words += [f"pass:{personage}:{seat}" for personage in carried if personage != own for seat in others]
    return words


def can_fix(play: Play) -> bool:
    """Fixing needs an unfixed rift here with its own Personage returned (RIT-104)."""
    if play.here == SAN_DIMAS:
        return False
    rift = play.state.rifts[play.here]
    return not rift.fixed and rift.level > 0 and play.state.personages[play.box.at_home[play.here]].returned


def interact(play: Play) -> Turn:
    """Exactly one of the interactions (RIT-93)."""
    answer = yield from choose(
        play.active, "interact", interactions(play),
        Message("{seat}: interact how?", {"seat": play.active}), ("RIT-93",))
    what, _, rest = answer.partition(":")
    if what == "pick":
        pick_up(play, rest)
    elif what in ("drop", "return"):
        return_home(play, rest, carried=what == "drop")
    elif what == "pass":
        pass_on(play, *rest.split(":"))
    else:
        fix(play)


def pick_up(play: Play, personage: str) -> None:
    """A wrongly placed Personage comes into the booth, its card with it (RIT-99, RIT-101 to RIT-103)."""
    person = play.state.personages[personage]
    person.place, person.booth, person.gained_turn = "", play.active, play.state.turn
    play.tell("RIT-99", "{seat} picks up {personage}; its dice and Actions count from the next turn on.",
              seat=play.active, personage=personage)
    notice_booth(play, play.active)


def return_home(play: Play, personage: str, carried: bool) -> None:
    """A Personage at its own location is returned (RIT-96, RIT-98); its card is discarded (RIT-97).

    A location standing at 0 flips at that moment (RIT-29).
    """
    person = play.state.personages[personage]
    person.place, person.booth, person.returned = play.here, "", True
    play.tell("RIT-96" if carried else "RIT-98", "{personage} is returned to {place}.", personage=personage,
              place=play.here)
    flip_if_closed(play, play.here)


def pass_on(play: Play, personage: str, seat: str) -> None:
    """A carried Personage goes to another player here (RIT-108); the giver's icons of it go (RIT-110)."""
    person = play.state.personages[personage]
    person.booth, person.gained_turn = seat, play.state.turn
    if not play.says("pass_keeps_actions"):
        play.state.card_actions = [card for card in play.state.card_actions if card.of != personage]
    play.tell("RIT-108", "{seat} passes {personage} to {other}.", seat=play.active, personage=personage,
              other=seat)
    notice_pass(play, personage)
    notice_booth(play, seat)


def fix(play: Play) -> None:
    """One Interact lowers the rift here by one (RIT-105); at 0 it flips (RIT-28, RIT-106)."""
    if lower_rift(play, play.here):
        notice_lowering(play, play.here)
