"""The state as the JSON API tells it: one phone's view, in that phone's language (forms: `shapes.py`)."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING
from zlib import crc32

from companion import rulebook
from companion.engine.questions import Ask, Barred, Choose, Confirm, Die, Draw, Fact, Message, Roll, Words
from companion.engine.views import Asked
from companion.i18n import Sentences
from companion.proposing import Proposal
from companion.table import Snapshot, Throw, ThrownDie
from web import drawing, shapes

if TYPE_CHECKING:
    from web.phones import Phone

SYMBOLS = frozenset({
    "move", "interact", "reroll", "excellent", "bogus", "blank", "marked", "chevron_1", "chevron_2",
    "chevron_3", "secret_passage", "time_5", "time_10", "red", "green", "blue", "clock_1", "clock_2"})
"""The faces that `static/faces.svg` (`vision/faces.svg`) has a drawing of."""


NOBODY = shapes.You(seat=None, seats=[], host=False, joined=False, watching=False, language="", token="")


class Tellings:
    """Tells snapshots to phones. What all see who look through the same eyes is told once for all of them."""

    def __init__(self, reads_photos: bool = False) -> None:
        self._reads_photos = reads_photos
        self._lock = Lock()
        self._now: Snapshot | None = None
        self._told: dict[tuple[str | None, str], shapes.State] = {}
        """What was told of the latest snapshot, for the eyes of a seat (None: nobody's) and a language."""

    def state(self, phone: Phone, now: Snapshot, token: str) -> shapes.State:
        """What `phone` may see of the table; `token` is what its page sends back with changes."""
        asked = now.views[None].asked
        seat = phone.seat_of_view(asked.waiting if asked else ())
        told = self._shared(now, seat, phone.language)
        you = shapes.You(seat=seat, seats=list(phone.seats), host=phone.host, joined=phone.admitted,
                         watching=phone.watching, language=phone.language, token=token)
        speaker = _speaker(phone, asked, now) if asked else None
        return told.model_copy(update={
            "you": you,
            "seats": [other.model_copy(update={"yours": other.seat in phone.seats}) for other in told.seats],
            "question": told.question and told.question.model_copy(
                update={"speaker": speaker, "yours": speaker is not None}),
        })

    def _shared(self, now: Snapshot, seat: str | None, language: str) -> shapes.State:
        with self._lock:
            if self._now is not now:
                self._now, self._told = now, {}
            if (seat, language) not in self._told:
                # Most games have no secrets on the board: it is drawn once for all who see the same.
                alike = next((told.screen for (eyes, spoken), told in self._told.items()
                              if spoken == language and now.views[eyes].board == now.views[seat].board), None)
                self._told[seat, language] = _Telling(now, seat, language, self._reads_photos).state(alike)
            return self._told[seat, language]


def _speaker(phone: Phone, asked: Asked, now: Snapshot) -> str | None:
    """For whom this phone would answer now; a secret question only for whom it looks through."""
    own = [seat for seat in phone.seats if seat in asked.waiting]
    free = [seat for seat in asked.waiting if phone.may_answer(seat, now) and not asked.sealed]
    return next(iter([*(own if not phone.watching else []), *free]), None)


def face(word: str, sentences: Sentences) -> shapes.Face:
    """A die's face with its name, and the symbols that are drawn for it."""
    symbols = word.split("+")
    drawn = SYMBOLS.issuperset(symbols)
    label = " + ".join(sentences.name(symbol) for symbol in symbols)
    return shapes.Face(word=word, label=label, symbols=symbols if drawn else [])


class _Telling:
    """One snapshot told to all who look through the eyes of one seat (None: nobody's) in one language."""

    def __init__(self, now: Snapshot, seat: str | None, language: str, reads_photos: bool) -> None:
        self.now, self.game, self.reads_photos = now, now.game, reads_photos
        self.sentences = Sentences(language, now.game, [seat.seat for seat in now.seats])
        self.say, self.name = self.sentences.say, self.sentences.name
        self.seat, self.view = seat, now.views[seat]

    def state(self, screen: shapes.Screen | None = None) -> shapes.State:
        """All of it but what is a single phone's: `you`, which seats are its own, for whom it speaks."""
        now, view = self.now, self.view
        return shapes.State(
            version=now.version,
            game=shapes.Game(id=self.game.id, name=self.say(Message(self.game.name)),
                             stand_in=self.game.stand_in),
            seats=[shapes.Seat(seat=seat.seat, name=self.name(seat.seat), taken=seat.taken, host=seat.host,
                               yours=False) for seat in now.seats],
            you=NOBODY,
            question=self.question(view.asked) if view.asked else None,
            view=dict(view.board),
            screen=screen or self.screen(),
            log=[shapes.LogLine(turn=turn, rule=told.rule, text=self.say(told.message))
                 for turn, told in view.log],
            problems=[self.say(problem) for problem in view.problems],
            roll=self.throw(now.throw),
            last_roll=self.throw(now.last_throw),
            undo=shapes.Undo(text=self.say(now.can_undo)) if now.can_undo else None,
            proposal=self.proposal(now.proposal) if now.proposal else None,
            notes=[self.say(note) for note in now.notes],
            outcome=self.outcome(),
        )

    def question(self, asked: Asked) -> shapes.Question:
        """The open question, with what each seat may answer in words and labels."""
        is_roll = any(isinstance(ask, Roll) for ask in asked.asks.values())
        return shapes.Question(
            number=asked.number, key=asked.key, text=self.say(asked.text), rules=list(asked.rules),
            reveals=list(asked.reveals), sealed=asked.sealed, seats=list(asked.asks),
            waiting=list(asked.waiting),
            names=[self.name(seat) for seat in asked.waiting],
            speaker=None, yours=False,
            offered=list(asked.offered),
            offered_labels=[self.offered(asked.key, word, is_roll) for word in asked.offered],
            throw=self.now.throw.way if is_roll else None,
            photographs=is_roll and self.reads_photos and self.now.throw.way != "virtual",
            asks={seat: self.ask(asked.key, ask) for seat, ask in asked.asks.items()},
        )

    def offered(self, key: str, word: str, is_face: bool) -> str:
        """What was taken back, as people call it; of a die its face."""
        if is_face:
            return face(word.partition("=")[2], self.sentences).label
        return self.sentences.label(key, word)

    def ask(self, key: str, ask: Ask) -> shapes.Ask:
        """What one seat may answer."""
        if isinstance(ask, Roll):
            return shapes.Ask(kind="roll", dice=[self.die(key, die) for die in ask.dice])
        if isinstance(ask, Confirm):
            return shapes.Ask(kind="confirm", words=self.words(key, ask.words), least=1, most=1)
        if isinstance(ask, Draw):
            left = ask.left()
            return shapes.Ask(kind="draw", words=self.words(key, ask.words), least=ask.least, most=ask.most,
                              ordered=True, copies=[left[word] for word in ask.words],
                              other=self.words(key, (ask.other,))[0] if ask.other else None)
        return self.choice(key, ask)

    def choice(self, key: str, ask: Choose) -> shapes.Ask:
        return shapes.Ask(kind="choose", words=self.words(key, ask.words), least=ask.least, most=ask.most,
                          must=list(ask.must), ordered=ask.ordered, repeat=ask.repeat,
                          barred=[self.barred(key, one) for one in ask.barred])

    def barred(self, key: str, one: Barred) -> shapes.Barred:
        return shapes.Barred(word=one.word, label=begun(self.sentences.label(key, one.word)),
                             why=self.say(one.why), rule=one.rule,
                             text=rulebook.rule(self.game.id, one.rule, self.sentences.language) or "")

    def words(self, key: str, words: Words) -> list[shapes.Labelled]:
        return [shapes.Labelled(word=word, label=begun(self.sentences.label(key, word))) for word in words]

    def die(self, key: str, die: Die) -> shapes.Die:
        return shapes.Die(die=die.id, kind=die.kind, label=begun(self.sentences.label(key, die.id)),
                          faces=[face(word, self.sentences) for word in dict.fromkeys(die.faces)])

    def throw(self, throw: Throw) -> shapes.Throw | None:
        """A throw, unless there is none."""
        if throw.state == "off":
            return None
        return shapes.Throw(
            number=throw.number, state=throw.state, way=throw.way, seat=throw.seat, key=throw.key,
            again=throw.again, rethrow=bool(throw.key) and throw.way in ("camera", "tray"),
            asked=[shapes.Asked(kind=kind, label=self.name(kind), count=count)
                   for kind, count in throw.asked],
            whose=[self.name(name) for name in throw.whose], set_by_hand=throw.set_by_hand,
            dice=[self.thrown(throw, die) for die in throw.dice],
            problems=[self.say(problem) for problem in throw.problems],
            photo=f"/rolls/{throw.number}.jpg?{crc32(throw.photo):x}" if throw.photo else None,
        )

    def thrown(self, throw: Throw, die: ThrownDie) -> shapes.ThrownDie:
        shown = face(die.word, self.sentences)
        faces = dict(throw.faces).get(die.die, ())
        return shapes.ThrownDie(
            die=die.die, kind=die.kind, face=shown.word, label=shown.label, symbols=shown.symbols,
            kind_label=begun(self.name(die.kind)), certain=die.certain,
            confidence=round(die.confidence, 3), x=die.x, y=die.y, r=die.r,
            alternatives=list(die.alternatives),
            faces=[face(word, self.sentences) for word in dict.fromkeys([*die.alternatives, *faces])],
            read_as=face(die.read_as, self.sentences).label if die.read_as not in ("", die.word) else "",
        )

    def screen(self) -> shapes.Screen:
        """Whose turn it is, how the board stands and each player, as the game's screens say it."""
        view = self.view.board
        shown, board = self.game.display(view), self.game.board(view)
        return shapes.Screen(
            title=self.say(shown.title), lines=[self.say(line) for line in shown.lines],
            board_svg=drawing.svg(board, self.say),
            legend=[shapes.Tone(tone=tone, label=self.say(label)) for tone, label in board.legend],
            players=[shapes.Player(title=self.say(panel.title), active=panel.active,
                                   lines=[self.say(line) for line in panel.lines])
                     for panel in self.game.panels(view)],
            steps=[shapes.Step(label=self.say(step.text), rule=step.rule, now=step.now)
                   for step in self.game.steps(view)],
        )

    def proposal(self, wanted: Proposal) -> shapes.Proposal:
        """What somebody wants to change, and what would come of it."""
        def value(fact: Fact, word: str) -> str:
            return self.sentences.label(fact.path, word) if word else "–"

        return shapes.Proposal(
            number=wanted.number, text=self.say(wanted.text),
            shown=self.say(wanted.shown) if wanted.shown else None,
            lost=[self.say(line) for line in wanted.lost],
            changes=[shapes.Difference(
                label=begun(self.say(change.fact.text)), now=value(change.fact, change.fact.now),
                then=value(change.fact, change.then)) for change in wanted.changes],
            undone=[self.say(line) for line in wanted.undone],
            asked=self.say(wanted.asked) if wanted.asked else None,
        )

    def outcome(self) -> shapes.Outcome | None:
        end = self.view.outcome
        if end is None:
            return None
        return shapes.Outcome(reason=end.reason, text=self.say(end.text), winners=list(end.winners))


def begun(label: str) -> str:
    """A label as it stands alone: with a capital."""
    return label[:1].upper() + label[1:]
