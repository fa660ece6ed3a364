"""What a request must be to be read: some UTF-8 text of a bounded length."""

from __future__ import annotations

MAX_REQUEST_CHARS = 20_000
EXAMPLE = 'ufo run "open the calculator and compute 6*7"'


def complaint(request: str) -> str | None:
    """Return what is wrong with a request, or None."""
    if not request.strip():
        return f"the request is empty; say what you want done, e.g. {EXAMPLE}"
    if len(request) > MAX_REQUEST_CHARS:
        return f"the request is longer than the {MAX_REQUEST_CHARS} characters that are read; put data in a file"
    if any(0xD800 <= ord(letter) <= 0xDFFF or letter == "\0" for letter in request):
        return "the request is no UTF-8 text; convert it to UTF-8"
    return None
