"""The race as the rules see it: the board, the state, a voice for the log, and the throws."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from companion.engine.questions import Answers, Die, Message, Offer, Question, Told, choose, roll
from companion.games.betrayal_tour.content import Box
from companion.games.betrayal_tour.state import Racer, State

Decision: TypeAlias = Generator[Question, Answers, bool]
Number: TypeAlias = Generator[Question, Answers, int]
Word: TypeAlias = Generator[Question, Answers, str]

FACES = ("marked", "blank")
TOKENS = tuple(Die(f"t{number}", "token", FACES) for number in range(1, 6))
NONE_MARKED = 10
"""The value of five tokens none of which shows its mark (BT-06)."""
PROMPTS = {
    "start": "{seat}: throw five to start; a 1 leaves the bunker.",
    "move": "{seat}: throw five to move.",
    "blocked": "{seat} is blocked: throw five; a 10 frees the others.",
    "bonus": "{seat}: a lucky 10! Throw five for the event.",
    "bad_day": "{seat} has a bad day: throw five.",
    "attack": "{seat} is attacked: throw five.",
    "weld": "{seat}: throw four for the welds.",
}


@dataclass
class Race:
    """One race: `box` is the board, `state` what stands on it."""

    box: Box
    state: State

    def racer(self, seat: str) -> Racer:
        """The pawn of `seat` and what it carries."""
        return self.state.racers[seat]

    def tell(self, rule: str, text: str, **args: str | int | list[str]) -> None:
        """Add a line to the log."""
        self.state.log.append(Told(rule, text, args))

    def kind_of(self, square: int) -> str:
        """The kind of a square of the track."""
        return self.box.squares[square]

    def start_of(self, seat: str) -> int:
        """The start square of a player's bunker."""
        return self.box.bunkers[self.racer(seat).bunker].start

    def lap(self, seat: str, square: int) -> int:
        """The steps from a player's start square to a square of the track."""
        return (square - self.start_of(seat)) % self.box.length

    def lacks(self, seat: str, square: int) -> bool:
        """Whether a square is a checkpoint whose part the player has not."""
        return self.kind_of(square) == "checkpoint" and square not in self.racer(seat).parts

    def has_all_parts(self, seat: str) -> bool:
        """Whether all four badge parts are welded on."""
        return len(self.racer(seat).parts) == len(self.box.checkpoints)

    def throw(self, seat: str, what: str, rule: str) -> Number:
        """Five tokens: the number of marked ones, none counting 10 (BT-06); four for welds (BT-07)."""
        self.state.throw, self.state.actor = what, seat
        tokens = TOKENS[:4] if what == "weld" else TOKENS
        faces = yield from roll(seat, what, tokens, self.asking(seat, PROMPTS[what]),
                                (rule, "BT-07" if what == "weld" else "BT-06"))
        marked = list(faces.values()).count("marked")
        value = marked if marked or what == "weld" else NONE_MARKED
        self.state.throw = self.state.actor = ""
        self.tell(rule, "{seat} throws {value}.", seat=seat, value=value)
        return value

    def ask(self, seat: str, key: str, words: Sequence[Offer], text: str, rule: str,
            **args: str | int) -> Word:
        """Have `seat` choose one of `words`."""
        self.state.actor = seat
        answer = yield from choose(seat, key, words, self.asking(seat, text, **args), (rule,))
        self.state.actor = ""
        return answer

    def asking(self, seat: str, text: str, **args: str | int) -> Message:
        """A question to `seat`. In another player's turn it also says whose move brought it about."""
        asked, mover = Message(text, {"seat": seat, **args}), self.state.current
        if mover in ("", seat, self.state.mate(seat)):
            return asked
        return Message("{asked} (displaced by {mover})", {"asked": asked, "mover": mover, "seat": seat})
