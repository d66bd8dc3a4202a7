"""The screens of the small display, compared with reference pictures (`pytest --regenerate` writes them)."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw

from hardware.lettering import cut, width, wrap
from hardware.screens import (
    CROP,
    Choices,
    DieRead,
    HandOver,
    Join,
    Row,
    Screen,
    Text,
    Throw,
    fits_as_title,
    last_top,
    picture,
    short_title,
)
from hardware.status import Bar, Clock, Status, Track


def a_die() -> bytes:
    """A light die with three dark pips on a dark ground."""
    image = Image.new("1", (CROP, CROP))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((4, 4, 33, 33), 5, fill=1)
    for at in (10, 18, 26):
        draw.ellipse((at - 3, at - 3, at + 3, at + 3), fill=0)
    return image.tobytes()


A_DIE = a_die()
REFERENCE = Path(__file__).parent / "reference"
RIFTS = tuple(Bar(name, value, 10, tone) for name, value, tone in (
    ("1", 3, "plain"), ("2", 7, "bad"), ("3", 0, "plain"), ("4", 10, "plain"),
    ("5", 4, "closed"), ("6", 2, "good"), ("7", 5, "plain"), ("8", 6, "plain"),
    ("9", 1, "plain"), ("10", 8, "bad"), ("SD", 5, "active")))

SCREENS: dict[str, Screen] = {
    "status_en": Status("Turn 3: ana", ("> ana: where does Lovelace go?",), RIFTS),
    "status_fr": Status("Tour 3 : Élodie", ("San Dimas 5, 2 fixés", "> À Élodie de jouer"), RIFTS),
    "status_without_gauges_en": Status("The game is over", ("ana and zoe have won: eleven points to nine.",)),
    "status_without_gauges_fr": Status("Partie finie", ("Élodie et Zoé ont gagné : onze points à neuf.",)),
    "status_clock_en": Status("ana: what next?",
                              ("R 25' Study", "G 5' Observatory", "B 45' Hall", "Saved 2, lost 1"),
                              clock=Clock(4, (("R", 9), ("B", 9), ("G", 5)))),
    "status_clock_fr": Status("Élodie : lance les trois dés.", ("R 55' Hall", "V 30' Salle de bal"),
                              clock=Clock(0, (("R", 11), ("V", 6), ("B", 0)))),
    "choices_en": Choices("ana: which rift is opened?", (Row("Rome"), Row("Kassel"), Row("Oslo")), 1),
    "status_tracks_fr": Status("Zoé : tour noir, relance", ("Délogée par Élodie",), tracks=(
        Track("ÉL", 26, 52, 2, 4), Track("ZO", 29, 52, 2, 4, "active"), Track("CY", 19, 52, 1, 4, "bad"))),
    "status_tracks_of_teams_en": Status(
        "eve's turn", ("> eve: throw again now?",), tracks=tuple(
            Track(f"E{place}", 7 * place, 52, place // 2, 4, "active" if place == 5 else "plain")
            for place in range(8))),
    "status_tracks_en": Status("ben: bad day, throw", ("Displaced by cyril",), tracks=(
        Track("AN", 26, 52, 2, 4), Track("BE", 29, 52, 2, 4, "active"), Track("CY", 19, 52, 1, 4, "bad"))),
    "status_tracks_of_teams_fr": Status(
        "À Élodie de jouer", ("> Élodie : relancer maintenant ?",), tracks=tuple(
            Track(f"É{place}", 7 * place, 52, place // 2, 4, "active" if place == 5 else "plain")
            for place in range(8))),
    "choices_fr": Choices("Élodie : où déplacer le personnage ?",
                          (Row("Éze"), Row("Forêt de Brocéliande, près du lac"), Row("Nîmes")), 1),
    "choices_long_list_en": Choices("Which card came up?", tuple(Row(f"Card {n}") for n in range(1, 41)), 30),
    "choices_long_list_fr": Choices("Quelle carte a été tirée ?",
                                    tuple(Row(f"Carte {n}") for n in range(1, 41)), 39),
    "ticks_en": Choices("Choose 1 to 3 things", (Row("Key", "ticked"), Row("Sword", "open"),
                                                 Row("Cake", "ticked"), Row("Done (2 of 1–3)")), 1),
    "ticks_fr": Choices("Choisis 1 à 3 objets", (Row("Clé", "ticked"), Row("Épée", "open"),
                                               Row("Gâteau", "ticked"), Row("Terminé (2 sur 1–3)")), 3),
    "order_en": Choices("In which order?", (Row("Key", "2"), Row("Sword", " "), Row("Cake", "1"),
                                            Row("Done (2 of 3)")), 1),
    "order_fr": Choices("Dans quel ordre ?", (Row("Clé", "2"), Row("Épée", " "), Row("Gâteau", "1"),
                                              Row("Terminé (2 sur 3)")), 3),
    "choices_with_a_die_fr": Choices("dé jaune 2, Wyld : quelle face ?",
                                     (Row("Interagir"), Row("Bidon"), Row("Relancer"), Row("Bouger")), 3,
                                     A_DIE),
    "choices_with_a_die_en": Choices("yellow die 2, Wyld: which face?",
                                  (Row("Interact"), Row("Bogus"), Row("Reroll"), Row("Move")), 0, A_DIE),
    "throw_en": Throw("Thrown", tuple(DieRead(face, kind) for face, kind in (
        ("Move", "wyld"), ("Interact", "wyld"), ("Reroll", "character"), ("Bogus", "bogus")))),
    "throw_fr": Throw("Lancé", tuple(DieRead(face, kind) for face, kind in (
        ("Bouger", "wyld"), ("Interagir", "wyld"), ("Relancer", "personnage"), ("Bidon", "bidon")))),
    "throw_doubtful_en": Throw("Which face is it?", (DieRead("Excellent", "yellow"),
                                                     DieRead("Bogus", "black"),
                                                     DieRead("Move", "blue", certain=False)),
                               "A die leans against another."),
    "throw_doubtful_fr": Throw("Quelle face ?", (DieRead("Excellent", "jaune"), DieRead("Bidon", "noir"),
                                                 DieRead("Bouger", "bleu", certain=False)),
                               "Un dé est posé de biais."),
    "join": Join("http://192.168.178.123:8080/j/K7QXA3BC", "192.168.178.123:8080", "407 312"),
    "message_en": Text("", "The camera does not answer. The game goes on: enter the dice by hand."),
    "message_fr": Text("Question", "Élodie choisit un personnage à déplacer d’un circuit à l’autre, puis "
                       "tourne le disque de la faille où il arrive, dans l’ordre des numéros.", 1),
    "hand_over_en": HandOver("ana", "ana takes the box, the others look away. OK: show"),
    "hand_over_fr": HandOver("Élodie-Françoise", "Élodie-Françoise prend la boîte, les autres regardent "
                             "ailleurs. OK : voir"),
    "menu_en": Choices("Menu", (Row("Join by phone"), Row("Take back"), Row("Go on with another game"),
                                Row("New game"), Row("Switch off")), 3),
    "menu_fr": Choices("Menu", (Row("Rejoindre par téléphone"), Row("Reprendre"), Row("Éteindre")), 0),
}


def test_every_screen_with_words_is_there_in_both_languages() -> None:
    names = {name.removesuffix("_en").removesuffix("_fr") for name in SCREENS if name != "join"}
    assert {name for name in SCREENS if name != "join"} == {f"{name}_{language}" for name in names
                                                            for language in ("en", "fr")}


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_looks_as_its_reference(name: str, regenerate: bool) -> None:
    drawn = picture(SCREENS[name])
    path = REFERENCE / f"{name}.png"
    if regenerate:
        drawn.save(path)
    with Image.open(path) as reference:
        assert reference.size == (128, 64)
        assert drawn.tobytes() == reference.convert("1").tobytes()


def test_a_phone_can_read_the_join_code() -> None:
    corner = picture(SCREENS["join"]).crop((0, 0, 64, 64)).convert("L")
    seen = np.asarray(corner.resize((512, 512), Image.Resampling.NEAREST))
    text, _, _ = cv2.QRCodeDetector().detectAndDecode(cv2.cvtColor(seen, cv2.COLOR_GRAY2BGR))
    assert text == "HTTP://192.168.178.123:8080/J/K7QXA3BC"


def test_a_link_too_long_for_the_display_leaves_the_address_to_type() -> None:
    link = "http://a-name-that-is-far-too-long-for-this.example.local:8080/seat/K7QX"
    drawn = picture(Join(link, "10.0.0.1:8080", "K7QX"))
    assert not drawn.getpixel((0, 0)), "no white square of a QR code"
    assert drawn.getbbox() is not None


def test_the_selected_row_is_on_the_screen_wherever_it_is() -> None:
    rows = tuple(Row(f"Card {n}") for n in range(40))
    for selected in range(40):
        drawn = np.asarray(picture(Choices("Which card?", rows, selected)))
        lit = drawn[13:, 20:118].mean(axis=1)
        assert (lit > 0.6).sum() >= 11, f"row {selected} is not shown inverted"


def test_text_is_cut_with_an_ellipsis_and_never_wider_than_its_room() -> None:
    assert cut("Rome", 60) == "Rome"
    long = cut("Forêt de Brocéliande, près du lac", 60)
    assert long.endswith("…")
    assert width(long) <= 60
    assert cut("Anna Bob", width("Anna …")) == "Anna…"


def test_text_is_wrapped_at_spaces_and_long_words_are_broken() -> None:
    lines = wrap("Le professeur déplace anticonstitutionnellement-la-boîte", 80)
    assert all(width(line) <= 80 for line in lines)
    assert "".join(lines).replace(" ", "") == "Leprofesseurdéplaceanticonstitutionnellement-la-boîte"
    assert wrap("one\ntwo", 100) == ["one", "two"]


def test_every_letter_of_french_has_a_picture_of_its_own() -> None:
    letters = "àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ«»’“”…–—°×"
    missing = picture(Text("", "\uffff")).tobytes()
    pictures = {letter: picture(Text("", letter)).tobytes() for letter in letters}
    assert missing not in pictures.values()
    assert len(set(pictures.values())) == len(letters)


def test_a_question_too_long_for_a_title_is_known_beforehand() -> None:
    assert fits_as_title("ana: which rift is opened?")
    assert not fits_as_title("ana: which rift is opened, and by whom, and what becomes of the visitors?")


def test_a_title_that_was_read_before_leaves_its_room_to_the_rows() -> None:
    assert short_title("ana: which rift is opened?") == "ana: which rift is opened?"
    short = short_title("ana: which rift is opened, and by whom, and what becomes of the visitors there?")
    assert short.endswith("…")
    assert width(short, bold=True) <= 128


def test_a_long_text_scrolls_to_its_end_and_no_further() -> None:
    text = Text("Log", "\n".join(f"line {n}" for n in range(10)))
    assert last_top(text) == 6
    assert last_top(Text("Log", "one line")) == 0
