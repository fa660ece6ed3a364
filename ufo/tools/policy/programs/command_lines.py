"""Programs that run, delete or change something for their caller: a command line does more than its first word says."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import MappingProxyType

from ufo.schema.action_class import ActionClass
from ufo.schema.patterns import regex
from ufo.tools.policy.words.action_words import worst

# Programs that give others their power or take the machine down. They are asked about whatever the settings allow by name.
_POWERFUL = frozenset([
    "sudo", "su", "doas", "pkexec", "run0", "shutdown", "reboot", "poweroff", "halt", "mkfs", "fdisk", "sfdisk",
    "parted", "wipefs", "dd", "mount", "umount", "systemctl", "apt", "apt-get", "dpkg", "dnf", "pacman", "snap",
    "flatpak", "useradd", "userdel", "usermod", "passwd", "chpasswd", "visudo", "crontab", "at",
])  # fmt: skip
_REMOVES = frozenset(["rm", "rmdir", "shred", "unlink", "trash", "trash-put", "srm", "wipe", "truncate", "del", "rd"])
_INTERPRETERS = frozenset([
    "sh", "bash", "dash", "ash", "zsh", "fish", "ksh", "mksh", "csh", "tcsh", "python", "python2", "python3", "pypy",
    "perl", "ruby", "node", "deno", "bun", "php", "lua", "awk", "gawk", "mawk", "nawk", "tclsh", "expect", "guile",
    "ghci", "osascript", "pwsh", "powershell", "cmd",
])  # fmt: skip
_CARRIERS = frozenset([
    "env", "xargs", "nice", "ionice", "chrt", "taskset", "nohup", "timeout", "setsid", "stdbuf", "time", "watch",
    "parallel", "busybox", "toybox", "chroot", "unshare", "nsenter", "flock", "script", "strace", "ltrace", "gdb",
    "valgrind", "dbus-run-session", "dbus-launch", "xvfb-run", "systemd-run", "ssh", "start-stop-daemon", "setpriv",
    "capsh", "entr", "ld-linux-x86-64", "gio", "gtk-launch", "xdg-open", "exo-open", "make",
])  # fmt: skip
# The beginnings of options and sub-commands by which an ordinary program runs another one or deletes.
_DOORS = MappingProxyType(
    {
        "find": ("-exec", "-ok", "-delete", "-fprint", "-fls"),
        "fd": ("-x", "-X", "--exec"),
        "git": ("-c", "--config", "--exec", "--upload-pack", "--receive-pack", "--ext-diff", "-O", "--open-files", "-x", "ext::")
        + ("config", "bisect", "filter-branch", "submodule", "difftool", "mergetool", "rebase", "hook", "clean", "rm"),
        "tar": ("--checkpoint", "--to-command", "--use-compress", "--info-script", "--new-volume", "--rsh", "--rmt", "-I", "-F"),
        "rsync": ("-e", "--rsh", "--rsync-path", "--delete", "--remove-source"),
        "sed": ("-i", "--in-place", "-n", "-f", "--file", "-s"),
        "zip": ("-T", "--unzip-command", "-m", "--move"),
        "sort": ("--compress-program", "-o", "--output"),
        "man": ("-P", "--pager", "-H"),
        "curl": ("-o", "-O", "--output", "--remote-name", "-K", "--config"),
        "wget": ("--use-askpass", "-O", "--execute", "-e", "-i"),
        "vim": ("-", "+"),
        "less": ("+",),
    }
)  # fmt: skip
_VERSION = regex(r"[\d.]+$")


def invoked(command: Sequence[str]) -> ActionClass:
    """Return the gravest class of what the command does itself and of what it hands to another program."""
    program = base_name(command[0])
    found = [_of_program(program)]
    if program in _CARRIERS or program in _INTERPRETERS or program in _DOORS:
        found += [_of_program(base_name(word)) for word in _words(command[1:])]
    if program == "find" and "-delete" in command or program == "git" and {"clean", "rm"} & set(command):
        found.append(ActionClass.DELETE)
    return worst(found)


def hands_on(command: Sequence[str]) -> bool:
    """Return whether the command's arguments make it run another program, or do what its name does not say."""
    program = base_name(command[0])
    if program in _CARRIERS:
        return True
    doors = _DOORS.get(program, ())
    return any(word.startswith(door) for word in command[1:] for door in doors)


def starts_others(program: str) -> bool:
    """Return whether a program is an interpreter, or runs another program for its caller."""
    return base_name(program) in _INTERPRETERS | _CARRIERS


def base_name(program: str) -> str:
    """Return the program's bare name: python for "/usr/bin/python3.11", mkfs for "mkfs.ext4"."""
    name = Path(program).name.casefold().removesuffix(".exe")
    return _VERSION.sub("", name.partition(".")[0]) or name


def _of_program(program: str) -> ActionClass:
    if program in _POWERFUL:
        return ActionClass.SYSTEM
    return ActionClass.DELETE if program in _REMOVES else ActionClass.RUN_PROGRAM


def _words(arguments: Sequence[str]) -> Iterator[str]:
    """Yield each argument, and the words in it where it is itself a command line."""
    for argument in arguments:
        yield argument
        try:
            yield from shlex.split(re.sub(r"[;|&<>()!`$=,\"']", " ", argument))
        except ValueError:
            continue
