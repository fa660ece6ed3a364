"""What an expression comes to, to know which of the numbers that a calculator shows is the answer, and whether it is right."""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable

_OPERATORS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: math.pow,
}
_SIGNS = str.maketrans({"×": "*", "÷": "/", "−": "-", "–": "-", "·": "*", "^": "^", ",": ""})
_LONGEST = 400


def tidy(expression: str) -> str:
    """Without spaces and with the signs of a keyboard: "12 × 3" is "12*3"."""
    return re.sub(r"\s+", "", expression.translate(_SIGNS)).rstrip("=")


def value_of(expression: str) -> float | None:
    """None for what is no plain arithmetic, and where it has no value."""
    text = tidy(expression).replace("^", "**")
    if len(text) > _LONGEST:
        return None
    try:
        value = _value(ast.parse(text, mode="eval").body)
    except (SyntaxError, ValueError, ArithmeticError, RecursionError):
        return None
    return value if math.isfinite(value) else None


def number_in(text: str) -> float | None:
    """The number that a display shows, or None: "1,234.5", "= 84", "−3"."""
    shown = (
        text.strip().lstrip("=").strip().translate(_SIGNS).replace("\u202f", "").replace("\xa0", "").replace(" ", "")
    )
    shown = re.sub(r"[*]10\^?", "e", shown)
    return float(shown) if re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", shown, re.IGNORECASE) else None


def agrees(shown: float, expected: float) -> bool:
    """Displays round; six digits are enough to tell one answer from another."""
    return math.isclose(shown, expected, rel_tol=1e-6, abs_tol=1e-9)


def _value(node: ast.expr) -> float:
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)) and not isinstance(node.value, bool):
        return float(node.value)
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return _OPERATORS[type(node.op)](_value(node.left), _value(node.right))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.UAdd, ast.USub)):
        inner = _value(node.operand)
        return -inner if isinstance(node.op, ast.USub) else inner
    raise ValueError("no plain arithmetic")
