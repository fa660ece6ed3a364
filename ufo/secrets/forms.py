"""Lists the forms of a text: unchanged, escaped, in an address, key by key, in base64 or in hexadecimal digits."""

from __future__ import annotations

import base64
import html
import re
from urllib.parse import quote

SHORT = 4
"""Values of fewer characters often stand in a text by chance."""
_LONE = 2
_SHORT_ESCAPES = {"\n": "n", "\t": "t", "\r": "r", "\b": "b", "\f": "f"}
_BETWEEN = r"(?:['\"]?[\s,+]{1,2}['\"]?)?"


def pattern_of(value: str) -> str:
    """Return a regular expression for the value in any of these forms, and in any mixture of them.

    A short value is matched only as a whole word, and one or two letters only as the whole text or in quotes.
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
    # Only the escapes are matched in upper and lower case; the letter itself is matched exactly.
    exact, coded = ways[:3], ways[3:]
    return f"(?:{'|'.join(exact)}|(?i:{'|'.join(coded)}))"


def _coded(value: str) -> list[str]:
    """Return the value in hexadecimal and base64. Inside a longer base64 text it looks different at each of three offsets, so
    that only the letters that belong wholly to it are matched.
    """
    octets = value.encode("utf-8", "surrogatepass")
    found = [re.escape(octets.hex()), re.escape(octets.hex().upper())]
    # A value in an address may be encoded in its quoted form.
    for data in {octets, quote(value, safe="", errors="surrogatepass").encode()}:
        for offset in range(3):
            whole = base64.b64encode(b"\0" * offset + data).decode().rstrip("=")
            own = whole[-(-offset * 8 // 6) : (offset + len(data)) * 8 // 6]
            found += [re.escape(own), re.escape(own.replace("+", "-").replace("/", "_"))]
    return list(dict.fromkeys(found))
