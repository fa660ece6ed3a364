"""What a command gets from where it is started: its working folder, arguments in the encoding of a locale, and its memory: a run
creates tens of thousands of values at each look, and pictures of several megabytes.
"""

from __future__ import annotations

import gc
import locale
import os
from pathlib import Path

from ufo.errors import ConfigError
from ufo.platform.allocator import ARENA_MAX, MMAP_THRESHOLD, set_option

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


_ARENAS, _LARGE_BYTES = 2, 1 << 20
_THRESHOLDS = (50_000, 20, 20)


def prepare_memory() -> None:
    """Apply the settings. Called once, when everything is imported."""
    give_memory_back()
    spare_the_collector()


def give_memory_back() -> bool:
    """Give the memory of pictures back: each is a mapping of its own, where glibc would keep it among other
    memory after the first ones are freed, and threads that encode pictures share freed memory, where each would have an arena
    that stays as large as its largest picture. Return False where the allocator has no such options.
    """
    return set_option(ARENA_MAX, _ARENAS) and set_option(MMAP_THRESHOLD, _LARGE_BYTES)


def spare_the_collector() -> None:
    """Exempt everything that is loaded from garbage collection. Otherwise a look at a sheet starts a search through all of it,
    which takes 100 ms.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
