"""The commands. Each says in a sentence what it did, or what is wrong and what would do."""

from __future__ import annotations

import errno
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from companion import durable
from companion import settings as settings_
from companion.engine.journal import JournalFault
from companion.engine.questions import Message, Unplayable
from companion.engine.referee import Refused
from companion.help import click_says, translated
from companion.i18n import Sentences, catalogue
from companion.settings import BadSettings, Settings
from companion.shelf import Shelf

FILE = click.Path(dir_okay=False, path_type=Path)


class Given:
    """What stands before the command: which settings file. It is read when a command needs it."""

    def __init__(self, file: Path | None) -> None:
        self._file = file

    @property
    def file(self) -> Path:
        """The settings file."""
        return self._file or settings_.usual_file()

    @property
    def settings(self) -> Settings:
        """The settings; a `click.ClickException` with each fault when they cannot be used."""
        try:
            return settings_.load(self._file)
        except BadSettings as error:
            raise click.ClickException(error.said(error.language)) from error

    @property
    def shelf(self) -> Shelf:
        """Where games are kept."""
        return Shelf(self.settings.folder)

    def say(self, message: Message) -> str:
        """A message in the language of the settings."""
        return Sentences(self.settings.language).say(message)

    def tell(self, message: Message, err: bool = False) -> None:
        """Print a message in the language of the settings."""
        click.echo(self.say(message), err=err)

    def explain(self, error: OSError) -> str:
        """What went wrong with a file, or with what is printed."""
        if isinstance(error, FileExistsError):
            return self.say(Message("There is a file “{file}” already; name another one.",
                                    {"file": str(error.filename)}))
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            if error.filename is None:
                return self.say(Message("There is no room left for what is printed."))
            return self.say(Message("There is no room left for “{file}”: delete what is not needed there, or "
                                    "name a file on another disk.", {"file": str(error.filename)}))
        # The system's own words, without its number.
        said = error.strerror or str(error)
        return said if error.filename is None else f"{error.filename}: {said}."


@contextmanager
def sentences(given: Given) -> Iterator[None]:
    """Turn what people can put right into the one sentence that says so, and exit code 1."""
    try:
        yield
    except (JournalFault, Refused, Unplayable) as fault:
        raise click.ClickException(given.say(fault.message)) from fault
    except ValueError as error:
        raise click.ClickException(str(error)) from error


class Commands(click.Group):
    """All commands; whichever cannot read or write a file, or print, ends with a sentence."""

    def main(self, args: Sequence[str] | None = None, *rest: Any, **extra: Any) -> Any:
        """Do what the words of the command line ask for; help too is in the language of the settings."""
        words = sys.argv[1:] if args is None else list(args)
        # The settings are found first, since click answers --help before any command could look at them.
        begun = self.make_context(None, words, resilient_parsing=True, ignore_unknown_options=True)
        say = catalogue(settings_.language(begun.params.get("file"))).gettext
        with click_says(say):
            return click.Command.main(translated(self, say), args, *rest, **extra)

    def invoke(self, context: click.Context) -> Any:
        """Run the command that is asked for."""
        try:
            return super().invoke(context)
        except BrokenPipeError:
            # Whoever read what is printed has read enough: click ends quietly.
            raise
        except OSError as error:
            raise click.ClickException(context.obj.explain(error)) from error


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option("--settings", "file", type=FILE, help="Another settings file than the usual one.")
@click.version_option(package_name="table-companion")
@click.pass_context
def main(context: click.Context, file: Path | None) -> None:
    """Keeps a board game beside the table: reads the dice, knows the rules, shows the game on every phone."""
    context.obj = Given(file)


@main.command()
@click.argument("game")
@click.option("--seats", required=True, help="Who plays, clockwise: --seats \"ana bob\".")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A rule of your own.")
@click.option("--dice", type=click.Choice(["virtual", "camera", "hand"]), help="Where dice come from.")
@click.option("--decks", type=click.Choice(["virtual", "physical"]), help="Where cards come from.")
@click.option("--content", type=FILE, help="What your own box contains.")
@click.pass_obj
def new(given: Given, game: str, seats: str, options: tuple[str, ...], dice: str | None, decks: str | None,
        content: Path | None) -> None:
    """Begin a new game. `companion run` then starts the table with it."""
    from companion.beginning import begin
    from companion.games import load

    defaults = given.settings.game
    with sentences(given):
        path = begin(given.shelf, game, _names(seats), _pairs(given, options), content,
                     dice=dice or defaults.dice, decks=decks or defaults.decks)
        for doubt in load(game, content).doubts:
            given.tell(Message("The content file may be wrong: {doubts}", {"doubts": doubt}), err=True)
    given.tell(Message("The game {name} is on the table. Start it: companion run", {"name": path.stem}))


@main.command()
@click.option("--port", type=click.IntRange(0, 65535), help="Another port than the settings'.")
@click.option("--host", help="Serve at another address than the settings'.")
@click.pass_obj
def run(given: Given, port: int | None, host: str | None) -> None:
    """Start the table with the game that lies on it. Where there is none yet, a first one is begun."""
    from companion.beginning import begin_first

    with sentences(given):
        if not given.shelf.games():
            begin_first(given.shelf, given.settings)
        _play(given, given.shelf.on_table(), host, port)


@main.command()
@click.argument("name", required=False)
@click.option("--port", type=click.IntRange(0, 65535), help="Another port than the settings'.")
@click.option("--host", help="Serve at another address than the settings'.")
@click.pass_obj
def resume(given: Given, name: str | None, port: int | None, host: str | None) -> None:
    """Take up an earlier game again. Without a name, list the games there are."""
    shelf = given.shelf
    if name is None:
        for game in shelf.games():
            click.echo(game)
        if not shelf.games():
            given.tell(Message("There is no game yet."))
        return
    with sentences(given):
        path = shelf.path(name)
        shelf.put_on_table(path)
        _play(given, path, host, port)


@main.command()
@click.option("--port", type=click.IntRange(0, 65535), help="Another port than the settings'.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Serve at another address.")
@click.option("--photos", type=click.Path(file_okay=False, exists=True, path_type=Path),
              help="Throw from this folder of real photographs instead of drawing dice.")
@click.option("--seats", default="ana bob", show_default=True, help="Who plays.")
@click.option("--game", metavar="GAME", help="Which game; without it the last demo's, or riff_in_time.")
@click.option("--new", "anew", is_flag=True, help="Begin anew instead of going on with the last demo.")
@click.option("--seed", type=int, help="The same chance each time, for demonstrations.")
@click.pass_obj
def demo(given: Given, port: int | None, host: str, photos: Path | None, seats: str, game: str | None,
         anew: bool, seed: int | None) -> None:
    """Play alone, without any hardware. Tray, camera, display and buttons are simulated on one page."""
    from companion.changing import run_anew
    from companion.demo import run_demo

    with sentences(given):
        listening = run_demo(given.settings, host=host, port=port, photos=photos, seats=_names(seats),
                             anew=anew, seed=seed, game=game)
        if listening:
            run_anew(listening, "--settings", given.file, "demo", *_where(host, port),
                     *(("--photos", photos) if photos else ()))


@main.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one snapshot a line, as JSON.")
@click.option("--options", "show_options", is_flag=True, help="Print the open question and its words.")
def script(file: Path, as_json: bool, show_options: bool) -> None:
    """Play the game that FILE tells, an answer a line. How such files look: docs/playthroughs.md."""
    from companion.scripting import run_script

    sys.exit(run_script(file, as_json=as_json, show_options=show_options))


@main.command()
@click.argument("game")
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="How many games.")
@click.option("--seats", default=2, show_default=True, type=click.IntRange(1, 8), help="How many play.")
@click.option("--seed", default=1, show_default=True, help="Other numbers give other games.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="Programs at once.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A rule of your own.")
@click.pass_obj
def simulate(given: Given, game: str, games: int, seats: int, seed: int, jobs: int,
             options: tuple[str, ...]) -> None:
    """Play random games to their end and report how they ended. Fails if one has no end."""
    from companion.simulating import run_simulation

    with sentences(given):
        sys.exit(run_simulation(game, games, seats, seed, jobs, _pairs(given, options)))


@main.command()
@click.argument("images", nargs=-1, required=True, metavar="IMAGE...")
@click.option("--dice", required=True, metavar="SET", help="Which dice: d6, riff_in_time, ...")
@click.option("--profile", type=click.Path(file_okay=False, path_type=Path), help="A folder of taught dice.")
@click.option("--expect", metavar="KIND=N,...", help="Which dice were thrown: wyld=3,bogus=1.")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON for each image.")
@click.pass_obj
def read(given: Given, images: tuple[str, ...], dice: str, profile: Path | None, expect: str | None,
         as_json: bool) -> None:
    """Read the dice on photographs. Fails with code 2 when a file is missing or no picture.

    Dice that were taught without --profile are known without it.
    """
    from companion.reading import run_reading

    sys.exit(run_reading(given, images, dice, profile, expect, as_json=as_json))


@main.command()
@click.argument("images", nargs=-1, metavar="[IMAGE...]")
@click.option("--dice", required=True, metavar="SET", help="Which dice: riff_in_time, professor_evil, ...")
@click.option("--kind", metavar="KIND", help="Which kind of them the images show.")
@click.option("--face", metavar="FACE", help="Which of its faces lies on top.")
@click.option("--profile", type=click.Path(file_okay=False, path_type=Path),
              help="The folder of taught dice; without it this machine's own.")
@click.option("--content", type=FILE, help="What your own box contains, with the faces of its dice.")
@click.option("--forget", is_flag=True, help="Forget all that was taught of that face: it was misnamed.")
@click.option("--check", is_flag=True, help="Say which faces are still missing or would be confused.")
@click.option("--export", "export_to", type=FILE, help="Write all that was taught to one file.")
@click.option("--import", "import_from", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="Take what was taught elsewhere from such a file.")
@click.pass_obj
def teach(given: Given, images: tuple[str, ...], dice: str, kind: str | None, face: str | None,
          profile: Path | None, content: Path | None, forget: bool, check: bool, export_to: Path | None,
          import_from: Path | None) -> None:
    """Teach the reader your own dice. Each IMAGE shows one die alone, that face up; 3 of a face are enough.

    Fails with code 1 when something is missing or would be confused, or an image taught nothing.
    """
    from companion.teaching import Teacher, told

    with sentences(given), told(given):
        teacher = Teacher(given, dice, profile, content, may_begin=bool(images or import_from))
        if (images or kind or face) and not (kind and face):
            raise click.UsageError(given.say(Message("Say what the images show: --kind KIND --face FACE.")))
        if forget and (images or not face):
            raise click.UsageError(given.say(
                Message("Say which face to forget, without images: --kind KIND --face FACE.")))
        if import_from:
            teacher.import_from(import_from)
        if forget:
            teacher.forget(kind or "", face or "")
        ok = teacher.teach(images, kind or "", face or "")
        if check:
            ok = teacher.check() and ok
        if export_to:
            teacher.export_to(export_to)
        if not (images or forget or check or export_to or import_from):
            teacher.tell_what_is_known()
    sys.exit(0 if ok else 1)


@main.command()
@click.argument("game")
@click.option("--out", type=FILE, help="Write the sheet to this file instead of printing it.")
@click.pass_obj
def stickers(given: Given, game: str, out: Path | None) -> None:
    """Draw a sheet of stickers (SVG). They make blank dice and tokens those of GAME."""
    from companion.stickers import sheet

    _check_ending(given, out)
    with sentences(given):
        svg = sheet(given.settings.language, game)
        if out is None:
            click.echo(svg)
            return
        durable.write_new(out, svg)
    given.tell(Message("Written to {file}.", {"file": str(out)}))


@main.command()
@click.argument("game")
@click.pass_obj
def standin(given: Given, game: str) -> None:
    """Print which pips of ordinary dice mean which faces of GAME's."""
    from companion import standin as standin_
    from companion.games import load

    with sentences(given):
        loaded = load(game)
    say, colours = Sentences(given.settings.language, loaded), standin_.colours(loaded)
    if not standin_.key(loaded):
        click.echo(say.text("No ordinary dice can stand in for the dice of this game."))
    for kind, faces in standin_.key(loaded).items():
        colour = colours.get(kind)
        click.echo(f"{say.name(kind)} ({say.text(colour if colour else 'any colour')})")
        for pip, face in enumerate(faces, 1):
            click.echo(f"  {pip}  {' + '.join(say.name(symbol) for symbol in face.split('+'))}")


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--watch", "live", is_flag=True, help="Try display, buttons and light live, until Ctrl-C.")
@click.pass_obj
def doctor(given: Given, as_json: bool, live: bool) -> None:
    """Say what this machine has, what it lacks, and what would help."""
    from companion.doctor import run_doctor, run_watch

    if live:
        run_watch(given.settings)
    else:
        sys.exit(run_doctor(given.settings, given.file, as_json=as_json))


@main.command()
@click.option("--picture", type=click.Path(dir_okay=False, path_type=Path),
              help="A photograph of the tray from where the camera hangs, instead of the camera.")
@click.option("--across", type=click.FloatRange(50, 2000), metavar="MM",
              help="How long the tray is inside, from corner to corner, where no markers lie in it.")
@click.option("--sheet", type=FILE, help="Write the page with the markers (SVG), to be printed.")
@click.option("--forget", is_flag=True, help="Watch the whole picture again.")
@click.pass_obj
def calibrate(given: Given, picture: Path | None, across: float | None, sheet: Path | None,
              forget: bool) -> None:
    """Tell the camera where the dice tray is. Empty it, or lay the printed markers into its corners."""
    from companion import calibrating

    if sum((bool(sheet), forget, bool(picture or across))) > 1:
        raise click.UsageError(given.say(Message("Say --sheet or --forget alone.")))
    _check_ending(given, sheet)
    with sentences(given):
        if sheet:
            calibrating.write_sheet(given.settings, sheet)
        elif forget:
            calibrating.forget(given.settings)
        else:
            calibrating.run_calibration(given.settings, picture=picture, across=across)


@main.group()
def journal() -> None:
    """Carry a game from one machine to another, as one file."""


@journal.command("export")
@click.argument("file", type=FILE)
@click.option("--game", "name", help="Another game than the one on the table; `companion resume` lists them.")
@click.pass_obj
def export(given: Given, file: Path, name: str | None) -> None:
    """Write a game with all that happened in it to FILE."""
    from companion.carrying import export_game

    with sentences(given):
        shelf = given.shelf
        exported, over = export_game(given.settings, shelf.path(name) if name else shelf.on_table())
        durable.write_new(file, json.dumps(exported, ensure_ascii=False, indent=1))
    given.tell(Message("Written to {file}.", {"file": str(file)}))
    if not over:
        given.tell(Message("This game is not over, and the file holds everything, the players' secrets too: "
                           "let nobody read it who still plays."), err=True)


@journal.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.pass_obj
def import_(given: Given, file: Path) -> None:
    """Put the game in FILE on the shelf and on the table."""
    from companion.carrying import import_game

    with sentences(given):
        path = import_game(given.shelf, file)
    given.tell(Message("The game {name} is on the table. Go on with it: companion run", {"name": path.stem}))


@journal.command("rescue")
@click.argument("file", type=FILE)
@click.pass_obj
def rescue(given: Given, file: Path) -> None:
    """Save what can still be read of a damaged game. FILE itself is left as it is."""
    from companion.carrying import rescue_game

    with sentences(given):
        path, answers = rescue_game(given.shelf, file)
    given.tell(Message("{answers} answers could be saved. The game {name} is on the table. Go on with it: "
                       "companion run", {"answers": answers, "name": path.stem}))


@main.group()
def content() -> None:
    """What your box contains: cards, boards and dice as a file."""


@content.command("check")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.pass_obj
def check(given: Given, file: Path) -> None:
    """Check a content file and name everything in it that cannot be."""
    from companion.engine.content_file import read_toml
    from companion.games import load

    with sentences(given):
        plain: Mapping[str, Any] = read_toml(file)
        loaded = load(str(plain.get("game", "")), file)
    given.tell(Message("{file}: {game} can be played with this.", {"file": str(file), "game": loaded.name}))
    if loaded.stand_in:
        given.tell(Message("Some of it is still marked as a stand-in."))
    for doubt in loaded.doubts:
        given.tell(Message("Look at this again: {doubt}", {"doubt": doubt}), err=True)


def _play(given: Given, path: Path, host: str | None, port: int | None) -> None:
    """Play the game at `path`, then whichever is on the table when the program is to be begun anew."""
    from companion.changing import run_anew
    from companion.running import run as run_table

    listening = run_table(given.settings, path, host=host, port=port)
    if listening:
        run_anew(listening, "--settings", given.file, "run", *_where(host, port))


def _where(host: str | None, port: int | None) -> Iterator[str]:
    """The options that say where the page is served."""
    yield from ("--host", host) if host else ()
    yield from ("--port", str(port)) if port is not None else ()


def _check_ending(given: Given, file: Path | None) -> None:
    """A `click.ClickException` where a page would be written under a name by which nothing could open it."""
    if file and file.suffix.lower() not in (".svg", ""):
        raise click.ClickException(given.say(Message(
            "“{file}” does not end in .svg, and pages are written as SVG: name an .svg file, open it in a "
            "browser and print it from there, to PDF too.", {"file": str(file)})))


def _names(seats: str) -> list[str]:
    """Who plays, as `--seats` names them: with spaces or commas between."""
    return seats.replace(",", " ").split()


def _pairs(given: Given, options: tuple[str, ...]) -> dict[str, str | int]:
    """`name=value` options; a `click.BadParameter` names the one that is none."""
    pairs: dict[str, str | int] = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals:
            raise click.BadParameter(given.say(Message(
                "“{option}” is not of the form NAME=VALUE, such as san_dimas=2.", {"option": option})))
        pairs[name] = value
    return pairs

