"""Values of D-Bus: what a model gives is brought into the types that a method takes, and what it answers into plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dbus_fast import SignatureType, Variant
from dbus_fast.errors import InvalidSignatureError
from dbus_fast.signature import SignatureTree

from ufo.errors import ToolError
from ufo.schema.patterns import regex

_BOUNDS = {
    "y": (0, 2**8 - 1), "n": (-(2**15), 2**15 - 1), "q": (0, 2**16 - 1), "i": (-(2**31), 2**31 - 1),
    "u": (0, 2**32 - 1), "x": (-(2**63), 2**63 - 1), "t": (0, 2**64 - 1),
}  # fmt: skip
_PATH = regex(r"/(?:\w+(?:/\w+)*)?")
_DEEPEST, _LONGEST_TEXT, _MOST_ITEMS = 12, 4000, 200


def typed_arguments(
    values: Sequence[Any], takes: Sequence[tuple[str, str]], inside: Mapping[str, str] | None = None
) -> list[Any]:
    """Return the values as the types say. `inside`: the type of what a variant holds, by the argument's name.

    Raises ToolError, which names the argument and its type, for a value that does not fit.
    """
    if len(values) != len(takes):
        wanted = ", ".join(f"{name or 'value'}: {kind}" for name, kind in takes) or "none"
        raise ToolError(f"it takes {len(takes)} arguments and got {len(values)}; it takes: {wanted}")
    typed = []
    for value, (name, kind) in zip(values, takes, strict=True):
        try:
            (tree,) = SignatureTree(kind).types
            held = (inside or {}).get(name)
            typed.append(Variant(held, _typed(value, _tree(held), 0)) if held else _typed(value, tree, 0))
        except (ValueError, TypeError, InvalidSignatureError) as error:
            raise ToolError(f"the argument {name or kind!r} has the type {kind!r}: {error}") from error
    return typed


def plain_value(value: Any, depth: int = 0) -> Any:
    """Return an answer's value as JSON: variants are their values, bytes are text where they are one. Long ones are cut."""
    if isinstance(value, Variant):
        return plain_value(value.value, depth)
    if isinstance(value, str):
        return value if len(value) <= _LONGEST_TEXT else f"{value[:_LONGEST_TEXT]}…"
    if isinstance(value, bytes | bytearray):
        return bytes(value[:_LONGEST_TEXT]).rstrip(b"\0").decode("utf-8", errors="replace")
    if depth > _DEEPEST:
        return "…"
    if isinstance(value, Mapping):
        return {str(key): plain_value(item, depth + 1) for key, item in list(value.items())[:_MOST_ITEMS]}
    if isinstance(value, list | tuple):
        return [plain_value(item, depth + 1) for item in value[:_MOST_ITEMS]]
    return value


def _tree(kind: str) -> SignatureType:
    (tree,) = SignatureTree(kind).types
    return tree


def _typed(value: Any, kind: SignatureType, depth: int) -> Any:
    if depth > _DEEPEST:
        raise ValueError("it is nested too deeply")
    if kind.token == "a":
        return _array(value, kind.children[0], depth)
    if kind.token == "v":
        return _variant(value, depth)
    if kind.token == "(":
        parts = _of(value, list, "a list")
        if len(parts) != len(kind.children):
            raise ValueError(f"it has {len(kind.children)} parts")
        return [_typed(item, each, depth + 1) for item, each in zip(parts, kind.children, strict=True)]
    return _single(value, kind.token)


def _single(value: Any, token: str) -> Any:
    if token in _BOUNDS:
        return _whole(value, token)
    if token == "b":
        return _of(value, bool, "true or false")
    if token == "d":
        return float(_of(value, (int, float), "a number"))
    if token not in ("s", "o", "g"):
        raise ValueError("values of this type cannot be given here")
    text = _of(value, str, "a text")
    if token == "o" and not _PATH.fullmatch(text):
        raise ValueError(f"{text!r} is no object path")
    return text


def _array(value: Any, item: SignatureType, depth: int) -> Any:
    if item.token == "{":
        key, held = item.children
        entries = _of(value, dict, "an object with keys and values")
        return {
            _single(_key(entry, key.token), key.token): _typed(each, held, depth + 1) for entry, each in entries.items()
        }
    if item.token == "y" and isinstance(value, str):
        return value.encode()
    found = [_typed(entry, item, depth + 1) for entry in _of(value, list, "a list")]
    return bytes(found) if item.token == "y" else found


def _variant(value: Any, depth: int) -> Variant:
    """Return a variant of the type that a plain value suggests; {"type": "u", "value": 3} states one."""
    if isinstance(value, dict) and value.keys() == {"type", "value"}:
        return Variant(str(value["type"]), _typed(value["value"], _tree(str(value["type"])), depth + 1))
    if isinstance(value, bool):
        return Variant("b", value)
    if isinstance(value, int):
        return Variant("i" if -(2**31) <= value < 2**31 else "x", value)
    if isinstance(value, float):
        return Variant("d", value)
    if isinstance(value, str):
        return Variant("s", value)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return Variant("as", value)
    if isinstance(value, dict):
        return Variant("a{sv}", {str(key): _variant(item, depth + 1) for key, item in value.items()})
    raise ValueError('say its type: {"type": "u", "value": 3}')


def _whole(value: Any, token: str) -> int:
    low, high = _BOUNDS[token]
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{value!r} is no whole number")
    if not low <= value <= high:
        raise ValueError(f"{value} is not from {low} to {high}")
    return value


def _of(value: Any, kinds: type | tuple[type, ...], said: str) -> Any:
    if not isinstance(value, kinds) or (isinstance(value, bool) and kinds is not bool):
        raise ValueError(f"{str(value)[:80]!r} is not {said}")
    return value


def _key(text: str, token: str) -> Any:
    """Return a key as its type says: JSON's keys are always texts."""
    return int(text) if token in _BOUNDS else text
