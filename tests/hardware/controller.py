"""A display's controller behind luma's serial interface: takes the bytes sent and keeps what they light up.

After the data sheets of the SSD1306 (Solomon Systech, rev 1.1, tables 9-1 and 10-1) and the SH1106 (Sino
Wealth, v2.3), for modules mounted as usual: upright with columns remapped and rows scanned from the end.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PIL import Image

ARGUMENTS = {0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1,
             0xDB: 1}
"""How many bytes follow a command."""
ADDRESSING = (0x20, 0x21, 0x22)
"""Commands that an SH1106 does not know."""
SEEN_COLUMNS = 128


class Controller:
    """An SSD1306, or an SH1106 (132 columns, of which 128 are seen; it knows page addressing only).

    Its glass is 64 or 32 rows high; a lower one needs other settings (table 9-1: A8, DA), which are kept.
    """

    def __init__(self, chip: str, height: int = 64) -> None:
        self.chip = chip
        self.pages = height // 8
        self.settings: dict[int, list[int]] = {}
        self.is_sh1106 = chip == "sh1106"
        self.columns = 132 if self.is_sh1106 else 128
        self.memory = np.zeros((self.pages, self.columns), np.uint8)
        self.is_on = False
        self.contrast = 0x7F
        self.unplugged = False
        self._is_remapped = self._is_from_end = self._is_inverted = False
        self._window = (0, self.columns - 1, 0, self.pages - 1)
        self._page = self._column = 0
        self._horizontal = False

    # luma's serial interface

    def command(self, *bytes_: int) -> None:
        """One or more commands with their arguments."""
        self._check()
        rest = list(bytes_)
        while rest:
            code = rest.pop(0)
            if self.is_sh1106 and code in ADDRESSING:
                continue
            count = ARGUMENTS.get(code, 0)
            arguments, rest = rest[:count], rest[count:]
            assert len(arguments) == count, f"command {code:#04x} lacks arguments"
            self._carry_out(code, arguments)

    def data(self, bytes_: Iterable[int]) -> None:
        """Bytes for the memory, from where the last one went on."""
        self._check()
        for byte in bytes_:
            self.memory[self._page, self._column] = byte
            self._advance()

    def cleanup(self) -> None:
        """Nothing to let go of."""

    # What a person sees

    def glass(self) -> Image.Image:
        """The picture on the glass: black while the display is off."""
        bits = np.unpackbits(self.memory[:, :, np.newaxis], axis=2, bitorder="little")
        rows = bits.transpose(0, 2, 1).reshape(self.pages * 8, self.columns)
        if not self._is_remapped:
            rows = rows[:, ::-1]
        if not self._is_from_end:
            rows = rows[::-1]
        left = (self.columns - SEEN_COLUMNS) // 2
        seen = rows[:, left : left + SEEN_COLUMNS] ^ self._is_inverted
        return Image.fromarray((seen * 255 * self.is_on).astype(np.uint8)).convert("1")

    def _check(self) -> None:
        if self.unplugged:
            raise OSError(121, "Remote I/O error")

    def _carry_out(self, code: int, arguments: list[int]) -> None:
        match code:
            case 0x20:
                self._horizontal = arguments[0] == 0
            case 0x21:
                self._window = (arguments[0], arguments[1], *self._window[2:])
                self._column = arguments[0]
            case 0x22:
                self._window = (*self._window[:2], arguments[0], arguments[1])
                self._page = arguments[0]
            case 0x81:
                self.contrast = arguments[0]
            case 0xA8 | 0xDA:
                self.settings[code] = arguments
            case 0xA0 | 0xA1:
                self._is_remapped = code == 0xA1
            case 0xA6 | 0xA7:
                self._is_inverted = code == 0xA7
            case 0xAE | 0xAF:
                self.is_on = code == 0xAF
            case 0xC0 | 0xC8:
                self._is_from_end = code == 0xC8
            case _ if 0xB0 <= code <= 0xB7:
                self._page = code - 0xB0
            case _ if code <= 0x0F:
                self._column = self._column & 0xF0 | code
            case _ if 0x10 <= code <= 0x1F:
                self._column = (code & 0x0F) << 4 | self._column & 0x0F

    def _advance(self) -> None:
        if not self._horizontal:
            self._column = min(self._column + 1, self.columns - 1)
            return
        first, last, first_page, last_page = self._window
        self._column += 1
        if self._column > last:
            self._column = first
            self._page = first_page if self._page == last_page else self._page + 1
