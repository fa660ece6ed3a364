"""What xdist starts in place of Python, for a worker that is a copy of the process of `collected.py`.

usage: python -I -S ask.py ADDRESS [arguments of Python]; where nothing could be collected, Python itself is run with these.
"""

from __future__ import annotations

import os
import socket
import sys

with socket.socket(socket.AF_UNIX) as asking:
    try:
        asking.connect("\0" + sys.argv[1])
        socket.send_fds(asking, [b"-"], [0, 1, 2])
        # It answers when it is the worker, and the connection ends with it.
        is_there = asking.recv(1) == b"+"
    except OSError:
        is_there = False
    if is_there:
        # The worker's own copies alone tell xdist that it has ended.
        os.close(0)
        os.close(1)
        asking.recv(1)
        os._exit(0)
os.execv(sys.executable, [sys.executable, *sys.argv[2:]])
