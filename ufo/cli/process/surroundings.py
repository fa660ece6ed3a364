"""What a command gets from where it is started: its working folder, and arguments in the encoding of a locale."""

from __future__ import annotations

import locale
import os
from pathlib import Path

from ufo.errors import ConfigError

NO_FOLDER = "the working folder does not exist any more; go to another one (cd) and start again from there"


def working_folder() -> Path:
    """Return the working folder. Raises ConfigError where it was deleted."""
    try:
        return Path.cwd()
    except OSError as error:
        raise ConfigError(NO_FOLDER) from error


def has_working_folder() -> bool:
    try:
        return Path.cwd().is_dir()
    except OSError:
        return False


def words_of(argument: str) -> str:
    """Decode an argument that is not in the locale's encoding: most terminals write UTF-8 whatever the locale says. Return it
    unchanged where neither fits.
    """
    if not any(0xD800 <= ord(letter) <= 0xDFFF for letter in argument):
        return argument
    data = os.fsencode(argument)
    for encoding in ("utf-8", locale.getpreferredencoding(False)):
        try:
            return data.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            continue
    return argument
