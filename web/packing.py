"""Packs what is sent: a page that comes in a fifth of the bytes is there sooner on a crowded network."""

from __future__ import annotations

import gzip

from flask import Response, request

KINDS = frozenset({"text/html", "text/css", "text/javascript", "application/json", "image/svg+xml"})
LEAST = 1000
"""Bytes below which packing gains nothing."""
EFFORT = 5


def packed(answer: Response) -> Response:
    """The answer with its text packed, for a browser that can unpack it; streams and pictures as they are."""
    if answer.mimetype not in KINDS or answer.status_code != 200:
        return answer
    answer.vary.add("Accept-Encoding")
    if request.accept_encodings["gzip"] == 0 or request.method == "HEAD":
        return answer
    answer.direct_passthrough = False
    text = answer.get_data()
    if len(text) < LEAST:
        return answer
    etag, _ = answer.get_etag()
    if etag:
        answer.set_etag(etag, weak=True)
    answer.set_data(gzip.compress(text, EFFORT, mtime=0))
    answer.content_encoding = "gzip"
    return answer
