"""Evaluates an expression of plain arithmetic exactly."""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

_OPERATORS: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
SIGNS = str.maketrans({"×": "*", "÷": "/", "−": "-", "–": "-", "·": "*", "^": "^", ",": ""})
"""Other signs than a keyboard has, each with the one that it has."""
_LONGEST = 2_000
_LARGEST_EXPONENT = 4096


def tidy(expression: str) -> str:
    """Return the expression without spaces and with the signs of a keyboard: "12 × 3" is "12*3"."""
    return re.sub(r"\s+", "", expression.translate(SIGNS)).rstrip("=")


def value_of(expression: str) -> Fraction | None:
    """Return the value, exact except for roots; None where it is no plain arithmetic or has no value."""
    text = tidy(expression).replace("^", "**")
    if len(text) > _LONGEST:
        return None
    try:
        return _value(ast.parse(text, mode="eval").body, text)
    except (SyntaxError, ValueError, ArithmeticError, RecursionError):
        return None


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
