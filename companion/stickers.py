"""`companion stickers`: a game's dice as a sheet to print, for blank dice of 16 mm and for tokens."""

from __future__ import annotations

from companion import standin
from companion.engine.questions import Message
from companion.games import load
from companion.i18n import Sentences
from vision.dice_sets import SETS, Kind
from vision.drawings import symbols
from vision.stickers import Piece
from vision.stickers import sheet as drawn

SCALE = Message("Print at 100 %: the line above must be 100 mm long.")
SIZES = {
    "cube": Message("Sticky paper is best. Cut along the grey lines; a sticker of 13 mm fits a blank die of "
                    "16 mm."),
    "token": Message("Sticky paper is best. Cut along the grey lines; one of 20 mm fits a cardboard token "
                     "of 20 mm."),
}
PRESS = Message("Press the stickers down well: an edge that stands up throws shadows.")


class NoStickers(ValueError):
    """The game's dice carry nothing that could be stuck on."""


def sheet(language: str, name: str) -> str:
    """The sheet of a game as SVG, in that language. `NoStickers` where its dice need none."""
    game = load(name)
    sentences = Sentences(language, game)
    kinds = {kind.name: kind for kind in SETS[game.id].kinds}
    pieces = []
    for kind, (colour, faces) in game.dice.items():
        known = kinds.get(kind, Kind(kind, faces))
        shown = faces if known.shape == "token" else standin.key(game).get(kind, ())
        if not shown or not {symbol for face in shown for symbol in face.split("+")} <= set(symbols()):
            continue
        body = (*known.colours, colour or "white")[0]
        piece = Piece(sentences.name(kind), body, tuple(shown), known.shape)
        pieces += [piece] * known.count
    if not pieces:
        raise NoStickers(sentences.say(Message(
            "{game} is played with dice that carry numerals; they need no stickers.", {"game": game.name})))
    title = sentences.say(Message("Stickers: {game}", {"game": sentences.text(game.name)}))
    notes = (SCALE, *(SIZES[shape] for shape in sorted({piece.shape for piece in pieces})), PRESS)
    return drawn(title, [sentences.say(note) for note in notes], pieces)
