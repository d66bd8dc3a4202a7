"""The settings: one TOML file, with a default that explains each of them."""

from __future__ import annotations

import difflib
import json
import re
import shlex
import tomllib
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal

import platformdirs
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from companion import durable
from companion.engine.questions import Message
from companion.i18n import LANGUAGES, Language, Sentences

NAME = "table-companion"
CHOSEN = "chosen.json"
"""In the data folder: the settings that were chosen on the page."""
LANGUAGE_LINE = re.compile(r"""^language *= *["'](\w+)""", re.MULTILINE)
"""What tells the language of a settings file that is otherwise no TOML text."""
HOURS = r"^(([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d)?$"
"""From one time of day to another, or nothing."""
Pin = Annotated[int, Field(ge=0, le=27)]
Count = Annotated[int, Field(ge=0)]


def _command(text: str) -> str:
    try:
        shlex.split(text)
    except ValueError as error:
        raise PydanticCustomError("unclosed_quote", "a quotation mark is not closed") from error
    return text


def _folder(text: str) -> str:
    try:
        Path(text).expanduser()
    except RuntimeError as error:
        raise PydanticCustomError("no_home", "nobody here is called so") from error
    return text


Command = Annotated[str, AfterValidator(_command)]
Folder = Annotated[str, AfterValidator(_folder)]

KINDS = {
    "int_type": Message("{key}: is {value}; it should be a whole number."),
    "bool_type": Message("{key}: is {value}; it should be true or false."),
    "string_type": Message("{key}: is {value}; it should be a text in quotation marks."),
    "unclosed_quote": Message("{key}: is {value}; a quotation mark in it is not closed."),
    "no_home": Message("{key}: is {value}; no account of that name is on this machine."),
}
"""What to say of a value of the wrong kind, by pydantic's word for the fault."""
OTHER = Message("{key}: cannot be {value}; what it may be stands in the settings file as it was at first.")


class BadSettings(ValueError):
    """The settings in a file cannot be used; `faults` are every key at fault. The text says them in English.

    `language` is the one that the file itself asks for, where so much of it can be made out.
    """

    def __init__(self, file: Path, faults: Sequence[Message], language: str = "en") -> None:
        self.file, self.faults = file, faults
        self.language = language if language in LANGUAGES else "en"
        super().__init__(self.said("en"))

    def said(self, language: str) -> str:
        """A line for each fault."""
        say = Sentences(language).say
        return "\n".join(f"{self.file}: {say(fault)}" for fault in self.faults)


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Web(_Section):
    """Where the phone page is served."""

    host: str = "0.0.0.0"
    port: Annotated[int, Field(ge=0, le=65535)] = 8080
    names: tuple[str, ...] = ()


class GameDefaults(_Section):
    """What a new game begins with, unless told otherwise."""

    dice: Literal["virtual", "camera", "hand"] = "virtual"
    decks: Literal["virtual", "physical"] = "virtual"
    standin: Literal["colours", "one_kind_a_throw", "none"] = "colours"
    confirm_every_throw: bool = False


class Camera(_Section):
    """Which camera watches the tray, as `hardware.camera.CameraSettings` has it."""

    source: Annotated[str, Field(pattern=r"^(none|auto|picamera2(:\d)?|usb:\d+|.*/.*)$")] = "none"
    width: Annotated[int, Field(ge=160)] = 1640
    height: Annotated[int, Field(ge=120)] = 1232
    frames_a_second: Annotated[int, Field(ge=1, le=60)] = 15
    turned: bool = False


class Display(_Section):
    """The small display: which, and how it is wired."""

    chip: Literal["none", "ssd1306", "sh1106", "ssd1309"] = "none"
    height: Literal[32, 64] = 64
    bus: Literal["i2c", "spi"] = "i2c"
    i2c_port: Count = 1
    i2c_address: Annotated[int, Field(ge=0x03, le=0x77)] = 0x3C
    spi_port: Count = 0
    spi_device: Count = 0
    spi_data_pin: Pin = 24
    spi_reset_pin: Pin = 25
    rotate: Annotated[int, Field(ge=0, le=3)] = 0


class Buttons(_Section):
    """The four buttons: whether they are wired, and to which pins."""

    wired: bool = False
    ok: Pin = 17
    back: Pin = 27
    up: Pin = 22
    down: Pin = 23
    active_low: bool = True


class Lights(_Section):
    """A status light (of one colour, or of three) and a buzzer, by their pins; 0 where there is none."""

    led: Pin = 0
    red: Pin = 0
    green: Pin = 0
    blue: Pin = 0
    common_anode: bool = False
    buzzer: Pin = 0
    quiet: bool = False
    quiet_hours: Annotated[str, Field(pattern=HOURS)] = ""


class Power(_Section):
    """Switching the machine off, and restarting it."""

    off: Command = "systemctl poweroff"
    restart: Command = "systemctl reboot"


class Settings(_Section):
    """All settings, each with its default."""

    language: Language = "en"
    data: Folder = ""
    web: Web = Web()
    game: GameDefaults = GameDefaults()
    camera: Camera = Camera()
    display: Display = Display()
    buttons: Buttons = Buttons()
    lights: Lights = Lights()
    power: Power = Power()

    @property
    def folder(self) -> Path:
        """Where games are kept."""
        return Path(self.data).expanduser() if self.data else platformdirs.user_data_path(NAME)


def usual_file() -> Path:
    """Where the settings of this person on this machine are."""
    return platformdirs.user_config_path(NAME) / "settings.toml"


def default_text() -> str:
    """The default settings file."""
    return files("companion").joinpath("settings.default.toml").read_text(encoding="utf-8")


def load(file: Path | None = None) -> Settings:
    """The settings in `file`, or in the usual file, which is written with the defaults if it is missing.

    What was chosen on the page goes before them: the page cannot write into the settings of a machine.

    Raises `BadSettings` with every fault. Where the usual file cannot be written the defaults hold.
    """
    path = file or usual_file()
    if file is None and not path.exists():
        try:
            durable.write_text(path, default_text())
        except OSError:
            return Settings()
    plain = _read(path, tomllib.loads)
    settings = _checked(plain, path)
    chosen = settings.folder / CHOSEN
    return _checked(_over(plain, _read(chosen, json.loads)), chosen) if chosen.is_file() else settings


def language(file: Path | None = None) -> str:
    """The language that is chosen in `file`, or in the usual file; English where that cannot be told."""
    try:
        return load(file or usual_file()).language
    except BadSettings as error:
        return error.language
    except OSError:
        # There is no way into the folder of games.
        return "en"


def choose(settings: Settings, chosen: Mapping[str, Any]) -> None:
    """Have `load` give these values from now on: sections and settings in the form of the settings file.

    What is as it was stays the settings file's to change. `BadSettings` when a value cannot be.
    """
    file = settings.folder / CHOSEN
    kept = _read(file, json.loads) if file.is_file() else {}
    now = settings.model_dump(mode="json")
    new = _over(kept, _changed(now, chosen))
    _checked(_over(now, new), file)
    durable.write_text(file, json.dumps(new, indent=1))


def _changed(now: Mapping[str, Any], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Of `chosen` what is not so now."""
    parts = {name: _changed(now[name], value) if isinstance(value, Mapping) else value
             for name, value in chosen.items() if value != now.get(name)}
    return {name: value for name, value in parts.items() if value != {}}


def _over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """`below` with what `above` says otherwise, section by section."""
    return {**below, **{name: _over(below.get(name, {}), value) if isinstance(value, Mapping) else value
                        for name, value in above.items()}}


def _read(path: Path, parse: Callable[[str], Any]) -> dict[str, Any]:
    text = ""
    try:
        text = path.read_text(encoding="utf-8")
        plain: Any = parse(text)
    except OSError as error:
        fault = Message("the file cannot be read ({reason}).", {"reason": str(error.strerror)})
        raise BadSettings(path, [fault]) from error
    except ValueError as error:
        line = re.search(r"line (\d+)", str(error))
        fault = (Message("this is no JSON text.") if parse is not tomllib.loads else
                 Message("this is no TOML text; look at line {line}.", {"line": line[1]}) if line else
                 Message("this is no TOML text."))
        asked = LANGUAGE_LINE.search(text)
        raise BadSettings(path, [fault], asked[1] if asked else "en") from error
    if not isinstance(plain, dict):
        raise BadSettings(path, [Message("there are no settings in this file.")])
    return plain


def _checked(plain: Mapping[str, Any], path: Path) -> Settings:
    try:
        return Settings.model_validate_json(json.dumps(plain, default=str))
    except ValidationError as error:
        raise BadSettings(path, [_sentence(fault) for fault in error.errors()],
                          str(plain.get("language"))) from error


def _sentence(fault: Any) -> Message:
    """One of pydantic's findings: the key, what came, what would do."""
    steps = [str(step) for step in fault["loc"]]
    key = ".".join(steps)
    if fault["type"] == "extra_forbidden":
        known = list(_section(steps[:-1]).model_fields)
        near = difflib.get_close_matches(steps[-1], known, 1)
        if near:
            return Message("{key}: there is no such setting; did you mean {near}?",
                           {"key": key, "near": near[0]})
        return Message("{key}: there is no such setting; here are {known}.",
                       {"key": key, "known": ", ".join(known)})
    came, bounds = {"key": key, "value": repr(fault["input"])}, fault.get("ctx", {})
    if fault["type"] == "literal_error":
        words = re.split(", | or ", bounds["expected"])
        return Message("{key}: is {value}; it should be one of these: {words}.",
                       {**came, "words": ", ".join(words)})
    if fault["type"] == "greater_than_equal":
        return Message("{key}: is {value}; it should be {least} at least.", {**came, "least": bounds["ge"]})
    if fault["type"] == "less_than_equal":
        return Message("{key}: is {value}; it should be {most} at most.", {**came, "most": bounds["le"]})
    return Message(KINDS.get(fault["type"], OTHER).id, came)


def _section(steps: list[str]) -> type[BaseModel]:
    section: Any = Settings
    for step in steps:
        section = section.model_fields[step].annotation
    found: type[BaseModel] = section
    return found
