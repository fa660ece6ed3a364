"""`ufo setup`: says what is missing on this system and what for, asks, and installs it by the system's package manager and by
whatever installed ufo. No line goes through a shell.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

from ufo.cli.needs import Missing, missing_here, needs_here
from ufo.cli.output import Terminal, agrees, print_json
from ufo.desktop.private.environment_filter import desktop_environment
from ufo.extensions import look_again
from ufo.platform.own_install import adding, can_add, is_checkout, to_set_up
from ufo.platform.packages import Manager, manager, names_here

_PAUSES_S = (1.0, 2.0, 4.0, *[10.0] * 90)
_LOCKED = "Could not get lock"
_NOBODY = "nobody can be asked here whether that may be installed; give --yes to consent, or --dry to see it only"


@dataclass(frozen=True, slots=True)
class Steps:
    """How what is missing is installed. `as_root` begins a command that needs root; None where this user cannot become it."""

    missing: Missing
    manager: Manager | None
    as_root: tuple[str, ...] | None

    @property
    def packages(self) -> tuple[str, ...]:
        return names_here(tuple(package for need in self.missing.needs for package in need.packages))

    @property
    def for_root(self) -> tuple[str, ...]:
        """The command that installs the packages, without what makes one root; () where there is nothing to install."""
        return (*self.manager.install, *self.packages) if self.manager and self.packages else ()

    @property
    def wheels(self) -> tuple[str, ...]:
        return tuple(str(wheel) for _, wheel in self.missing.extensions if wheel is not None)

    @property
    def commands(self) -> tuple[tuple[str, ...], ...]:
        """What this user can do, in its order."""
        rooted = [(*self.as_root, *self.for_root)] if self.for_root and self.as_root is not None else []
        added = [adding(*self.wheels)] if self.wheels and can_add() and not is_checkout() else []
        return (*rooted, *added)


def setup(consents: bool, dry: bool, as_json: bool) -> int:
    """Install what is missing. Return 0 where nothing is missing at the end, else 1."""
    console = Terminal(stderr=as_json)
    steps = _steps()
    is_done = False
    if not as_json:
        _print_needs(console, steps)
    if steps.commands and not dry and (consents or not as_json):
        if not consents and not agrees(console, "Install that?", _NOBODY):
            console.say("nothing was installed")
            return 1
        install(console, steps, as_json)
        look_again()
        steps, is_done = _steps(), True
        if not as_json:
            _print_ending(console, steps)
    if as_json:
        print_json(_told(steps, is_done))
    return 1 if steps.missing else 0


def _steps() -> Steps:
    return Steps(missing_here(), manager(), _as_root())


def _as_root() -> tuple[str, ...] | None:
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return ()
    return ("sudo",) if shutil.which("sudo") else None


def _print_needs(console: Terminal, steps: Steps) -> None:
    for need in needs_here():
        is_missing = need in steps.missing.needs
        console.print("missing" if is_missing else "there  ", style="yellow" if is_missing else "green", end="  ")
        brought = f" ({' '.join(names_here(need.packages))})" if is_missing else ""
        console.say(f"{need.name}: {need.purpose}{brought}")
    for extension, _ in steps.missing.extensions:
        console.print("missing", style="yellow", end="  ")
        console.say(f"extension {extension.folder}; without it {extension.without}")
    if not steps.missing:
        console.say("Nothing is missing. `ufo doctor` tries it all.")
        return
    if steps.commands:
        untried = steps.manager is not None and not steps.manager.is_tried and bool(steps.packages)
        console.say("To install it:" + (" (ufo was tried with apt only: names may differ here)" if untried else ""))
        for command in steps.commands:
            console.say(f"  {shlex.join(command)}")
    _print_rest(console, steps)


def _print_rest(console: Terminal, steps: Steps) -> None:
    """Say what this user cannot do, who can, and what works without."""
    if steps.missing.needs and (steps.manager is None or steps.as_root is None):
        if steps.manager is None:
            console.say(
                f"There is no apt, dnf, pacman or zypper here; install these, as Debian calls them: {' '.join(steps.packages)}"
            )
        else:
            console.say("That needs root, and there is no sudo here. An administrator can run:")
            console.say(f"  {shlex.join(steps.for_root)}")
        console.say("Without it:")
        for need in steps.missing.needs:
            console.say(f"  {need.name}: {need.without}")
    _print_extensions(console, steps)


def _print_extensions(console: Terminal, steps: Steps) -> None:
    if not steps.missing.extensions:
        return
    if is_checkout():
        console.say(f"The extensions lie in this checkout; to install them: {to_set_up()}")
        return
    lost = [extension.folder for extension, wheel in steps.missing.extensions if wheel is None]
    if lost:
        wanted = ", ".join(f"ufo_{folder}-*.whl" for folder in lost)
        console.say(f"Extensions are wheels of their own, which come from where the wheel of ufo came from: {wanted}.")
        console.say("Put them into the folder that ufo was installed from and repeat `ufo setup`, or install them by:")
        console.say(f"  {' '.join(adding('FOLDER/ufo_*.whl'))}")
    if steps.wheels and not can_add():
        console.say("This environment is thrown away. To have the extensions in it, begin with:")
        console.say(f"  {shlex.join(adding(*steps.wheels))}")


def _print_ending(console: Terminal, steps: Steps) -> None:
    if not steps.missing:
        console.say("Nothing is missing any more. `ufo doctor` tries it all.")
        return
    for need in steps.missing.needs:
        console.say(f"Still missing: {need.name}; without it {need.without}.")
    for extension, _ in steps.missing.extensions:
        console.say(f"Still missing: extension {extension.folder}; without it {extension.without}.")
    if steps.for_root:
        console.say(f"An administrator can run: {shlex.join(steps.for_root)}")


def install(console: Terminal, steps: Steps, as_json: bool) -> None:
    """Do the steps; what fails is told, and the rest goes on."""
    here, root = steps.manager, steps.as_root
    # A password is asked for once, before anything is told over it.
    if (
        here is not None
        and root is not None
        and steps.packages
        and (not root or _run(console, (*root, "true"), as_json))
    ):
        if here.refresh and not _run(console, (*root, *here.refresh), as_json):
            console.say("The lists of packages could not be renewed; going on with those that are there.", "yellow")
        if not _run(console, (*root, *steps.for_root), as_json):
            # One package that this system lacks is no reason to go without all the others.
            console.say("That failed for all at once; each by itself now.", "yellow")
            for need in steps.missing.needs:
                _run(console, (*root, *here.install, *names_here(need.packages)), as_json)
    if steps.wheels and can_add() and not is_checkout():
        _run(console, adding(*steps.wheels), as_json)


def _run(console: Terminal, command: Sequence[str], as_json: bool) -> bool:
    """Run a command in front of the person, who may have to type a password. While another package manager is at work, try again
    for a quarter of an hour.
    """
    for pause_s in _PAUSES_S:
        console.say(f"$ {shlex.join(command)}", "dim")
        is_well, is_locked = _run_once(console, command, as_json)
        if is_well or not is_locked:
            return is_well
        console.say("Another package manager is at work; waiting for it.", "yellow")
        time.sleep(pause_s)
    return False


def _run_once(console: Terminal, command: Sequence[str], as_json: bool) -> tuple[bool, bool]:
    is_locked = False
    try:
        running = subprocess.Popen(
            command,
            env=desktop_environment(os.environ),
            stdout=sys.stderr if as_json else None,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
        )
    except OSError as error:
        console.say(f"{command[0]} cannot be started: {error.strerror}", "yellow")
        return False, False
    with running:
        assert running.stderr is not None
        for line in running.stderr:
            console.say(line.rstrip())
            is_locked = is_locked or _LOCKED in line
    return running.returncode == 0, is_locked


def _told(steps: Steps, is_done: bool) -> dict[str, object]:
    here = steps.manager
    return {
        "manager": here.program if here is not None else "",
        "manager_is_tried": here is not None and here.is_tried,
        "needs": [
            {
                "name": need.name,
                "purpose": need.purpose,
                "is_there": need not in steps.missing.needs,
                "packages": list(names_here(need.packages)),
                "without": need.without,
            }
            for need in needs_here()
        ],
        "missing_extensions": [
            {"name": extension.folder, "without": extension.without, "wheel": str(wheel) if wheel else ""}
            for extension, wheel in steps.missing.extensions
        ],
        "commands": [list(command) for command in steps.commands],
        "for_an_administrator": shlex.join(steps.for_root),
        "tried_to_install": is_done,
    }
