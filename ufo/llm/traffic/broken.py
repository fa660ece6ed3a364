"""What a line raises."""

from __future__ import annotations

import httpx2


class LineBroken(httpx2.RequestError):
    """A recording holds no answer to a request, or cannot be written. The text is a whole sentence with the next move."""


class GivenUp(httpx2.ReadTimeout):
    """Nothing came within a limit of time of ours when it was recorded."""
