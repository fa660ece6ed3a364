"""Makes every picture that agents ask for (spec: app_agent_strategy.md)."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock

from PIL import Image, ImageDraw

from ufo.schema.geometry import Point, Rect
from ufo.schema.picture import Picture
from ufo.schema.target import TargetInfo
from ufo.vision.encode import decode, jpeg_of, png_of, scaled
from ufo.vision.labels.annotate import Colour, annotate, visible
from ufo.vision.labels.placement import Box
from ufo.vision.merge import merge

# A step shows a model the window without and with labels, and the controls of the step before; the next step adds two more.
_READY = 4
_QUALITIES = (90, 75, 50)
_GAP = 8
_GROUND: Colour = (128, 128, 128)
_HALO: Colour = (255, 255, 255)
_MARK: Colour = (220, 20, 40)


class PhotographerFacade:
    """Draws and combines pictures; it captures and saves nothing. Raises ValueError for a picture that cannot be read."""

    def __init__(self, model_edge: Callable[[int, int], int] | None = None) -> None:
        """`model_edge`: also scale each picture that is drawn for a model, in a thread of its own, to the longest edge in pixels
        that this gives for its width and height.
        """
        self._last: tuple[bytes, Image.Image] | None = None
        self._decoding = Lock()
        self._model_edge = model_edge
        self._ready: OrderedDict[tuple[bytes, int], Future[Picture]] = OrderedDict()
        self._making_ready = Lock()
        self._scaler = ThreadPoolExecutor(1, thread_name_prefix="pictures for a model")

    def capture_with_target_list(self, picture: Picture, targets: Sequence[TargetInfo]) -> Picture:
        """Return the picture with each target's box and id, as PNG of the same size. `rect`s are in screen coordinates."""
        image = self._decoded(picture)
        return self._drawn(annotate(image, _origin(picture), targets), picture.rect)

    def mark_targets(self, picture: Picture, targets: Sequence[TargetInfo]) -> Picture:
        """Return the picture with a frame around each target, for controls that are acted on, as PNG of the same size."""
        image = self._decoded(picture)
        boxes = [box for _, box in visible(image.size, _origin(picture), targets)]
        return self._drawn(boxed(image, boxes), picture.rect)

    def concat(self, left: Picture, right: Picture) -> Picture:
        """Join two pictures side by side as PNG. Its `rect` begins at the left one's place."""
        joined = side_by_side(decode(left), decode(right))
        return png_of(joined, Rect(left.rect.x, left.rect.y, *joined.size))

    def merge_target_info_list(
        self, main: Sequence[TargetInfo], additional: Sequence[TargetInfo], iou_overlap_threshold: float = 0.1
    ) -> list[TargetInfo]:
        return merge(main, additional, iou_overlap_threshold)

    def for_model(self, picture: Picture, max_edge: int) -> Picture:
        """Return the picture as JPEG, scaled down where its longest edge is over `max_edge` pixels. The last few results are
        cached. A second caller waits while the JPEG is being made.
        """
        return self._made_ready(picture, max_edge, lambda: scaled(self._decoded(picture), picture.rect, max_edge))

    def resized(
        self, picture: Picture, size: tuple[int, int], region: Rect | None = None, most_bytes: int | None = None
    ) -> Picture:
        """Return the part of the picture in `region` (screen coordinates; without it, all of the picture) in exactly that size:
        as PNG, or as JPEG where a PNG has more than `most_bytes`, such as one of a photograph.
        """
        shown = region or picture.rect
        left, top = shown.x - picture.rect.x, shown.y - picture.rect.y
        image = self._decoded(picture)
        box = (left, top, left + shown.width, top + shown.height)
        if image.size != size or region is not None:
            image = image.resize(size, Image.Resampling.LANCZOS, box)
        return _within(image, shown, most_bytes)

    def _drawn(self, image: Image.Image, rect: Rect) -> Picture:
        if self._model_edge is None:
            return png_of(image, rect)
        edge = self._model_edge(rect.width, rect.height)
        # Scaling and compressing release the interpreter's lock, so that each runs on a core of its own.
        scaling = self._scaler.submit(scaled, image, rect, edge, halved=True)
        picture = png_of(image, rect)
        # The log needs only the PNG; a caller that shows it to a model waits for the scaling.
        self._begun((picture.data, edge), scaling)
        return picture

    def _made_ready(self, picture: Picture, max_edge: int, make: Callable[[], Picture]) -> Picture:
        mine: Future[Picture] = Future()
        making = self._begun((picture.data, max_edge), mine)
        if making is mine:
            try:
                mine.set_result(make())
            except BaseException as error:
                mine.set_exception(error)
                raise
        return making.result()

    def _begun(self, key: tuple[bytes, int], making: Future[Picture]) -> Future[Picture]:
        """Return the result for that key if it is made or being made, else register `making` and return it."""
        with self._making_ready:
            known = self._ready.setdefault(key, making)
            self._ready.move_to_end(key)
            while len(self._ready) > _READY:
                self._ready.popitem(last=False)
        return known

    def look_of(self, picture: Picture, rect: Rect) -> str:
        """Return a digest of the pixels in `rect` (screen coordinates), or "" where the picture does not show it."""
        inside = rect.intersection(picture.rect)
        if inside.is_empty:
            return ""
        left, top = inside.x - picture.rect.x, inside.y - picture.rect.y
        part = self._decoded(picture).crop((left, top, left + inside.width, top + inside.height))
        return hashlib.sha256(part.tobytes()).hexdigest()

    def forget(self) -> None:
        """Release the memory of the last decoded picture."""
        self._last = None

    def _decoded(self, picture: Picture) -> Image.Image:
        """Return the decoded picture, cached. It must not be drawn on: two threads of a step may mark it at once."""
        with self._decoding:
            if self._last is None or self._last[0] != picture.data:
                self._last = (picture.data, decode(picture))
            return self._last[1]


def _within(image: Image.Image, rect: Rect, most_bytes: int | None) -> Picture:
    encoded = png_of(image, rect)
    for quality in _QUALITIES:
        if most_bytes is None or len(encoded.data) <= most_bytes:
            break
        encoded = jpeg_of(image if image.mode == "RGB" else image.convert("RGB"), rect, quality)
    return encoded


def _origin(picture: Picture) -> Point:
    return Point(picture.rect.x, picture.rect.y)


def side_by_side(left: Image.Image, right: Image.Image) -> Image.Image:
    """Join two pictures with their tops aligned and a grey gap of 8 pixels between them."""
    joined = Image.new("RGB", (left.width + _GAP + right.width, max(left.height, right.height)), _GROUND)
    joined.paste(left, (0, 0))
    joined.paste(right, (left.width + _GAP, 0))
    return joined


def boxed(image: Image.Image, boxes: Sequence[Box]) -> Image.Image:
    """Return a copy with a strong frame just outside of each box. A white halo makes the frame visible on any ground."""
    result = image.copy()
    pen = ImageDraw.Draw(result)
    line = max(3, round(max(image.size) / 640))
    for left, top, right, bottom in boxes:
        # The frame is kept within the picture, so that a control at its edge (a whole window) shows all four sides.
        outer = (
            max(0, left - line - 1),
            max(0, top - line - 1),
            min(image.width, right + line + 1) - 1,
            min(image.height, bottom + line + 1) - 1,
        )
        pen.rectangle(outer, outline=_HALO, width=line + 2)
        inner = (outer[0] + 1, outer[1] + 1, outer[2] - 1, outer[3] - 1)
        if inner[2] > inner[0] and inner[3] > inner[1]:
            pen.rectangle(inner, outline=_MARK, width=line)
    return result
