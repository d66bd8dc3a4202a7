"""A table of Riff in Time with virtual dice and decks, and phones around it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.table import Table
from tests.web.phone import DOOR, Phone, table_of
from web import create_app


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Ana and Bob, before the set-up's first question."""
    table = table_of(tmp_path)
    table.start()
    yield table
    table.stop()


@pytest.fixture
def app(table: Table) -> Flask:
    """The page of that table."""
    return create_app(table, door=DOOR)


@pytest.fixture
def phone(app: Flask) -> Phone:
    """A phone that has joined and plays both seats."""
    phone = Phone(app).join()
    phone.post("/api/seats", take=["ana", "bob"])
    return phone
