"""A sandbox around the programs on a private desktop: bubblewrap, with no network and only the job's folders writable.

Each program is started in namespaces of its own that look alike: the machine's files are read-only, the person's home,
`/run` and `/tmp` are hidden, the desktop's folder and the job's folders are writable. Processes are not hidden from one
another, so that a window's process number means the same inside and outside. Standard library only, as is the desktop's
supervisor, which starts programs through this module.

Source of the options: bwrap(1).
"""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ufo.desktop.private.processes import MARK
from ufo.platform.owners import account_home
from ufo.platform.packages import install_line

FOLDERS = "UFO_SANDBOX"
"""Environment variable of a sandboxed desktop: the folders that its programs may write to, separated as in PATH."""
PROGRAM = "bwrap"
_TRY_S = 10.0
_HIDDEN = ("/run", "/tmp", "/home", "/root", "/media", "/mnt", "/srv")
APART = ("--unshare-net", "--unshare-ipc", "--unshare-uts", "--cap-drop", "ALL")
"""What every program in a sandbox does without: the network, shared memory of other programs (SysV), the powers of root."""


def problem(further: Sequence[str] = ()) -> str:
    """Say why no sandbox can be made here, with the next move; "" where one can. It tries to make one, with these further
    options, because kernels forbid it in several ways.
    """
    program = shutil.which(PROGRAM)
    if program is None:
        return f"{PROGRAM} is not installed; install it with: {install_line('bubblewrap')}"
    command = [program, *APART, "--ro-bind", "/", "/", "--dev", "/dev", "--tmpfs", "/tmp", *further, "--", "true"]
    try:
        path = {"PATH": os.environ.get("PATH", os.defpath)}
        done = subprocess.run(command, env=path, capture_output=True, text=True, timeout=_TRY_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{PROGRAM} does not run here: {error}"
    if done.returncode:
        said = done.stderr.strip() or f"status {done.returncode}"
        return f"{PROGRAM} may not make namespaces here ({said}); allow user namespaces, or run without --sandbox"
    return ""


def marked(folders: Sequence[Path]) -> dict[str, str]:
    """Return the variable that makes a desktop a sandboxed one. Raises ValueError for a folder that cannot be named in it."""
    resolved = [str(folder.resolve()) for folder in folders]
    if any(os.pathsep in text for text in resolved):
        raise ValueError(f"a folder with {os.pathsep!r} in its name cannot be made writable in a sandbox")
    return {FOLDERS: os.pathsep.join(resolved)}


def is_sandboxed(environment: Mapping[str, str]) -> bool:
    return FOLDERS in environment


def wrapped(
    command: Sequence[str], environment: Mapping[str, str], *, dies_with_parent: bool = False
) -> tuple[str, ...]:
    """Return the command line that starts the command on the desktop with that environment: inside the sandbox, where it has
    one.

    `dies_with_parent`: the command ends with the thread that starts it. Raises FileNotFoundError where there is no such
    program, as starting it outside a sandbox would.
    """
    if not is_sandboxed(environment):
        return tuple(command)
    if shutil.which(command[0], path=environment.get("PATH")) is None:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), command[0])
    options = ("--die-with-parent",) if dies_with_parent else ()
    return (PROGRAM, *options, *APART, *_view(Path(environment[MARK]), environment), "--", *command)


def server(command: Sequence[str], environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the command line that starts the X server of that desktop. Around a sandbox it has no shared memory in common with
    anybody: it attaches what a program names by its number, which outside is another program's memory.
    """
    if not is_sandboxed(environment):
        return tuple(command)
    everything = ("--bind", "/", "/", "--dev-bind", "/dev", "/dev")
    return (PROGRAM, "--unshare-ipc", "--die-with-parent", *everything, "--", *command)


def _view(desktop: Path, environment: Mapping[str, str]) -> Iterator[str]:
    """Yield the options for mounts. Later ones cover earlier ones: first everything, then what is hidden, then what is shown
    again.
    """
    yield from ("--ro-bind", "/", "/", "--dev", "/dev")
    for place in _hidden():
        yield from ("--tmpfs", place)
    yield from ("--bind", str(desktop / "tmp"), "/tmp")
    number = environment.get("DISPLAY", "").lstrip(":")
    if number:
        yield from ("--ro-bind-try", f"/tmp/.X11-unix/X{number}", f"/tmp/.X11-unix/X{number}")
    for place in own_program():
        yield from ("--ro-bind", place, place)
    yield from ("--bind", str(desktop), str(desktop))
    for folder in filter(None, environment[FOLDERS].split(os.pathsep)):
        yield from ("--bind", folder, folder)


def _hidden() -> Iterator[str]:
    """Yield the folders to hide. Links stay links, since the folder that a link leads to is hidden at its own place."""
    home = account_home()
    for place in dict.fromkeys((*_HIDDEN, home)):
        path = Path(place)
        if path.is_dir() and not path.is_symlink() and path != Path("/"):
            yield place


def own_program() -> Iterator[str]:
    """Yield the folders of our Python that would be hidden otherwise: a browser is started through it, and what our extensions
    run inside an application. An extension that is edited in place lies in no environment.
    """
    extensions = [str(found.parent) for entry in sys.path for found in Path(entry).glob("ufo_*/__init__.py")]
    places = (sys.prefix, sys.base_prefix, str(Path(__file__).resolve().parents[2]), *extensions)
    for place in dict.fromkeys(places):
        if any(Path(place).is_relative_to(hidden) for hidden in _hidden()):
            yield place
