"""Permissions of files in the symbols of chmod."""

from __future__ import annotations

_READ, _WRITE, _RUN = 0o444, 0o222, 0o111
_RIGHTS = {"r": _READ, "w": _WRITE, "x": _RUN}
_WHO = {"u": 0o700, "g": 0o070, "o": 0o007, "a": 0o777}


def mode_after(symbols: str, mode: int) -> int:
    """Return the mode that a file of this mode has after symbols such as "u+x,go-w". Without a class, all of them are meant."""
    for clause in symbols.split(","):
        sign = next(text for text in clause if text in "+-=")
        classes, _, rights = clause.partition(sign)
        whose = sum({_WHO[class_] for class_ in classes} - {_WHO["a"]}) if classes and "a" not in classes else _WHO["a"]
        bits = whose & sum({_RIGHTS[right] for right in rights})
        kept = mode & ~whose if sign == "=" else mode & ~bits
        mode = kept if sign == "-" else kept | bits
    return mode
