"""Forms drawn as toolkits draw them, in several manners, with the truth about them."""

from __future__ import annotations

from dataclasses import dataclass, field

from PIL import Image, ImageDraw, ImageFont

from ufo.schema.geometry import Rect

_FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"


@dataclass(frozen=True, slots=True)
class Manner:
    """Colours, the letters' size and the corners' radius."""

    ground: str
    field: str
    line: str
    ink: str
    button: str
    accent: str
    size: int = 14
    radius: int = 0


GREY = Manner("#d9d9d9", "#ffffff", "#828282", "#000000", "#d9d9d9", "#3060c0")
WHITE = Manner("#ffffff", "#ffffff", "#8f8f9d", "#15141a", "#e9e9ed", "#0060df", radius=4)
DARK = Manner("#2b2b2b", "#1e1e1e", "#606060", "#eeeeee", "#3c3f41", "#4a88c7", radius=3)
LARGE = Manner("#f0f0f0", "#ffffff", "#a0a0a0", "#000000", "#e1e1e1", "#0078d7", size=22)
MANNERS = {"grey": GREY, "white": WHITE, "dark": DARK, "large": LARGE}


@dataclass
class Form:
    """`truth`: (role, name) → the rectangle to click in. Values and states beside it."""

    image: Image.Image
    truth: dict[tuple[str, str], Rect] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    checked: set[str] = field(default_factory=set)


def form(manner: Manner) -> Form:
    unit = manner.size / 14
    made = Form(Image.new("RGB", (round(640 * unit), round(420 * unit)), manner.ground))
    pen = ImageDraw.Draw(made.image)
    letters = ImageFont.truetype(_FONT, manner.size)

    def box(rect: Rect, fill: str) -> None:
        pen.rounded_rectangle(rect.as_ltrb(), round(manner.radius * unit), fill, manner.line)

    def at(x: float, y: float, width: float, height: float) -> Rect:
        return Rect(round(x * unit), round(y * unit), round(width * unit), round(height * unit))

    for row, (name, value) in enumerate((("Name", ""), ("Street", "12 Mill Lane"), ("Town", ""))):
        rect = at(150, 20 + 44 * row, 300, 26)
        pen.text((rect.x - 90 * unit, rect.y + 4 * unit), f"{name}:", manner.ink, letters)
        box(rect, manner.field)
        pen.text((rect.x + 5 * unit, rect.y + 4 * unit), value, manner.ink, letters)
        made.truth["Edit", name] = rect
        made.values[name] = value
    for row, (name, ticked) in enumerate((("Express delivery", True), ("Wrap as a gift", False))):
        rect = at(150, 160 + 32 * row, 14, 14)
        box(rect, manner.field)
        if ticked:
            x, y, edge = rect.x, rect.y, rect.width
            points = [(x + 3, y + edge // 2), (x + edge // 2 - 1, y + edge - 4), (x + edge - 3, y + 3)]
            pen.line(points, manner.ink, max(2, round(2 * unit)))
            made.checked.add(name)
        pen.text((rect.right + 8 * unit, rect.y - 2 * unit), name, manner.ink, letters)
        made.truth["CheckBox", name] = rect
    for column, (name, chosen) in enumerate((("Small", False), ("Medium", True), ("Large", False))):
        rect = at(150 + 110 * column, 230, 14, 14)
        pen.ellipse(rect.as_ltrb(), manner.field, manner.line)
        if chosen:
            pen.ellipse((rect.x + 4, rect.y + 4, rect.right - 4, rect.bottom - 4), manner.ink)
            made.checked.add(name)
        pen.text((rect.right + 8 * unit, rect.y - 2 * unit), name, manner.ink, letters)
        made.truth["RadioButton", name] = rect
    for column, name in enumerate(("Order now", "Cancel")):
        rect = at(150 + 150 * column, 280, 120, 32)
        box(rect, manner.button)
        middle = (rect.center.x, rect.center.y)
        pen.text(middle, name, manner.ink, letters, anchor="mm")
        made.truth["Button", name] = rect
    pen.text((30 * unit, 350 * unit), "No order has been sent yet", manner.ink, letters)
    made.truth["Text", "No order has been sent yet"] = at(30, 350, 190, 16)
    disc = at(400, 345, 36, 36)
    pen.ellipse(disc.as_ltrb(), manner.accent)
    made.truth["Image", "icon"] = disc
    return made
