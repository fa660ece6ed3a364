"""Hides from a process what only POSIX systems have, and then runs what its argument says: `python without_posix.py CODE`."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import importlib
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
from functools import partial

from ufo.platform.system_packages import OF_LINUX

NOT_OURS = """
    asyncio multiprocessing.util subprocess tempfile shutil logging.handlers
    mcp mcp.server mcp.client.streamable_http numpy PIL.Image rich.console typer httpx2 pypdf isal tesserocr
"""
"""What the standard library and other packages take from these names, by the platform that they see, is their own affair."""
MODULES = frozenset(["fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"]) | OF_LINUX
OF_OS = """
    O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_NONBLOCK chown fchmod fchown fork forkpty getegid geteuid getgid fwalk getgroups
    getloadavg getpgid getpgrp getpriority getresuid getsid getuid initgroups killpg lchown mkfifo mknod nice openpty pathconf
    pidfd_open posix_spawn sched_getaffinity setegid seteuid setgid setpgid setsid setuid statvfs sysconf tcgetpgrp tcsetpgrp
    ttyname uname
"""
KEPT = "WNOHANG"
"""Of `os`, what the standard library here takes anew each time that a program ends."""
OF_SIGNAL = """
    SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP SIGUSR1 SIGUSR2 SIGWINCH alarm pause
    pidfd_send_signal pthread_kill pthread_sigmask setitimer sigtimedwait sigwait sigwaitinfo SIG_BLOCK SIG_SETMASK SIG_UNBLOCK
"""
OF_ASYNCIO = "open_unix_connection start_unix_server"
OF_SOCKET = "AF_NETLINK AF_UNIX CMSG_SPACE SCM_RIGHTS SO_PEERCRED recv_fds send_fds"


_LIBRARY = ctypes.CDLL


class _Hidden:
    """Finds none of the hidden modules, as on a system without them."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name.partition(".")[0] in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def _named_library(name: str | None, *arguments: object, **options: object) -> ctypes.CDLL:
    """A library by its name: elsewhere there is none without one."""
    if name is None:
        raise TypeError("argument of type 'NoneType' is not iterable")
    return _LIBRARY(name, *arguments, **options)  # type: ignore[arg-type]


def hide() -> None:
    pair = partial(socket.socketpair, socket.AF_UNIX)
    for name in NOT_OURS.split():
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    for module, names in (
        (os, OF_OS),
        (signal, OF_SIGNAL),
        (asyncio, OF_ASYNCIO),
        (select, "poll epoll"),
        (socket, OF_SOCKET),
    ):
        for name in names.split():
            vars(module).pop(name, None)
    # Here the standard library chose when it was imported, by what the system had; Python 3.13 looks up the rest when it is used.
    vars(os)["process_cpu_count"] = os.cpu_count
    vars(shutil)["_use_fd_functions"] = False
    vars(subprocess)["_USE_POSIX_SPAWN"] = False
    vars(socket)["socketpair"] = pair
    vars(ctypes)["CDLL"] = _named_library
    for name in MODULES:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, _Hidden())
    sys.platform = "plan9"


if __name__ == "__main__":
    hide()
    code = sys.argv.pop(1)
    exec(compile(code, "<given>", "exec"))  # noqa: S102 the test's own line
