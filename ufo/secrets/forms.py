"""Lists the forms of a text: as it is, escaped, in an address, key by key, in base64 or in hexadecimal digits."""

from __future__ import annotations

import base64
import html
import re
from urllib.parse import quote

SHORT = 4
"""Values of fewer characters stand in many a text by chance."""
_LONE = 2
_SHORT_ESCAPES = {"\n": "n", "\t": "t", "\r": "r", "\b": "b", "\f": "f"}
_BETWEEN = r"(?:['\"]?[\s,+]{1,2}['\"]?)?"


def pattern_of(value: str) -> str:
    """A regular expression for the value in any of these forms, and for any mixture of them.

    Of short values only whole words are meant, of single letters and pairs only the whole text or what stands in quotes.
    """
    signs = [_sign(letter) for letter in value]
    if len(value) <= _LONE:
        return rf"(?:\A{''.join(signs)}\Z|(?<=['\"]){''.join(signs)}(?=['\"]))"
    if len(value) < SHORT:
        return rf"(?<!\w){''.join(signs)}(?!\w)"
    return "|".join([_BETWEEN.join(signs), *_coded(value)])


def _sign(letter: str) -> str:
    ways = [re.escape(letter), rf"\{{{re.escape(letter)}\}}", rf"\\+{re.escape(letter)}"]
    units = letter.encode("utf-16-be", "surrogatepass")
    ways.append("".join(rf"\\+u{units[at] << 8 | units[at + 1]:04x}" for at in range(0, len(units), 2)))
    if ord(letter) < 256:
        ways.append(rf"\\+x{ord(letter):02x}")
    if letter in _SHORT_ESCAPES:
        ways.append(rf"\\+{_SHORT_ESCAPES[letter]}")
    octets = letter.encode("utf-8", "surrogatepass")
    ways.append("".join(f"%{octet:02x}" for octet in octets))
    if letter == " ":
        ways += [r"\+", r"\{SPACE\}"]
    ways += [rf"&#0*{ord(letter)};", rf"&#x0*{ord(letter):x};"]
    named = html.escape(letter)
    if named != letter:
        ways.append(re.escape(named))
    # Only the digits of an escape may be of either case; the letter itself is as it is.
    exact, coded = ways[:3], ways[3:]
    return f"(?:{'|'.join(exact)}|(?i:{'|'.join(coded)}))"


def _coded(value: str) -> list[str]:
    """Inside of a longer text in base64 it looks otherwise at each of three offsets; the letters that are wholly its own are
    looked for."""
    octets = value.encode("utf-8", "surrogatepass")
    found = [re.escape(octets.hex()), re.escape(octets.hex().upper())]
    # A value in an address may be packed as it stands there.
    for data in {octets, quote(value, safe="", errors="surrogatepass").encode()}:
        for offset in range(3):
            whole = base64.b64encode(b"\0" * offset + data).decode().rstrip("=")
            own = whole[-(-offset * 8 // 6) : (offset + len(data)) * 8 // 6]
            found += [re.escape(own), re.escape(own.replace("+", "-").replace("/", "_"))]
    return list(dict.fromkeys(found))
