"""What tests of the commands share."""

from __future__ import annotations

import pytest

from companion import settings
from companion.shelf import Shelf


@pytest.fixture
def shelf() -> Shelf:
    """Where the commands keep games."""
    return Shelf(settings.load().folder)
