"""What a table settles before a game: how hard it is, and how the rugs are read."""

from __future__ import annotations

from companion.engine.questions import Message, Option
from companion.games.professor_evil.content import SCHEMES

YES_NO = ("yes", "no")
OPTIONS = (
    Option("use_55", Message("Play with the treasures of 55 minutes (harder)"), YES_NO, "no", ("EVIL-08",),
           kind="harder"),
    Option("use_30", Message("Play with the treasures of 30 minutes (easier)"), YES_NO, "yes", ("EVIL-09",),
           kind="harder"),
    Option("colour_scheme", Message("Doors have a rug on either side, or one colour each"), SCHEMES,
           "per_side", ("EVIL-62",),
           {"per_side": Message("a rug on either side"), "single": Message("one colour each")}),
)
