"""What is shown of a town: the view, the board, the panels beside it, the display, the line of text."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.questions import Message
from companion.games.drawing import Board, Cell, Gauge, Panel, Pawn
from companion.games.quick_and_undead.state import State
from companion.i18n import Sentences
from tests.games.quick_and_undead.towns import a_town, finish_turn, game, play, sit


def say(message: Any) -> str:
    seats = ("ana", "ben", "cyril")
    return Sentences("en", game(), seats).say(message) if isinstance(message, Message) else message


def town() -> State:
    """Spot 5 resolves: Ben acts there; Ana has bought the Gunsmith, which now costs half."""
    state = a_town(street="U08", undead={"S01": "U04 U16"}, occupants={"S03": "ana"}, bonuses=True, law="ben",
                   ana="{4,6} c3 n2 f1 s2 [7l] g0", ben="{2} c1 s2 [5s 8l] backfire", cyril="{} s3 [3s]")
    state.phase, state.spot, state.active = "resolve", 5, "ben"
    state.gangs["cyril"].kills = ["U13"]
    return state


def view(state: State, seat: str | None = None) -> dict[str, Any]:
    return game().view(state, seat)


def board(state: State) -> Board:
    return game().board(view(state))


def cells(state: State) -> dict[str, Cell]:
    return {say(shape.name): shape for shape in board(state).shapes if isinstance(shape, Cell)}


def panel(state: State, title: str, seat: str | None = None) -> list[str]:
    (found,) = (panel for panel in game().panels(view(state, seat)) if say(panel.title) == title)
    return [say(line) for line in found.lines]


def test_the_view_says_of_each_building_what_lies_and_sits_there() -> None:
    first, second, *_ = view(town())["places"]
    assert (first["slot"], first["building"], first["name"], first["ability"]) == (
        "S01", "B01", "General Store", "coin")
    assert (first["cost"], first["price"], first["notoriety"], first["bonus"]) == (6, 6, 2, "coin")
    assert first["undead"] == [{"card": "U04", "value": 5, "weak": [2, 6]},
                               {"card": "U16", "value": 1, "weak": [2, 3, 4, 5, 6, 7]}]
    assert (second["cost"], second["price"], second["occupants"]) == (7, 4, ["ana"])


def test_the_view_says_of_each_gang_what_lies_open() -> None:
    ana, ben, cyril = view(town())["gangs"]
    assert (ana["gang"], ana["seat"]) == ("ana", "ana")
    assert (ana["stash"], ana["graveyard"], ana["outside"]) == (2, 0, 2)
    assert (ana["loaded"], ana["crit"], ana["coins"], ana["n1"], ana["n5"]) == ([4, 6], "skull", 3, 2, 1)
    assert (ana["buildings"], ana["spots"], ben["crit"]) == (["B03"], {"7": "laid"}, "backfire")
    assert (ben["hit_chance"], ana["hit_chance"]) == (12.5, 37.5)
    assert ben["kill_chances"] == {"U08": 0.0, "U04": 32.1, "U16": 32.1}
    assert cyril["kills"] == [{"card": "U13", "value": 2, "weak": [2, 4, 5, 6, 7]}]


def test_the_view_says_where_the_turn_stands() -> None:
    seen = view(town())
    assert {key: said for key, said in seen.items() if not isinstance(said, list | dict)} == {
        "mode": "standard", "day": 1, "turn": 1, "phase": "resolve", "law": "ben", "spot": 5, "active": "ben",
        "high_noon": "no", "result": "", "target": "", "in_hand": "", "boot_hill": 6,
        "ranger": None}
    assert (seen["rolled"], seen["hired"], seen["odds"]) == ([], [], [])
    assert seen["supply"] == {"coins": 40, "n1": 27, "n5": 10}
    assert [spot["spot"] for spot in seen["spots"]] == [8, 7, 6, 5, 4, 3, 2]
    assert seen["spots"][3] == {"spot": 5, "now": True, "outlaws": [{"gang": "ben", "how": "standing"}]}
    assert seen["spots"][0] == {"spot": 8, "now": False, "outlaws": [{"gang": "ben", "how": "laid"}]}
    assert seen["street"] == [{"card": "U08", "value": 4, "weak": [3, 5, 7]}]
    assert seen["scores"][0] == {"seat": "ana", "tokens": 7, "kills": 0, "buildings": 3, "coins": 3,
                                 "total": 10}
    assert seen["scores"][2]["kills"] == 2


def test_a_number_is_shown_to_its_own_player_alone() -> None:
    state = town()
    state.phase, state.gangs["ana"].number = "hired_call", 7
    assert view(state, "ana")["gangs"][0]["number"] == 7
    assert "Your number: 7" in panel(state, "ana", "ana")
    for seat in ("ben", None):
        seen = view(state, seat)["gangs"][0]
        assert "number" not in seen
        assert seen["locked"]
    state.gangs["ana"].number = 0
    assert "number" not in view(state, "ana")["gangs"][0]
    assert not view(state, "ana")["gangs"][0]["locked"]


def test_the_view_of_a_game_alone_shows_dead_ranger() -> None:
    state = a_town(ana="{}", street="U12", ranger="{2,3} [3s 8l] g4 backfire")
    assert view(state)["ranger"] == {"graveyard": 4, "spots": {"3": "standing", "8": "laid"},
                                     "loaded": [2, 3], "crit": "backfire", "score": 5 - 2 + 24}
    assert {"gang": "dead_ranger", "how": "standing"} in view(state)["spots"][5]["outlaws"]
    drawn = {(pawn.name, pawn.kind) for pawn in board(state).shapes if isinstance(pawn, Pawn)}
    assert drawn == {("dead_ranger", "player"), ("dead_ranger", "personage")}
    assert panel(state, "Dead Ranger") == ["Loaded: 2, 3. Critical token: Backfire.",
                                           "Outlaws in the graveyard: 4", "Your score as it stands: 27"]


def test_the_line_says_it_all_in_the_ledgers_notation() -> None:
    state = town()
    state.gangs["ana"].number = 7
    assert game().line(state) == (
        "day 1 turn 1 resolve law=ben | ana {4,6} c3 n2+5x1 s2 [7l] g0 o2 skull | "
        "ben {2} c1 n0 s2 [5s 8l] g0 o2 backfire | cyril {} c0 n0 s3 [3s] g0 o2 skull kills U13 | "
        "street:U08 B01:U04,U16 | boot_hill=6 supply=40/27 noon=no")
    alone = a_town(ana="{5}", street="", ranger="{2,3} [3s] g5 skull")
    assert game().line(alone) == (
        "day 1 turn 1 turn_start law=ana | ana {5} c0 n0 s4 [] g0 o2 skull | DR {2,3} [3s] g5 skull | - | "
        "boot_hill=15 supply=48/30 noon=no")


# The board


def test_a_building_shows_price_notoriety_and_bonus() -> None:
    shown = cells(town())
    assert (shown["General Store"].label, shown["General Store"].note) == ("General Store", "$6  ★2 +$")
    assert shown["Gunsmith"].note == "$7→4  ★3 +●"
    assert shown["Street"].tone == "bad"
    assert shown["Boot Hill"].note == "6"
    assert (shown["4 (3 5 7)"].label, shown["4 (3 5 7)"].note) == ("☠4", "357")


def test_the_spot_that_resolves_is_marked_and_each_says_what_it_brings() -> None:
    shown = cells(town())
    assert (shown["Spot 5"].label, shown["Spot 5"].tone, shown["Spot 5"].note) == ("▶ 5", "active", "●●")
    assert (shown["Spot 8"].label, shown["Spot 8"].tone, shown["Spot 8"].note) == ("8", "plain", "$/●/★")
    assert shown["Spot 2"].note == "$$★★"


def test_outlaws_stand_round_and_lie_square_at_their_spots() -> None:
    pawns = [shape for shape in board(town()).shapes if isinstance(shape, Pawn)]
    shown = cells(town())
    assert sorted((pawn.initials, pawn.kind, pawn.tone) for pawn in pawns) == [
        ("AN", "personage", "plain"), ("AN", "player", "plain"), ("BE", "personage", "active"),
        ("BE", "player", "active"), ("CY", "player", "plain")]
    for pawn in pawns:
        if (pawn.name, pawn.kind) == ("ben", "player"):
            assert pawn.x == shown["Spot 5"].x


@pytest.mark.parametrize("many", [2, 6])
def test_everything_stays_on_the_board(many: int) -> None:
    gangs = dict.fromkeys("abcdef"[:many], "{} s3 [7s]")
    state = a_town(street="U04 U05 U06 U07 U09", **gangs)
    drawn = board(state)
    for shape in drawn.shapes:
        if isinstance(shape, Cell):
            assert 0 <= shape.x - shape.width / 2 <= shape.x + shape.width / 2 <= drawn.width
            assert 0 <= shape.y - shape.height / 2 <= shape.y + shape.height / 2 <= drawn.height
        elif isinstance(shape, Pawn):
            assert 0 <= shape.x - shape.r <= shape.x + shape.r <= drawn.width
    spots = [shape for shape in drawn.shapes if isinstance(shape, Pawn)]
    assert len({(pawn.x, pawn.y) for pawn in spots}) == many
    assert all(abs(one.x - other.x) + abs(one.y - other.y) > 20
               for one in spots for other in spots if one != other)


def test_the_own_targeting_card_is_drawn_for_its_player_alone() -> None:
    shown = {say(shape.name): shape for shape in game().board(view(town(), "ana")).shapes
             if isinstance(shape, Cell)}
    assert (shown["Slot 4: bullet"].label, shown["Slot 4: bullet"].note) == ("4", "●")
    assert (shown["Slot 5: empty"].label, shown["Slot 5: empty"].note) == ("5", "○")
    assert (shown["skull"].label, say(shown["ana"].note)) == ("☠", "stash 2")
    assert (shown["Coins and Notoriety"].label, shown["Coins and Notoriety"].note) == ("$3", "★7")
    drawn = game().board(view(town(), "ana"))
    assert drawn.height > board(town()).height
    for shape in drawn.shapes:
        if isinstance(shape, Cell):
            assert 0 <= shape.x - shape.width / 2 <= shape.x + shape.width / 2 <= drawn.width, shape
            assert 0 <= shape.y - shape.height / 2 <= shape.y + shape.height / 2 <= drawn.height, shape
    assert "Slot 4: bullet" not in cells(town())


def test_who_has_two_gangs_sees_both_cards() -> None:
    state = a_town(a_1="{2}", b_1="{}", a_2="{3}", b_2="{}", options="two_gang=yes")
    shown = [say(shape.name) for shape in game().board(view(state, "a")).shapes if isinstance(shape, Cell)]
    assert [shown.count(f"Slot {slot}: bullet") for slot in (2, 3, 4)] == [1, 1, 0]
    assert [say(one.title) for one in game().panels(view(state, "b"))][1:3] == ["b #1", "b #2"]


def test_gangs_at_hired_guns_are_drawn_there() -> None:
    state = a_town(a_1="{}", b_1="{}", a_2="{}", b_2="{}", options="two_gang=yes")
    state.gangs["a_2"].hired, state.phase = True, "resolve"
    shown = cells(state)
    (pawn,) = (shape for shape in board(state).shapes if isinstance(shape, Pawn))
    assert (pawn.initials, pawn.x) == ("A2", shown["Hired Guns"].x)
    assert shown["Hired Guns"].tone == "active"


# The panels


def test_the_towns_panel_says_who_acts_in_which_order() -> None:
    assert panel(town(), "The town") == [
        "ben holds the LAW badge.", "Order: 5 now: ben, 3: cyril",
        "Supply: 40 coins, 27 Notoriety 1s, 10 Notoriety 5s"]


def test_a_gangs_panel_shows_its_stash_and_its_card() -> None:
    assert panel(town(), "ana") == [
        "Coins: 3. Notoriety: 7.", "Of it in 5s: 1", "Loaded: 4, 6. Critical token: Skull.",
        "Outlaws: 2 in the stash, 2 beside Hired Guns, 0 in the graveyard", "Controls Gunsmith"]
    assert panel(town(), "ben")[-1] == (
        "Chances, shooting on to the end: 4 (3 5 7): 0\u00a0%, 5 (2 6): 32.1\u00a0%, "
        "1 (2 3 4 5 6 7) #1: 32.1\u00a0%")
    assert panel(town(), "cyril")[-1] == "Undead killed: 2 (2 4 5 6 7)"
    assert [say(one.title) for one in game().panels(view(town())) if one.active] == ["ben"]
    assert all(isinstance(one, Panel) for one in game().panels(view(town())))


def test_the_odds_are_told_beside_the_board() -> None:
    referee = play(sit(a_town(a="{5,6}", b="{3}", c="{}")), "a select 8", "b select 4", "c select 4",
                   "a ability lean:b@4", "b pay_or_leave leave")
    assert "a hits: 37.5\u00a0%" in panel(referee.state, "The town")
    play(referee, "a intimidation_shot 2", "a income n1")
    assert "b dies: 12.5\u00a0%" in panel(referee.state, "The town")
    play(referee, "b duel 2", "c duel 4", "b ability shoot:U08", "b undead_shot 2")
    assert "b kills the undead, shooting on to the end: 52.2\u00a0%" in panel(referee.state, "The town")
    assert "Rolled so far: 2" in panel(referee.state, "The town")


def test_at_the_end_the_scores_are_told_with_their_parts_the_best_first() -> None:
    state = a_town(street="", a="{} n1 s0 g4", b="{} n3 c2 s0 g4")
    state.high_noon = "running"
    assert [say(one.title) for one in game().panels(view(state))] == ["The town", "a", "b"]
    assert panel(finish_turn(sit(state)).state, "Scores") == [
        "b: 3 = 3 in tokens + 0 for undead + 0 for buildings; coins: 2",
        "a: 1 = 1 in tokens + 0 for undead + 0 for buildings; coins: 0"]


# The display


def test_the_display_shows_day_turn_badge_who_acts_and_notoriety() -> None:
    screen = game().display(view(town()))
    assert say(screen.title) == "Day 1, turn 1, LAW ben"
    assert [say(line) for line in screen.lines] == ["Spot 5: ben"]
    assert screen.gauges == (Gauge("AN", 10, 10, "plain"), Gauge("BE", 0, 10, "active"),
                             Gauge("CY", 2, 10, "plain"))


def test_the_display_names_all_who_duel() -> None:
    referee = play(sit(a_town(a="{6}", b="{3}", c="{}")), "a select 8", "b select 4", "c select 4",
                   "a ability skip", "a income n1")
    assert say(game().display(view(referee.state)).lines[0]) == "Spot 4: b, c"


def test_the_display_says_when_high_noon_is_near() -> None:
    state = town()
    state.high_noon = "running"
    assert say(game().display(view(state)).title) == "High Noon, day 1, LAW ben"
    assert say(game().display(view(state)).lines[0]) == "High Noon: the last turn"
    state.high_noon, state.spot = "armed", 0
    assert say(game().display(view(state)).title) == "High Noon next, LAW ben"
    assert [say(line) for line in game().display(view(state)).lines] == ["High Noon comes next"]


def test_alone_the_display_needs_no_badge() -> None:
    assert say(game().display(view(a_town(ana="{}", street="U12"))).title) == "Day 1, turn 1"
