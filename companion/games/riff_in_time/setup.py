"""Setting up (RIT-01 to RIT-13), in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Generator

from companion.engine.questions import TABLE, Answers, Draw, Message, Question, Turn, choose, draw
from companion.games.riff_in_time.play import Play
from companion.games.riff_in_time.rifts import raise_rift


def set_up(play: Play) -> Turn:
    """From the opened box to the first player's turn."""
    play.tell("RIT-02", "Shuffle the {count} Riff cards.", count=play.state.riff_left)
    play.tell("RIT-03", "Set San Dimas to {level}.", level=play.state.san_dimas)
    yield from lay_discs(play)
    yield from place_personages(play)
    yield from choose_characters(play)
    dealt = yield from deal_objectives(play)
    yield from deal_bonus_actions(play, dealt)
    yield from setup_raises(play)
    yield from choose_starter(play)


def lay_discs(play: Play) -> Turn:
    """The discs are shuffled and laid on positions 1 to 10, dials at 5 (RIT-05)."""
    discs = tuple(play.box.location)
    order = yield from draw(
        TABLE, "discs", Draw("discs", discs, least=len(discs), most=len(discs)),
        Message("Which discs lie on positions 1 to 10, in order?"), ("RIT-05",))
    for position, place in enumerate(order, 1):
        play.state.rifts[place].position = position
    play.tell("RIT-05", "Lay the discs on positions 1 to 10: {places}.", places=list(order))


def place_personages(play: Play) -> Turn:
    """The k-th Personage revealed stands at position k; at home is not yet returned (RIT-06, RIT-07)."""
    people = tuple(play.box.personage)
    while True:
        order = yield from draw(
            TABLE, "personages", Draw("personages", people, least=len(people), most=len(people)),
            Message("Which Personages stand on positions 1 to 10, in order?"), ("RIT-06",))
        for position, personage in enumerate(order, 1):
            play.state.personages[personage].place = play.state.location_at(position)
        play.tell("RIT-06", "Place the Personages on positions 1 to 10: {people}.", people=list(order))
        at_home = [id_ for id_ in people if play.state.personages[id_].place == play.home_of(id_)]
        most = play.state.options["reshuffle_if_home_over"]
        if most == "off" or len(at_home) <= int(most):
            return
        play.tell("RIT-06", "{count} stand at home already: shuffle and place them anew.",
                  count=len(at_home))


def choose_characters(play: Play) -> Turn:
    """Each player takes another Character Card; all start on San Dimas (RIT-01)."""
    for seat in play.state.seats:
        taken = [player.character for player in play.state.players.values()]
        free = [id_ for id_ in play.box.character if id_ not in taken]
        play.player(seat).character = yield from choose(
            seat, "character", free, Message("{seat}: as whom do you play?", {"seat": seat}), ("RIT-01",))
        play.tell("RIT-01", "{seat} plays {character} and starts on San Dimas.", seat=seat,
                  character=play.player(seat).character)


def deal_objectives(play: Play) -> Generator[Question, Answers, list[str]]:
    """Two Objectives to each player, one of them kept as the task; returns the kept ones (RIT-09)."""
    undealt = list(play.box.objective)
    kept: list[str] = []
    for seat in play.state.seats:
        dealt = yield from draw(
            seat, "objectives", Draw("objectives", tuple(undealt), least=2, most=2),
            Message("{seat}: which two Objectives were you dealt?", {"seat": seat}), ("RIT-09",))
        undealt = [id_ for id_ in undealt if id_ not in dealt]
        task = yield from choose(
            seat, "objective", dealt, Message("{seat}: which task do you keep?", {"seat": seat}),
            ("RIT-09",))
        play.player(seat).objective = task
        kept.append(task)
        play.tell("RIT-09", "{seat} keeps {task}.", seat=seat, task=task)
    return kept


def deal_bonus_actions(play: Play, kept: list[str]) -> Turn:
    """Of all other Objectives each player gets one, whose icon is a bonus Action (RIT-10, RIT-11)."""
    others = [id_ for id_ in play.box.objective if id_ not in kept]
    for seat in play.state.seats:
        (card,) = yield from draw(
            seat, "bonus", Draw("objectives", tuple(others)),
            Message("{seat}: which card is your bonus Action?", {"seat": seat}), ("RIT-10",))
        others.remove(card)
        play.player(seat).bonus = card
        play.tell("RIT-10", "{seat} has the bonus Action {action}.", seat=seat,
                  action=play.box.objective[card].action)


def setup_raises(play: Play) -> Turn:
    """One Personage a player is revealed; the rift where it stands goes up (RIT-12)."""
    people, count = tuple(play.box.personage), len(play.state.seats)
    revealed = yield from draw(
        TABLE, "raises", Draw("personages", people, least=count, most=count),
        Message("Which Personages were revealed for the first raises?"), ("RIT-12",))
    for personage in revealed:
        raise_rift(play, play.state.personages[personage].place)


def choose_starter(play: Play) -> Turn:
    """The table names the starting player (RIT-13)."""
    starter = yield from choose(
        TABLE, "starter", play.state.seats, Message("Who starts? The best air guitar, or the youngest."),
        ("RIT-13",))
    play.state.starter = play.state.active = starter
    play.state.turn = 1
    play.state.phase = "riff"
    play.tell("RIT-13", "{seat} starts.", seat=starter)
