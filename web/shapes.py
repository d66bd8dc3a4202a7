"""The forms of what the JSON API tells; the API's description is made from them."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field


class Labelled(BaseModel):
    """A word to answer with, and what it means to a person."""

    word: str
    label: str


class Face(Labelled):
    """A face of a die; `symbols` are those of our drawings that show it."""

    symbols: list[str]


class Die(BaseModel):
    """A die to be thrown."""

    die: str
    kind: str
    label: str
    faces: list[Face]


class Barred(Labelled):
    """A word that a rule forbids just now: why, the rule's id, and its text."""

    why: str
    rule: str
    text: str


class Ask(BaseModel):
    """What one seat may answer: `roll` one face a die, the others between `least` and `most` words."""

    kind: str = Field(pattern="^(choose|roll|draw|confirm)$")
    words: list[Labelled] = Field(default=[], description="What may be answered: each `word` is sent, each "
                                                          "`label` read by people.")
    least: int = 0
    most: int = 0
    must: list[str] = []
    ordered: bool = False
    repeat: bool = False
    copies: list[int] = Field(default=[], description="Of a draw: how often each word may come.")
    other: Labelled | None = None
    dice: list[Die] = []
    barred: list[Barred] = Field(default=[], description="What a rule forbids just now, and why.")


class Question(BaseModel):
    """The open question."""

    number: int
    key: str
    text: str
    rules: list[str]
    reveals: list[str]
    sealed: bool
    seats: list[str]
    waiting: list[str]
    names: list[str] = Field(description="The names of those still waited for.")
    yours: bool = Field(description="Whether this phone may answer now.")
    speaker: str | None = Field(description="For which seat it would.")
    offered: list[str] = Field(description="An answer that was taken back, to be given again.")
    offered_labels: list[str] = Field(description="The same as people call it.")
    throw: str | None = Field(description="Where the dice come from: virtual, camera, tray or hand.")
    photographs: bool = Field(description="Whether a photograph of the dice, sent by a phone, is read.")
    asks: dict[str, Ask]

    @property
    def says_whom(self) -> bool:
        """Whether its sentence begins with those who are waited for: “ana: as whom do you play?”."""
        whom = ", ".join(self.names)
        return self.text.startswith(whom) and self.text[len(whom):].lstrip().startswith(":")


class Game(BaseModel):
    """Which game is on the table."""

    id: str
    name: str
    stand_in: bool


class Seat(BaseModel):
    """One seat of the table."""

    seat: str
    name: str
    taken: bool
    host: bool = Field(description="Whether the host's phone holds it.")
    yours: bool


class You(BaseModel):
    """The phone that asks."""

    seat: str | None
    seats: list[str]
    host: bool = Field(description="Whether this phone may begin games, free seats, and change settings.")
    joined: bool
    watching: bool
    language: str
    token: str = Field(description="To be sent back as X-Table-Token with every change.")


class LogLine(BaseModel):
    """What happened, and the rule that says so."""

    turn: int
    rule: str
    text: str


class Asked(BaseModel):
    """So many dice of a kind still to be thrown."""

    kind: str
    label: str
    count: int


class ThrownDie(BaseModel):
    """A die as it was read: x, y, r in pixels of the photograph."""

    die: str
    kind: str
    face: str
    label: str
    symbols: list[str]
    kind_label: str
    certain: bool
    confidence: float
    x: float
    y: float
    r: float
    alternatives: list[str]
    faces: list[Face] = Field(description="All faces the die can show, the likeliest others first.")
    read_as: str = Field(description="The label of what the camera was sure of where people said otherwise; "
                                     "else empty.")


class Throw(BaseModel):
    """The throw that is asked for, or was the last."""

    number: int
    state: str
    way: str
    seat: str
    key: str = Field(description="The question it answers; the key to amend it by.")
    again: str = Field(description="The die of the last throw that is thrown again, alone; else empty.")
    rethrow: bool = Field(description="Whether a die of it can be thrown again before the camera.")
    asked: list[Asked]
    whose: list[str] = Field(description="The names of those whose own dice are asked for now.")
    set_by_hand: bool = Field(description="The dice were set in secret; they are uncovered, not thrown.")
    dice: list[ThrownDie]
    problems: list[str]
    photo: str | None

    def words_with(self, die: str, face: str) -> list[str]:
        """The throw in words, with another face of one die."""
        return [f"{other.die}={face if other.die == die else other.face}" for other in self.dice if other.die]


class Player(BaseModel):
    """How one player stands, in lines."""

    title: str
    lines: list[str]
    active: bool


class Tone(BaseModel):
    """What a tone of the board's drawing means."""

    tone: str
    label: str


class Step(BaseModel):
    """A step of the turn; `now` where the turn stands."""

    label: str
    rule: str
    now: bool


class Screen(BaseModel):
    """Whose turn it is, how things stand, the board as a drawing, and the players."""

    title: str
    lines: list[str]
    board_svg: str
    legend: list[Tone]
    players: list[Player]
    steps: list[Step] = Field(description="The steps of the turn; none before the first and after the last.")


class Undo(BaseModel):
    """What taking back would take back."""

    text: str


class Difference(BaseModel):
    """A thing that a proposed change would change."""

    label: str
    now: str
    then: str


class Proposal(BaseModel):
    """A change that waits for the table's yes or no, and what would come of it."""

    number: int
    text: str
    shown: str | None = Field(description="What everybody has seen already and would be taken back.")
    lost: list[str] = Field(description="The answers that would be dropped.")
    changes: list[Difference]
    undone: list[str] = Field(description="What was told and would not have happened, the latest first.")
    asked: str | None = Field(description="What would be asked then.")


class Outcome(BaseModel):
    """How the game ended."""

    reason: str
    text: str
    winners: list[str]


class State(BaseModel):
    """One phone's view of the table."""

    version: int
    game: Game
    seats: list[Seat]
    you: You
    question: Question | None
    view: dict[str, Any]
    screen: Screen
    log: list[LogLine]
    problems: list[str]
    roll: Throw | None = Field(description="The throw that is asked for, else the last one.")
    last_roll: Throw | None = Field(description="The last finished throw.")
    undo: Undo | None
    proposal: Proposal | None
    notes: list[str]
    outcome: Outcome | None


class Refusal(BaseModel):
    """Why something was not done, in a sentence; with the fresh state where it has moved on."""

    error: str
    state: State | None = None
    confirm: bool = Field(default=False, description="Whether the same with `confirm` set would be done.")
    wait: int | None = Field(default=None, description="Seconds until the next try.")
