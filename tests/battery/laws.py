"""The laws that every game must keep, whatever its rules. Each raises AssertionError where one is broken.

A game under test is played at random from a seed; what hypothesis makes up is the seed and how far to go.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from itertools import product
from random import Random
from typing import Any

from companion.engine.folding import Begun, Entry, fold, referee_of
from companion.engine.game import Game, text_of
from companion.engine.questions import Choose, Message, Roll
from companion.engine.random_player import random_answer
from companion.engine.referee import Page, Referee, Refused
from companion.engine.rows import Row
from companion.engine.views import view_of
from companion.proposing import differences, undone

LONGEST_GAME = 20_000
"""A random game that takes more answers than this is taken to be endless."""


def everything(referee: Referee) -> dict[str, Any]:
    """All there is to know of a game but the running number: state, question, log, sealed answers."""
    return {
        "state": text_of(referee.game).write(referee.state), "question": referee.question,
        "sealed": dict(referee.sealed), "log": [asdict(line) for line in referee.log],
        "outcome": referee.outcome, "pages": [(page.start, len(page.answers)) for page in referee.pages],
    }


def begin(game: Game[Any], seats: int, record: list[Row] | None = None) -> Referee:
    """A new game; `record` collects the journal's rows."""
    names = ["ana", "ben", "cy", "dee", "eli", "flo"][:seats]
    return Referee(game, game.new(names, {}), record=record.extend if record is not None else None)


def answer_at_random(referee: Referee, rng: Random) -> None:
    """One legal answer of one of those asked."""
    question = referee.question
    assert question is not None
    seat = rng.choice(referee.waiting)
    referee.answer(seat, question.key, random_answer(rng, question.asks[seat]))


def played(game: Game[Any], seats: int, seed: int, answers: int, record: list[Row] | None = None) -> Referee:
    """A random game after so many answers, or at its end."""
    referee, rng = begin(game, seats, record), Random(seed)
    for _ in range(answers):
        if referee.question is None:
            break
        answer_at_random(referee, rng)
    return referee


def every_game_ends_and_stays_sound(game: Game[Any], seats: int, seed: int) -> None:
    """Random play reaches an outcome; after every answer there are no problems and all can be shown."""
    referee, rng = begin(game, seats), Random(seed)
    for count in range(LONGEST_GAME):
        assert referee.problems == [], f"after {count} answers: {referee.problems}"
        assert "\n" not in game.line(referee.state)
        if referee.question is None:
            break
        answer_at_random(referee, rng)
    assert referee.outcome is not None, f"no outcome after {LONGEST_GAME} answers"
    assert set(referee.outcome.winners) <= set(referee.state.seats)


def undo_restores_exactly(game: Game[Any], seats: int, seed: int, answers: int) -> None:
    """Each answer, taken back, leaves the game as it was; so does taking back all, one by one."""
    referee, rng = begin(game, seats), Random(seed)
    seen = [everything(referee)]
    for _ in range(answers):
        if referee.question is None:
            break
        answer_at_random(referee, rng)
        seen.append(everything(referee))
    while len(seen) > 1:
        assert everything(referee) == seen.pop()
        referee.undo()
    assert everything(referee) == seen[0]
    try:
        referee.undo()
    except Refused:
        return
    raise AssertionError("There was something to take back before the first answer.")


def what_undo_changes_is_named(game: Game[Any], seats: int, seed: int, answers: int) -> None:
    """What lies open and is otherwise after an undo is named: each fact, each line told to all, the end."""
    referee = played(game, seats, seed, answers)
    if referee.last() is None:
        return
    then = referee.trial()
    then.undo()
    before, after = ({fact.path: fact.now for fact in game.facts(one.state)} for one in (referee, then))
    named = {change.fact.path: (change.fact.now, change.then) for change in differences(game, referee, then)}
    for path in before.keys() | after.keys():
        change = (before.get(path, ""), after.get(path, ""))
        assert named.get(path, (change[0], change[0])) == change, f"{path} would change"
    back = undone(referee, then)
    told, left = ([line for line in one.log if not line.to] for one in (referee, then))
    assert [*left, *reversed(back)] == told
    assert back or named or referee.outcome == then.outcome, "nothing says that the game would go on"


def rereading_gives_what_playing_gave(game: Game[Any], seats: int, seed: int, answers: int) -> None:
    """The rows of the journal, folded and read again, give the very game; undo and amend rows too."""
    rows: list[Row] = []
    referee, rng = begin(game, seats, rows), Random(seed)
    for _ in range(answers):
        if referee.last() and rng.random() < 0.15:
            referee.undo()
        elif referee.question is None:
            break
        else:
            answer_at_random(referee, rng)
    again = reread(game, rows, referee)
    assert everything(again) == everything(referee)
    assert again.number == referee.number
    assert again.offered == referee.offered


def reread(game: Game[Any], rows: Sequence[Row], referee: Referee) -> Referee:
    """The game that the rows tell of."""
    begun = Begun(game.id, tuple(referee.state.seats), {}, "virtual", "virtual")
    return referee_of(fold([Entry(begun), *(Entry(row) for row in rows)]), game)


def amending_to_the_same_changes_nothing(game: Game[Any], seats: int, seed: int, answers: int) -> None:
    """An earlier answer of the open turn, replaced by itself, leaves everything as it was."""
    referee = played(game, seats, seed, answers)
    for given in list(referee.pages[-1].answers):
        later = [answer for answer in referee.pages[-1].answers if answer.key == given.key]
        before = everything(referee)
        referee.amend(given.key, later[-1].words, seat=later[-1].seat)
        assert everything(referee) == before


def corrections_hold(game: Game[Any], seats: int, seed: int, answers: int) -> None:
    """What is set right by hand is so afterwards, on paper too; or it is refused and nothing changes."""
    rows: list[Row] = []
    referee, rng = played(game, seats, seed, answers, rows), Random(seed)
    for fact in rng.sample(game.facts(referee.state), k=min(3, len(game.facts(referee.state)))):
        before, value = everything(referee), rng.choice(fact.words)
        try:
            referee.correct({fact.path: value})
        except Refused:
            assert everything(referee) == before
            continue
        now = {other.path: other.now for other in game.facts(referee.state)}
        assert now[fact.path] == value, f"{fact.path} was set to {value} and is {now[fact.path]}"
        assert everything(reread(game, rows, referee)) == everything(referee)


def offered_words_are_taken_and_no_others(game: Game[Any], seats: int, seed: int, answers: int) -> None:
    """Every word that a question offers is accepted and leads on; any other is refused."""
    referee = played(game, seats, seed, answers)
    question = referee.question
    if question is None:
        return
    before = everything(referee)
    for seat, ask in question.asks.items():
        for words in _legal(ask):
            page = referee.pages[-1]
            trial = Referee.restore(game, [Page(page.start, list(page.answers))], 1)
            trial.answer(seat, question.key, words)
        for words in (("no such word",), ("w9=move",), (*ask.example(), "too much")):
            try:
                referee.answer(seat, question.key, words)
            except Refused:
                assert everything(referee) == before
                continue
            raise AssertionError(f"{question.key} took {words}")


def _legal(ask: Any) -> list[tuple[str, ...]]:
    """Legal answers that together hold every word of the question."""
    if isinstance(ask, Roll):
        most = max(len(die.faces) for die in ask.dice)
        return [tuple(f"{die.id}={die.faces[place % len(die.faces)]}" for die in ask.dice)
                for place in range(most)]
    if isinstance(ask, Choose) and ask.least <= 1 and not ask.must:
        return [(word,) for word in ask.words] + ([()] if ask.least == 0 else [])
    if ask.least == ask.most == 1:
        return [(word,) for word in ask.words]
    return [ask.example()]


def words_have_meanings(game: Game[Any], seats: int, seed: int, answers: int) -> None:
    """Every word of a question has a label whose holes can be filled; questions name rules and text."""
    referee = played(game, seats, seed, answers)
    question = referee.question
    if question is None:
        return
    assert question.rules, f"{question.key} names no rule"
    for ask in question.asks.values():
        for word in getattr(ask, "words", ()):
            label = game.label(question.key, word)
            assert isinstance(label, Message)
            assert label.id.format(**label.args)


def what_is_barred_says_why(game: Game[Any], seats: int, seed: int, answers: int) -> None:
    """A barred word is no answer, is listed once, and is refused with its reason and its rule."""
    referee = played(game, seats, seed, answers)
    question = referee.question
    for seat, ask in question.asks.items() if question else ():
        barred = ask.barred if isinstance(ask, Choose) else ()
        assert len({one.word for one in barred} - set(ask.words if barred else ())) == len(barred)
        for one in barred:
            assert game.label(question.key, one.word).id
            refusal = question.refusal(seat, (*ask.example()[:-1], one.word))
            assert refusal
            assert refusal.args == {"why": one.why, "rule": one.rule}


def a_turn_stands_at_one_step_at_most(game: Game[Any], seats: int, seed: int, answers: int) -> None:
    """The list of a turn's steps, where there is one, has at most one that is now."""
    referee = played(game, seats, seed, answers)
    steps = game.steps(game.view(referee.state, None))
    assert sum(step.now for step in steps) <= 1
    assert not (steps and referee.question is None)


def views_keep_secrets(game: Game[Any], seats: int, seed: int, answers: int) -> None:
    """What a seat answers under seal changes nothing that any other seat or a spectator may see."""
    referee = played(game, seats, seed, answers)
    question = referee.question
    if question is None or len(question.asks) < 2 or len(referee.waiting) < 2:
        return
    seat = referee.waiting[0]
    ask = question.asks[seat]
    pages = [(page.start, list(page.answers), page.log) for page in referee.pages]
    views = []
    for words in _legal(ask)[:3]:
        trial = Referee.restore(game, [Page(*page) for page in pages], referee.number)
        trial.answer(seat, question.key, words)
        views.append({viewer: view_of(trial, viewer) for viewer in (*referee.state.seats, None)
                      if viewer != seat} | {"facts": game.facts(trial.state)})
    for one, other in product(views, views):
        assert one == other, f"another seat can see what {seat} answered to {question.key}"


def views_are_plain(game: Game[Any], seats: int, seed: int, answers: int) -> None:
    """Every view is plain JSON values, the same after a trip through text."""
    referee = played(game, seats, seed, answers)
    for viewer in (*referee.state.seats, None):
        board = game.view(referee.state, viewer)
        assert json.loads(json.dumps(board)) == board
