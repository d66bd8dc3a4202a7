"""A net that several threads ask."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from vision.finding.loading import Net
from vision.pips.net import WEIGHTS

MANY = 60


def test_a_net_says_the_same_to_threads_that_ask_at_once_as_to_one() -> None:
    net = Net(WEIGHTS)
    shown = [np.full((1, 3, 96, 96), light, np.float32) for light in (-1.0, 1.0)]
    alone = [net.say(one) for one in shown]
    with ThreadPoolExecutor(2) as threads:
        asked = [(which, threads.submit(net.say, shown[which])) for which in (0, 1) for _ in range(MANY)]
        asked += [(which, threads.submit(net.say, shown[which])) for _ in range(MANY) for which in (0, 1)]
        assert all(np.array_equal(said.result(), alone[which]) for which, said in asked)
