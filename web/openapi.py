"""The description of the JSON API (OpenAPI 3.1), made from the forms that the code itself uses."""

from __future__ import annotations

import functools
import json
import re
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from web import forms, shapes

REFUSALS = {
    400: "The request is malformed; the sentence says how.",
    403: "This phone may not do that: it has not joined, only looks on, or the seat is another phone's.",
    409: "The table has moved on, or wants to be asked first; with the fresh state.",
    413: "The body is too large.",
    422: "The answer does not fit; the sentence says what would.",
    429: "Too many wrong codes; try again later.",
    503: "It could not be written down, so it was not done.",
}
POSTS: dict[str, tuple[str, type[forms.Form], tuple[int, ...]]] = {
    "/api/join": ("Let this phone in: by the code on the display or the QR code's token.", forms.Joining,
                  (400, 403, 413, 429)),
    "/api/seats": ("Take free seats or one's own again, give own ones back, or only look on.", forms.Seats,
                   (400, 403, 409, 413)),
    "/api/language": ("Choose this phone's language.", forms.Language, (400, 403, 413)),
    "/api/answers": ("Answer the open question.", forms.Answering, (400, 403, 409, 413, 422, 503)),
    "/api/undo": ("Take the last answer back.", forms.Undoing, (400, 403, 409, 413, 422, 503)),
    "/api/amend": ("Replace an earlier answer of this turn.", forms.Amending, (400, 403, 413, 422, 503)),
    "/api/correct": ("Set the table right by hand.", forms.Correcting, (400, 403, 413, 422, 503)),
    "/api/proposals": ("Show everybody what taking back, amending or correcting would change. A misread die "
                       "that costs no other answer is set right at once.", forms.Proposing,
                       (400, 403, 413, 422, 503)),
    "/api/proposals/settle": ("Do what was proposed, or leave it.", forms.Settling,
                              (400, 403, 409, 413, 422, 503)),
    "/api/rolls/throw": ("Have the virtual dice thrown.", forms.Throwing, (400, 403, 413, 422, 503)),
    "/api/rolls/again": ("Have a die of the last throw that had fallen thrown again, alone.",
                         forms.ThrowingAgain, (400, 403, 413, 422, 503)),
    "/demo/buttons": ("Press a button of the demo's simulated device.", forms.Pressing, (400, 403, 413)),
}
PAGES = {
    "/": "Where a phone begins: the code, the seats or the table.",
    "/j/{token}": "The link in the QR code: lets the phone in.",
    "/J/{token}": "The same, as the QR code spells it.",
    "/seats": "The seats to choose from.",
    "/play": "The table.",
    "/big": "The table on a screen that all look at.",
    "/rolls": "The photographs that were kept of this game's throws.",
    "/rules/{game}": "All rules of a game.",
    "/rules/{game}/{rule}": "One rule.",
    "/key/{game}": "What each pip of an ordinary die stands for, to be printed.",
    "/correct": "Everything that can be set right by hand.",
    "/share/{seat}": "The link by which a second phone plays one of this phone's seats.",
    "/second/{link}": "That link: lets the phone in and gives it the seat too.",
    "/games": "All games: the one on the table and the earlier ones.",
    "/games/new": "Which game comes next, for the host.",
    "/games/new/{name}": "What is settled before a game, for the host.",
    "/games/{name}": "How a game stands or ended.",
    "/settings": "The settings, what the doctor finds, and switching off.",
    "/teach": "What the camera was shown, and which faces of the dice it knows.",
    "/calibrate": "What the camera sees, how it is lit, and where the tray is in it.",
    "/calibrate/now": "What is said of the camera's picture now: a part of that page, for its script.",
    "/demo": "The simulated device with a phone beside it.",
}
FORM_PAGES = {
    "/join": "The code, from the page's form.",
    "/seats": "Seats to take or to give back, from the page's form.",
    "/hand": "In which hand the phone is held, from the page's form.",
    "/language": "The language, from the page's form.",
    "/correct": "What was set right, from the page's form.",
    "/host": "Whose phone is the host's, from the page's form.",
    "/games/new/{name}": "A new game, from the host's form.",
    "/games/{name}/resume": "Go on with a game, from the host's form.",
    "/games/{name}/end": "End the game on the table before its end, from the host's form.",
    "/games/{name}/delete": "Delete an earlier game for good, from the host's form.",
    "/settings": "Other settings, from the host's form.",
    "/teach/look": "Have the camera look at the die, from the page's form.",
    "/teach/forget": "Drop what the camera was shown, from the page's form.",
    "/teach/name": "Keep what the camera was shown as a face, from the page's form.",
    "/teach/end": "Be done with teaching: what is thrown counts again; from the page's form.",
    "/teach/unlearn": "Forget all looks at a face that was misnamed, from the page's form.",
    "/calibrate": "Learn where the tray is, or forget it, from the host's form.",
    "/settings/power": "Have the box ask for the held button that switches off, from the host's form.",
}
NEWS = {
    "/play/news": "the table's page", "/big/news": "the big screen",
}
"""What the pages' own scripts read; its form may change with the pages."""
PICTURES = {
    "/display.png": ("What the small display shows.", "image/png"),
    "/rolls/{number}.jpg": ("The photograph of a throw.", "image/jpeg"),
    "/demo/tray.jpg": ("What the simulated camera sees.", "image/jpeg"),
    "/teach/shown/{number}.png": ("What the camera was shown.", "image/png"),
    "/calibrate/now.jpg": ("What the camera sees now.", "image/jpeg"),
    "/calibrate/markers.svg": ("The page with the markers for the tray, to be printed.", "image/svg+xml"),
    "/qr.svg": ("The QR code by which further phones join.", "image/svg+xml"),
    "/share/{seat}.svg": ("The QR code of a seat's link for a second phone.", "image/svg+xml"),
    "/games/{name}/export": ("The whole journal of a game that is over, for the host.", "application/json"),
}


@functools.cache
def description() -> str:
    """The description as JSON text."""
    models: list[type[BaseModel]] = [shapes.State, shapes.Refusal, *dict.fromkeys(
        form for _, form, _ in POSTS.values())]
    _, schemas = models_json_schema([(model, "validation") for model in models],
                                    ref_template="#/components/schemas/{model}")
    return json.dumps({
        "openapi": "3.1.0",
        "info": {"title": "Table Companion", "version": "1",
                 "description": "One game table: its state, live, and what phones may do to it. Every POST "
                                "carries the header X-Table-Token with `you.token` of the state; answers "
                                "also need a phone that has joined."},
        "paths": _paths(),
        "components": {"schemas": schemas["$defs"], "securitySchemes": {
            "phone": {"type": "apiKey", "in": "cookie", "name": "phone"},
            "token": {"type": "apiKey", "in": "header", "name": "X-Table-Token"}}},
    }, indent=1)


def _paths() -> dict[str, dict[str, Any]]:
    paths: dict[str, dict[str, Any]] = {
        "/api/state": {"get": _get("The state as this phone may see it.", _ref("State"))},
        "/api/events": {"get": {
            "summary": "The state as server-sent events: `event: state`, `id:` its version, `data:` as "
                       "/api/state; `event: replaced` when this phone has opened a newer stream.",
            "responses": {"200": {"description": "The stream.", "content": {"text/event-stream": {}}},
                          "503": _refusal("Too many streams are open.")}}},
        "/api/journal": {"get": {
            "summary": "The whole journal, secrets too, for this machine's own commands: they send the "
                       "secret of the running table as `Authorization: Bearer`.",
            "responses": {"200": {"description": "As asked.", "content": {"application/json": {}}},
                          "403": {"description": "Not the running table's secret."}}}},
        "/api/openapi.json": {"get": _get("This description.", {"type": "object"})},
        "/healthz": {"get": _health()},
        "/api/rolls/photo": {"post": _photo()},
    }
    for path, (summary, form, refusals) in POSTS.items():
        body = {"required": True, "content": {"application/json": {"schema": _ref(form.__name__)}}}
        paths[path] = {"post": {"summary": summary, "security": [{"phone": [], "token": []}],
                                "requestBody": body, "responses": _replies(refusals)}}
    for path, summary in PAGES.items():
        paths.setdefault(path, {})["get"] = _page(summary, path)
    for path, summary in FORM_PAGES.items():
        paths.setdefault(path, {})["post"] = _page(summary, path)
    for path, what in NEWS.items():
        paths[path] = {"get": _page(f"The parts of {what} as server-sent events, for its own scripts.", path,
                                    "text/event-stream")}
        paths[f"{path}/now"] = {"get": _page(f"The parts of {what} as they are now.", path,
                                             "application/json")}
    for path, (summary, kind) in PICTURES.items():
        paths[path] = {"get": _page(summary, path, kind)}
    return paths


def _photo() -> dict[str, Any]:
    """The upload of a photograph: the only body that is no JSON."""
    id_ = {"name": "id", "in": "query", "required": False, "schema": {"type": "string", "maxLength": 64}}
    confirm = {"name": "confirm", "in": "query", "required": False, "schema": {"type": "boolean"},
               "description": "Whether a person is to say first that it was read rightly."}
    pictures = {kind: {"schema": {"type": "string", "format": "binary"}}
                for kind in ("image/jpeg", "image/png", "image/webp")}
    return {"summary": "Read the dice from a photograph of this phone, up to 12 MB.",
            "parameters": [id_, confirm], "security": [{"phone": [], "token": []}],
            "requestBody": {"required": True, "content": pictures},
            "responses": _replies((400, 403, 413, 422, 503))}


def _get(summary: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"summary": summary, "responses": {"200": {
        "description": "As asked.", "content": {"application/json": {"schema": schema}}}}}


def _health() -> dict[str, Any]:
    schema = {"type": "object", "required": ["ok", "version"],
              "properties": {"ok": {"type": "boolean"}, "version": {"type": "integer"}}}
    described = _get("Whether the table lives: its thread has replied in time.", schema)
    described["responses"]["503"] = described["responses"]["200"] | {"description": "The table hangs."}
    return described


def _page(summary: str, path: str, kind: str = "text/html") -> dict[str, Any]:
    parameters = [{"name": name, "in": "path", "required": True,
                   "schema": {"type": "integer" if name == "number" else "string"}}
                  for name in re.findall(r"{(\w+)}", path)]
    return {"summary": summary, "parameters": parameters, "responses": {
        "200": {"description": "As asked.", "content": {kind: {}}},
        "302": {"description": "Go on there."},
        "default": {"description": "Not to be had: a page that says why."}}}


def _replies(refusals: tuple[int, ...]) -> dict[str, Any]:
    good = {"description": "Done; the fresh state.",
            "content": {"application/json": {"schema": _ref("State")}}}
    return {"200": good} | {str(status): _refusal(REFUSALS[status]) for status in refusals}


def _refusal(text: str) -> dict[str, Any]:
    return {"description": text, "content": {"application/json": {"schema": _ref("Refusal")}}}


def _ref(model: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{model}"}
