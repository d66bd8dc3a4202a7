"""A few requests that Schemathesis makes out of the served description; `make schemathesis` sends 5,000."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.carrying import Running
from companion.table import Table
from tests.tools.description import attack, joined
from tests.web.phone import DOOR
from tests.web.test_openapi import SmallDemo
from web import create_app


@pytest.mark.timeout(240)
def test_the_table_keeps_to_its_description(table: Table, tmp_path: Path) -> None:
    app = create_app(table, door=DOOR, demo=SmallDemo())
    Running(tmp_path).add_route(app, table)
    came = attack(app, *joined(app, DOOR.code), cases=100)
    assert came[200]
    assert came[400]
