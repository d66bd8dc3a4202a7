"""A table with its page, a host's phone and a guest's, for tests of the pages around the table."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from werkzeug.test import TestResponse

from companion.doors import door_of
from tests.companion.hosted import Hosted
from tests.web.phone import Phone
from web import create_app


class HostedPage(Hosted):
    """A hosted table with its page; `host` plays ana, `guest` plays bob."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        super().__init__(folder, **settings)
        self.door = door_of(self.table)
        self.app = create_app(self.table, door=self.door, hosting=self.hosting,
                              address=lambda: "http://10.0.0.7:8080")
        self.host, self.guest = (Phone(self.app).join(self.door.code) for _ in range(2))
        self.host.post("/api/seats", take=["ana"])
        self.guest.post("/api/seats", take=["bob"])


def send(phone: Phone, path: str, **form: Any) -> TestResponse:
    """Send a form of this phone's page."""
    phone.state()
    return phone.client.post(path, data={"token": phone.token, **form})


def words(html: str) -> str:
    """What a page says."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())
