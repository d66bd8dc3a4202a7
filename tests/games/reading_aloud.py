"""Whole random games read aloud: every question, answer and line of the log must be a sentence for people."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from companion.engine.game import Game
from companion.engine.questions import Choose, Draw, Message, Question, Roll, Words
from companion.engine.random_player import random_answer
from companion.engine.referee import Referee
from companion.i18n import Sentences

LEDGERS = Path(__file__).parents[2] / "docs" / "rules"
NAMES = ("ana", "ben", "cy", "dee", "eli")


def rules_of(game: str, prefix: str) -> frozenset[str]:
    """The ids of all rules in the ledger of a game."""
    found = frozenset(re.findall(rf"{prefix}-\d+", (LEDGERS / f"{game}.md").read_text(encoding="utf-8")))
    assert found
    return found


@dataclass(frozen=True)
class Reader:
    """Plays and reads: `raw` finds what only a raw word of the rules would contain, `rules` are all ids.

    `off_list` is how often a drawn card is said to be one that is not on the list.
    """

    raw: re.Pattern[str]
    rules: frozenset[str]
    off_list: float

    def play_and_read(self, of: Game[Any], seed: int, seats: int,
                      options: Mapping[str, str | int] | None = None, turns: int | None = None) -> set[str]:
        """Play to the end, or for so many turns; returns the keys that were asked."""
        rng = Random(seed)
        referee = Referee(of, of.new(NAMES[:seats], options or {}))
        sentences = Sentences("en", of, referee.state.seats)
        keys, read = set(), set()
        while referee.question is not None and (turns is None or referee.state.turn <= turns):
            question = referee.question
            keys.add(question.key)
            self._check(sentences, question.text)
            assert question.rules
            assert self.rules.issuperset(question.rules), question
            for seat, words in offered(question).items():
                for word in words:
                    if (question.key, word) not in read:
                        read.add((question.key, word))
                        self._check(sentences, of.label(question.key, word))
                ask = question.asks[seat]
                for barred in ask.barred if isinstance(ask, Choose) else ():
                    assert barred.rule in self.rules, barred
                    self._check(sentences, barred.why)
                    self._check(sentences, of.label(question.key, barred.word))
                other = isinstance(ask, Draw) and ask.other and rng.random() < self.off_list
                answer = (ask.other,) if isinstance(ask, Draw) and other else random_answer(rng, ask)
                referee.answer(seat, question.key, answer)
            assert referee.problems == []
            for step in of.steps(of.view(referee.state, None)):
                assert step.rule in self.rules, step
                self._check(sentences, step.text)
        for line in referee.log:
            assert line.rule in self.rules, line
            self._check(sentences, line.message)
        return keys

    def _check(self, sentences: Sentences, message: Message) -> None:
        """A sentence that can be said, and that says nothing raw."""
        said = sentences.say(message)
        assert said
        assert not self.raw.search(said.replace(": ", " ")), said
        assert all(arg is not None for arg in message.args.values())


def offered(question: Question) -> dict[str, Words]:
    """All words of each ask: every face of every die, a card that is not on the list."""
    words: dict[str, Words] = {}
    for seat, ask in question.asks.items():
        if isinstance(ask, Roll):
            words[seat] = tuple(f"{die.id}={face}" for die in ask.dice for face in die.faces)
        elif isinstance(ask, Draw):
            words[seat] = (*ask.words, *([ask.other] if ask.other else []))
        elif isinstance(ask, Choose):
            words[seat] = ask.words
    return words
