"""What the engine expects of a game, and how a game's state is written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from pydantic import TypeAdapter

from companion.engine.questions import Fact, Message, Option, Outcome, Told, Turn, Words

if TYPE_CHECKING:
    from companion.games.drawing import Board, Panel, Screen, Step


class State(Protocol):
    """The state of a game between two turns: a dataclass of plain values that JSON holds both ways."""

    seats: list[str]
    log: list[Told]
    """What was told in the open turn; the referee keeps what was told before."""


S = TypeVar("S", bound=State)


class Game(Protocol[S]):
    """One game: its facts, its rules as a generator of questions, and what may be seen of a state."""

    id: str
    name: str
    rules_version: int
    """Grows when the rules would read an old answer otherwise than before."""
    least_seats: int
    most_seats: int
    state_type: type[S]
    stand_in: bool
    """Whether the content is still invented in part, not the owner's box."""

    @property
    def doubts(self) -> Sequence[str]:
        """What is unlikely of a real box, a sentence each; the content can be played with all the same."""

    @property
    def dice(self) -> Mapping[str, tuple[str, Words]]:
        """Each kind of die: a colour to tell it by, which no other kind has, and its sides' faces."""

    @property
    def options(self) -> Sequence[Option]:
        """What the table may settle before a game."""

    @property
    def content(self) -> Mapping[str, Any]:
        """What the box contains, as the content file says it."""

    def new(self, seats: Sequence[str], options: Mapping[str, str | int]) -> S:
        """The state before the first question of a game. ValueError, with a sentence, when it cannot be."""

    def turn(self, state: S) -> Turn:
        """The next turn, from everything lying on the table to everything lying on the table again."""

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended; None while it goes on."""

    def problems(self, state: S) -> list[Message]:
        """Everything that cannot be so on a real table; empty for a sound state."""

    def view(self, state: S, seat: str | None) -> dict[str, Any]:
        """What `seat` may see (None: spectators and the display), built by adding. Plain JSON values."""

    def line(self, state: S) -> str:
        """The state in one line of text, the same line for tests, bug reports and people."""

    def facts(self, state: S) -> list[Fact]:
        """What people may set right by hand: things that lie open on the table, no secrets."""

    def name_of(self, word: str) -> str | None:
        """The English name of a thing the rules call `word`; None for what is no thing's id."""

    def label(self, key: str, word: str) -> Message:
        """What an answer's word means to a person, under the question `key`."""

    def board(self, view: Mapping[str, Any]) -> Board:
        """The drawing of a view for the phone page."""

    def display(self, view: Mapping[str, Any]) -> Screen:
        """A view in a few lines and gauges for the small display."""

    def steps(self, view: Mapping[str, Any]) -> Sequence[Step]:
        """The steps of the turn as the page lists them; empty before the first turn and after the last."""

    def panels(self, view: Mapping[str, Any]) -> Sequence[Panel]:
        """What the phone page tells of each player; empty where the board tells it all."""


class StateText:
    """Writes the states of one type as JSON text and reads them back, types checked."""

    def __init__(self, state_type: type[Any]) -> None:
        self._adapter: TypeAdapter[Any] = TypeAdapter(state_type)

    def write(self, state: Any) -> str:
        """The state as JSON text."""
        return self._adapter.dump_json(state).decode()

    def read(self, text: str) -> Any:
        """The state that `text` holds; ValueError, naming the fields, when it holds none."""
        return self._adapter.validate_json(text)

    def plain(self, state: Any) -> dict[str, Any]:
        """The state as plain JSON values."""
        plain: dict[str, Any] = self._adapter.dump_python(state, mode="json")
        return plain

    def from_plain(self, plain: Mapping[str, Any]) -> Any:
        """The state that plain JSON values hold; ValueError, naming the fields, when they hold none."""
        return self._adapter.validate_python(dict(plain))


_TEXTS: dict[type[Any], StateText] = {}


def text_of(game: Game[Any]) -> StateText:
    """How the states of `game` are written down (made once for each type: it is slow to make)."""
    if game.state_type not in _TEXTS:
        _TEXTS[game.state_type] = StateText(game.state_type)
    return _TEXTS[game.state_type]
