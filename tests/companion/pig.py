"""Tiny games, for tests and for the README: Pig and Duel (dice), Auction (a deck and sealed bids)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.engine.questions import (
    TABLE,
    Choose,
    Die,
    Draw,
    Fact,
    Message,
    Option,
    Outcome,
    Question,
    Roll,
    Told,
    Turn,
    choose,
    draw,
    roll,
)
from companion.games.drawing import Board, Panel, Screen, Step

PIPS = ("1", "2", "3", "4", "5", "6")


@dataclass
class PigState:
    """The scores, and whose turn it is."""

    seats: list[str]
    goal: int
    scores: dict[str, int]
    mover: str
    log: list[Told] = field(default_factory=list)


class Plain:
    """What a game shows that draws nothing of its own."""

    doubts: Sequence[str] = ()

    def board(self, view: Mapping[str, Any]) -> Board:
        """An empty drawing."""
        return Board(100, 100, (), Message("The scores"))

    def display(self, view: Mapping[str, Any]) -> Screen:
        """The game's title."""
        return Screen(Message("A game"), (), ())

    def steps(self, view: Mapping[str, Any]) -> Sequence[Step]:
        """None."""
        return ()

    def panels(self, view: Mapping[str, Any]) -> Sequence[Panel]:
        """None."""
        return ()


class Pig(Plain):
    """Roll as often as you dare and bank the sum; a 1 banks nothing. Who reaches the goal wins."""

    id = "pig"
    name = "Pig"
    rules_version = 1
    least_seats = 1
    most_seats = 4
    state_type = PigState
    stand_in = False
    dice: Mapping[str, tuple[str, tuple[str, ...]]] = {"pip": ("white", PIPS)}
    content: Mapping[str, Any] = {"goal": 30, "dice": {"pip": {"count": 1, "faces": PIPS}}}
    options: Sequence[Option] = (
        Option("goal", Message("How many points win?"), ("10", "30", "100"), default="30"),
    )

    def new(self, seats: Sequence[str], options: Mapping[str, str | int]) -> PigState:
        """The state before the first roll."""
        if not seats:
            raise ValueError("Pig needs a player.")
        return PigState(list(seats), int(options.get("goal", 30)), dict.fromkeys(seats, 0), seats[0])

    def turn(self, state: PigState) -> Turn:
        """Roll; then roll again or stop."""
        total, again = 0, "roll"
        while again == "roll":
            faces = yield from roll(state.mover, "roll", [Die("d1", "pip", PIPS)],
                                    Message("{seat}: throw the die.", {"seat": state.mover}), ("PIG-01",))
            pips = int(faces["d1"])
            total = 0 if pips == 1 else total + pips
            state.log.append(Told("PIG-02", "{seat} throws {pips}.", {"seat": state.mover, "pips": pips}))
            if pips == 1:
                break
            again = yield from choose(state.mover, "again", ("roll", "stop"),
                                      Message("Throw again, or bank {total}?", {"total": total}),
                                      ("PIG-03",))
        state.scores[state.mover] += total
        place = state.seats.index(state.mover) + 1
        state.mover = state.seats[place % len(state.seats)]

    def outcome(self, state: PigState) -> Outcome | None:
        """Won by whoever has reached the goal."""
        for seat, score in state.scores.items():
            if score >= state.goal:
                return Outcome("goal", Message("{seat} wins.", {"seat": seat}), (seat,))
        return None

    def problems(self, state: PigState) -> list[Message]:
        """No score is below nought."""
        return [Message("{seat} has less than nothing.", {"seat": seat})
                for seat, score in state.scores.items() if score < 0]

    def view(self, state: PigState, seat: str | None) -> dict[str, Any]:
        """Everything: Pig has no secrets."""
        return {"scores": dict(state.scores), "mover": state.mover}

    def line(self, state: PigState) -> str:
        """Scores, and a star at whose turn it is."""
        return " ".join(f"{seat}{'*' if seat == state.mover else ''}={score}"
                        for seat, score in state.scores.items())

    def facts(self, state: PigState) -> list[Fact]:
        """The scores."""
        return [Fact(f"scores.{seat}", Message("Score of {seat}", {"seat": seat}), str(score),
                     tuple(str(number) for number in range(state.goal + 1)))
                for seat, score in state.scores.items()]

    def name_of(self, word: str) -> str | None:
        """Nothing in Pig has a name of its own."""
        return None

    def label(self, key: str, word: str) -> Message:
        """The word itself."""
        return Message(word)


class Duel(Pig):
    """Both throw at once; who throws more gets a point."""

    def turn(self, state: PigState) -> Turn:
        """One duel."""
        text = Message("{seats}: throw at once.", {"seats": tuple(state.seats)})
        answers = yield Question("duel", {seat: Roll((Die(seat, "pip", PIPS),)) for seat in state.seats},
                                 text, (), reveals=("dice",))
        best = max(state.seats, key=lambda seat: answers[seat][0].partition("=")[2])
        state.scores[best] += 1


@dataclass
class AuctionState:
    """What each has won, the cards still in the deck, and the coins left (a secret of each seat)."""

    seats: list[str]
    won: dict[str, int]
    coins: dict[str, int]
    deck: dict[str, int]
    log: list[Told] = field(default_factory=list)


class Auction(Plain):
    """Each round a card comes up and all bid in secret; the highest lone bid takes the card."""

    id = "auction"
    name = "Auction"
    rules_version = 1
    least_seats = 2
    most_seats = 4
    state_type = AuctionState
    stand_in = True
    dice: Mapping[str, tuple[str, tuple[str, ...]]] = {}
    content: Mapping[str, Any] = {"cards": {"hat": 2, "vase": 2, "lamp": 1}}
    options: Sequence[Option] = ()

    def new(self, seats: Sequence[str], options: Mapping[str, str | int]) -> AuctionState:
        """Ten coins each."""
        return AuctionState(list(seats), dict.fromkeys(seats, 0), dict.fromkeys(seats, 10),
                            dict(self.content["cards"]))

    def turn(self, state: AuctionState) -> Turn:
        """A card comes up; all bid; the bids are opened together."""
        left = {card: count for card, count in state.deck.items() if count}
        (card,) = yield from draw(TABLE, "card", Draw("cards", tuple(left), copies=tuple(left.values())),
                                  Message("Which card came up?"), ("AUC-01",))
        state.deck[card] -= 1
        state.log.append(Told("AUC-01", "{card} comes up.", {"card": card}))
        bids = yield Question(
            "bid", {seat: Choose(tuple(str(coin) for coin in range(min(4, state.coins[seat] + 1))))
                    for seat in state.seats},
            Message("What do you bid for {card}?", {"card": card}), ("AUC-02",), reveals=("secret",))
        said = {seat: int(words[0]) for seat, words in bids.items()}
        lone = [seat for seat, bid in said.items() if list(said.values()).count(bid) == 1]
        if lone:
            winner = max(lone, key=lambda seat: said[seat])
            state.won[winner] += 1
            state.coins[winner] -= said[winner]
            state.log.append(Told("AUC-03", "{seat} takes {card}.", {"seat": winner, "card": card}))
            state.log.append(Told("AUC-03", "You paid {coins}.", {"coins": said[winner]}, to=[winner]))

    def outcome(self, state: AuctionState) -> Outcome | None:
        """Over when the deck is empty; the most cards win."""
        if any(state.deck.values()):
            return None
        most = max(state.won.values())
        winners = tuple(seat for seat, won in state.won.items() if won == most)
        return Outcome("deck_empty", Message("{seats} won.", {"seats": winners}), winners)

    def problems(self, state: AuctionState) -> list[Message]:
        """None known."""
        return []

    def view(self, state: AuctionState, seat: str | None) -> dict[str, Any]:
        """What each won; one's own coins."""
        seen: dict[str, Any] = {"won": dict(state.won)}
        if seat is not None:
            seen["coins"] = state.coins[seat]
        return seen

    def line(self, state: AuctionState) -> str:
        """What each won and has left."""
        return " ".join(f"{seat}={state.won[seat]}/{state.coins[seat]}" for seat in state.seats)

    def facts(self, state: AuctionState) -> list[Fact]:
        """What each won."""
        return [Fact(f"won.{seat}", Message("Cards of {seat}", {"seat": seat}), str(state.won[seat]),
                     tuple(str(number) for number in range(6))) for seat in state.seats]

    def name_of(self, word: str) -> str | None:
        """The cards' names."""
        return {"hat": "the hat", "vase": "the vase", "lamp": "the lamp"}.get(word)

    def label(self, key: str, word: str) -> Message:
        """A card by its name, a bid as it is."""
        return Message(self.name_of(word) or word)
