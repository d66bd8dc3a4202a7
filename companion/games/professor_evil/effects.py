"""Cards, and what cards and powers do: by name, or by hand with the effect panel (EVIL-25 to 33, EVIL-48)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.questions import TABLE, Barred, Draw, Message, Offer, Turn, draw, open_words, roll
from companion.games.professor_evil import professor
from companion.games.professor_evil.clock import (
    MOST_LEFT,
    advance_clock,
    asleep,
    shift_treasure,
    turn_back,
    wake,
)
from companion.games.professor_evil.content import COLOURS, DICE, DOINGS, Effect
from companion.games.professor_evil.house import House
from companion.games.professor_evil.moving import disarm, go_to, move_words, open_door

UNKNOWN = "unknown"
OTHER_WINDOW = {"phase2": Message("This card is played with the actions, before the roll."),
                "after_roll": Message("This card is played after the roll.")}
"""Why a card cannot be played now, by when it can."""
ON_DICE = ("reroll", "set_die")
"""What can only be done while the dice lie there."""


def draw_cards(house: House, count: int) -> Turn:
    """The top cards of the own pile are revealed; an empty pile is shuffled anew first (EVIL-25, EVIL-26)."""
    state, player = house.state, house.me
    while count > 0:
        if player.pile == 0:
            if not player.discard:
                return
            player.pile, player.discard = len(player.discard), []
            house.tell("EVIL-26", "{seat} shuffles the discards into a new pile.", seat=state.current)
        now = min(count, player.pile)
        gone = [*player.discard, *state.revealed]
        left = tuple(card for card in house.box.deck(player.character) if card not in gone)
        cards = yield from draw(
            state.current, "cards", Draw(player.character, left, now, now, other=UNKNOWN),
            Message("{seat}: reveal the top {count} cards." if now > 1 else "{seat}: reveal the top card.",
                    {"seat": state.current, "count": now}),
            ("EVIL-25",))
        state.revealed += [UNKNOWN] * now if cards == (UNKNOWN,) else cards
        player.pile -= now
        count -= now
        house.tell("EVIL-25", "{seat} reveals {cards}.", seat=state.current, cards=list(state.revealed))


def card_words(house: House, window: str) -> list[Offer]:
    """The revealed cards that may be played now: one a turn (EVIL-29, EVIL-32).

    A card that nobody read out is played with the actions.
    """
    if house.state.card_played:
        return []
    offers: list[Offer] = []
    for card in dict.fromkeys(house.state.revealed):
        is_for = house.box.card[card].window if card in house.box.card else "phase2"
        why = Message(OTHER_WINDOW[is_for].id)
        offers.append(f"card:{card}" if is_for == window else Barred(f"card:{card}", why, "EVIL-32"))
    return offers


def play_card(house: House, card: str) -> Turn:
    """Its text is followed; both revealed cards are discarded (EVIL-30, EVIL-31)."""
    state = house.state
    state.card_played = card
    house.tell("EVIL-30", "{seat} plays {card}.", seat=state.current, card=card)
    discard_revealed(house)
    known = house.box.card.get(card)
    yield from do_effects(house, card, known.effects if known else (Effect("manual"),))


def discard_revealed(house: House) -> None:
    """The revealed cards go under the pile, face up; they are not drawn again before the reshuffle."""
    house.me.discard += house.state.revealed
    house.state.revealed = []


def do_effects(house: House, name: str, effects: Sequence[Effect]) -> Turn:
    """Each effect in turn; `manual` opens the panel, or does what was remembered of it."""
    for effect in effects:
        if effect.op == "manual" and name in house.state.learned:
            for op in house.state.learned[name]:
                yield from do_effect(house, op, 1)
        elif effect.op == "manual":
            yield from by_hand(house, name)
        else:
            yield from do_effect(house, effect.op, effect.count)


def by_hand(house: House, name: str) -> Turn:
    """The players follow the printed text and say what came of it, step by step; it may be remembered."""
    done: list[str] = []
    panel = [op for op in DOINGS if house.state.roll or op not in ON_DICE]
    while True:
        op = yield from house.ask(house.state.current, "panel", [*panel, "done"],
                                  "{seat}: follow the text. What happens?", "EVIL-30")
        if op == "done":
            break
        done.append(op)
        yield from do_effect(house, op, 1)
    if done and name != UNKNOWN:
        answer = yield from house.ask(house.state.current, "remember", ("yes", "no"),
                                      "{seat}: is that what {name} always does?", "EVIL-30", name=name)
        if answer == "yes":
            house.state.learned[name] = done


def do_effect(house: House, op: str, count: int) -> Turn:
    """One effect by its name, its target asked where it has one."""
    state, seat = house.state, house.state.current
    if op == "extra_actions":
        state.actions_left += count
        house.tell("EVIL-30", "{seat}: actions left now {left}.", seat=seat, left=state.actions_left)
    elif op in ("unlock", "lock"):
        yield from change_door(house, locked=op == "lock")
    elif op in ("disarm", "arm"):
        yield from change_trap(house, on=op == "arm")
    elif op in ("free_moves", "move_pawn", "move_professor", "move_adjacent_to_professor"):
        yield from MOVES[op](house, count)
    elif op in ("shift_treasure", "shift_treasure_back"):
        yield from move_marker(house, count if op == "shift_treasure" else -count)
    elif op == "shift_time":
        yield from advance_clock(house, count)
    elif op == "shift_time_back":
        turn_back(house, count)
    elif op == "draw":
        yield from draw_cards(house, count)
    elif op == "activate_power":
        yield from wake_one(house)
    elif op in ("reroll", "set_die"):
        yield from change_die(house, again=op == "reroll")
    else:
        house.tell("EVIL-30", "{seat} reads the card aloud: nothing to do on the table.", seat=seat)


def change_door(house: House, locked: bool) -> Turn:
    """One door anywhere is opened or locked."""
    doors = [door for door, is_locked in house.state.doors.items() if is_locked != locked]
    if not doors:
        return
    door = yield from house.ask(house.state.current, "door", doors, "{seat}: which door?", "EVIL-30")
    if locked:
        professor.lock(house, door, "EVIL-30")
    else:
        open_door(house, door, "EVIL-30")


def change_trap(house: House, on: bool) -> Turn:
    """One trap anywhere is turned, also where the professor stands (EVIL-48)."""
    rooms = [room for room, trap in house.state.traps.items() if trap.on != on]
    if not rooms:
        return
    room = yield from house.ask(house.state.current, "room", rooms, "{seat}: in which room?", "EVIL-48")
    if on:
        professor.arm(house, room, "EVIL-30")
    else:
        disarm(house, room, "EVIL-48")


def free_moves(house: House, count: int) -> Turn:
    """So many moves that cost no action, by the rules of moving."""
    for _ in range(count):
        words = move_words(house)
        if not open_words(words):
            return
        answer = yield from house.ask(house.state.current, "free_move", [*words, "stop"],
                                      "{seat}: move freely to where?", "EVIL-34")
        if answer == "stop":
            return
        how, _, room = answer.partition(":")
        go_to(house, room, "EVIL-34" if how == "move" else "EVIL-35")


def move_pawn(house: House, count: int) -> Turn:
    """A pawn is put into a room, never the professor's."""
    seat = yield from house.ask(house.state.current, "pawn", house.state.seats, "{seat}: whose pawn?",
                                "EVIL-37")
    rooms = [room for room in house.box.room if room != house.state.professor]
    room = yield from house.ask(house.state.current, "room", rooms, "{seat}: into which room?", "EVIL-37")
    house.player(seat).place = room
    house.tell("EVIL-30", "{seat} goes to {room}.", seat=seat, room=room)


def move_professor(house: House, count: int) -> Turn:
    """The professor is put into a room; the table says whether that counts as entering it."""
    room = yield from house.ask(house.state.current, "room", list(house.box.room),
                                "{seat}: to which room does the professor go?", "EVIL-30")
    answer = yield from house.ask(house.state.current, "enters", ("yes", "no"),
                                  "{seat}: does he enter it as on a walk (trap ON, players flee)?", "EVIL-65")
    house.tell("EVIL-30", "The professor goes to {room}.", room=room)
    house.state.professor = room
    if answer == "yes":
        professor.arm(house, room, "EVIL-65")
    # Nobody ever stays in one room with him.
    professor.chase(house, room, "EVIL-66")


def move_adjacent(house: House, count: int) -> Turn:
    """A move into another room beside the professor's, whatever doors lie between (EVIL-99)."""
    beside = dict.fromkeys(house.box.adjacent(house.state.professor))
    rooms = [room for room in beside if room != house.me.place]
    room = yield from house.ask(house.state.current, "room", rooms, "{seat}: beside the professor, where?",
                                "EVIL-99")
    go_to(house, room, "EVIL-99")


MOVES = {"free_moves": free_moves, "move_pawn": move_pawn, "move_professor": move_professor,
         "move_adjacent_to_professor": move_adjacent}


def move_marker(house: House, steps: int) -> Turn:
    """One treasure's marker is moved; it never gets more than eleven steps ahead."""
    state = house.state
    colours = [colour for colour in COLOURS
               if state.treasures[colour] and (steps < 0 or state.left(colour) < MOST_LEFT)]
    if not colours:
        return
    colour = yield from house.ask(state.current, "marker", colours, "{seat}: which treasure's marker?",
                                  "EVIL-86")
    yield from shift_treasure(house, colour, steps, "EVIL-86")


def wake_one(house: House) -> Turn:
    """One sleeping power is turned face up."""
    sleepers = asleep(house)
    if sleepers:
        seat = yield from house.ask(TABLE, "wake", sleepers, "Wake whose power?", "EVIL-30")
        wake(house, seat)


def change_die(house: House, again: bool) -> Turn:
    """After the roll one die is thrown again or set; before it there is nothing to change."""
    state = house.state
    if not state.roll:
        return
    name = yield from house.ask(state.current, "die", list(DICE), "{seat}: which die?", "EVIL-58")
    die = next(die for die in house.box.three_dice if die.id == name)
    if again:
        faces = yield from roll(state.current, "reroll", [die],
                                Message("{seat}: throw that die again.", {"seat": state.current}),
                                ("EVIL-58",))
        state.roll[name] = faces[name]
    else:
        state.roll[name] = yield from house.ask(state.current, "face", list(dict.fromkeys(die.faces)),
                                                "{seat}: to which face?", "EVIL-58")
    house.tell("EVIL-58", "The dice: {faces}.", faces=[state.roll[die] for die in DICE])
