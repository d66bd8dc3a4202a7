"""Help in another language: what our commands and their options say of themselves, and click's own words."""

from __future__ import annotations

import copy
import gettext
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import click
from click import core, decorators, exceptions, formatting, parser, types

Helped = TypeVar("Helped", click.Command, click.Option)
Say = Callable[[str], str]
"""Gives an English text in the reader's language."""
MODULES = (core, decorators, exceptions, formatting, parser, types)
"""Those of click whose words people may read."""


def translated(command: click.Command, say: Say) -> click.Command:
    """A copy of a command, and of those within it, whose help is said by `say`."""
    spoken = _in_words(command, say)
    spoken.params = [_in_words(parameter, say) if isinstance(parameter, click.Option) else parameter
                     for parameter in command.params]
    # Where click has made the option --help already, it keeps it in the language of that moment.
    spoken._help_option = None
    if isinstance(spoken, click.Group):
        spoken.commands = {name: translated(within, say) for name, within in spoken.commands.items()}
    return spoken


def _in_words(helped: Helped, say: Say) -> Helped:
    spoken = copy.copy(helped)
    spoken.help = helped.help and say(inspect.cleandoc(helped.help))
    return spoken


@contextmanager
def click_says(say: Say) -> Iterator[None]:
    """Have click's own words said by `say` for as long as this lasts.

    Of itself click asks gettext, which goes by the environment, and that is handed on to every child process.
    """
    _words(say, lambda one, several, count: say(one if count == 1 else several))
    try:
        yield
    finally:
        _words(gettext.gettext, gettext.ngettext)


def _words(one: Say, one_or_several: Callable[[str, str, int], str]) -> None:
    for module in MODULES:
        vars(module).update(_=one, ngettext=one_or_several)
