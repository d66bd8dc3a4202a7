"""What is shown of a table: the view, the line of text, the phone's board, the small display."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import pytest

from companion.engine.questions import Message
from companion.games.drawing import Board, Dial, Line, Pawn
from companion.games.riff_in_time.screens import initials
from companion.games.riff_in_time.state import State
from companion.i18n import Sentences
from tests.games.riff_in_time.tables import a_state, game, game_with, play, sit
from tests.games.riff_in_time.throws import a_table, drawn, give, put_back, throw


def board(state: State) -> Board:
    return game().board(game().view(state, None))


def pawns(state: State) -> dict[str, Pawn]:
    return {shape.name: shape for shape in board(state).shapes if isinstance(shape, Pawn)}


def dials(state: State) -> dict[str, Dial]:
    return {shape.label: shape for shape in board(state).shapes if isinstance(shape, Dial)}


# The view

def test_the_view_tells_the_table_in_plain_values() -> None:
    state = a_state("ana", "ben")
    put_back(state, "charlemagne")
    state.rifts["rome"].fixed, state.rifts["rome"].level, state.rifts["rome"].triumph_holder = True, 0, "ben"
    state.rifts["kassel"].level = 8
    give(state, "ana", "billy_the_kid")
    seen = game().view(state, "ana")
    assert seen == game().view(state, None), "nothing in this game is secret"
    assert (seen["round"], seen["turn"], seen["active"], seen["phase"], seen["result"]) == (
        1, 1, "ana", "riff", "")
    assert seen["san_dimas"] == {"level": 2, "max": 10}
    assert [1, 2] in seen["circuits"]
    rifts = {rift["place"]: rift for rift in seen["rifts"]}
    assert rifts["rome"] == {
        "place": "rome", "name": "Rome", "position": 7, "level": 0, "fixed": True, "colour": "",
        "home_returned": True, "personage": "charlemagne", "triumph": "ben"}
    assert rifts["kassel"]["colour"] == "red"
    assert rifts["new_york"]["colour"] == "green"
    assert not rifts["kassel"]["home_returned"]
    assert seen["riff"] == {"left": 60, "discard": 0, "open": [], "known_top": []}
    assert seen["pool"] == []
    assert seen["actions"] == []


def test_the_view_says_where_each_personages_card_is() -> None:
    state = a_state("ana", "ben")
    put_back(state, "charlemagne", "person_03")
    state.rifts["rome"].triumph_holder = "ben"
    give(state, "ana", "billy_the_kid")
    people = {person["personage"]: person for person in game().view(state, None)["personages"]}
    assert people["billy_the_kid"] == {
        "personage": "billy_the_kid", "name": "Billy the Kid", "home": "new_mexico", "place": "",
        "booth": "ana", "returned": False, "dice": {"bogus": 1}, "actions": [], "info_card": "booth"}
    cards = {name: person["info_card"] for name, person in people.items()}
    assert (cards["charlemagne"], cards["person_03"], cards["person_04"]) == ("triumph", "discard", "pile")


def test_the_view_says_what_lies_before_each_player() -> None:
    state = a_state("ana", "ben")
    give(state, "ana", "billy_the_kid")
    give(state, "ana", "charlemagne", turn=1)
    give(state, "ben", "person_03")
    state.rifts["rome"].triumph_holder = "ana"
    ana = state.players["ana"]
    ana.objective, ana.objective_state, ana.bonus = "objective_15", "rewarded", "objective_01"
    state.players["ben"].objective, state.players["ben"].progress = "objective_06", ["rome"]
    state.players["ben"].place = "kassel"
    one, other = game().view(state, None)["players"]
    assert one == {
        "seat": "ana", "character": "bill", "place": "san_dimas", "booth": ["charlemagne", "billy_the_kid"],
        "usable": ["billy_the_kid"], "objective": "objective_15", "objective_state": "rewarded",
        "progress": [], "bonus": "move", "reward": "reroll", "triumphs": ["rome"]}
    assert (other["usable"], other["reward"], other["bonus"]) == ([], "", "")
    assert (other["progress"], other["place"], other["triumphs"]) == (["rome"], "kassel", [])


def test_the_view_shows_the_pool_and_what_is_left_to_do() -> None:
    referee = throw(a_table(bonus="reroll"), "move interact blank")
    play(referee, "ana action move:w1\nana move loc_05")
    seen = game().view(referee.state, None)
    assert seen["pool"] == [
        {"die": "w1", "kind": "wyld", "face": "move", "used": True},
        {"die": "w2", "kind": "wyld", "face": "interact", "used": False},
        {"die": "w3", "kind": "wyld", "face": "blank", "used": False}]
    assert seen["actions"] == [["interact", "w2"], ["reroll", "bonus"]]


def test_the_view_shows_the_card_being_resolved() -> None:
    state = a_state("ana")
    state.rifts["kassel"].level = 6
    state.riff_known_top = ["kassel_2", "rome_1"]
    assert game().view(sit(state).state, None)["riff"] == {
        "left": 59, "discard": 0, "open": ["kassel_2"], "known_top": ["rome_1"]}


def test_a_state_has_a_line_of_text() -> None:
    state = a_state("ana", "ben")
    state.rifts["rome"].fixed, state.san_dimas = True, 7
    give(state, "ben", "charlemagne", "billy_the_kid")
    assert game().line(state) == (
        "round 1 ana riff | san_dimas=7 | 1:loc_05=5 2:new_york=5 3:kassel=5 4:new_mexico=5 5:loc_06=5 "
        "6:loc_07=5 7:rome=fixed 8:loc_08=5 9:loc_09=5 10:loc_10=5 | "
        "ana@san_dimas ben@san_dimas[charlemagne,billy_the_kid] | riff=60+0")
    state.result = "deck_empty"
    assert " deck_empty | " in game().line(state)
    assert game().line(game().new(["ana"], {})).startswith("round 1 - setup | san_dimas=1 | 0:rome=5")


# The board

def test_the_board_shows_each_rift_with_its_number_its_dial_and_its_tone() -> None:
    state = a_state("ana", "ben")
    state.rifts["kassel"].level = 8
    state.rifts["rome"].fixed, state.rifts["rome"].level = True, 0
    shown = dials(state)
    assert len(shown) == 11
    kassel = shown["Kassel"]
    assert (kassel.badge, kassel.value, kassel.most, kassel.tone) == ("3", 8, 10, "bad")
    assert (shown["Rome"].tone, shown["New York"].tone) == ("closed", "good")
    assert (shown["San Dimas"].value, shown["San Dimas"].most, shown["San Dimas"].tone) == (2, 10, "active")
    assert board(state).description == Message("Ten rifts around San Dimas, {fixed} of them fixed.",
                                               {"fixed": 1})


@pytest.mark.parametrize(("level", "tone"), [(8, "active"), (9, "bad"), (10, "bad")])
def test_san_dimas_warns_before_its_last_step(level: int, tone: str) -> None:
    state = a_state("ana")
    state.san_dimas = level
    assert dials(state)["San Dimas"].tone == tone
    assert game().display(game().view(state, None)).gauges[-1].tone == tone


def test_the_circuits_run_between_the_discs_they_link() -> None:
    shown, lines = dials(a_state("ana")), [
        shape for shape in board(a_state("ana")).shapes if isinstance(shape, Line)]
    assert len(lines) == 15
    ends = {((line.x1, line.y1), (line.x2, line.y2)) for line in lines}
    rome, hub = shown["Rome"], shown["San Dimas"]
    assert ((hub.x, hub.y), (rome.x, rome.y)) in ends


def test_before_the_discs_lie_there_is_only_san_dimas() -> None:
    state = game().new(["ana", "ben"], {})
    assert set(dials(state)) == {"San Dimas"}
    assert set(pawns(state)) == {"ana", "ben"}


def test_figures_stand_below_the_disc_where_they_are() -> None:
    state = a_state("ana", "ben")
    state.players["ben"].place = "kassel"
    put_back(state, "person_04")
    give(state, "ana", "billy_the_kid")
    shown, kassel = pawns(state), dials(state)["Kassel"]
    assert "Billy the Kid" not in shown, "who is carried does not stand on the board"
    assert (shown["ben"].kind, shown["ben"].tone, shown["ben"].initials) == ("player", "plain", "BE")
    assert shown["ana"].tone == "active"
    assert (shown["Person 4"].kind, shown["Person 4"].tone) == ("personage", "closed")
    assert shown["Person 3"].tone == "plain"
    for name in ("ben", "Person 4", "Person 3"):
        assert abs(shown[name].x - kassel.x) < 3 * shown[name].r
        assert kassel.y + kassel.r < shown[name].y < kassel.y + 3 * kassel.r


def touching(state: State) -> list[tuple[str, str]]:
    """Figures that overlap another figure or a disc, or stick out of the board."""
    drawing, figures = board(state), list(pawns(state).values())
    found = [(one.name, other.name) for one, other in combinations(figures, 2)
             if hypot(one.x - other.x, one.y - other.y) < one.r + other.r]
    found += [(figure.name, disc.label) for figure in figures for disc in dials(state).values()
              if hypot(figure.x - disc.x, figure.y - disc.y) < figure.r + disc.r]
    return found + [(figure.name, "rim") for figure in figures
                    if not (figure.r <= figure.x <= drawing.width - figure.r
                            and figure.r <= figure.y <= drawing.height - figure.r)]


@pytest.mark.parametrize("place", ["loc_05", "new_york", "kassel", "new_mexico", "loc_06", "loc_07", "rome",
                                   "loc_08", "loc_09", "loc_10", "san_dimas"])
def test_even_a_crowd_overlaps_nothing(place: str) -> None:
    state = a_state("ana", "ben", "cy", "dee")
    assert touching(state) == []
    for seat in state.seats[1:]:
        state.players[seat].place = place
    state.personages["charlemagne"].place = state.personages["billy_the_kid"].place = place
    assert touching(state) == []


def test_those_for_whom_there_is_no_room_stand_together() -> None:
    state = a_state("ana", "ben")
    for person in state.personages.values():
        person.place = "rome"
    shown = pawns(state)
    assert len(shown) == 2 + 5
    together = next(figure for name, figure in shown.items() if "," in name)
    assert together.initials == "+6"
    assert together.name == "Person 5, Person 6, Person 7, Person 8, Person 9, Person 10"
    assert touching(state) == []


def test_on_san_dimas_players_and_personages_stand_in_two_rows() -> None:
    state = a_state("ana", "ben", "cy", "dee")
    state.personages["charlemagne"].place = "san_dimas"
    shown = pawns(state)
    assert len({shown[seat].y for seat in state.seats}) == 1
    assert shown["Charlemagne"].y > shown["ana"].y
    for player in state.players.values():
        player.place = "rome"
    assert pawns(state)["Charlemagne"].y == shown["ana"].y


@pytest.mark.parametrize(("name", "short"), [
    ("Billy the Kid", "BK"), ("Charlemagne", "CH"), ("ana", "AN"), ("Person 3", "P3"), ("Person 10", "P10"),
    ("ana_maria", "AM"), ("o", "O"),
])
def test_figures_have_two_letters_or_a_letter_and_a_number(name: str, short: str) -> None:
    assert initials(name) == short


# The display

def test_the_display_shows_the_round_whose_turn_it_is_and_a_gauge_for_each_rift() -> None:
    state = a_state("ana", "ben")
    state.round, state.rifts["rome"].fixed, state.rifts["kassel"].level = 3, True, 8
    screen = game().display(game().view(state, None))
    assert screen.title == Message("Round {round}: {seat}", {"round": 3, "seat": "ana"})
    assert [line.id.format(**line.args) for line in screen.lines] == ["San Dimas 2 of 10",
                                                                      "Fixed 1 of 10, cards 60"]
    assert [gauge.label for gauge in screen.gauges] == [*map(str, range(1, 11)), "SD"]
    assert (screen.gauges[2].value, screen.gauges[2].most, screen.gauges[2].tone) == (8, 10, "bad")
    assert [screen.gauges[6].tone, screen.gauges[0].tone] == ["closed", "good"]
    assert (screen.gauges[-1].value, screen.gauges[-1].most) == (2, 10)


def test_the_display_has_the_games_name_before_anybodys_turn() -> None:
    assert game().display(game().view(game().new(["ana"], {}), None)).title == Message("Riff in Time")


def test_the_view_lists_actions_only_while_they_can_be_used() -> None:
    by_hand = {"type": "by_hand", "text": "Riff."}
    box = game_with(objectives=[{**card, "task": by_hand} for card in game().content["objectives"]])
    state = a_table(bonus="move")
    state.players["ana"].objective = "objective_15"
    assert game().view(state, None)["actions"] == []
    referee = drawn(state, box)
    icon = ["move", "bonus"]
    assert game().view(referee.state, None)["actions"] == [icon]
    for answers, left in (
        ("ana roll w1=move w2=interact w3=bogus", [["move", "w1"], ["interact", "w2"], icon]),
        ("ana booth no", [["move", "w1"], ["interact", "w2"], icon]),
        ("ana bogus take:w3", [["move", "w1"], ["interact", "w2"], icon]),
        ("ana action end", []),
    ):
        play(referee, answers)
        assert game().view(referee.state, None)["actions"] == left
    assert referee.state.phase == "objectives"


# The panel of each player

def lines(state: State, seat: str) -> list[str]:
    """What the page says of a player, in English."""
    sentences = Sentences("en", game(), state.seats)
    panels = game().panels(game().view(state, None))
    (panel,) = [panel for panel in panels if sentences.say(panel.title) == seat]
    return [sentences.say(line) for line in panel.lines]


def test_a_players_panel_tells_what_is_theirs() -> None:
    state = a_state("ana", "ben")
    ana = state.players["ana"]
    ana.objective, ana.bonus = "objective_15", "objective_01"
    give(state, "ana", "charlemagne", "billy_the_kid")
    state.rifts["rome"].fixed, state.rifts["rome"].triumph_holder = True, "ana"
    assert lines(state, "ana") == [
        "Bill, at San Dimas", "Carries Charlemagne, Billy the Kid", "Task: Pass Charlemagne on",
        "Card Actions: Move", "Fixed: Rome"]
    assert lines(state, "ben") == ["Character 2, at San Dimas"]
    assert [panel.active for panel in game().panels(game().view(state, None))] == [True, False]


@pytest.mark.parametrize(("status", "progress", "said"), [
    ("open", [], "Task: Lower three places"),
    ("open", ["rome", "kassel"], "Task: Lower three places (2 so far)"),
    ("met", ["rome"], "Task, done: Lower three places"),
    ("rewarded", [], "Task, rewarded: Lower three places"),
])
def test_a_players_panel_tells_how_far_the_task_is(status: str, progress: list[str], said: str) -> None:
    state = a_state("ana")
    ana = state.players["ana"]
    ana.objective, ana.objective_state, ana.progress = "objective_06", status, progress
    assert said in lines(state, "ana")
    assert ("Card Actions: Interact" in lines(state, "ana")) == (status == "rewarded")


def test_the_active_players_panel_tells_what_is_left_to_use() -> None:
    referee = throw(a_table(bonus="move"), "move interact blank")
    assert lines(referee.state, "ana")[-1] == "Can still use: 2 × Move, 1 × Interact"
    assert lines(referee.state, "ben") == ["Character 3, at San Dimas"]


def test_before_the_characters_are_chosen_a_panel_is_empty() -> None:
    assert lines(game().new(["ana", "ben"], {}), "ana") == []
