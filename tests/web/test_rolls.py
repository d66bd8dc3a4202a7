"""Photographs of dice that phones send: cleaned, read by the table's reader, shown; anything else refused."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from companion.engine.referee import Refused
from companion.table import Table
from companion.throws import DiceSeen, Evidence, SeenDie
from tests.web.phone import DOOR, Phone, table_of
from web import create_app
from web.photographs import LONGEST_SIDE, clean

THREE = (SeenDie("wyld", "1", 0.99, True, 100, 60, 20), SeenDie("wyld", "3", 0.98, True, 200, 60, 20))


def picture(width: int = 320, height: int = 240, kind: str = "JPEG", **options: Any) -> bytes:
    """A grey picture with a white left edge."""
    image = Image.new("RGB", (width, height), (90, 90, 90))
    image.paste((255, 255, 255), (0, 0, width // 10, height))
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


@pytest.fixture
def table(tmp_path: Path) -> Any:
    table = table_of(tmp_path, dice="camera")
    table.start()
    yield table
    table.stop()


@pytest.fixture
def seen() -> list[np.ndarray]:
    """The pixels that the reader was given."""
    return []


def phone_with_reader(table: Table, seen: list[np.ndarray], *last: SeenDie) -> Phone:
    """A phone at a table whose reader sees two certain dice and `last`, if anything."""
    def read(pixels: np.ndarray, jpeg: bytes) -> DiceSeen:
        seen.append(pixels)
        throw = table.snapshot.throw
        return DiceSeen(throw.number, throw.part, "read", (*THREE, *last), photo=jpeg)
    phone = Phone(create_app(table, door=DOOR, read_photo=read)).join()
    phone.post("/api/seats", take=["ana", "bob"])
    phone.play_until("roll")
    return phone


def send(phone: Phone, data: bytes, kind: str = "image/jpeg", **asked: str) -> Any:
    return phone.client.post("/api/rolls/photo", query_string=asked, data=data, content_type=kind,
                             headers={"X-Table-Token": phone.token})


def test_a_photograph_with_certain_dice_answers_the_throw(table: Table, seen: list[np.ndarray]) -> None:
    phone = phone_with_reader(table, seen, SeenDie("wyld", "5", 0.97, True, 300, 60, 20))
    reply = send(phone, picture())
    assert reply.status_code == 200, reply.json
    throw = reply.json["last_roll"]
    assert [die["face"] for die in throw["dice"]] == ["move", "interact", "reroll"]
    assert reply.json["question"]["key"] == "booth"
    shown = phone.client.get(throw["photo"])
    assert shown.content_type == "image/jpeg"
    assert Image.open(io.BytesIO(shown.data)).size == (320, 240)


def test_a_photograph_that_is_sent_once_more_counts_once(table: Table) -> None:
    looks = [SeenDie("wyld", "6", 0.5, False, 300, 60, 20), SeenDie("wyld", "5", 0.97, True, 300, 60, 20),
             SeenDie("wyld", "6", 0.97, True, 300, 60, 20)]

    def read(pixels: np.ndarray, jpeg: bytes) -> DiceSeen:
        throw = table.snapshot.throw
        return DiceSeen(throw.number, throw.part, "read", (*THREE, looks.pop(0)), photo=jpeg)
    phone = Phone(create_app(table, door=DOOR, read_photo=read)).join()
    phone.post("/api/seats", take=["ana", "bob"])
    phone.play_until("roll")
    first, again = (send(phone, picture(), id="first").json for _ in range(2))
    assert first["roll"]["state"] == "doubtful"
    assert again["roll"] == first["roll"]
    assert send(phone, picture(), id="another").json["question"]["key"] == "booth"


def test_a_doubtful_die_is_asked_about_with_the_rest_filled_in(table: Table, seen: list[np.ndarray]) -> None:
    doubtful = SeenDie("wyld", "6", 0.5, False, 300, 60, 20, ("5",))
    phone = phone_with_reader(table, seen, doubtful)
    state = send(phone, picture()).json
    assert state["question"]["key"] == "roll"
    assert state["roll"]["state"] == "doubtful"
    assert [die["certain"] for die in state["roll"]["dice"]] == [True, True, False]
    assert state["roll"]["dice"][2]["alternatives"] == ["reroll"]
    assert phone.answer("w1=move", "w2=interact", "w3=reroll").status_code == 200


def test_a_doubtful_die_is_shown_beside_the_faces_to_tap(
    table: Table, seen: list[np.ndarray]
) -> None:
    phone = phone_with_reader(table, seen, SeenDie("wyld", "6", 0.5, False, 300, 60, 20, ("5",)))
    send(phone, picture())
    page = phone.client.get("/play").text
    assert 'class="cut_out" aria-hidden="true" viewBox="262.0 22.0 76.0 76.0"' in page
    assert "not sure" in page
    assert "not seen" not in page


def test_a_die_that_nobody_saw_is_not_called_doubtful(table: Table, seen: list[np.ndarray]) -> None:
    phone = phone_with_reader(table, seen)
    send(phone, picture())
    page = phone.client.get("/play").text
    assert "not seen" in page
    assert "not sure" not in page
    assert "cut_out" not in page


def test_every_phone_is_told_what_was_read_where_somebody_said_otherwise(
    table: Table, seen: list[np.ndarray]
) -> None:
    phone = phone_with_reader(table, seen, SeenDie("wyld", "5", 0.97, True, 300, 60, 20))
    send(phone, picture())
    other = Phone(phone.client.application).join()
    assert "had read" not in other.client.get("/play").text
    said = ["w1=move", "w2=interact", "w3=bogus"]
    assert phone.post("/api/proposals", id="right", change="amend", key="roll", words=said).status_code == 200
    page = other.client.get("/play").text
    assert "the camera had read Reroll; at the table it was said to be Bogus" in page


def test_earlier_throws_can_be_looked_at_again(table: Table, seen: list[np.ndarray]) -> None:
    kept = Evidence(picture(), b"")

    def read(pixels: np.ndarray, jpeg: bytes) -> DiceSeen:
        last = SeenDie("wyld", "5", 0.97, True, 300, 60, 20)
        return DiceSeen(table.snapshot.throw.number, 0, "read", (*THREE, last), photo=jpeg, evidence=kept)
    phone = Phone(create_app(table, door=DOOR, read_photo=read))
    assert phone.client.get("/rolls").location == "/"
    phone.join().post("/api/seats", take=["ana", "bob"])
    assert "No photographs of throws are kept" in phone.client.get("/rolls").text
    phone.play_until("roll")
    number = send(phone, picture()).json["last_roll"]["number"]
    page = phone.client.get("/rolls").text
    assert "ana: yellow die 1: Move, yellow die 2: Interact, yellow die 3: Reroll" in page
    assert f'src="/rolls/{number}.jpg"' in page
    assert 'href="/rolls"' in phone.client.get("/play").text


def test_a_photograph_may_also_come_as_a_forms_file(table: Table, seen: list[np.ndarray]) -> None:
    phone = phone_with_reader(table, seen, SeenDie("wyld", "5", 0.97, True, 300, 60, 20))
    reply = phone.client.post("/api/rolls/photo", data={"photo": (io.BytesIO(picture()), "dice.jpg")},
                              headers={"X-Table-Token": phone.token})
    assert reply.status_code == 200


def test_a_picture_is_turned_upright_made_smaller_and_written_anew() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # The camera was held upright: turn by a quarter to the right.
    exif[0x010E] = "secret place"
    pixels, jpeg = clean(picture(3000, 2000, exif=exif))
    assert pixels.shape == (LONGEST_SIDE, pytest.approx(LONGEST_SIDE * 2 / 3, abs=1), 3)
    assert pixels[5, 100].min() > 200
    assert b"secret place" not in jpeg


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "JPEG"])
def test_jpeg_png_and_webp_are_read(kind: str) -> None:
    assert clean(picture(kind=kind))[0].shape == (240, 320, 3)


def test_sixteen_bits_of_grey_keep_light_and_dark_apart() -> None:
    deep = np.full((240, 320), 4000, np.uint16)
    deep[:, 160:] = 40000
    sent = io.BytesIO()
    Image.fromarray(deep).save(sent, "PNG")
    pixels, _ = clean(sent.getvalue())
    assert pixels[0, 0].max() < 30
    assert pixels[0, 300].min() > 250


def flat_png(width: int, height: int, rows: int | None = None) -> bytes:
    """A black PNG of so many pixels, with fewer `rows` than it claims if these are given."""
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    packed = zlib.compressobj()
    pixels = b"".join(packed.compress(bytes(1 + 3 * width)) for _ in range(height if rows is None else rows))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels + packed.flush()) + chunk(
        b"IEND", b"")


NO_PICTURES = {
    "nothing": b"", "text": b"hello", "cut off": picture()[:300], "gif": picture(kind="GIF"),
    "bomb": flat_png(60_000, 60_000, rows=1),
    "html": b"<script>alert(1)</script>", "svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
}


@pytest.mark.parametrize("data", NO_PICTURES.values(), ids=NO_PICTURES)
def test_what_is_no_sound_picture_is_refused_with_a_sentence(data: bytes) -> None:
    with pytest.raises(Refused, match="picture"):
        clean(data)


def test_a_refused_picture_is_a_sentence_on_the_page(table: Table, seen: list[np.ndarray]) -> None:
    phone = phone_with_reader(table, seen, SeenDie("wyld", "5", 0.97, True, 300, 60, 20))
    reply = send(phone, b"hello")
    assert reply.status_code == 422
    assert reply.json["error"] == "That could not be read as a picture; send a JPEG, PNG or WebP."
    assert seen == []


def test_a_picture_of_more_than_12_megabytes_is_refused(table: Table, seen: list[np.ndarray]) -> None:
    phone = phone_with_reader(table, seen, SeenDie("wyld", "5", 0.97, True, 300, 60, 20))
    assert send(phone, b"\xff" * (12 * 1024 * 1024 + 1)).status_code == 413


def test_only_phones_that_play_may_send_pictures(table: Table) -> None:
    stranger = Phone(create_app(table, door=DOOR))
    stranger.state()
    assert send(stranger, picture()).status_code == 403


def test_a_table_without_a_reader_says_so(table: Table) -> None:
    phone = Phone(create_app(table, door=DOOR)).join()
    phone.play_until("roll")
    reply = send(phone, picture())
    assert reply.status_code == 422
    assert "enter the faces by hand" in reply.json["error"]
    assert not phone.state()["question"]["photographs"]


def test_a_throw_without_a_photograph_has_none_to_show(phone: Phone) -> None:
    assert phone.client.get("/rolls/99.jpg").status_code == 404
