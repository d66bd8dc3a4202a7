"""The sheet of stickers."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from vision.marker_sheet import marker_sheet
from vision.stickers import Full, Piece, sheet

SVG = "{http://www.w3.org/2000/svg}"


def drawn(*pieces: Piece) -> ElementTree.Element:
    return ElementTree.fromstring(sheet("Riff & Co", ["Print at 100 %"], pieces))


def test_a_die_of_16_mm_gets_six_stickers_of_13_mm() -> None:
    page = drawn(Piece("Wyld", "yellow", ("move", "move", "interact", "interact", "reroll", "bogus")))
    assert page.attrib["width"] == "184mm"
    assert page.attrib["viewBox"] == "0 0 184 252"
    cuts = list(page.iter(f"{SVG}rect"))
    assert [cut.attrib["width"] for cut in cuts] == ["13.0"] * 6
    assert [use.attrib["href"] for use in page.iter(f"{SVG}use")].count("#move") == 2


@pytest.mark.parametrize("page", [(210, 297), (215.9, 279.4)], ids=["A4", "US Letter"])
@pytest.mark.parametrize("margin", [10, 12.7])
def test_what_is_printed_fits_within_the_usual_margins(page: tuple[float, float], margin: float) -> None:
    for svg in (sheet("Riff", [], []), marker_sheet(["100 mm"])):
        drawn = ElementTree.fromstring(svg)
        for length, printed in zip(page, (drawn.attrib["width"], drawn.attrib["height"]), strict=True):
            assert float(printed.removesuffix("mm")) <= length - 2 * margin


def test_a_blank_face_is_a_sticker_without_a_drawing() -> None:
    page = drawn(Piece("Bogus", "black", ("bogus", "blank")))
    assert len(list(page.iter(f"{SVG}rect"))) == 2
    assert [use.attrib["href"] for use in page.iter(f"{SVG}use")] == ["#bogus"]


def test_two_symbols_of_a_face_stand_side_by_side() -> None:
    first, second = drawn(Piece("Wyld", "yellow", ("move+interact",))).iter(f"{SVG}use")
    assert float(first.attrib["x"]) + float(first.attrib["width"]) == pytest.approx(
        float(second.attrib["x"]), abs=0.02
    )


@pytest.mark.parametrize("piece", [Piece("Die", "white", ("sun",)), Piece("Die", "brown", ("move",))])
def test_what_has_no_drawing_or_paint_is_no_sticker(piece: Piece) -> None:
    with pytest.raises(KeyError):
        drawn(piece)


def test_a_token_is_a_gear_wheel() -> None:
    page = drawn(Piece("Token", "white", ("marked", "blank"), "token"))
    assert len(list(page.iter(f"{SVG}polygon"))) == 2


def test_a_line_of_100_mm_shows_the_scale() -> None:
    (line,) = (path for path in drawn().iter(f"{SVG}path") if path.attrib.get("stroke-width") == "0.3")
    assert "M4.0 18.5H104.0" in line.attrib["d"]


@pytest.mark.parametrize("words", [30, 120])
def test_notes_of_any_length_stay_within_the_page_and_above_the_stickers(words: int) -> None:
    note = " ".join(["autocollant"] * words)
    page = ElementTree.fromstring(sheet("Riff", [note], [Piece("Wyld", "yellow", ("move",))]))
    lines = [text for text in page.iter(f"{SVG}text") if text.attrib["font-size"] == "3.4"]
    assert " ".join(str(line.text) for line in lines) == note
    # 1.8 mm is what a letter of DejaVu Sans, a wide hand, takes at this size.
    assert max(len(str(line.text)) for line in lines) * 1.8 <= 184 - 2 * 4
    (name,) = (text for text in page.iter(f"{SVG}text") if text.text == "Wyld")
    assert float(name.attrib["y"]) - 3 > max(float(line.attrib["y"]) for line in lines)


def test_more_than_a_page_holds_is_refused() -> None:
    with pytest.raises(Full, match="does not hold 40 dice"):
        drawn(*[Piece("Wyld", "yellow", ("move",) * 6)] * 40)
