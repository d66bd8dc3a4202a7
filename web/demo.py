"""The demo's page: what the simulated camera sees, the display, four buttons, and a phone beside them."""

from __future__ import annotations

import ipaddress

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from web import forms, replies
from web.phones import admit, this_phone
from web.play import picture
from web.room import Demo, room

bp = Blueprint("demo", __name__)


@bp.get("/demo")
def page() -> str | BaseResponse:
    """Show the whole device on one page. A browser on this very machine needs no code."""
    if not this_phone().admitted:
        if not ipaddress.ip_address(request.remote_addr or "0.0.0.0").is_loopback:
            return redirect(url_for("join.start"))
        admit()
    return render_template("demo.html", state=replies.fresh_state())


@bp.get("/demo/tray.jpg")
def tray() -> Response:
    """Show what the simulated camera sees."""
    return picture(_demo().tray_jpeg(), "image/jpeg")


@bp.post("/demo/buttons")
def press() -> Response:
    """Press a button of the simulated device."""
    form = forms.read(forms.Pressing)
    return replies.for_players(lambda: _demo().press(form.button, form.held))


def _demo() -> Demo:
    demo = room().demo
    assert demo is not None, "the demo's pages are there only with a demo"
    return demo
