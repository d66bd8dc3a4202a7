"""The table as the rules see it: box, state, a voice for the log, and what gangs gain, pay and lose."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from companion.engine.questions import (
    TABLE,
    Answers,
    Arg,
    Choose,
    Die,
    Draw,
    Message,
    Offer,
    Question,
    Roll,
    Told,
    Turn,
    choose,
    choose_some,
    draw,
    open_words,
)
from companion.games.quick_and_undead.content import FIVE, STREET, TOP_VALUE, Box, Building
from companion.games.quick_and_undead.state import DR, Gang, Place, Purse, Ranger, State

Word: TypeAlias = Generator[Question, Answers, str]
Yes: TypeAlias = Generator[Question, Answers, bool]
Numbers: TypeAlias = Generator[Question, Answers, dict[str, int]]
D8 = tuple(str(number) for number in range(1, 9))


class GameOver(Exception):
    """The game is decided at once."""


@dataclass
class Town:
    """One game in play: `box` is what was unpacked, `state` what lies on the table."""

    box: Box
    state: State

    # Telling and asking

    def tell(self, rule: str, text: str, **args: str | int | list[str]) -> None:
        """Add a line to the log."""
        self.state.log.append(Told(rule, text, args))

    def gang(self, name: str) -> Gang:
        """A gang by its name."""
        return self.state.gangs[name]

    @property
    def ranger(self) -> Ranger:
        """Dead Ranger, who is there in a solo game."""
        assert self.state.ranger is not None
        return self.state.ranger

    def shooter(self, name: str) -> Gang | Ranger:
        """A gang or Dead Ranger, by name: who has spots, bullets, a critical token and a graveyard."""
        return self.ranger if name == DR else self.gang(name)

    def seat(self, gang: str) -> str:
        """Who answers for a gang; for Dead Ranger the one player."""
        return self.state.seats[0] if gang == DR else self.gang(gang).seat

    def ask(self, gang: str, key: str, words: Sequence[Offer], text: str, *rules: str,
            **args: str | int) -> Word:
        """Have a gang's player choose one of `words`; a single one is taken without asking."""
        free = open_words(words)
        if len(free) == 1:
            return _at_once(free[0])
        return choose(self.seat(gang), key, words, Message(text, {"gang": gang, **args}), rules)

    def ask_place(self, gang: str, key: str, places: Sequence[Offer], text: str, *rules: str,
                  **args: str | int) -> Word:
        """Have a gang choose one of `places` (board slots, the street, other words); returns it.

        A slot is named by the building on it, as people at the table name it.
        """
        named = [self.where(place) if isinstance(place, str)
                 else replace(place, word=self.where(place.word)) for place in places]
        answer = yield from self.ask(gang, key, named, text, *rules, **args)
        return self.slot_of(answer)

    def ask_some(self, gang: str, key: str, ask: Choose, text: str, *rules: str,
                 **args: str | int) -> Generator[Question, Answers, tuple[str, ...]]:
        """Have a gang's player choose several words."""
        return choose_some(self.seat(gang), key, ask, Message(text, {"gang": gang, **args}), rules)

    def die(self, gang: str) -> Die:
        """A gang's own d8."""
        return Die(gang, "d8", D8, whose=gang, colour=self.shooter(gang).colour)

    def roll(self, gangs: Sequence[str], key: str, text: str, *rules: str, **args: str | int) -> Numbers:
        """The gangs throw their d8 at once; a player with two of them throws both.

        Where the dice have colours of their own all lie in one throw, which is the whole table's.
        """
        dice: dict[str, list[Die]] = {}
        is_one_throw = len(gangs) > 1 and all(self.die(gang).colour for gang in gangs)
        for gang in gangs:
            dice.setdefault(TABLE if is_one_throw else self.seat(gang), []).append(self.die(gang))
        who: dict[str, Arg] = {"gang": gangs[0]} if len(gangs) == 1 else {"gangs": tuple(gangs)}
        answers = yield Question(key, {seat: Roll(tuple(them)) for seat, them in dice.items()},
                                 Message(text, {**who, **args}), rules, reveals=("dice",))
        numbers = dict(word.split("=") for words in answers.values() for word in words)
        for gang in gangs:
            self.tell(rules[0], "{gang} rolls {number}.", gang=gang, number=int(numbers[gang]))
        return {gang: int(numbers[gang]) for gang in gangs}

    # Purses and supply

    def purse(self, gang: str) -> Purse:
        """Coins and Notoriety of a gang's player."""
        return self.state.purses[self.gang(gang).seat]

    def gain(self, gang: str, kind: str, count: int, rule: str) -> int:
        """Coins or N1 from the supply, as far as it has them (QU-130); returns how many."""
        supply, purse = self.state.supply, self.purse(gang)
        count = min(count, getattr(supply, kind))
        move_tokens(supply, purse, kind, count)
        if count:
            self.tell(rule, "{gang} gains {kind}: {count}.", gang=gang, count=count, kind=kind)
        return count

    def pay(self, gang: str, kind: str, count: int, rule: str) -> None:
        """Coins or N1 to the supply."""
        move_tokens(self.purse(gang), self.state.supply, kind, count)
        self.tell(rule, "{gang} pays {kind}: {count}.", gang=gang, count=count, kind=kind)

    def can_break(self, gang: str) -> bool:
        """Whether an N5 can be changed into five N1 (QU-127)."""
        return self.purse(gang).n5 > 0 and self.state.supply.n1 >= FIVE

    def break_five(self, gang: str) -> None:
        """An N5 becomes five N1."""
        move_tokens(self.purse(gang), self.state.supply, "n5", 1)
        move_tokens(self.state.supply, self.purse(gang), "n1", FIVE)
        self.tell("QU-127", "{gang} changes a 5 into five 1s.", gang=gang)

    def make_five(self, gang: str) -> None:
        """Five N1 become an N5."""
        move_tokens(self.purse(gang), self.state.supply, "n1", FIVE)
        move_tokens(self.state.supply, self.purse(gang), "n5", 1)
        self.tell("QU-127", "{gang} changes five 1s into a 5.", gang=gang)

    # Bullets

    def load(self, gang: str, count: int, rule: str) -> Turn:
        """Each bullet gained loads an empty slot of choice; what does not fit is lost (QU-128, QU-129)."""
        for _ in range(count):
            empty = self.gang(gang).empty
            if not empty:
                self.tell("QU-129", "{gang} has all six slots loaded: a bullet is lost.", gang=gang)
                return
            slot = yield from self.ask(gang, "load", [str(slot) for slot in empty],
                                       "{gang}: which slot gets the bullet?", rule, "QU-128")
            self.put_bullet(gang, int(slot), rule)

    def put_bullet(self, gang: str, slot: int, rule: str) -> None:
        """A slot's token is turned to its bullet."""
        self.gang(gang).slots[str(slot)] = True
        self.tell(rule, "{gang} loads slot {slot}.", gang=gang, slot=slot)

    def flip(self, gang: str, slot: int, rule: str) -> None:
        """A slot's token is turned to its shell."""
        if self.gang(gang).slots[str(slot)]:
            self.gang(gang).slots[str(slot)] = False
            self.tell(rule, "{gang} empties slot {slot}.", gang=gang, slot=slot)

    # Buildings

    def card(self, slot: str) -> Building:
        """The building on a board slot."""
        return self.box.building[self.state.places[slot].building]

    def place_of(self, ability: str) -> Place | None:
        """The place of the building with an ability, if it is in play."""
        return next((place for slot, place in self.state.places.items()
                     if self.card(slot).ability == ability), None)

    def has(self, gang: str, ability: str) -> bool:
        """Whether a gang controls the building with an ability (QU-138)."""
        place = self.place_of(ability)
        return place is not None and gang in place.occupants

    # Outlaws

    def to_stash(self, gang: str, spot: int, rule: str) -> None:
        """An outlaw goes from a spot home."""
        del self.gang(gang).spots[str(spot)]
        self.gang(gang).stash += 1
        self.tell(rule, "{gang}'s outlaw goes back to the stash.", gang=gang)

    # Undead

    def next_undead(self, gang: str) -> Generator[Question, Answers, str]:
        """The top card of Boot Hill; empty when there is none (QU-123)."""
        state = self.state
        if state.boot_hill > 0:
            left = tuple(card for card in self.box.card
                         if card not in state.undead_seen and self.may_be_dealt(card))
            (card,) = yield from draw(self.seat(gang), "undead", Draw("boot_hill", left),
                                      Message("Draw from Boot Hill. Which undead is it?"), ("QU-122",))
            state.boot_hill -= 1
            state.undead_seen.append(card)
            state.in_hand = card
        elif state.boot_hill_under:
            state.in_hand = state.boot_hill_under.pop(0)
        else:
            self.tell("QU-123", "Boot Hill is empty: no undead comes.")
        return state.in_hand

    def may_be_dealt(self, card: str) -> bool:
        """Alone, the strongest undead stay in the box unless the horsemen ride (QU-161, QU-196)."""
        is_out = self.state.mode == "solo" and self.state.options["horsemen"] == "no"
        return not is_out or self.box.card[card].value < TOP_VALUE

    def put_undead(self, card: str, where: str, rule: str) -> None:
        """An undead comes into a building or the street."""
        self.undead_at(where).append(card)
        self.state.in_hand = ""
        self.tell(rule, "Undead {card} goes to {where}.", card=card, where=self.where(where))

    def undead_at(self, where: str) -> list[str]:
        """The undead of a place."""
        return self.state.street if where == STREET else self.state.places[where].undead

    def where(self, slot: str) -> str:
        """A place as people call it: its building. The street, or any other word, is itself."""
        return self.state.places[slot].building if slot in self.state.places else slot

    def slot_of(self, building: str) -> str:
        """The board slot with a building; any other word is itself."""
        return next((slot for slot, place in self.state.places.items() if place.building == building),
                    building)

    def end(self, result: str, winners: Sequence[str], rule: str, text: str) -> GameOver:
        """Decide the game; to be raised at once."""
        self.state.result, self.state.winners = result, list(winners)
        self.state.phase, self.state.high_noon = "over", "done"
        self.tell(rule, text, seats=list(winners))
        return GameOver(result)


def move_tokens(giver: Purse, taker: Purse, kind: str, count: int) -> None:
    """So many tokens of a kind go from one purse to another."""
    setattr(giver, kind, getattr(giver, kind) - count)
    setattr(taker, kind, getattr(taker, kind) + count)


def together(town: Town, key: str, asks: Mapping[str, Choose], text: str, *rules: str) -> Generator[
    Question, Answers, dict[str, tuple[str, ...]]
]:
    """Ask gangs at the same time, sealed until all have answered; a player's second gang comes after."""
    answered: dict[str, tuple[str, ...]] = {}
    rounds: list[dict[str, str]] = []
    for gang in asks:
        turn = next((round_ for round_ in rounds if town.seat(gang) not in round_), None)
        if turn is None:
            turn = {}
            rounds.append(turn)
        turn[town.seat(gang)] = gang
    for number, turn in enumerate(rounds, 1):
        answers = yield Question(
            key if number == 1 else f"{key}_{number}", {seat: asks[gang] for seat, gang in turn.items()},
            Message(text, {"gangs": tuple(turn.values())}), rules, reveals=("secret",))
        answered |= {gang: tuple(answers[seat]) for seat, gang in turn.items()}
    return answered


def _at_once(word: str) -> Word:
    return word
    yield
