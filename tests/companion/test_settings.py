"""The settings file: a default that explains itself, and faults told by key."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion import settings
from companion.settings import BadSettings, Settings, load


def written(folder: Path, text: str) -> Path:
    file = folder / "settings.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_the_default_file_says_what_holds_without_it(tmp_path: Path) -> None:
    assert load(written(tmp_path, settings.default_text())) == Settings()
    assert load(written(tmp_path, "")) == Settings()


def test_every_setting_is_explained_in_the_default_file() -> None:
    text = settings.default_text()
    for name, field in Settings.model_fields.items():
        section = field.annotation
        keys = getattr(section, "model_fields", {name: field})
        for key in keys:
            assert f"\n{key} = " in text, f"{name}: {key} is missing"


def test_the_first_run_writes_the_default_file() -> None:
    assert not settings.usual_file().exists()
    assert load() == Settings()
    assert settings.usual_file().read_text(encoding="utf-8") == settings.default_text()


FIRST_RUN_ON_A_FULL_DISK = """
import resource, signal, sys
from companion import settings
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1_500, 1_500))
print(settings.load() == settings.Settings(), list(settings.usual_file().parent.iterdir()))
"""


def test_of_the_default_file_that_finds_no_room_no_half_stays(tmp_path: Path) -> None:
    ran = subprocess.run([sys.executable, "-c", FIRST_RUN_ON_A_FULL_DISK], capture_output=True, text=True,
                         check=True, env={**os.environ, "XDG_CONFIG_HOME": str(tmp_path)})
    assert ran.stdout.strip() == "True []"


def test_a_persons_own_file_is_not_touched(tmp_path: Path) -> None:
    usual = settings.usual_file()
    usual.parent.mkdir(parents=True)
    usual.write_text('language = "fr"\n', encoding="utf-8")
    assert load().language == "fr"
    assert usual.read_text(encoding="utf-8") == 'language = "fr"\n'


@pytest.mark.parametrize(("text", "sentence"), [
    ('langage = "fr"', "langage: there is no such setting; did you mean language?"),
    ("[web]\nwhatever = 1", "web.whatever: there is no such setting; here are host, port, names."),
    ("[web]\nport = 99999", "web.port: is 99999; it should be 65535 at most."),
    ('[web]\nport = "80"', "web.port: is '80'; it should be a whole number."),
    ("[web]\nport = -1", "web.port: is -1; it should be 0 at least."),
    ("[buttons]\nwired = 1", "buttons.wired: is 1; it should be true or false."),
    ("data = 7", "data: is 7; it should be a text in quotation marks."),
    ('[camera]\nsource = "front"', "camera.source: cannot be 'front'; what it may be stands in"),
    ("web = 8080", "web: cannot be 8080; what it may be stands in"),
    ('language = "de"', "language: is 'de'; it should be one of these: 'en', 'fr'."),
    ('[game]\ndice = "loaded"',
     "game.dice: is 'loaded'; it should be one of these: 'virtual', 'camera', 'hand'."),
    ("[buttons]\nok = 40", "buttons.ok: is 40; it should be 27 at most."),
    ('[power]\noff = "systemctl \'poweroff"',
     'power.off: is "systemctl \'poweroff"; a quotation mark in it is not closed.'),
    ('data = "~nobody-is-called-so/games"',
     "data: is '~nobody-is-called-so/games'; no account of that name is on this machine."),
    ("[camera", "this is no TOML text."),
    ('language = "fr"\nport: 80', "this is no TOML text; look at line 2."),
])
def test_a_bad_setting_is_refused_with_file_key_and_what_would_do(
    tmp_path: Path, text: str, sentence: str
) -> None:
    file = written(tmp_path, text)
    with pytest.raises(BadSettings) as bad:
        load(file)
    assert str(bad.value).startswith(f"{file}: {sentence}")


@pytest.mark.parametrize(("text", "language"), [
    ('language = "fr"\n[web]\nport = -1', "fr"), ("[web]\nport = -1", "en"), ('language = "de"', "en")])
def test_faults_are_told_in_the_language_that_the_file_asks_for(
    tmp_path: Path, text: str, language: str
) -> None:
    with pytest.raises(BadSettings) as bad:
        load(written(tmp_path, text))
    assert bad.value.language == language


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(BadSettings) as bad:
        load(written(tmp_path, "[web]\nport = -1\nhots = 1\n"))
    assert len(str(bad.value).splitlines()) == 2


def test_a_missing_settings_file_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="the file cannot be read"):
        load(tmp_path / "none.toml")


def test_the_data_folder_may_be_chosen(tmp_path: Path) -> None:
    assert load(written(tmp_path, f'data = "{tmp_path}/games"')).folder == tmp_path / "games"
    assert load(written(tmp_path, 'data = "~/games"')).folder == Path.home() / "games"
    assert "table-companion" in str(Settings().folder)
