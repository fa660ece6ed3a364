"""Hides from a process what only POSIX systems have, and then runs what its argument says: `python without_posix.py CODE`."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import os
import select
import shutil
import signal
import subprocess
import sys

NOT_OURS = """
    asyncio multiprocessing.util subprocess tempfile shutil logging.handlers
    mcp mcp.server mcp.client.streamable_http numpy PIL.Image rich.console typer httpx2 pypdf isal tesserocr
"""
"""What the standard library and other packages take from these names, by the platform that they see, is their own affair."""
MODULES = frozenset(["fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"])
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


class _Hidden:
    """Finds none of the hidden modules, as on a system without them."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def hide() -> None:
    for name in NOT_OURS.split():
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    for module, names in ((os, OF_OS), (signal, OF_SIGNAL), (asyncio, OF_ASYNCIO), (select, "poll epoll")):
        for name in names.split():
            vars(module).pop(name, None)
    # Here the standard library chose when it was imported, by what the system had; Python 3.13 looks up the rest when it is used.
    vars(os)["process_cpu_count"] = os.cpu_count
    vars(shutil)["_use_fd_functions"] = False
    vars(subprocess)["_USE_POSIX_SPAWN"] = False
    for name in MODULES:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, _Hidden())
    sys.platform = "plan9"


if __name__ == "__main__":
    hide()
    code = sys.argv.pop(1)
    exec(compile(code, "<given>", "exec"))  # noqa: S102 the test's own line
