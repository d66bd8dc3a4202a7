"""What people read of a race: questions, the log, answers, warnings, panels; and what they may set right."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.questions import Message
from companion.engine.referee import Referee
from companion.games.betrayal_tour.content import RESOURCES
from companion.games.betrayal_tour.state import HOME
from tests.games.betrayal_tour.races import FAR, a_race, game, play, told
from tests.games.golden import asked as question
from tests.games.golden import said

TEAMS = {"a1": "24 {6} 111111", "b1": FAR, "a2": "22 {6} 111111", "b2": FAR}


def question_of(referee: Referee) -> str:
    return question(referee.question)


# The log


@pytest.mark.parametrize(("racer", "answers", "lines"), [
    ("22 {6,19} 111111 bless", ("a move #....",),
     ["BT-13 a throws 1.", "BT-13 a moves to square 23.", "BT-72 The blessing spares a this bad day."]),
    ("22 {6,19} 111111", ("a move #....", "a bad_day .....", "a ultronic jam"),
     ["BT-20 a throws 10.", "BT-27 a is jammed: the next 3 movement throws go backwards."]),
    ("21 {6,19} 110111", ("a move #....", "a attack #...."),
     ["BT-43 pga attack a.", "BT-46 a throws 1.", "BT-29 a has no tyres and is blocked on square 22."]),
    ("21 {6,19} 111111", ("a move #....", "a attack .....", "a weld ...."),
     ["BT-46 a throws 10.", "BT-53 a throws 0.", "BT-55 The welds of a hold."]),
    ("21 {6,19} 111111", ("a move #....", "a attack .....", "a weld #..."),
     ["BT-53 a throws 1.", "BT-53 a loses the welds 19.", "BT-54 a goes back to checkpoint 19.",
      "BT-59 a starts to weld at checkpoint 19."]),
    ("18 {6} 111111 safe 1", ("a move #....", "a safe_conduct hand_over"),
     ["BT-59 a starts to weld at checkpoint 19.", "BT-65 a hands over a safe conduct for this weld."]),
    ("6 {6} 111111", ("a move .....", "a bonus .....", "a stop 16"),
     ["BT-13 a throws 10.", "BT-68 a throws 10.", "BT-74 a gains a safe conduct.",
      "BT-13 a moves to square 16."]),
    ("23 {6} 111111 back 2", ("a move ##...",),
     ["BT-37 a drives backwards; 1 more times.", "BT-13 a moves to square 21.",
      "BT-19 a drives backwards and takes nothing."]),
])
def test_each_thing_that_happens_is_told_with_its_rule(
    racer: str, answers: tuple[str, ...], lines: list[str]
) -> None:
    log = told(play(a_race(a=racer, b=FAR), *answers))
    first = log.index(lines[0])
    assert log[first:first + len(lines)] == lines


def test_an_attack_that_asks_for_what_is_lacking_may_be_told_to_do_nothing() -> None:
    referee = a_race(a="21 {6,19} 110111", b=FAR, options="attack_blocks=no")
    assert "BT-52 a has no tyres; nothing happens." in told(play(referee, "a move #....", "a attack #...."))


def test_a_cancelled_move_is_told() -> None:
    referee = a_race("a2", a1="19 {6} 111111 weld", b1=FAR, a2="17 {6} 111111", b2=FAR)
    play(referee, "a2 move ##...")
    assert question_of(referee) == "decline of a2: a2: your teammate is welding there. Stay put? (BT-82)"
    play(referee, "a2 decline stay")
    assert "BT-82 a2 stays put for the teammate's weld." in told(referee)


def test_who_swaps_what_is_asked_and_told() -> None:
    referee = play(a_race("a2", **TEAMS), "a2 move ##...")
    assert question_of(referee) == "exchange of a2: a2: swap tokens with a1? (BT-81)"
    play(referee, "a2 exchange give:tyres")
    assert question_of(referee) == "agree of a1: a1: a2 gives tyres. Agreed? (BT-81)"
    play(referee, "a1 agree yes")
    assert told(referee)[-1] == "BT-81 a2 hands tyres to a1."
    freed = a_race("a2", **{**TEAMS, "a1": "23 {6} 011111 need tool_box"})
    play(freed, "a2 move #....", "a2 bad_day #####", "a2 exchange give:tool_box", "a1 agree yes")
    assert told(freed)[-2:] == ["BT-81 a2 hands tool_box to a1.",
                                "BT-81 a1 spends it at once and is no longer blocked."]


def test_the_set_up_is_asked_and_told() -> None:
    referee = Referee(game(), game().new(["a", "b"], {"bunkers": "chosen"}))
    asked = []
    for answer in ("a bunker 3", "b bunker 0", "a side azure", "b side purple", "- first lot", "- lots b"):
        asked.append(question_of(referee))
        play(referee, answer)
    assert asked == [
        "bunker of a: a: which bunker is yours? (BT-02)", "bunker of b: b: which bunker is yours? (BT-02)",
        "side of a: a: which side? PGA attack Azure, Terrorpods attack Purple. (BT-04)",
        "side of b: b: which side? PGA attack Azure, Terrorpods attack Purple. (BT-04)",
        "first of -: Who begins? (BT-05)", "lots of -: Whose lot is drawn? [card] (BT-05)",
    ]
    assert [f"{line.rule} {said(line.message)}" for line in referee.log] == [
        "BT-04 a is azure.", "BT-04 b is purple.", "BT-05 b begins.", "BT-05 b's turn."]
    assert (referee.state.turn, referee.state.phase, referee.state.current) == (1, "race", "b")


def test_lots_are_drawn_among_all_seats() -> None:
    referee = Referee(game(), game().new(["a", "b"], {}))
    play(referee, "a side azure", "b side purple")
    assert referee.question is not None
    assert referee.question.asks["-"].words == ("a", "b", "lot")
    play(referee, "- first lot")
    ask = referee.question.asks["-"]
    assert (ask.words, ask.deck) == (("a", "b"), "lots")


def test_a_second_helmet_and_a_second_safe_conduct_are_kept_too() -> None:
    helmets = play(a_race(a="6 {6} 111111 helmet 1 safe 1", b=FAR), "a move .....", "a bonus #####")
    assert helmets.state.racers["a"].helmets == 2
    safe = play(a_race(a="6 {6} 111111 helmet 1 safe 1", b=FAR), "a move .....", "a bonus .....")
    assert safe.state.racers["a"].safe_conducts == 2


def test_the_outcome_names_the_winners() -> None:
    referee = play(a_race(a="51 {6,19,32,45} 111111", b=FAR), "a move #....")
    assert referee.outcome is not None
    assert referee.outcome.reason == "home"
    assert said(referee.outcome.text) == "a: first home, and the race is won!"
    assert referee.state.phase == "over"
    assert game().line(referee.state).endswith("| b bunker {} 111111 | won by a")


# Answers and warnings


@pytest.mark.parametrize(("key", "word", "meaning"), [
    ("move", "t3=marked", "token 3: marked"), ("stop", "14", "Square 14: station"), ("stop", "home", "Home!"),
    ("exchange", "give:tyres", "Give tyres"), ("exchange", "take:tyres", "Take tyres"),
    ("exchange", "done", "Done"), ("bunker", "2", "Bunker 2"), ("first", "ana", "ana"),
    ("station", "none", "Nothing"), ("ultronic", "jam", "Drive three turns backwards"),
    ("first", "lot", "Draw lots"), ("again", "throw", "Throw again"), ("agree", "yes", "Yes"),
])
def test_an_answer_means(key: str, word: str, meaning: str) -> None:
    assert said(game().label(key, word)) == meaning


@pytest.mark.parametrize(("change", "sentence"), [
    ({"square": 52}, "a is on square 52; the track goes from 0 to 51."),
    ({"square": 19}, "a stands on a checkpoint it lacks, but is not welding."),
    ({"welding": True}, "a is welding, but stands on no checkpoint it lacks."),
    ({"weld_shielded": True}, "a has a guarded weld, but is not welding."),
    ({"square": 23, "blocked_need": "tyres", "repair_due": "tyres", "stock": {"tyres": 0}},
     "a is blocked and repairing at once."),
    ({"square": 23, "blocked_need": "tyres"}, "a is blocked where nothing blocks, or has what it needs."),
    ({"blocked_need": "tyres", "stock": {"tyres": 0}},
     "a is blocked where nothing blocks, or has what it needs."),
    ({"square": -1, "back_turns": 2}, "a is in the bunker, but blocked, repairing or jammed."),
    ({"square": -1, "repair_due": "tyres"}, "a is in the bunker, but blocked, repairing or jammed."),
    ({"welds": {"7": True}}, "a has a badge part of no checkpoint, or lacks the place for one."),
    ({"stock": {"tyres": -1}}, "a has -1 of tyres."), ({"stock": {"fuel": 1}}, "a has 1 of fuel."),
    ({"back_turns": 4}, "a has a number of turns, helmets or safe conducts that cannot be."),
    ({"helmets": -1}, "a has a number of turns, helmets or safe conducts that cannot be."),
])
def test_one_thing_that_cannot_be_is_one_warning(change: dict[str, Any], sentence: str) -> None:
    referee = a_race(a="20 {6} 111111", b=FAR)
    for name, value in change.items():
        setattr(referee.state.racers["a"], name, value)
    assert [said(problem) for problem in referee.problems] == [sentence]


def test_a_home_that_nobody_won_is_warned_of() -> None:
    referee = a_race(a="home {6} 111111", b=FAR)
    assert [said(problem) for problem in referee.problems] == [
        "Only the winner is home; home are: a.", "a is home without all badge parts."]


# What may be set right


def test_everything_that_can_go_wrong_on_a_table_can_be_set_right() -> None:
    referee = a_race(a="20 {6} 123456 back 2 helmet 1 safe 3", b=FAR)
    facts = {fact.path: (said(fact.text), fact.now) for fact in game().facts(referee.state)}
    assert [fact for fact in facts.items() if fact[0].startswith("racers.a")] == [
        ("racers.a.square", ("a: square", "20")),
        ("racers.a.alignment", ("a: side", "azure")),
        ("racers.a.welds.6", ("a: badge part of checkpoint 6", "yes")),
        ("racers.a.welds.19", ("a: badge part of checkpoint 19", "no")),
        ("racers.a.welds.32", ("a: badge part of checkpoint 32", "no")),
        ("racers.a.welds.45", ("a: badge part of checkpoint 45", "no")),
        ("racers.a.welding", ("a: welding", "no")),
        ("racers.a.weld_shielded", ("a: weld guarded by a safe conduct", "no")),
        ("racers.a.blocked_need", ("a: blocked for want of", "")),
        ("racers.a.repair_due", ("a: repairs next turn with", "")),
        ("racers.a.back_turns", ("a: turns backwards", "2")),
        ("racers.a.stock.tool_box", ("a: tool_box", "1")),
        ("racers.a.stock.container", ("a: container", "2")),
        ("racers.a.stock.tyres", ("a: tyres", "3")), ("racers.a.stock.plasma", ("a: plasma", "4")),
        ("racers.a.stock.oxygen", ("a: oxygen", "5")), ("racers.a.stock.ultronic", ("a: ultronic", "6")),
        ("racers.a.blessing", ("a: blessed", "no")), ("racers.a.helmets", ("a: helmets", "1")),
        ("racers.a.safe_conducts", ("a: safe conducts", "3")),
    ]
    assert "racers.b.square" in facts


def test_each_fact_may_be_given_only_what_it_can_be() -> None:
    words = {fact.path.removeprefix("racers.a."): fact.words
             for fact in game().facts(a_race(a="20 {6} 111111", b=FAR).state)}
    assert (words["square"][:3], words["square"][-1]) == (("-1", "0", "1"), "51")
    assert words["blocked_need"] == words["repair_due"] == (
        "", "tool_box", "container", "tyres", "plasma", "oxygen")
    assert words["back_turns"] == ("0", "1", "2", "3")
    assert words["blessing"] == words["welding"] == words["welds.19"] == ("yes", "no")
    assert words["alignment"] == ("azure", "purple")
    assert words["stock.tyres"] == words["helmets"] == tuple(str(count) for count in range(21))


def test_a_badge_part_that_was_forgotten_is_given_by_hand() -> None:
    referee = a_race(a="20 {6} 111111", b=FAR)
    referee.correct({"racers.a.welds.19": "yes", "racers.a.blessing": "yes"})
    assert game().line(referee.state) == "turn 1 | a* 20 {6,19} 111111 bless | b bunker {} 111111"
    assert referee.problems == []


# Panels and the view


def panel(referee: Referee, seat: str) -> list[str]:
    """The title and the lines of a player's panel."""
    view = game().view(referee.state, None)
    place = referee.state.seats.index(seat)
    shown = game().panels(view)[place]
    assert shown.active == (seat == view["current"])
    return [said(shown.title), *(said(line) for line in shown.lines)]


def test_a_panel_tells_stock_parts_protections_and_chances() -> None:
    referee = a_race(a="49 {6,19,32,45} 012000 bless helmet 1 safe 2", b=FAR)
    assert panel(referee, "a") == [
        "a", "azure, square 49 (bad_day), 3 steps before the bunker",
        "All 4 badge parts: home by exact count", "Stock: 1 × container 2 × tyres",
        "Protections: a blessing (next bad day) 1 × turncoat helmet (an attack) 2 × safe conduct (a weld)",
        "With this throw: 1 (16\u00a0%) to 50 plain 2 (31\u00a0%) to 51 plain 3 (31\u00a0%) to the bunker "
        "4 (16\u00a0%) to 51 plain 5 (3\u00a0%) to 50 plain 10 (3\u00a0%) to 45 checkpoint",
        "Home with this throw: 31\u00a0%; on a bad day: 0\u00a0%"]
    assert panel(referee, "b")[:3] == ["b", "purple, in bunker 1",
                                       "Badge parts: 0 of 4; to come: checkpoints 19 32 45 6"]


def test_a_pawns_square_before_the_start_is_called_the_bunker() -> None:
    assert said(game().label("racers.a.square", "-1")) == "bunker"
    assert said(game().label("racers.a.square", "17")) == "17"


def test_who_is_home_has_no_way_left() -> None:
    referee = a_race(a="49 {6,19,32,45} 012000", b=FAR)
    state = referee.state
    state.racers["a"].square = HOME
    lines = [said(line) for line in game().panels(game().view(state, None))[0].lines]
    assert "Home with all 4 badge parts" in lines
    assert not [line for line in lines if "by exact count" in line]


@pytest.mark.parametrize(("racer", "line"), [
    ("23 {6} 110111 need tyres", "Blocked for want of tyres, until an opponent stops there or throws a 10"),
    ("21 {6} 110111 repair tyres", "Released: repairs with tyres next turn, without a throw"),
    ("20 {6} 111111 back 2", "Jammed: movement throws left backwards: 2"),
    ("19 {6} 111111 weld", "Welding: explodes if another pawn stops there before the next turn"),
    ("19 {6} 111111 weld shield", "Welding, guarded by a safe conduct"),
    ("20 {6} 000000", "Stock: –"),
])
def test_a_panel_tells_what_befell_a_pawn(racer: str, line: str) -> None:
    assert line in panel(a_race("b", a=racer, b=FAR), "a")


def test_a_panel_tells_the_chance_to_leave_and_the_team() -> None:
    referee = a_race("a1", a1=FAR, b1=FAR, a2=FAR, b2=FAR)
    assert panel(referee, "a1")[0] == "a1, team 1"
    assert panel(referee, "a1")[-1] == "Chance to leave with this throw: 16\u00a0%"
    assert panel(referee, "b2")[0] == "b2, team 2"


def test_the_view_has_everything_that_is_drawn() -> None:
    view = game().view(a_race(a="7 {6} 111111 back 1 bless", b=FAR).state, None)
    racer = view["racers"][0]
    assert {name: racer[name] for name in ("seat", "team", "bunker", "alignment", "square", "parts")} == {
        "seat": "a", "team": 0, "bunker": 0, "alignment": "azure", "square": "7", "parts": [6]}
    assert (racer["checkpoints"], racer["steps_home"]) == ([6, 19, 32, 45], 45)
    assert (racer["welding"], racer["weld_shielded"], racer["blocked_need"], racer["repair_due"]) == (
        False, False, "", "")
    assert (racer["back_turns"], racer["blessing"]) == (1, True)
    assert (racer["helmets"], racer["safe_conducts"]) == (0, 0)
    assert racer["stock"] == dict.fromkeys(RESOURCES, 1)
    assert racer["odds"] == {"moves": {"1": "6", "2": "5", "3": "4", "4": "3", "5": "2", "10": "49"},
                             "finish": 0.0, "bad_day": 6.25}
    assert view["values"] == {"1": 15.625, "2": 31.25, "3": 31.25, "4": 15.625, "5": 3.125, "10": 3.125}
    assert (view["turn"], view["phase"], view["winner"], view["move_value"], view["backwards"]) == (
        1, "race", "", 0, False)
    assert view["bunkers"][1] == {"id": 1, "start": 13, "colour": "blue"}
    assert (len(view["squares"]), view["xy"][0]) == (52, [6, 13])


def test_seats_that_begin_alike_are_told_apart_on_the_board() -> None:
    state = game().new(["Player_1", "Player_2"], {})
    tracks = game().display(game().view(state, None)).tracks
    assert [track.label for track in tracks] == ["P1", "P2"]


def test_every_fact_is_a_sentence_with_its_holes_filled() -> None:
    for fact in game().facts(a_race(a="20 {6} 111111", b=FAR).state):
        assert isinstance(fact.text, Message)
        assert "{" not in said(fact.text)
