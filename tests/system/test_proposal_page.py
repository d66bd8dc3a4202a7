"""What is proposed, on narrow phones and in both languages: no word is broken, nothing is beyond the edge."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.proposing import Change
from tests.system.page import NAME, PhonePage, served
from tests.web.phone import DOOR, table_of
from web import create_app

PROPOSED = {
    "professor_evil": {"professor": "library", "players.ana.place": "observatory", "steps": "17"},
    "quick_and_undead": {"gangs.ana.crit": "backfire", "supply.n1": "2"},
    "riff_in_time": {"rifts.new_mexico.level": "2", "players.ana.objective_state": "rewarded"},
}
BROKEN = """() => {
  const texts = document.createTreeWalker(document.querySelector("#proposal"), NodeFilter.SHOW_TEXT);
  const broken = [];
  while (texts.nextNode()) {
    for (const word of texts.currentNode.data.matchAll(/[^\\s-]+/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, word.index);
      range.setEnd(texts.currentNode, word.index + word[0].length);
      const tops = [...range.getClientRects()].map((box) => Math.round(box.top));
      if (new Set(tops).size > 1) broken.push(word[0]);
    }
  }
  return broken;
}"""


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", PROPOSED)
def test_no_word_of_it_is_broken(name: str, language: str, tmp_path: Path, browser: Browser) -> None:
    table = table_of(tmp_path, name=name)
    table.start()
    with served(create_app(table, door=DOOR, names=[NAME])) as address:
        phone = PhonePage(browser, address, locale=language)
        phone.join(DOOR.code)
        table.propose(Change("correct", facts=PROPOSED[name]))
        expect(phone.page.locator("#proposal .changes")).to_be_visible()
        for width in (390, 320):
            phone.page.set_viewport_size({"width": width, "height": 844})
            assert phone.page.evaluate(BROKEN) == [], width
            assert phone.page.evaluate("document.documentElement.scrollWidth") <= width
        assert phone.faults == []
        phone.context.close()
    table.stop()
