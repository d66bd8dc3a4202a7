"""What a program does that is told to end: it says so, and ends between two of its steps."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from companion.running import TOLD_TO_STOP, Ending


@pytest.fixture
def ending() -> Iterator[Ending]:
    """An ending that is told by this process's signals."""
    before = {told: signal.getsignal(told) for told in TOLD_TO_STOP}
    yield Ending()
    for told, receives in before.items():
        signal.signal(told, receives)


@pytest.mark.parametrize("told", TOLD_TO_STOP)
def test_a_signal_breaks_nothing_off_but_wakes_who_waits(ending: Ending, told: signal.Signals) -> None:
    woken: list[bool] = []
    ending.wake = lambda: woken.append(ending.is_told)
    assert not ending.is_told
    os.kill(os.getpid(), told)
    assert (ending.is_told, woken) == (True, [True])


def test_who_tells_a_second_time_is_not_kept_waiting(ending: Ending) -> None:
    os.kill(os.getpid(), signal.SIGINT)
    with pytest.raises(SystemExit) as end:
        os.kill(os.getpid(), signal.SIGINT)
    assert end.value.code == 0
