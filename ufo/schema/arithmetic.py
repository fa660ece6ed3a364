"""Evaluates an expression, to tell which number on a calculator's display is the answer and whether it is right."""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from ufo.schema.patterns import regex

_OPERATORS: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_SIGNS = str.maketrans({"×": "*", "÷": "/", "−": "-", "–": "-", "·": "*", "^": "^", ",": ""})
_RAISED = regex("[\u2070\u00b9\u00b2\u00b3\u2074-\u207b]+")
_RAISED_DIGITS = str.maketrans(
    "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079\u207a\u207b", "0123456789+-"
)
_LONGEST = 2_000
_LARGEST_EXPONENT = 4096
_TELLING = Fraction(1, 10**6)


def tidy(expression: str) -> str:
    """Return the expression without spaces and with the signs of a keyboard: "12 × 3" is "12*3"."""
    return re.sub(r"\s+", "", expression.translate(_SIGNS)).rstrip("=")


def value_of(expression: str) -> Fraction | None:
    """Return the value, exact except for roots; None where it is no plain arithmetic or has no value."""
    text = tidy(expression).replace("^", "**")
    if len(text) > _LONGEST:
        return None
    try:
        return _value(ast.parse(text, mode="eval").body, text)
    except (SyntaxError, ValueError, ArithmeticError, RecursionError):
        return None


def number_in(text: str) -> Decimal | None:
    """Return the number on a display with all its decimal places, or None: "1,234.5", "= 84", "−3"."""
    shown = (
        text.strip().lstrip("=").strip().translate(_SIGNS).replace("\u202f", "").replace("\xa0", "").replace(" ", "")
    )
    shown = _RAISED.sub(lambda found: f"^{found[0].translate(_RAISED_DIGITS)}", shown)
    shown = re.sub(r"[*]10\^?", "e", shown)
    if not re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,4})?", shown, re.IGNORECASE):
        return None
    try:
        return Decimal(shown)
    except InvalidOperation:
        return None


def agrees(shown: Decimal, expected: Fraction) -> bool:
    """Tell whether a number shown is the answer. Displays round or cut the last place; at least six digits must agree."""
    exponent = shown.as_tuple().exponent
    if not isinstance(exponent, int):
        return False
    off = abs(Fraction(shown) - expected)
    last_place = Fraction(10) ** exponent
    exact_enough = off < last_place or off <= abs(expected) * Fraction(1, 10**12)
    return off == 0 or (exact_enough and off <= max(abs(expected) * _TELLING, Fraction(1, 10**9)))


def _value(node: ast.expr, text: str) -> Fraction:
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)) and not isinstance(node.value, bool):
        # Take the number as written, so that 0.1 is exactly a tenth.
        return Fraction(Decimal(ast.get_source_segment(text, node) or str(node.value)))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        return _power(_value(node.left, text), _value(node.right, text))
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return _OPERATORS[type(node.op)](_value(node.left, text), _value(node.right, text))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.UAdd, ast.USub)):
        inner = _value(node.operand, text)
        return -inner if isinstance(node.op, ast.USub) else inner
    raise ValueError("no plain arithmetic")


def _power(base: Fraction, exponent: Fraction) -> Fraction:
    if exponent.denominator == 1:
        if abs(exponent) > _LARGEST_EXPONENT or max(abs(base.numerator), base.denominator).bit_length() > 256:
            raise ArithmeticError("too large to work out")
        return base**exponent.numerator
    return Fraction(math.pow(base, exponent))
