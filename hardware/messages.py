"""What devices say to people: an English sentence with {places}, and what belongs into the places.

The English sentence is the key under which a translation is looked up.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Message:
    """A sentence for people."""

    text: str
    args: dict[str, str | int] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text.format(**self.args)


class Trouble(RuntimeError):
    """A device cannot be used; `message` says why and what would do."""

    def __init__(self, text: str, **args: str | int) -> None:
        self.message = Message(text, args)
        super().__init__(str(self.message))
