"""Tells how a picture was made from others: scaled, cropped, turned, mirrored, written in another format, or put together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from ufo.proof.difference.comparing.picture_places import corner_of, least_difference

_MOST_PIXELS = 60_000_000
_MOST_OF_FILE = 8_000_000
_SHADES, _SAME_SHADE, _SAME_SIDE = (64, 64), 0.5, 0.02
"""As `ufo.conditions.readers.pdf_process` draws pictures small. What was only written anew differs by a tenth of a step."""
_SMALL, _LITTLE, _ENOUGH = (48, 48), 64, (192, 192)
"""Pixels of pictures that are compared as a whole, of the longer side of those that may hold a part, and of what is read for
it.
"""
_GREY = ("1", "L", "LA", "I", "I;16", "F")
_LEAST_CONTRAST, _MOST_DIFFERENCE, _MOST_OF_PART = 4.0, 0.15, 0.05
"""Of 255 steps of grey; and of the contrast, of a whole picture and of a part. What is nearly one colour is like any other
picture of that colour.
"""
_TURNS = {
    "": None,
    "turned by 90 degrees to the right": Image.Transpose.ROTATE_270,
    "turned by 90 degrees to the left": Image.Transpose.ROTATE_90,
    "turned by 180 degrees": Image.Transpose.ROTATE_180,
    "mirrored left to right": Image.Transpose.FLIP_LEFT_RIGHT,
    "mirrored upside down": Image.Transpose.FLIP_TOP_BOTTOM,
    "mirrored left to right and turned by 90 degrees to the left": Image.Transpose.TRANSPOSE,
    "mirrored left to right and turned by 90 degrees to the right": Image.Transpose.TRANSVERSE,
}
_AS_LARGE = "of the same size"
_ACROSS = Image.Transpose.TRANSPOSE
_LAID_OVER = (
    Image.Transpose.ROTATE_90,
    Image.Transpose.ROTATE_270,
    Image.Transpose.TRANSPOSE,
    Image.Transpose.TRANSVERSE,
)
_MOST_SEARCHED, _MOST_PIECES, _LEAST_PIECE, _MOST_OF_STRIPE = 3, 12, 8, 10.0
"""Places in sources where a picture that is like them in little is looked for; pieces of a picture that was put together, and how
many pixels wide one is; and the contrast of a stripe beside one, into which a picture that is written with loss spills.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A picture that others may be made from: `size` in pixels, and what it shows: `small` without its proportions, `grey` with
    them.
    """

    path: Path
    size: tuple[int, int]
    small: Image.Image
    grey: Image.Image

    def turned(self) -> Iterator[tuple[str, tuple[int, int], Image.Image]]:
        """Iterate over the ways to turn or mirror it, each with its size and what it shows then."""
        for said, turn in _TURNS.items():
            yield said, _turned_size(self.size, turn), self.small if turn is None else self.small.transpose(turn)


def source_of(path: Path) -> Source | None:
    """Return a picture as a source, None for one that cannot be read, is too large or is nearly one colour. Blocking."""
    picture = _opened(path, in_little=True)
    if picture is None:
        return None
    with Image.open(path) as whole:
        size = whole.size
    small, grey = _small(picture), picture.convert("L").resize(_in_little(size, size), Image.Resampling.BOX)
    return Source(path, size, small, grey) if _contrast(small) >= _LEAST_CONTRAST else None


@dataclass(frozen=True, slots=True)
class Making:
    """How a picture was made: `said` has {} for each of the sources that it was made `of`, in their order."""

    said: str
    of: tuple[Source, ...]

    def is_as_it_stands(self, path: Path) -> bool:
        """Tell whether it was made of this one picture alone, which was not turned, cut or scaled."""
        return self.said.endswith(_AS_LARGE) and [source.path for source in self.of] == [path]


@dataclass(frozen=True, slots=True, order=True)
class _Likeness:
    """`difference`: of 255 steps on average, by which a better origin is known. `told`: what the source was put to."""

    difference: float
    told: str


def how_made(new: Path, sources: Sequence[Source]) -> Making | None:
    """Return how the picture was made from these, None where it was not, or where it has too little in it to tell.
    Blocking.
    """
    made = _opened(new)
    if made is None or _contrast(_small(made)) < _LEAST_CONTRAST:
        return None
    alike = [(found, source) for source in sources if (found := _whole(made, source))]
    if alike:
        likeness, source = min(alike, key=lambda found: found[0])
        return Making(f"made from {{}}: {likeness.told}", (source,))
    return _part(made, sources) or _put_together(made, sources)


def _put_together(made: Image.Image, sources: Sequence[Source]) -> Making | None:
    """Tell which of the sources stand beside or below each other in a picture and fill it but for stripes of one colour."""
    for direction, picture in (("left to right", made), ("top to bottom", made.transpose(_ACROSS))):
        found = list(_pieces(picture, sources, across=picture is not made))
        if len(found) > 1 and None not in found:
            pieces = [piece for piece in found if piece is not None]
            each = "; ".join(f"{{}}, {how}" for _, how in pieces)
            return Making(f"put together from {direction} of {each}", tuple(source for source, _ in pieces))
    return None


def shades(path: Path, pixels: tuple[int, int]) -> bytes:
    """Return a picture's shades of grey in 64 rows of 64; b"" for one that is broken, too large or nearly one colour, or whose
    proportions are others than those of `pixels`. Blocking.
    """
    try:
        with Image.open(path) as picture:
            width, height = picture.size
            if width * height > _MOST_OF_FILE or abs(width * pixels[1] / (height * pixels[0]) - 1) > _SAME_SIDE:
                return b""
            small = picture.convert("L").resize(_SHADES, Image.Resampling.BOX)
    except (OSError, ValueError, SyntaxError, TypeError, ZeroDivisionError, Image.DecompressionBombError):
        return b""
    return small.tobytes() if ImageStat.Stat(small).stddev[0] >= _LEAST_CONTRAST else b""


def shows_the_same(small: bytes, other: bytes) -> bool:
    """Tell whether two pictures, each in shades as `shades` returns them, are the same one, perhaps written anew."""
    return (
        bool(small)
        and len(small) == len(other)
        and sum(map(abs, map(int.__sub__, small, other))) < _SAME_SHADE * len(small)
    )


def _opened(path: Path, in_little: bool = False) -> Image.Image | None:
    try:
        with Image.open(path) as picture:
            if picture.width * picture.height > _MOST_PIXELS:
                return None
            # A picture without colours is compared with the other one's shades.
            mode = "L" if picture.mode in _GREY else "RGB"
            if in_little:
                picture.draft(mode, _ENOUGH)
            return picture.convert(mode)
    except (OSError, ValueError, SyntaxError, TypeError, Image.DecompressionBombError):
        return None


def _whole(made: Image.Image, source: Source) -> _Likeness | None:
    small = _small(made)
    found = (
        _Likeness(_difference(small, turned), _joined(said, _scaled(made.size, size)))
        for said, size, turned in source.turned()
    )
    best = min(found, key=lambda likeness: likeness.difference)
    return best if best.difference < _MOST_DIFFERENCE * _contrast(small) else None


def _part(made: Image.Image, sources: Sequence[Source]) -> Making | None:
    """Tell in which of the sources the picture stands, which was turned or not, at its size or with all of a side in it."""
    small, grey = _small(made), made.convert("L")
    found = [
        (unlike, number, said, size)
        for number, source in enumerate(sources)
        for said, turn in _TURNS.items()
        for size in _sizes(made.size, _turned_size(source.size, turn))
        if (unlike := _unlike_in_little(grey, size, source, turn)) is not None
    ]
    for _, number, said, size in sorted(found)[:_MOST_SEARCHED]:
        whole, turn = _opened(sources[number].path), _TURNS[said]
        if whole is None:
            continue
        turned = whole if turn is None else whole.transpose(turn)
        corner = corner_of(grey if size == made.size else grey.resize(size), turned.convert("L"))
        there = turned.crop((*corner, corner[0] + size[0], corner[1] + size[1])) if corner is not None else None
        if (
            corner is not None
            and there is not None
            and _difference(small, _small(there)) < _MOST_OF_PART * _contrast(small)
        ):
            cut = f"cropped to {size[0]} x {size[1]}, from {corner[0]}, {corner[1]} of its upper left corner on"
            scaled = "" if size == made.size else _scaled(made.size, size)
            return Making(f"made from {{}}: {_joined(said, cut, scaled)}", (sources[number],))
    return None


def _unlike_in_little(
    grey: Image.Image, size: tuple[int, int], source: Source, turn: Image.Transpose | None
) -> float | None:
    whole = source.grey if turn is None else source.grey.transpose(turn)
    return least_difference(grey.resize(_in_little(size, source.size), Image.Resampling.BOX), whole)


def _in_little(size: tuple[int, int], whole: tuple[int, int]) -> tuple[int, int]:
    """Return how large something is where the longer side of the whole has 64 pixels."""
    scale = min(1.0, _LITTLE / max(whole))
    return max(1, round(size[0] * scale)), max(1, round(size[1] * scale))


def _sizes(made: tuple[int, int], source: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Iterate over the sizes that a part of a picture may have had before it was scaled: its own, or all of a side."""
    for times in dict.fromkeys((1.0, source[0] / made[0], source[1] / made[1])):
        size = round(made[0] * times), round(made[1] * times)
        if min(size) > 0 and size[0] <= source[0] and size[1] <= source[1]:
            yield size


def _pieces(made: Image.Image, sources: Sequence[Source], across: bool) -> Iterator[tuple[Source, str] | None]:
    """Iterate over the sources that stand from left to right, each as high as the picture; None where there is none."""
    at = 0
    for _ in range(_MOST_PIECES):
        found = _piece(made, at, sources, across) or _piece(made, at := _behind_stripe(made, at), sources, across)
        if at >= made.width:
            return
        if found is None:
            yield None
            return
        width, piece = found
        yield piece
        at += width


def _piece(
    made: Image.Image, at: int, sources: Sequence[Source], across: bool
) -> tuple[int, tuple[Source, str]] | None:
    found = []
    for source in sources:
        for said, size, turned in source.turned():
            wide, high = size[::-1] if across else size
            width = round(wide * made.height / high)
            if width < _LEAST_PIECE or at + width > made.width + 1:
                continue
            place = (at, 0, min(at + width, made.width), made.height)
            small = made.resize(_SMALL, Image.Resampling.BOX, box=place)
            difference = _difference(small, turned.transpose(_ACROSS) if across else turned)
            if difference < _MOST_OF_PART * _contrast(turned):
                found.append((difference, width, source, _joined(said, _scaled((width, made.height), (wide, high)))))
    if not found:
        return None
    _, width, source, how = min(found, key=lambda piece: piece[0])
    return width, (source, how)


def _behind_stripe(made: Image.Image, at: int) -> int:
    """Return where the stripe of one colour ends that begins there."""
    while at < made.width and _contrast(made.crop((at, 0, at + 1, made.height))) < _MOST_OF_STRIPE:
        at += 1
    return at


def _difference(picture: Image.Image, other: Image.Image) -> float:
    mode = "L" if "L" in (picture.mode, other.mode) else "RGB"
    return max(ImageStat.Stat(ImageChops.difference(picture.convert(mode), other.convert(mode))).mean)


def _contrast(picture: Image.Image) -> float:
    return max(ImageStat.Stat(picture).stddev)


def _joined(*said: str) -> str:
    return ", ".join(filter(None, said)) or _AS_LARGE


def _turned_size(size: tuple[int, int], turn: Image.Transpose | None) -> tuple[int, int]:
    return size[::-1] if turn in _LAID_OVER else size


def _small(picture: Image.Image) -> Image.Image:
    return picture.resize(_SMALL, Image.Resampling.BOX)


def _scaled(made: tuple[int, int], source: tuple[int, int]) -> str:
    if made == source:
        return ""
    wide, high = made[0] / source[0], made[1] / source[1]
    # A side is whole pixels long, so that a proportion may be kept by rounding.
    if abs(source[0] * high - made[0]) <= 1 or abs(source[1] * wide - made[1]) <= 1:
        return f"scaled to {wide:.0%} in its proportions"
    return f"scaled to {wide:.0%} of its width and {high:.0%} of its height"
