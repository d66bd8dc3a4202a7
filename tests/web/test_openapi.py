"""The description of the API is true: every route is in it, and every reply has the form it promises."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from flask import Flask

from companion.carrying import Running
from companion.table import Table
from tests.web.phone import DOOR, Phone
from web import create_app


class SmallDemo:
    """A device that shows a byte and takes presses."""

    def __init__(self) -> None:
        self.pressed: list[tuple[str, bool]] = []

    def display_png(self) -> bytes:
        return b"png"

    def tray_jpeg(self) -> bytes:
        return b"jpeg"

    def press(self, button: str, held: bool = False) -> None:
        self.pressed.append((button, held))


@pytest.fixture
def demo_app(table: Table, tmp_path: Path) -> Flask:
    """The page with everything that it ever has: a demo's device, and the way for the command line."""
    app = create_app(table, door=DOOR, demo=SmallDemo())
    Running(tmp_path).add_route(app, table)
    return app


@pytest.fixture
def description(demo_app: Flask) -> dict[str, Any]:
    described: dict[str, Any] = demo_app.test_client().get("/api/openapi.json").json
    return described


def test_every_route_is_described_with_its_methods_and_nothing_else_is(
        demo_app: Flask, description: dict[str, Any]) -> None:
    routes = {(re.sub(r"<(?:\w+:)?(\w+?)_?>", r"{\1}", rule.rule), method.lower())
              for rule in demo_app.url_map.iter_rules() if rule.endpoint != "static"
              for method in rule.methods or () if method not in ("HEAD", "OPTIONS")}
    described = {(path.replace("{rule}", "{id}"), method)
                 for path, methods in description["paths"].items() for method in methods}
    assert routes == described


def check(description: dict[str, Any], path: str, method: str, reply: Any) -> None:
    """The reply's status and body are as described."""
    responses = description["paths"][path][method]["responses"]
    assert str(reply.status_code) in responses, (path, reply.status_code)
    schema = responses[str(reply.status_code)]["content"]["application/json"]["schema"]
    jsonschema.validate(reply.json, {**schema, "components": description["components"]})


def test_replies_have_the_form_that_is_described(phone: Phone, description: dict[str, Any]) -> None:
    for path in ("/api/state", "/healthz", "/api/openapi.json"):
        check(description, path, "get", phone.client.get(path))
    number = phone.state()["question"]["number"]
    check(description, "/api/answers", "post", phone.answer("ted"))
    check(description, "/api/answers", "post", phone.answer("bill", number=number + 1))
    check(description, "/api/answers", "post", phone.answer("bill", seat="nobody"))
    for _ in range(30):
        phone.answer_any()
        check(description, "/api/state", "get", phone.client.get("/api/state"))
    bodies: dict[str, list[dict[str, Any]]] = {
        "/api/join": [{"code": "1"}, {"code": DOOR.code}],
        "/api/seats": [{"take": ["nobody"]}, {"free": ["ana"]}],
        "/api/language": [{"language": "xx"}, {"language": "fr"}],
        "/api/undo": [{"id": "u", "number": -1}, {"id": "v"}, {"id": "w", "confirm": True}],
        "/api/amend": [{"id": "a", "key": "roll", "words": ["w1=nothing"]}],
        "/api/correct": [{"id": "c", "facts": {"no": 1}}, {"id": "d", "facts": {"san_dimas": 3}}],
        "/api/rolls/throw": [{"id": "t"}, {}],
        "/api/rolls/photo": [{}],
    }
    for path, forms in bodies.items():
        for form in forms:
            check(description, path, "post", phone.post(path, **form))


def test_bodies_are_described_as_they_are_checked(description: dict[str, Any]) -> None:
    schema = description["components"]["schemas"]["Answering"]
    assert schema["additionalProperties"] is False
    assert set(schema["required"]) == {"id", "number", "key", "words"}


def test_the_description_is_sound_by_its_own_rules(description: dict[str, Any]) -> None:
    for schema in description["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)
