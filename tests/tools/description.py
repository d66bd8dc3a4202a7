"""Send a table what its description allows and what it forbids, and see that it keeps to its word.

    make schemathesis CASES=5000

Schemathesis makes the requests out of the description that the table itself serves. No reply may be a fault
of the server, each must have a status and a form that the description names, and what the description
forbids must be refused.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from companion.carrying import Running
from companion.games import GAMES
from tests.web.phone import DOOR, table_of
from tests.web.test_openapi import SmallDemo
from web import create_app

STREAM = "text/event-stream"
"""The kind of reply that never ends, and so is not asked for here."""
CHECKS = [schemathesis.checks.not_a_server_error, status_code_conformance, content_type_conformance,
          response_schema_conformance, negative_data_rejection]
EACH = 5
"""Requests of one kind before the next kind has its turn, so that they meet the table in all its states."""


def attack(app: Flask, cookie: str, token: str, cases: int, seeds: int = 1) -> Counter[int]:
    """So many requests or a few more from the phone with this cookie and token; how often which status came.

    AssertionError, or a group of them, with the request that shows it, when the table breaks its word.
    """
    described: Any = schemathesis.openapi.from_wsgi("/api/openapi.json", app)
    operations = [operation for found in described.get_all_operations()
                  if STREAM not in str((operation := found.ok()).definition.raw)]
    came: Counter[int] = Counter()
    while came.total() < cases:
        for operation in operations:
            for mode in GenerationMode.POSITIVE, GenerationMode.NEGATIVE:
                _attack(operation, mode, cookie, token, came, seeds)
        seeds += 1
    return came


def _attack(operation: Any, mode: GenerationMode, cookie: str, token: str, came: Counter[int],
            seeds: int) -> None:
    """A few requests to one operation, all as it allows or all as it forbids."""
    headers = {"X-Table-Token": token, "Accept-Encoding": "identity"}
    wanted = operation.as_strategy(generation_mode=mode, headers=headers, cookies={"phone": cookie})

    @seed(seeds)
    @settings(max_examples=EACH, deadline=None, database=None, suppress_health_check=list(HealthCheck),
              phases=[Phase.generate])
    @given(case=wanted)
    def one(case: Any) -> None:
        reply = case.call()
        came[reply.status_code] += 1
        case.validate_response(reply, checks=CHECKS)

    try:
        one()
    except Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE  # Nothing can be sent that is forbidden here.


def joined(app: Flask, code: str) -> tuple[str, str]:
    """The cookie and the token of a phone that has given the code."""
    client = app.test_client()
    state: Any = client.post("/api/join", json={"code": code}).json
    cookie = client.get_cookie("phone")
    assert cookie is not None
    return cookie.value, state["you"]["token"]


def main() -> int:
    """Attack a new table of each game; 1 when one of them breaks its word."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--cases", type=int, default=5000, help="how many requests, over all games")
    parser.add_argument("--seed", type=int, default=1)
    given_ = parser.parse_args()
    for name in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            table = table_of(Path(folder), name=name)
            table.start()
            app = create_app(table, door=DOOR, demo=SmallDemo())
            Running(Path(folder)).add_route(app, table)
            came = attack(app, *joined(app, DOOR.code), -(-given_.cases // len(GAMES)), given_.seed)
            table.stop()
        statuses = ", ".join(f"{status}: {count:,}" for status, count in sorted(came.items()))
        print(f"{name}: {came.total():,} requests ({statuses})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
