"""What the system says to whoever writes into a pipe that nobody reads any more: Windows says that the argument is invalid."""

from __future__ import annotations

import errno
import os

READER_GONE = frozenset({errno.EPIPE} if os.name == "posix" else {errno.EPIPE, errno.EINVAL})
"""The numbers of such errors."""
