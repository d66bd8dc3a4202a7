"""The dice: have them thrown, show the picture of a throw, take a photograph from a phone."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from flask import Blueprint, Response, abort, request
from PIL import Image, ImageOps, UnidentifiedImageError

from companion.engine.questions import Message
from companion.engine.referee import Refused
from web import forms, replies
from web.play import picture
from web.room import room

bp = Blueprint("rolls", __name__)

LARGEST_PHOTO = 12 * 1024 * 1024
MOST_PIXELS = 64_000_000
LONGEST_SIDE = 2048
"""Photographs are made smaller than they come: dice need no more, and the table keeps a few of them."""


@bp.post("/api/rolls/throw")
def throw() -> Response:
    """Have the virtual dice thrown, or the demo's dice into its tray."""
    form = forms.read(forms.Throwing)
    return replies.for_players(lambda: room().table.throw("phone", id=form.id))


@bp.post("/api/rolls/photo")
def photo() -> Response:
    """Read the dice from a photograph that a phone sends."""
    request.max_content_length = LARGEST_PHOTO
    return replies.for_players(_read_photo)


@bp.get("/rolls/<int:number>.jpg")
def show(number: int) -> Response:
    """Show the photograph of a throw."""
    data = room().table.photo(number)
    if data is None:
        abort(404)
    return picture(data, "image/jpeg")


def _read_photo() -> Any:
    read = room().read_photo
    if read is None:
        raise Refused(Message("This table reads no photographs: enter the faces by hand."))
    upload = request.files.get("photo")
    pixels, jpeg = clean(upload.read() if upload else request.get_data())
    return room().table.see(read(pixels, jpeg)).result()


def clean(sent: bytes) -> tuple[Any, bytes]:
    """The pixels of a picture as it stands upright (BGR), and the same written anew as JPEG.

    Nothing but pixels is kept of what was sent. `Refused` when it is no picture, or a huge one.
    """
    try:
        with Image.open(io.BytesIO(sent), formats=("JPEG", "PNG", "WEBP")) as opened:
            if opened.width * opened.height > MOST_PIXELS:
                raise Refused(Message("That picture has more than {most} million pixels; send a smaller one.",
                                      {"most": MOST_PIXELS // 1_000_000}))
            opened.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
            upright = ImageOps.exif_transpose(opened).convert("RGB")
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        if isinstance(error, Refused):
            raise
        raise Refused(Message("That could not be read as a picture; send a JPEG, PNG or WebP.")) from error
    upright.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    written = io.BytesIO()
    upright.save(written, "JPEG", quality=88)
    return np.ascontiguousarray(np.asarray(upright)[:, :, ::-1]), written.getvalue()
