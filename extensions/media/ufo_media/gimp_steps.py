"""Steps that GIMP does on a picture, and the fixed calls of its procedures that stand for them.

What is written for a step becomes typed values, and these are put into calls that stand here: no text of a model becomes code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import radians

from PIL import ImageColor

from ufo.errors import ToolError
from ufo.schema.patterns import any_case, regex

_UNSHOWN = regex("[\x00-\x08\x0b-\x1f\x7f]")
_LARGEST, _LONGEST_TEXT = 20_000, 500
_LAYER = "(car (gimp-image-get-active-drawable image))"

STEPS = (
    "scale 800x600 | scale 800x (in proportion) | scale 50% | rotate 90 | rotate -12.5 | flip horizontally"
    " | crop 300x200+10+20 | autocrop | canvas 900x700 | mode grey | mode rgb | mode indexed 16 | blur 5 | sharpen 2"
    " | brightness 20 | contrast -10 | saturation 30 | hue 90 | auto levels | invert | desaturate | posterize 4"
    " | threshold 50 | pixelize 8 | edges 2 | oil 6 | new layer NAME [#ffcc00] | layer name NAME | opacity 40"
    " | text 10,20 24 #ff0000 WORDS | make #ffffff transparent | remove transparency | merge layers | flatten"
)


@dataclass(frozen=True, slots=True)
class Code:
    """An expression of ours."""

    text: str


Value = Code | int | float | str | tuple[int, int, int]
Step = Callable[[re.Match[str]], Sequence[Code]]


def call(procedure: str, *values: Value) -> Code:
    """Return the call of a procedure with values as its language writes them."""
    return Code(f"({' '.join((procedure, *map(_literal, values)))})")


def calls_of(step: str) -> Sequence[Code]:
    """Return the calls that do one step. Raises ToolError, with all steps that there are, for any other text."""
    for pattern, make in _STEPS:
        found = pattern.fullmatch(step.strip())
        if found is not None:
            return make(found)
    raise ToolError(f"{step[:80]!r} is no step; there are: {STEPS}")


def needs_fonts(steps: Sequence[str]) -> bool:
    return any(step.strip().casefold().startswith("text") for step in steps)


def _literal(value: Value) -> str:
    if isinstance(value, Code):
        return value.text
    if isinstance(value, tuple):
        return f"'({' '.join(str(int(number)) for number in value)})"
    if isinstance(value, str):
        plain = _UNSHOWN.sub("", value).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{plain}"'
    return repr(value) if isinstance(value, int) else f"{value:.6f}"


def _on_layer(procedure: str, *values: Value) -> Code:
    return call(procedure, Code(_LAYER), *values)


def _filter(procedure: str, *values: Value) -> Code:
    return call(procedure, 1, Code("image"), Code(_LAYER), *values)


def _on_image(procedure: str, *values: Value) -> Code:
    return call(procedure, Code("image"), *values)


def _size(text: str) -> int:
    size = int(text)
    if not 1 <= size <= _LARGEST:
        raise ToolError(f"{text} is no size; it is from 1 to {_LARGEST:,} pixels")
    return size


def _within(text: str, low: float, high: float) -> float:
    number = float(text)
    if not low <= number <= high:
        raise ToolError(f"{text} is not from {low:g} to {high:g}")
    return number


def _colour(text: str) -> tuple[int, int, int]:
    try:
        red, green, blue = ImageColor.getrgb(text)[:3]
    except ValueError as error:
        raise ToolError(f"{text!r} is no colour; write it like #ff0000 or red") from error
    return red, green, blue


def _scale(found: re.Match[str]) -> list[Code]:
    return [_on_image("gimp-image-scale", _size(found[1]), _size(found[2]))]


def _scale_in_proportion(found: re.Match[str]) -> list[Code]:
    given, follows = ("width", "height") if found[1] else ("height", "width")
    size = _size(found[1] or found[2])
    other = f"(max 1 (round (/ (* (car (gimp-image-{follows} image)) {size}.0) (car (gimp-image-{given} image)))))"
    width, height = (size, Code(other)) if found[1] else (Code(other), size)
    return [_on_image("gimp-image-scale", width, height)]


def _scale_by(found: re.Match[str]) -> list[Code]:
    share = _within(found[1], 1, 2000) / 100
    sides = (f"(max 1 (round (* (car (gimp-image-{side} image)) {share:.6f})))" for side in ("width", "height"))
    return [_on_image("gimp-image-scale", *map(Code, sides))]


def _rotate(found: re.Match[str]) -> list[Code]:
    degrees = _within(found[1], -3600, 3600) % 360
    if degrees in (90, 180, 270):
        return [_on_image("gimp-image-rotate", int(degrees // 90) - 1)]
    turn = _on_layer("gimp-item-transform-rotate", radians(degrees), 1, 0, 0)
    return [turn, _on_image("gimp-image-resize-to-layers")]


def _flip(found: re.Match[str]) -> list[Code]:
    return [_on_image("gimp-image-flip", 0 if found[1].casefold().startswith("h") else 1)]


def _crop(found: re.Match[str]) -> list[Code]:
    return [_on_image("gimp-image-crop", _size(found[1]), _size(found[2]), int(found[3] or 0), int(found[4] or 0))]


def _mode(found: re.Match[str]) -> list[Code]:
    kind = found[1].casefold()
    if kind == "indexed":
        colours = int(_within(found[2] or "256", 2, 256))
        return [_on_image("gimp-image-convert-indexed", 1, 0, colours, 0, 1, "")]
    wanted, procedure = (0, "gimp-image-convert-rgb") if kind == "rgb" else (1, "gimp-image-convert-grayscale")
    is_other = Code(f"(= (car (gimp-image-base-type image)) {wanted})")
    return [Code(f"(if (not {is_other.text}) {_on_image(procedure).text})")]


def _new_layer(found: re.Match[str]) -> list[Code]:
    name, colour = found[1].strip()[:_LONGEST_TEXT], found[2]
    made = (
        "(set! layer (car (gimp-layer-new image (car (gimp-image-width image)) (car (gimp-image-height image)) "
        f"(+ 1 (* 2 (car (gimp-image-base-type image)))) {_literal(name)} 100 28)))"
    )
    added = "(gimp-image-insert-layer image layer 0 -1)"
    if not colour:
        return [Code(made), Code(added), Code("(gimp-drawable-fill layer 3)")]
    paint = call("gimp-context-set-foreground", _colour(colour))
    return [Code(made), Code(added), paint, Code("(gimp-drawable-fill layer 0)")]


def _text(found: re.Match[str]) -> list[Code]:
    size, colour = _within(found[3], 1, 2000), _colour(found[4])
    words = found[5][:_LONGEST_TEXT]
    values: tuple[Value, ...] = (int(found[1]), int(found[2]), words, 0, 1, size, 0, "Sans")
    return [call("gimp-context-set-foreground", colour), _on_image("gimp-text-fontname", -1, *values)]


def _amount(
    procedure: str, low: float, high: float, *, at: int = 0, of: Sequence[Value] = (0,), per: float = 1
) -> Step:
    """Return a step with one number within bounds, which is the value number `at` of the call."""

    def make(found: re.Match[str]) -> list[Code]:
        number = _within(found[1], low, high) / per
        values = [*of[:at], number, *of[at + 1 :]]
        return [_filter(procedure, *values) if procedure.startswith("plug-in") else _on_layer(procedure, *values)]

    return make


def _fixed(*calls: Code) -> Step:
    return lambda found: calls


_NUMBER = r"\s+(-?\d{1,5}(?:\.\d{1,3})?)"
_STEPS: tuple[tuple[re.Pattern[str], Step], ...] = (
    (any_case(r"scale\s+(\d{1,6})\s*x\s*(\d{1,6})"), _scale),
    (any_case(r"scale\s+(?:(\d{1,6})\s*x|x\s*(\d{1,6}))(?: \(in proportion\))?"), _scale_in_proportion),
    (any_case(r"scale\s+(\d{1,4}(?:\.\d{1,3})?)\s*%"), _scale_by),
    (any_case(rf"rotate{_NUMBER}"), _rotate),
    (any_case(r"flip\s+(horizontal(?:ly)?|vertical(?:ly)?)"), _flip),
    (any_case(r"crop\s+(\d{1,6})\s*x\s*(\d{1,6})(?:\+(\d{1,6})\+(\d{1,6}))?"), _crop),
    (any_case(r"autocrop"), _fixed(_filter("plug-in-autocrop"))),
    (
        any_case(r"canvas\s+(\d{1,6})\s*x\s*(\d{1,6})"),
        lambda found: [
            _on_image("gimp-image-resize", _size(found[1]), _size(found[2]), 0, 0),
            # A layer stays as large as it was, and what is exported is the layer.
            _on_layer("gimp-layer-resize-to-image-size"),
        ],
    ),
    (any_case(r"mode\s+(gr[ae]y|rgb|indexed)(?:\s+(\d{1,3}))?"), _mode),
    (
        any_case(rf"blur{_NUMBER}"),
        lambda found: [_filter("plug-in-gauss", _within(found[1], 0.1, 500), _within(found[1], 0.1, 500), 0)],
    ),
    (any_case(rf"sharpen{_NUMBER}"), _amount("plug-in-unsharp-mask", 0, 10, at=1, of=(3.0, 0.5, 0))),
    (any_case(rf"brightness{_NUMBER}"), _amount("gimp-drawable-brightness-contrast", -100, 100, of=(0, 0), per=200)),
    (
        any_case(rf"contrast{_NUMBER}"),
        _amount("gimp-drawable-brightness-contrast", -100, 100, at=1, of=(0, 0), per=200),
    ),
    (any_case(rf"hue{_NUMBER}"), _amount("gimp-drawable-hue-saturation", -180, 180, at=1, of=(0, 0, 0, 0, 0))),
    (any_case(rf"saturation{_NUMBER}"), _amount("gimp-drawable-hue-saturation", -100, 100, at=3, of=(0, 0, 0, 0, 0))),
    (any_case(r"auto\s+levels"), _fixed(_on_layer("gimp-drawable-levels-stretch"))),
    (any_case(r"invert"), _fixed(_on_layer("gimp-drawable-invert", 0))),
    (any_case(r"desaturate"), _fixed(_on_layer("gimp-drawable-desaturate", 1))),
    (
        any_case(r"posteri[sz]e\s+(\d{1,3})"),
        lambda found: [_on_layer("gimp-drawable-posterize", int(_within(found[1], 2, 255)))],
    ),
    (any_case(rf"threshold{_NUMBER}"), _amount("gimp-drawable-threshold", 0, 100, at=1, of=(0, 0, 1.0), per=100)),
    (
        any_case(r"pixeli[sz]e\s+(\d{1,4})"),
        lambda found: [_filter("plug-in-pixelize", int(_within(found[1], 1, 1000)))],
    ),
    (any_case(rf"edges{_NUMBER}"), _amount("plug-in-edge", 1, 10, of=(1.0, 1, 0))),
    (any_case(r"oil\s+(\d{1,3})"), lambda found: [_filter("plug-in-oilify", int(_within(found[1], 1, 200)), 0)]),
    (any_case(r"new\s+layer\s+(.+?)(?:\s+(#[0-9a-f]{6}))?"), _new_layer),
    (
        any_case(r"layer\s+name\s+(.+)"),
        lambda found: [_on_layer("gimp-item-set-name", found[1][:_LONGEST_TEXT])],
    ),
    (any_case(rf"opacity{_NUMBER}"), _amount("gimp-layer-set-opacity", 0, 100)),
    (regex(r"text\s+(\d{1,5}),(\d{1,5})\s+(\d{1,4})\s+(#?\w+)\s+(.+)", re.IGNORECASE | re.DOTALL), _text),
    (
        any_case(r"make\s+(#?\w+)\s+transparent"),
        lambda found: [_on_layer("gimp-layer-add-alpha"), _filter("plug-in-colortoalpha", _colour(found[1]))],
    ),
    (any_case(r"remove\s+transparency"), _fixed(_on_layer("gimp-layer-flatten"))),
    (any_case(r"merge\s+layers"), _fixed(_on_image("gimp-image-merge-visible-layers", 1))),
    (any_case(r"flatten"), _fixed(_on_image("gimp-image-flatten"))),
)
