"""What a line raises where asking again cannot help."""

from __future__ import annotations

import httpx2


class LineBroken(httpx2.RequestError):
    """A recording holds no answer to a request, or cannot be written. The text is a whole sentence with the next move."""
