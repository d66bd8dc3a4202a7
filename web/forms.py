"""What phones may send: the bodies of the JSON API, with bounds on everything."""

from __future__ import annotations

from typing import Annotated, TypeVar

from flask import request
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from companion import i18n

Id = Annotated[str, Field(min_length=1, max_length=64,
                          description="Random, new for each thing done: the same id twice is done once.")]
Word = Annotated[str, Field(min_length=1, max_length=200)]
Words = Annotated[list[Word], Field(max_length=200)] | Annotated[str, Field(max_length=2000)]
"""A list of words, or one text with spaces between them."""
Seat = Annotated[str, Field(min_length=1, max_length=40)]


def said(words: list[str] | str) -> tuple[str, ...]:
    """The words, one by one."""
    return tuple(words.split() if isinstance(words, str) else words)


class Form(BaseModel):
    """A body with no more fields than it names."""

    model_config = ConfigDict(extra="forbid")


class Joining(Form):
    """The code on the display, or the token of its QR code."""

    code: Annotated[str, Field(min_length=1, max_length=64)]


class Seats(Form):
    """Seats that this phone takes, and such of its own that it gives back."""

    take: Annotated[list[Seat], Field(max_length=16)] = []
    free: Annotated[list[Seat], Field(max_length=16)] = []
    mine: Annotated[list[Seat], Field(max_length=16, description="Seats that another phone holds and that "
                                      "were this one's: a browser whose cookie is gone.")] = []
    remove: Annotated[list[Seat], Field(max_length=16, description="Seats that the host takes from the "
                                        "phones that hold them.")] = []
    watch: bool = Field(default=False, description="Only look on: no answers from this phone.")


class Language(Form):
    """The language this phone reads."""

    language: i18n.Language


class Saying(Form):
    """Words said under a key."""

    id: Id
    key: Word
    words: Words

    @property
    def said(self) -> tuple[str, ...]:
        """The words, one by one."""
        return said(self.words)


class Answering(Saying):
    """An answer to the open question `number`, which has the key `key`."""

    number: int
    seat: Seat | None = Field(default=None,
                              description="For whom; without it, this phone's own seat that is asked.")


class Undoing(Form):
    """Take the last answer back; `confirm` where it brought dice, a card or a secret to light."""

    id: Id
    confirm: bool = False
    number: int | None = Field(default=None, description="The question that was open when it was asked for.")


class Amending(Saying):
    """Replace the latest answer to `key` in this turn."""

    seat: Seat | None = None


class Correcting(Form):
    """Set things of the table right by hand: each path is to hold its value now."""

    id: Id
    facts: Annotated[dict[Word, str | int | bool], Field(min_length=1, max_length=50)]


class Proposing(Form):
    """Show the table what a change would change: take back, amend the answer to `key`, or correct `facts`."""

    id: Id
    change: Annotated[str, Field(pattern="^(undo|amend|correct)$")]
    key: Annotated[str, Field(max_length=200)] = ""
    words: Words = []
    seat: Seat | None = None
    facts: Annotated[dict[Word, str | int | bool], Field(max_length=50)] = {}


class Settling(Form):
    """Do what was proposed under this number, or leave it."""

    id: Id
    number: int
    yes: bool


class Throwing(Form):
    """Have the virtual dice thrown."""

    id: Id
    seat: Seat | None = Field(default=None, description="Whose dice, where several are to throw at once; "
                                                        "without it, this phone's own seat that is asked.")


class ThrowingAgain(Form):
    """Have a die of the last throw thrown again, alone; without a name: leave it at that."""

    id: Id
    die: Annotated[str, Field(max_length=40)] = ""


class Pressing(Form):
    """Press a button of the simulated device."""

    button: Annotated[str, Field(pattern="^(ok|back|up|down)$")]
    held: bool = False


F = TypeVar("F", bound=Form)


class Malformed(ValueError):
    """A body that is none of ours; the text says what is wrong with it."""


def read(form: type[F]) -> F:
    """The body of this request. Raises `Malformed` with a sentence when it does not have that form."""
    if not request.is_json:
        raise Malformed("A JSON object was expected, with the content type application/json.")
    try:
        return form.model_validate_json(request.get_data(), strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(step) for step in first["loc"]) or "The body"
        raise Malformed(f"{place}: {first['msg']}.") from None
