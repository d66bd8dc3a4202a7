"""The stand-in key, to be printed: what each pip of an ordinary die stands for."""

from __future__ import annotations

from flask import Blueprint, abort, render_template

from companion import standin
from companion.engine.questions import Message
from web import replies
from web.room import room
from web.state import face

bp = Blueprint("key", __name__)

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of a face lie, from its middle."""
COLOURS = (Message("yellow"), Message("blue"), Message("pink"), Message("black"), Message("red"),
           Message("green"), Message("white"))


@bp.get("/key/<game>")
def page(game: str) -> str:
    """Show the key of the game on the table, ready to be printed."""
    playing = room().table.game
    if game != playing.id:
        abort(404)
    sentences = replies.sentences()
    kinds = [(kind, sentences.name(kind), sentences.text(standin.colours(playing).get(kind, "")),
              [face(word, sentences) for word in faces])
             for kind, faces in standin.key(playing).items()]
    return render_template("key.html", name=sentences.text(playing.name), kinds=kinds, pips=PIPS)
