"""What commands say of themselves, and what click says around it, in the language of the settings."""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from companion import settings
from companion.cli import main
from companion.help import MODULES
from tests.companion.commands import companion, said


@pytest.fixture
def french(tmp_path: Path) -> Path:
    """A settings file that asks for French."""
    file = tmp_path / "french.toml"
    file.write_text(f'language = "fr"\ndata = "{tmp_path}"\n')
    return file


def commands(command: click.Command = main, *names: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Each command with its names, as they are typed."""
    yield names, command
    if isinstance(command, click.Group):
        for name, within in command.commands.items():
            yield from commands(within, *names, name)


COMMANDS = dict(commands())
every_command = pytest.mark.parametrize("names", COMMANDS, ids=lambda names: " ".join(("companion", *names)))


def sentences(command: click.Command) -> list[str]:
    """What a command and its options say of themselves in English, each in one line."""
    options = [option.help for option in command.params if isinstance(option, click.Option)]
    texts = (command.help, *options, "Show this message and exit.")
    return [" ".join(text.split()) for text in texts if text]


def test_with_french_settings_help_is_french(french: Path) -> None:
    told = said(companion("--settings", french, "read", "--help"))
    assert told.startswith("Utilisation : main read [OPTIONS] IMAGE... Lire les dés sur des photos.")
    assert "Options : --dice SET Quels dés : d6, riff_in_time, ... [obligatoire]" in told
    assert told.endswith("-h, --help Afficher cette aide et quitter.")


@every_command
def test_every_command_and_option_has_french(french: Path, names: tuple[str, ...]) -> None:
    told = said(companion("--settings", french, *names, "--help"))
    assert [sentence for sentence in sentences(COMMANDS[names]) if sentence in told] == []
    assert "Usage" not in told


@every_command
def test_english_help_stays_as_it_is(french: Path, names: tuple[str, ...]) -> None:
    companion("--settings", french, *names, "--help")
    told = said(companion(*names, "--help"))
    assert told.startswith(" ".join(("Usage: main", *names, "[OPTIONS]")))
    assert [sentence for sentence in sentences(COMMANDS[names]) if sentence not in told] == []


def test_the_list_of_commands_has_whole_sentences(french: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for words in ((), ("--settings", french)):
        for group in ((), ("journal",), ("content",)):
            assert "...\n" not in companion(*words, *group, "--help").output.partition("ARGS]...\n")[2]


@pytest.mark.parametrize(("words", "sentence"), [
    ((), "Il manque une commande."),
    (("rnu",), "Il n’y a pas de commande 'rnu'. Vouliez-vous dire 'run' ?"),
    (("run", "--prot", "1"), "Il n’y a pas d’option '--prot'."),
    (("run", "--port"), "L’option '--port' demande une valeur."),
    (("run", "--port", "x"), "Valeur incorrecte pour '--port' : 'x' n’est pas un nombre possible ici."),
    (("run", "here"), "Argument de trop : here"),
    (("run", "here", "now"), "Arguments de trop : here now"),
    (("new", "riff_in_time"), "Il manque l’option '--seats'."),
    (("new", "riff_in_time", "--seats", "ana", "--dice", "gold"),
     "Valeur incorrecte pour '--dice' : 'gold' ne convient pas ; au choix : 'virtual', 'camera', 'hand'."),
    (("script", "none.txt"), "Valeur incorrecte pour 'FILE' : 'none.txt' n’existe pas."),
    (("resume", "none"), "« none » n’existe pas"),
])
def test_what_is_wrong_is_told_in_french(french: Path, words: tuple[str, ...], sentence: str) -> None:
    told = said(companion("--settings", french, *words))
    assert f"Erreur : {sentence}" in told
    assert "Error" not in told


def test_the_usual_settings_are_asked_too() -> None:
    settings.load()
    settings.usual_file().write_text('language = "fr"\n')
    assert said(companion("--help")).startswith("Utilisation")
    assert "Erreur : Il n’y a pas d’option" in said(companion("--wings"))


def test_where_the_settings_file_is_named_does_not_matter(french: Path) -> None:
    assert said(companion("--help", "--settings", french)).startswith("Utilisation")
    assert "Erreur" in said(companion("--wings", "--settings", french))


@pytest.mark.parametrize(("text", "word"), [
    ('language = "fr"\n[web]\nport = -1\n', "Utilisation"),
    ('language = "fr"\n[web\n', "Utilisation"),
    ("[web\n", "Usage:"),
    ('language = "klingon"\n', "Usage:"),
    ('language = "fr"\ndata = "~nobody_of_this_name/games"\n', "Utilisation"),
    (None, "Usage:"),
])
def test_settings_that_cannot_be_used_leave_help_in_the_language_that_they_ask_for(
    tmp_path: Path, text: str | None, word: str
) -> None:
    file = tmp_path / "settings.toml"
    if text is not None:
        file.write_text(text)
    result = companion("--settings", file, "run", "--help")
    assert (result.exit_code, said(result).split()[0]) == (0, word)


def test_help_writes_no_settings_file() -> None:
    assert companion("--help").exit_code == 0
    assert not settings.usual_file().exists()


def test_click_looks_its_words_up_where_help_replaces_them_and_does_so_again_afterwards(french: Path) -> None:
    companion("--settings", french, "--help")
    assert [module.__name__ for module in MODULES if vars(module)["_"] is not gettext.gettext] == []
