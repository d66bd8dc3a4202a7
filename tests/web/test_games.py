"""The pages of the games: a new one by the host's form, earlier ones, ending, saving and deleting them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import GAMES, load
from tests.web.hosts import HostedPage, send, words
from tests.web.phone import DOOR, Phone, answer_by_chance
from web import create_app

FORM = {"seat": ["Ana", "Cleo the Great", "", ""], "dice": "virtual", "decks": "virtual", "along": "yes"}


@pytest.fixture
def page(tmp_path: Path) -> Iterator[HostedPage]:
    page = HostedPage(tmp_path)
    yield page
    page.table.stop()


def begin(page: HostedPage, game: str = "riff_in_time", **other: Any) -> Any:
    return send(page.host, f"/games/new/{game}", **{**FORM, **other})


def test_the_host_begins_a_game_from_a_form(page: HostedPage) -> None:
    reply = begin(page, san_dimas="5", flip_needs_return="no")
    assert (reply.status_code, reply.headers["Location"]) == (303, "/")
    page.open_anew()
    assert [now.seat for now in page.table.snapshot.seats] == ["Ana", "Cleo_the_Great"]
    assert page.table.options == {"san_dimas": "5", "flip_needs_return": "no", **{
        option.id: option.default for option in page.table.game.options
        if option.id in page.table.options and option.id not in ("san_dimas", "flip_needs_return")}}


def test_without_the_phones_coming_along_the_host_goes_through_the_new_door(page: HostedPage) -> None:
    reply = begin(page, along=[])
    page.open_anew()
    assert reply.headers["Location"].lower() == f"/j/{page.table.kept('door.token')}".lower()


@pytest.mark.parametrize("game", GAMES)
def test_the_form_of_every_game_explains_its_options(page: HostedPage, game: str) -> None:
    html = page.host.client.get(f"/games/new/{game}").text
    text = words(html)
    for option in load(game).options:
        assert option.text.id.split("{")[0] in html.replace("&#39;", "'"), option.id
        assert f'name="{option.id}"' in html
        for word in option.words:
            assert word.isdigit() or option.label(word).id != "{word}", f"{option.id}: {word} says nothing"
    assert "Who plays, clockwise" in text


def test_what_cannot_be_is_said_on_the_form_which_keeps_what_was_typed(page: HostedPage) -> None:
    reply = begin(page, seat=["Ana", "Ana"], san_dimas="5")
    assert reply.status_code == 422
    assert "Two seats are called “Ana”" in words(reply.text)
    assert 'value="Ana"' in reply.text
    assert '<option value="5" selected>' in reply.text
    assert not page.change.is_made


@pytest.mark.parametrize("name", ["J.P.", "👩‍🚀 Zoë", "Ana!"])
def test_a_name_that_cannot_be_is_quoted_as_it_was_typed(page: HostedPage, name: str) -> None:
    said = words(begin(page, seat=[name, "Bob"]).text)
    assert f"“{name}” cannot be a seat&#39;s name: it takes up to 20 letters and digits, with spaces" in said


@pytest.mark.parametrize("game", GAMES)
def test_names_with_apostrophes_are_played_by_in_every_game(page: HostedPage, game: str) -> None:
    assert begin(page, game, seat=["O'Neil", "Jean-Luc D’Arcy"]).status_code == 303
    page.open_anew()
    phone = Phone(create_app(page.table, door=DOOR, hosting=page.hosting)).join()
    assert phone.post("/api/seats", take=["O'Neil", "Jean-Luc_D’Arcy"]).status_code == 200
    chance = Random(1)
    for _ in range(20):
        answer_by_chance(page.table, chance)
    phone.post("/api/language", language="fr")
    for path in ("/play", "/correct", "/seats", "/share/O'Neil", "/share/Jean-Luc_D’Arcy.svg"):
        assert phone.client.get(path).status_code == 200, path
    facts = [fact for fact in page.table.facts() if "Neil" in fact.path and len(fact.words) > 1]
    for fact in facts[:1]:
        other = next(word for word in fact.words if word != fact.now)
        assert phone.post("/api/correct", id="c", facts={fact.path: other}).status_code == 200


@pytest.mark.parametrize(("game", "players"), [
    ("betrayal_tour", "2, 3, 4, 6 or 8 players"), ("quick_and_undead", "1 to 6 players")])
def test_the_form_says_how_many_may_play(page: HostedPage, game: str, players: str) -> None:
    assert players in words(page.host.client.get(f"/games/new/{game}").text)
    assert players in words(page.host.client.get("/games/new").text)


def test_what_no_form_offers_is_refused(page: HostedPage) -> None:
    assert begin(page, dice="loaded").status_code == 400
    assert begin(page, decks="marked").status_code == 400
    assert begin(page, "chess").status_code == 404
    assert page.host.client.get("/games/new/chess").status_code == 404


@pytest.mark.parametrize("path", ["/games/new", "/games/new/riff_in_time",
                                  "/games/quick_and_undead-1/export"])
def test_guests_are_told_that_only_the_host_does_that(page: HostedPage, path: str) -> None:
    reply = page.guest.client.get(path)
    assert reply.status_code == 403
    assert "Only the host" in reply.text
    assert Phone(page.app).client.get(path).headers["Location"] == "/"


@pytest.mark.parametrize("path", [
    "/games/new/riff_in_time", "/games/quick_and_undead-1/resume", "/games/quick_and_undead-1/delete",
    "/games/riff_in_time-2/end", "/settings", "/settings/power"])
def test_guests_change_nothing(page: HostedPage, path: str) -> None:
    assert send(page.guest, path, **FORM, what="off").status_code == 403
    assert send(Phone(page.app), path, **FORM, what="off").headers["Location"] == "/"
    assert page.host.client.post(path, data=FORM).status_code == 403, "no token"
    assert not page.change.is_made
    assert len(page.shelf.games()) == 2
    assert page.table.snapshot.views[None].outcome is None


def test_all_games_are_listed_for_everybody_who_joined(page: HostedPage) -> None:
    text = words(page.guest.client.get("/games").text)
    assert "Riff in Time: ana, bob" in text
    assert "on the table now" in text
    assert "The Quick and the Undead: cleo, dan" in text
    assert "New game" not in text
    assert Phone(page.app).client.get("/games").headers["Location"] == "/"


def test_a_games_page_tells_how_it_stands_and_what_it_is_played_with(page: HostedPage) -> None:
    text = words(page.guest.client.get("/games/quick_and_undead-1").text)
    assert "How it stands" in text
    assert "Real, entered by hand" in text
    assert "Go on with this game" not in text, "that is the host's"
    assert "There is no game called chess-1" in page.host.client.get("/games/chess-1").text


def test_the_host_goes_on_with_an_earlier_game(page: HostedPage) -> None:
    assert "Go on with this game" in page.host.client.get("/games/quick_and_undead-1").text
    reply = send(page.host, "/games/quick_and_undead-1/resume", along="yes")
    assert reply.headers["Location"] == "/"
    assert page.shelf.on_table().stem == "quick_and_undead-1"


def test_a_game_is_ended_and_shows_its_final_standing_and_goes_on_again(page: HostedPage) -> None:
    where = "/games/riff_in_time-2"
    assert "Yes, end it" in page.host.client.get(where).text
    assert send(page.host, f"{where}/end").headers["Location"] == where
    text = words(page.host.client.get(where).text)
    assert "How it ended The players ended the game before its end." in text
    state = page.guest.state()
    assert state["outcome"]["reason"] == "ended"
    assert state["question"] is None
    send(page.host, f"{where}/resume")
    assert page.guest.state()["outcome"] is None


def test_only_the_game_on_the_table_is_ended(page: HostedPage) -> None:
    reply = send(page.host, "/games/quick_and_undead-1/end")
    assert reply.status_code == 409
    assert "not on the table" in reply.text


def test_a_game_that_is_over_is_saved_as_a_file(page: HostedPage) -> None:
    where = "/games/riff_in_time-2/export"
    refused = page.host.client.get(where)
    assert refused.status_code == 409
    assert "players&#39; secrets too" in refused.text
    page.table.end()
    reply = page.host.client.get(where)
    assert reply.headers["Content-Disposition"] == 'attachment; filename="riff_in_time-2.json"'
    assert json.loads(reply.data)["rows"][0]["data"]["seats"] == ["ana", "bob"]


def test_a_game_is_deleted_after_it_was_confirmed(page: HostedPage) -> None:
    assert "Yes, delete it for good" in page.host.client.get("/games/quick_and_undead-1").text
    assert send(page.host, "/games/quick_and_undead-1/delete").headers["Location"] == "/games"
    assert page.shelf.games() == ["riff_in_time-2"]
    reply = send(page.host, "/games/riff_in_time-2/delete")
    assert reply.status_code == 409
    assert "lies on the table" in reply.text


def test_the_scores_of_a_finished_game_stand_on_its_page_with_their_parts(page: HostedPage) -> None:
    page.table.end()
    text = words(page.host.client.get("/games/riff_in_time-2").text)
    panels = page.table.game.panels(page.table.snapshot.views[None].board)
    assert all(line.id.split("{")[0].strip() in text for panel in panels for line in panel.lines)


@pytest.mark.parametrize("path", ["../../etc/passwd", "..%2f..%2fetc%2fpasswd", "on_the_table",
                                  "chosen.json"])
def test_no_path_leads_to_other_files(page: HostedPage, path: str) -> None:
    for deed in ("", "/export"):
        assert "root:" not in page.host.client.get(f"/games/{path}{deed}").text
    send(page.host, f"/games/{path}/delete")
    assert len(page.shelf.games()) == 2
    assert page.shelf.on_table().stem == "riff_in_time-2"


def test_the_pages_speak_french(page: HostedPage) -> None:
    page.host.post("/api/language", language="fr")
    text = words(page.host.client.get("/games/new/betrayal_tour").text)
    assert "Who plays" not in text
    assert "joueurs" in text
    reply = begin(page, seat=["Ana", "Ana"])
    assert "Two seats" not in reply.text


def test_without_other_games_there_are_no_pages_for_them(phone: Phone) -> None:
    for path in ("/games", "/games/riff_in_time-1", "/settings"):
        assert phone.client.get(path).status_code == 404
