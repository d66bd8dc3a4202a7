"""Setting the table right by hand: each thing the companion believes, to be changed where it is otherwise."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.engine.referee import Refused
from companion.proposing import Change
from web import replies
from web.phones import this_phone
from web.room import room

bp = Blueprint("correct", __name__)

SHOWN = "shown:"
"""Before a thing's path: what its form showed, sent back with what is wanted of it."""


@bp.get("/correct")
def page() -> str | BaseResponse:
    """Show everything that can be set right, as the companion believes it is."""
    if not this_phone().plays:
        return redirect(url_for("join.start"))
    return _page()


@bp.post("/correct")
def correct() -> BaseResponse | tuple[str, int]:
    """Propose what was changed on the form; the table's page shows what would come of it.

    What was left as the form showed it is not proposed, however it has come to stand meanwhile.
    """
    if not this_phone().plays:
        return redirect(url_for("join.start"))
    changed = _changed(request.form)
    try:
        if changed:
            room().table.propose(Change("correct", facts=changed))
    except Refused as refused:
        return _page(replies.say(refused.message)), 422
    return redirect(url_for("play.page"))


def _changed(form: Mapping[str, str]) -> dict[str, str]:
    """What somebody wants otherwise than the form showed it and than it is believed now."""
    believed = {fact.path: fact.now for fact in room().table.facts()}
    shown = {path: form.get(f"{SHOWN}{path}", believed.get(path, value)) for path, value in form.items()}
    return {path: value for path, value in form.items()
            if not path.startswith(SHOWN) and value not in (shown[path], believed.get(path))}


def _page(why: str = "") -> str:
    sentences = replies.sentences()
    facts = [(fact.path, sentences.say(fact.text), fact.now,
              [(word, sentences.label(fact.path, word) if word else "–") for word in fact.words])
             for fact in room().table.facts()]
    return render_template("correct.html", facts=facts, why=why, before=SHOWN)
