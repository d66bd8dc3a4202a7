"""Phase 2, second part: Move, Interact, Excellent, Reroll, duplicates, in any order (RIT-90 to RIT-112)."""

from __future__ import annotations

from companion.engine.questions import Barred, Message, Offer, Turn, choose, open_words
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
        if not open_words(words):
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


def action_words(play: Play) -> list[Offer]:
    """Every Action that can be taken now, by its source. A Move, and so an Excellent, always can."""
    words = [as_offer(play, f"{action}:{source}", action, source) for action, source in open_actions(play)]
    return [*dict.fromkeys(open_words(words)), *pair_words(play),
            *(["change"] if can_change_die(play) else []),
            *(word for word in words if isinstance(word, Barred))]


def as_offer(play: Play, word: str, action: str, *sources: str) -> Offer:
    """`word`, for an Action, unless there is nothing to Interact with or, but for `sources`, to Reroll."""
    if action == "interact" and not open_words(interactions(play)):
        why = Message("At {place} there is nobody to pick up, return or pass, and nothing to fix.",
                      {"place": play.here})
        return Barred(word, why, "RIT-93")
    if action == "reroll" and not rerollable(play, *sources):
        return Barred(word, Message("No unused die is left to reroll."), "RIT-82")
    return word


def take_action(play: Play, word: str) -> Turn:
    """Spend the Action and do it; an Excellent is used as one of the others (RIT-94)."""
    if word == "change":
        yield from change_die(play)
        return
    action = spend_word(play, word)
    if action == "excellent":
        action = yield from choose(
            play.active, "excellent", [as_offer(play, use, use) for use in ("move", "interact", "reroll")],
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


def interactions(play: Play) -> list[Offer]:
    """What one Interact can do here: pick up, drop off, return in place, pass, fix (RIT-93)."""
    here = play.here
    own = play.box.at_home.get(here, "")
    carried = play.state.booth(play.active)
    words: list[Offer] = [f"drop:{own}"] if own in carried else []
    words += [f"return:{own}"] if own in play.state.standing_at(here) else []
    words += fixing(play)
    words += [f"pick:{personage}" for personage in play.state.standing_at(here) if personage != own]
    if here != SAN_DIMAS or play.says("pass_on_sd"):
        others = [seat for seat in play.state.seats
                  if seat != play.active and play.player(seat).place == here]
        words += [f"pass:{personage}:{seat}" for personage in carried if personage != own for seat in others]
    return words + [elsewhere(play, personage) for personage in carried if personage != own]


def elsewhere(play: Play, personage: str) -> Offer:
    """Somebody carried who cannot be dropped off here (RIT-96)."""
    home = Message("Its own place is {place}.", {"place": play.home_of(personage)})
    return Barred(f"drop:{personage}", home, "RIT-96")


def fixing(play: Play) -> list[Offer]:
    """Fixing needs an unfixed rift here with its own Personage returned (RIT-104)."""
    if play.here == SAN_DIMAS:
        return []
    rift, own = play.state.rifts[play.here], play.box.at_home[play.here]
    if rift.fixed:
        fixed = Message("The rift at {place} is fixed already.", {"place": play.here})
        return [Barred("fix", fixed, "RIT-104")]
    if not play.state.personages[own].returned:
        missing = Message("{personage} has not been returned to {place}.",
                          {"personage": own, "place": play.here})
        return [Barred("fix", missing, "RIT-104")]
    return ["fix"] if rift.level > 0 else []


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
