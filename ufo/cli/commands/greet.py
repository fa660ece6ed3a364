"""`ufo` alone, at a terminal: three things that a newcomer may try, the set-up first where something is missing."""

from __future__ import annotations

from ufo.cli.needs import missing_here
from ufo.cli.output import print_text
from ufo.platform.own_install import to_set_up

_WELCOME = "ufo works your applications as you say, and proves what was done. Three things to try:"
_SET_UP = ("{}", "brings what is missing here: {}")
_RUN = (
    'ufo run "open the calculator and compute 12*(3+4)" --desktop private',
    "does that on a desktop of its own; your screen stays yours",
)
_WHY = ("ufo why", "shows what proves it")
_DOCTOR = ("ufo doctor", "tries every mechanism here, and says what does not work")
_MORE = "ufo --help lists all commands."
# For a first run these have to be there.
_NEEDED = frozenset({"private desktop", "small applications", "planner"})


def greet() -> int:
    """Print three things to try. Return 0."""
    missing = missing_here()
    names = [need.name for need in missing.needs] + [extension.folder for extension, _ in missing.extensions]
    lost = [name for name in names if name in _NEEDED]
    first = (_SET_UP[0].format(to_set_up()), _SET_UP[1].format(", ".join(lost)))
    shown = (first, _RUN, _WHY) if lost else (_RUN, _WHY, _DOCTOR)
    print_text("\n".join([_WELCOME, "", *(f"  {command}\n      {about}" for command, about in shown), "", _MORE]))
    return 0
