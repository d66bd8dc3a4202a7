from __future__ import annotations

import pytest

from tests.vision.pips.made_up import counted_on
from vision.pips.counting import Counted


@pytest.fixture(scope="module")
def four() -> Counted:
    """A four that the counting has no doubt of, at 300, 200."""
    return counted_on("4")
