"""The reading of a file as a line of JSON."""

from __future__ import annotations

import json

import pytest

from tests.vision.photographs import PHOTOS
from vision.files import read_picture
from vision.read_command import BadExpectation, as_dict, expectation
from vision.reader import read


def test_a_photograph_becomes_plain_data() -> None:
    path = PHOTOS / "round_tray_d6" / "036.jpg"
    line = json.loads(json.dumps(as_dict(str(path), read(read_picture(path), "d6"))))
    assert list(line) == ["image", "ms", "problems", "dice"]
    assert line["image"] == str(path)
    assert line["ms"] > 0
    assert line["problems"] == []
    assert sorted(die["face"] for die in line["dice"]) == ["5", "6"]
    assert list(line["dice"][0]) == ["kind", "face", "confidence", "certain", "x", "y", "r", "alternatives"]
    die = line["dice"][0]
    assert sorted([die["face"], *(face for face, _ in die["alternatives"])]) == list("123456")
    assert all(0 <= chance <= 1 for _, chance in die["alternatives"])


def test_a_problem_is_a_sentence() -> None:
    picture = read_picture(PHOTOS / "round_tray_d6" / "036.jpg")
    line = as_dict("036.jpg", read(picture, "d6", {"d6": 3}))
    assert line["problems"] == ["3 dice asked for, 2 seen. Does one lie outside or on another?"]


def test_the_expectation_is_numbers_by_kind() -> None:
    assert expectation("wyld=3, bogus=1", "riff_in_time") == {"wyld": 3, "bogus": 1}


@pytest.mark.parametrize("text", ["d20=1", "", "=2"])
def test_an_unknown_kind_is_refused_with_the_kinds_there_are(text: str) -> None:
    with pytest.raises(BadExpectation, match=r"The kinds are wyld, character, triumphant, bogus."):
        expectation(text, "riff_in_time")


@pytest.mark.parametrize("text", ["d6", "d6=", "d6=two", "d6=-1", "d6=²"])
def test_a_number_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadExpectation, match=r"says no number of dice; say it like d6=2."):
        expectation(text, "d6")


@pytest.mark.parametrize("number", ["1000", "9" * 5000])
def test_a_number_beyond_all_dice_is_refused(number: str) -> None:
    with pytest.raises(BadExpectation, match=r"^More than 999 dice of the kind d6 are too many\.$"):
        expectation(f"d6={number}", "d6")


def test_zeros_before_a_number_say_nothing_and_of_one_kind_there_are_as_many_as_all_its_numbers_say() -> None:
    assert expectation("d6=0003,d6=01", "d6") == {"d6": 4}
    assert expectation("d6=998,d6=1", "d6") == {"d6": 999}
    with pytest.raises(BadExpectation, match="More than 999 dice of the kind d6"):
        expectation("d6=998,d6=2", "d6")


def test_no_dice_at_all_cannot_be_expected() -> None:
    with pytest.raises(BadExpectation, match="No dice at all are expected"):
        expectation("wyld=0,bogus=0", "riff_in_time")


def test_a_kind_of_which_there_are_none_may_be_named_beside_others() -> None:
    assert expectation("wyld=3,bogus=0", "riff_in_time") == {"wyld": 3, "bogus": 0}
