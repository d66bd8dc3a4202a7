"""Towns for the tests of The Quick and the Undead: gangs in the ledger's notation, a known board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from companion.engine.questions import Roll
from companion.engine.referee import Referee
from companion.games import load
from companion.games.quick_and_undead.game import QuickAndUndead
from companion.games.quick_and_undead.setup import counted_players, token
from companion.games.quick_and_undead.state import Gang, Place, Ranger, State
from companion.games.quick_and_undead.town import Town
from companion.games.quick_and_undead.view import gang_line

BUILDINGS = ("B01", "B03", "B05", "B06", "B07", "B08", "B10", "B14", "B02", "B16", "B18", "B12")
"""The buildings on the slots, clockwise from the graveyard, unless a test names its own."""


@cache
def game() -> QuickAndUndead:
    """The game with the default box."""
    loaded = load("quick_and_undead")
    assert isinstance(loaded, QuickAndUndead)
    return loaded


def gang(text: str, seat: str) -> Gang:
    """A gang from `{4,6} s3 [4s 5l] g0 o2 skull`; what is not named is as at the beginning of a game."""
    made = Gang(seat)
    inside = False
    for word in text.replace("[", " [ ").replace("]", " ] ").split():
        if word in "[]":
            inside = word == "["
        elif inside:
            made.spots[word[:-1]] = {"s": "standing", "l": "laid"}[word[-1]]
        elif word.startswith("{"):
            made.loaded = [int(slot) for slot in word.strip("{}").split(",") if slot]
        elif word in ("skull", "backfire"):
            made.crit = word
        elif word[0] in "sgo" and word[1:].isdigit():
            setattr(made, {"s": "stash", "g": "graveyard", "o": "outside"}[word[0]], int(word[1:]))
    return made


def a_town(
    *, options: str = "", law: str = "", buildings: Sequence[str] = BUILDINGS, street: str = "U08",
    undead: Mapping[str, str] | None = None, occupants: Mapping[str, str] | None = None,
    bonuses: bool = False, hill: int | None = None, ranger: str = "", day: int = 1, turn: int = 1,
    **gangs: str,
) -> State:
    """A town at the start of a turn. Gangs as in `gang`, with `c2 n1 f1` for coins, 1s and 5s.

    `undead` puts cards on board slots (`S01="U04 U05"`), `occupants` gangs; the rest of the tokens is in the
    supply, the undead of Boot Hill number what is left of those dealt. One gang alone plays the solo game,
    whose ranger is `{2,3} [3s] g5 skull`.
    """
    seats = list(dict.fromkeys(name.split("_")[0] for name in gangs))
    settled = dict(option.split("=") for option in options.split())
    state = game().new(seats, settled)
    state.gangs = {name: gang(text, name.split("_")[0]) for name, text in gangs.items()}
    town = Town(game().box, state)
    for name, text in gangs.items():
        for word in text.split():
            if word[0] in "cnf" and word[1:].isdigit():
                kind = {"c": "coins", "n": "n1", "f": "n5"}[word[0]]
                setattr(town.purse(name), kind, int(word[1:]))
                setattr(state.supply, kind, getattr(state.supply, kind) - int(word[1:]))
    for slot, card in zip(game().box.slots_for(counted_players(town)), buildings, strict=False):
        bonus = slot.bonus if bonuses else ""
        state.places[slot.id] = Place(card, bonus)
        if bonus in ("coin", "n1"):
            setattr(state.supply, token(bonus), getattr(state.supply, token(bonus)) - 1)
    for slot_id, cards in (undead or {}).items():
        state.places[slot_id].undead = cards.split()
    for slot_id, names in (occupants or {}).items():
        state.places[slot_id].occupants = names.split()
    state.street = street.split()
    if state.mode == "solo":
        spoken = gang(ranger or "{2,3,4,5,6,7} g6 skull", "")
        state.ranger = Ranger(spoken.graveyard, spoken.spots, spoken.slots, spoken.crit)
    lying = [*state.street, *(card for place in state.places.values() for card in place.undead)]
    state.undead_seen = lying
    dealt = 15 + 3 * (settled.get("horsemen") == "yes") if state.mode == "solo" else 3 * counted_players(town)
    state.boot_hill = dealt - len(lying) if hill is None else hill
    state.law, state.phase, state.day, state.turn = law or next(iter(gangs)), "turn_start", day, turn
    return state


def sit(state: State) -> Referee:
    """A referee for the state."""
    return Referee(game(), state)


def alone(ana: str, spot: int, number: int, *, ranger: str = "", options: str = "", street: str = "U12",
          undead: Mapping[str, str] | None = None, occupants: Mapping[str, str] | None = None, turn: int = 1,
          ) -> Referee:
    """Ana alone has taken a spot, and Dead Ranger has rolled a number."""
    referee = sit(a_town(options=options, street=street, undead=undead, occupants=occupants, turn=turn,
                         ranger=ranger, ana=ana))
    if asked(referee)[1] == "start":
        play(referee, "ana start done")
    return play(referee, f"ana place {spot}", f"ana ranger_roll {number}")


def play(referee: Referee, *answers: str) -> Referee:
    """Give answers such as `ana ability skip`, `ana critical yes`, `ana duel 6` (a number for the die).

    A building may be named by its board slot, as the ledger does: `ana buy S05`.
    """
    for line in answers:
        seat, key, *words = line.split()
        assert referee.question is not None, line
        ask = referee.question.asks.get(seat)
        if isinstance(ask, Roll):
            words = [word if "=" in word else f"{die.id}={word}"
                     for die, word in zip(ask.dice, words, strict=True)]
        words = [Town(game().box, referee.state).where(word) for word in words]
        referee.answer(seat, key, words)
    return referee


def where(referee: Referee, name: str) -> str:
    """A gang in the ledger's notation: `ana {4,6} c1 n0 s3 [4s] g0 o2 skull`."""
    return gang_line(Town(game().box, referee.state), name).partition(" ")[2]


def asked(referee: Referee) -> tuple[str, str]:
    """Whom is asked what: the seat (the first that has not answered yet) and the key."""
    assert referee.question is not None
    return referee.waiting[0], referee.question.key


def words(referee: Referee, seat: str = "") -> tuple[str, ...]:
    """The words that fit the open question of a seat; a building is named by its board slot."""
    assert referee.question is not None
    ask = referee.question.asks[seat or next(iter(referee.question.asks))]
    town = Town(game().box, referee.state)
    return tuple(town.slot_of(word) for word in getattr(ask, "words", ()))


def told(referee: Referee, rule: str) -> list[str]:
    """What was told under a rule, its holes filled with the plain words."""
    return [line.text.format(**line.args) for line in referee.log if line.rule == rule]


def finish_turn(referee: Referee, *stop: str) -> Referee:
    """Go on, skipping what can be skipped, until one of the keys is asked or the game is over."""
    while referee.question is not None and asked(referee)[1] not in stop:
        seat, key = asked(referee)
        ask, options = referee.question.asks[seat], words(referee, seat)
        passed = "skip" if "skip" in options else "" if getattr(ask, "least", 1) == 0 else options[0]
        play(referee, f"{seat} {key} {passed}")
    return referee
