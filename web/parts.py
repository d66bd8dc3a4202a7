"""The parts of the table's page as HTML: the page is made of them, and each is sent anew when it changes.

They are the templates of `templates/table/`; what is tapped in them says by its data attributes what it does.
"""

from __future__ import annotations

from collections.abc import Mapping

from flask import render_template
from markupsafe import Markup, escape

from web import shapes

PARTS = ("bar", "board", "log", "notes", "outcome", "players", "proposal", "question", "roll", "status",
         "steps")
"""The parts that are templates of their own."""


def parts_of(state: shapes.State, big: bool = False) -> Mapping[str, Markup]:
    """Each part of the page by its element's id; empty where it has nothing to show now.

    `dice_state` stands inside the question and comes after it: it changes while dice roll, and what is half
    entered there must not be lost. `big` is the view for a screen that all look at.
    """
    # Once it is over it is nobody's turn, whatever the game's last screen says.
    title, lines = (state.game.name, []) if state.outcome else (state.screen.title, state.screen.lines)
    parts = {"headline": escape(title), "lines": escape(" · ".join(lines))}
    for name in (*PARTS, "dice_state"):
        html = render_template(f"table/{name}.html", state=state, big=big)
        parts[name] = Markup("\n".join(line for line in map(str.strip, html.splitlines()) if line))
    return parts
