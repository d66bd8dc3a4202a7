"""What a table settles before a game: variants, harder options, and the rulings it reads otherwise."""

from __future__ import annotations

from companion.engine.questions import Message, Option

YES_NO = ("yes", "no")


def _switch(name: str, text: str, rule: str, default: str = "no", kind: str = "ruling") -> Option:
    return Option(name, Message(text), YES_NO, default, (rule,), kind=kind)


OPTIONS = (
    _switch("two_gang", "Two players, two gangs each", "QU-154", kind="variant"),
    _switch("horsemen", "Alone, harder: the three strongest undead stay in", "QU-196", kind="harder"),
    _switch("reinforcements", "Alone, harder: Dead Ranger on 7 brings an undead", "QU-197", kind="harder"),
    _switch("horde", "Alone, harder: Dead Ranger on 8 with no target brings an undead", "QU-198",
            kind="harder"),
    _switch("fast_undead", "Alone, harder: Dead Ranger leans on laid outlaws too", "QU-199", kind="harder"),
    Option("secret_choice", Message("Numbers are chosen in secret"), ("sealed", "dice"), "sealed",
           ("QU-18",), {"sealed": Message("On the phones, or the box goes round"),
                        "dice": Message("On the dice themselves")}),
    _switch("own_colours", "Each gang's die has a colour of its own, by which the camera knows it", "QU-08"),
    _switch("solo_duel_immediate", "Alone: duels are fought when outlaws meet, not when the spot resolves",
            "QU-170"),
    Option("hired_double_from", Message("From how many gangs on Hired Guns give two outlaws"), ("5", "6"),
           "5", ("QU-39",)),
    _switch("dead_keep_bullet", "Who is killed keeps the bullet he fired", "QU-56", "yes"),
    _switch("saloon_half_price", "An occupied Saloon costs half", "QU-136", "yes"),
    _switch("break_five_on_steal", "A 5 is changed when Notoriety is stolen", "QU-86"),
    _switch("change_into_five", "Five 1s may be changed into a 5", "QU-127", "yes"),
    _switch("fame_undead", "Fame also counts shooting at undead", "QU-218"),
    _switch("buy_peace_takeover", "Peace can be bought in the fight for a building too", "QU-216"),
    _switch("used_spot_closed", "A spot used today stays closed even when the outlaw has left it", "QU-20"),
    _switch("high_noon_mid_turn", "High Noon is armed the moment the town is clear", "QU-142"),
)
