"""A desktop in memory whose one window shows what a test draws, and a detector that sees the coloured boxes in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from PIL import Image, ImageDraw

from ufo.desktop.fake.desktop import FakeDesktop
from ufo.desktop.fake.spec import AppSpec, Widget, WindowSpec
from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.desktop.values import Application, Window
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame, Picture
from ufo.schema.target import TargetInfo, TargetKind
from ufo.vision.encode import decode

AREA = Rect(40, 60, 400, 300)
Colour = tuple[int, int, int]
NAMES: dict[Colour, str] = {(200, 0, 0): "Red", (0, 160, 0): "Green", (0, 0, 200): "Blue"}


class PaintedDesktop(FakeDesktop):
    """`boxes` are drawn in the window, in its own pixels; `told` is what the tree tells of it, `cut` what it left out."""

    def __init__(self) -> None:
        application = Application("painted", "Painted", ("painted",))
        super().__init__([AppSpec(application, (WindowSpec("main", "Painted", (Widget("a", "Text", "a"),), AREA),))])
        self.start("painted")
        self.boxes: list[tuple[Rect, Colour]] = []
        self.told: tuple[Element, ...] = ()
        self.cut: str | None = None
        self.shift = (0, 0)
        self.captured = 0

    async def windows(self) -> tuple[Window, ...]:
        return tuple(replace(window, rect=window.rect.moved(*self.shift)) for window in await super().windows())

    async def capture(self, window_id: str | None = None) -> Frame:
        self.captured += 1
        image = Image.new("RGB", (AREA.width, AREA.height), "white")
        pen = ImageDraw.Draw(image)
        for rect, colour in self.boxes:
            pen.rectangle((rect.x, rect.y, rect.right - 1, rect.bottom - 1), colour)
            # A pattern, as drawn things have; a plain patch is no mark to be found again by.
            for step in range(0, rect.width - 2, 3):
                pen.line((rect.x + step, rect.y + 2, rect.x + step, rect.bottom - 3), (step * 5 % 255, 9, 90))
        return Frame(AREA.moved(*self.shift), image.tobytes("raw", "BGRX"))

    async def snapshot(self, window_id: str) -> Snapshot:
        inner = await super().snapshot(window_id)
        return replace(inner, elements=self.told, window_rect=AREA.moved(*self.shift), cut=self.cut)

    async def window(self) -> Window:
        (window,) = await self.windows()
        return window


def told(role: str, name: str, rect: Rect, *actions: str) -> Element:
    return Element(Handle(1, name, role, name), role, name, rect.moved(AREA.x, AREA.y), actions=actions)


@dataclass
class ColourEye:
    """Sees each box of a known colour, by its top left pixel, as a button with the colour's name."""

    looked_at: list[Rect] = field(default_factory=list)

    async def screen_parsing(self, picture: Picture, window: TargetInfo) -> Sequence[TargetInfo]:
        self.looked_at.append(picture.rect)
        image = decode(picture)
        found = []
        for colour, name in NAMES.items():
            mask = Image.new("1", image.size)
            mask.putdata([pixel == colour for pixel in image.get_flattened_data()])
            box = mask.getbbox()
            if box is not None:
                rect = Rect.from_ltrb(*box).moved(picture.rect.x, picture.rect.y)
                found.append(
                    TargetInfo(
                        kind=TargetKind.CONTROL,
                        name=name,
                        type="Button",
                        rect=rect.as_ltrb(),
                        source="eye",
                        actions=("press",),
                    )
                )
        return found
