"""Phase 1: the Riff card, its sections and its effects (RIT-32 to RIT-67)."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from companion.engine.questions import (
    Answers,
    Choose,
    Draw,
    Message,
    Question,
    Turn,
    choose,
    choose_some,
    draw,
)
from companion.games.riff_in_time.content import POSITIONS, SAN_DIMAS, Effect, RiffCard
from companion.games.riff_in_time.describing import DESCRIBE, card_from_text, describe_card
from companion.games.riff_in_time.objectives import notice_arrival, notice_lowering
from companion.games.riff_in_time.play import Play
from companion.games.riff_in_time.rifts import lower_rift, lower_san_dimas, raise_rift, raise_san_dimas, unfix


def draw_riff_card(play: Play) -> Turn:
    """Draw the top card, do all it says, then discard it (RIT-32, RIT-33).

    With no card left the game is lost (RIT-42); discards are never shuffled back (RIT-43).
    """
    state = play.state
    if state.riff_left == 0:
        raise play.is_lost("deck_empty", "RIT-42",
                           "A Riff card must be drawn and none is left: the game is lost.")
    name = state.riff_known_top.pop(0) if state.riff_known_top else (yield from top_card(play))
    state.riff_left -= 1
    state.riff_seen[name] = state.riff_seen.get(name, 0) + 1
    state.riff_stack.append(name)
    play.tell("RIT-32", "{seat} draws {card}.", seat=play.active, card=name)
    yield from resolve(play, card_named(play, name))
    state.riff_stack.pop()
    state.riff_discard += 1


def top_card(play: Play) -> Generator[Question, Answers, str]:
    """Ask which card came up; one that is not on the list is described (D-09)."""
    (name,) = yield from draw(
        play.active, "draw", cards_left(play, least=1, most=1),
        Message("{seat}: draw a Riff card. Which one is it?", {"seat": play.active}), ("RIT-32",))
    return (yield from describe_card(play)) if name == DESCRIBE else name


def cards_left(play: Play, least: int, most: int) -> Draw:
    """The cards that may still come up, each with how many copies of it may."""
    state, box = play.state, play.box
    left = {card.id: card.count - state.riff_seen.get(card.id, 0) - state.riff_known_top.count(card.id)
            for card in box.riff_cards}
    left |= dict.fromkeys(state.described, state.riff_left)
    left = {card: count for card, count in left.items() if count > 0}
    return Draw("riff", tuple(left), least, most, tuple(left.values()), other=DESCRIBE)


def card_named(play: Play, name: str) -> RiffCard:
    """A card of the box, or one that was described when it came up."""
    return play.box.card.get(name) or card_from_text(name, play.state.described[name])


def resolve(play: Play, card: RiffCard) -> Turn:
    """Main always; then, looked at once, the coloured or the Fixed section (RIT-34, RIT-35)."""
    yield from perform(play, card.main)
    fixed = fixed_subjects(play, card)
    yield from perform(play, section_that_applies(play, card, fixed), len(fixed))


def fixed_subjects(play: Play, card: RiffCard) -> list[str]:
    """Which of the rifts that the card's further sections look at are Fixed: one at most, or, of a card with
    numbers, several.
    """
    rifts = play.state.rifts
    if isinstance(card.subject, tuple):
        subjects = [play.state.location_at(number) for number in card.subject]
    else:
        subjects = [card.subject]
    return [place for place in subjects if place in rifts and rifts[place].fixed]


def section_that_applies(play: Play, card: RiffCard, fixed: Sequence[str]) -> Sequence[Effect]:
    """The further section to follow on the state that Main left.

    Red and Green look at the subject's level while it is unfixed (RIT-36 to RIT-40), Fixed at its side
    (RIT-41). A card with several numbers as subject has its Fixed section followed if any is Fixed (RIT-67).
    """
    if fixed:
        for place in fixed if card.fixed else []:
            play.tell("RIT-41", "{place} is fixed: follow that section of the card.", place=place)
        return card.fixed
    if isinstance(card.subject, tuple) or not card.subject:
        return ()
    san_dimas = card.subject == SAN_DIMAS
    level = play.state.san_dimas if san_dimas else play.state.rifts[card.subject].level
    colour = play.box.colour(card.subject, level)
    section = {"red": card.red, "green": card.green}.get(colour, ())
    if section:
        play.tell("RIT-36" if colour == "red" else "RIT-37",
                  "{place} is {colour}: follow that section of the card.", place=card.subject, colour=colour)
    return section


def perform(play: Play, effects: Sequence[Effect], times_fixed: int = 0) -> Turn:
    """Do each effect as often as it says (RIT-44); `per_fixed` once for each Fixed subject (RIT-67)."""
    for effect in effects:
        for _ in range(times_fixed if effect.per_fixed else effect.times):
            yield from perform_once(play, effect, times_fixed)


def perform_once(play: Play, effect: Effect, times_fixed: int) -> Turn:
    """One effect, once. The ops are those of the content file (RIT-45 to RIT-61)."""
    if effect.choose:
        yield from choose_between(play, effect.choose, times_fixed)
    elif effect.op in ("draw", "unfix", "look3"):
        yield from {"draw": draw_riff_card, "unfix": unfix_one, "look3": look_at_three}[effect.op](play)
    elif effect.op == "move_self":
        move_straight(play, play.active, str(effect.args[0]), "RIT-45")
    elif effect.op == "move_all":
        for seat in play.state.others_clockwise(play.active):
            move_straight(play, seat, str(effect.args[0]), "RIT-46")
    elif effect.op == "eject_all":
        eject_all(play)
    elif effect.op == "raise":
        raise_rift(play, str(effect.args[0]))
    elif effect.op == "raise_sd":
        raise_san_dimas(play)
    elif effect.op == "lower_sd":
        lower_san_dimas(play)
    elif effect.op == "raise_numbered":
        for number in effect.args or POSITIONS:
            raise_rift(play, play.state.location_at(number))
    elif effect.op == "raise_each_player":
        for seat in play.state.others_clockwise(play.active):
            raise_rift(play, play.player(seat).place)
    elif effect.op == "lower_here":
        if lower_rift(play, play.here):
            notice_lowering(play, play.here)
    elif effect.op == "discard_top":
        discard_top(play)


def choose_between(play: Play, options: Sequence[Sequence[Effect]], times_fixed: int) -> Turn:
    """OR: the active player picks one of the options, even one that will be skipped (RIT-58)."""
    words = {",".join(effect.word for effect in option): option for option in options}
    picked = yield from choose(
        play.active, "or", tuple(words), Message("{seat}: which of them do you do?", {"seat": play.active}),
        ("RIT-58",))
    yield from perform(play, words[picked], times_fixed)


def move_straight(play: Play, seat: str, place: str, rule: str) -> None:
    """A miniature goes straight to a place, what it carries with it (RIT-45, RIT-46)."""
    play.player(seat).place = place
    play.tell(rule, "{seat} goes straight to {place}.", seat=seat, place=place)
    notice_arrival(play, seat)


def eject_all(play: Play) -> None:
    """All carried Personages are set down where their carrier is (RIT-47); their cards go back to the pile.

    Their dice and Actions are lost at once, also for this turn's pool (RIT-48).
    """
    for seat in play.state.others_clockwise(play.active):
        down = play.here if play.state.options["eject_to"] == "active" else play.player(seat).place
        for personage in play.state.booth(seat):
            play.state.personages[personage].booth = ""
            play.state.personages[personage].place = down
            play.tell("RIT-47", "{personage} leaves {seat}'s booth at {place}; the card goes to the pile.",
                      personage=personage, seat=seat, place=down)


def unfix_one(play: Play) -> Turn:
    """The active player opens one Fixed location again; with none, San Dimas goes up (RIT-55, RIT-56)."""
    fixed = [place for place, rift in play.state.rifts.items() if rift.fixed]
    if not fixed:
        play.tell("RIT-56", "No location is fixed: San Dimas goes up instead.")
        raise_san_dimas(play)
        return
    place = yield from choose(
        play.active, "unfix", fixed,
        Message("{seat}: which fixed location opens again?", {"seat": play.active}), ("RIT-55",))
    unfix(play, place)


def discard_top(play: Play) -> None:
    """The top card goes to the discard unread; with none left nothing happens (RIT-60)."""
    state = play.state
    if state.riff_left == 0:
        play.tell("RIT-60", "No Riff card is left to discard.")
        return
    if state.riff_known_top:
        name = state.riff_known_top.pop(0)
        state.riff_seen[name] = state.riff_seen.get(name, 0) + 1
    state.riff_left -= 1
    state.riff_discard += 1
    play.tell("RIT-60", "Discard the top Riff card unread.")


def look_at_three(play: Play) -> Turn:
    """The active player looks at the top three cards (or what is left) and orders them (RIT-61, D-12).

    Keeping them to oneself is allowed: then the companion knows nothing of the top.
    """
    state = play.state
    count = min(3, state.riff_left)
    if count == 0:
        play.tell("RIT-61", "No Riff card is left to look at.")
        return
    seen = state.riff_known_top[:count]
    unknown = count - len(seen)
    if unknown:
        drawn = yield from draw(
            play.active, "look", cards_left(play, least=0, most=unknown),
            Message("{seat}: look at the top {count} Riff cards. Which are they? None: keep it to yourself.",
                    {"seat": play.active, "count": count}), ("RIT-61",))
        if len(drawn) < unknown or drawn == (DESCRIBE,):
            play.tell("RIT-61", "{seat} looks at the top cards and puts them back.", seat=play.active)
            state.riff_known_top = []
            return
        seen += drawn
    order = yield from choose_some(
        play.active, "put_back", order_of(seen),
        Message("{seat}: put them back. In which order, the top first?", {"seat": play.active}), ("RIT-61",))
    state.riff_known_top = [card.split("#")[0] for card in order]
    play.tell("RIT-61", "{seat} puts the top {count} cards back in order.", seat=play.active, count=count)


def order_of(cards: Sequence[str]) -> Choose:
    """Any order of `cards`; copies of one card are told apart as `kassel_2#2`."""
    words = tuple(card if card not in cards[:place] else f"{card}#{cards[:place].count(card) + 1}"
                  for place, card in enumerate(cards))
    return Choose(words, least=len(words), most=len(words), ordered=True)
