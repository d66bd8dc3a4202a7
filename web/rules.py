"""The rules of a game, one by one, in our own words."""

from __future__ import annotations

from flask import Blueprint, abort, render_template

from companion import rulebook
from web.phones import language

bp = Blueprint("rules", __name__)


@bp.get("/rules/<game>")
def all_rules(game: str) -> str:
    """List all rules of a game, to be searched by the browser."""
    texts = rulebook.rules(game, language())
    rules = {id_: text for id_, text in texts.items() if len(id_.partition("-")[0]) > 1}
    if not rules:
        abort(404)
    return render_template("rules/all.html", game=game, rules=rules)


@bp.get("/rules/<game>/<id_>")
def one_rule(game: str, id_: str) -> str:
    """Show one rule."""
    text = rulebook.rule(game, id_, language())
    if text is None:
        abort(404)
    return render_template("rules/one.html", game=game, id=id_, text=text)
