"""What an operation is refused with. It needs no office, so that what finds places in a document works for every office."""

from __future__ import annotations


class Refused(Exception):
    """Raised where the request cannot be carried out on this document. The message gives the reason and the next move."""


class Gone(Exception):
    """Raised where the document, its window or the office itself no longer exists."""


class Deaf(Gone):
    """Raised where nothing listens at the address of a LibreOffice."""
