"""Pictures in a text document: inserted, with size, wrap and caption, changed and taken away."""

from __future__ import annotations

from typing import Any

from ..api import enum, file_url, items, properties, struct
from ..connection import Shown
from ..looks import length
from ..refusals import Refused
from ..undo import one_step
from .places import Spot, inline_cursor
from .text import require_text

_WRAPS = {
    "none": "NONE", "parallel": "PARALLEL", "left": "LEFT", "right": "RIGHT", "through": "THROUGH", "dynamic": "DYNAMIC",
}  # fmt: skip
_INLINE = "inline"
_KEPT = (
    "Graphic", "Title", "Description", "GraphicCrop", "HoriOrient", "HoriOrientPosition", "VertOrient", "VertOrientPosition",
    "LeftMargin", "RightMargin", "TopMargin", "BottomMargin", "HyperLinkURL", "GraphicRotation", "Transparency",
)  # fmt: skip
_OFF = 3
_FIGURES = "com.sun.star.text.fieldmaster.SetExpression.Illustration"
_ARABIC = 4


def insert_image(shown: Shown, path: str, spot: list[Any], size: list[str], how: list[str]) -> dict[str, Any]:
    """Insert a picture. `spot`: at, text and nth of its place; `size`: width and height, each "" for what follows from the
    other one or from the picture; `how`: wrap, caption and alternative text.
    """
    wrap, caption, description = how
    require_text(shown, writable=True)
    graphic = shown.create("graphic.GraphicProvider").queryGraphic(properties(URL=file_url(path)))
    if graphic is None or not graphic.SizePixel.Width:
        raise Refused(f"{path!r} is no picture that LibreOffice reads; give a png, jpg, gif, svg, bmp or tif")
    before = shown.document.GraphicObjects.getCount()
    width, height = _size(graphic, size)
    with one_step(shown.document, "Insert image"):
        cursor = inline_cursor(shown, Spot(*spot))
        image = shown.document.createInstance("com.sun.star.text.TextGraphicObject")
        image.Graphic, image.Width, image.Height = graphic, width, height
        if caption:
            _captioned(shown.document, cursor, image, (width, wrap, caption))
        else:
            image.AnchorType = _anchor(wrap)
            _wrapped(image, wrap)
            cursor.getText().insertTextContent(cursor, image, False)
        image.Description = description
    shown.document.TextFields.refresh()
    count = shown.document.GraphicObjects.getCount()
    return {
        "number": _number(shown.document, image.Name),
        **_told(image),
        "equal": count == before + 1 and _is_size(image, width, height),
    }


def _size(graphic: Any, wanted: list[str]) -> tuple[int, int]:
    """Return width and height in hundredths of a millimetre; the proportion of the picture stays where only one is given."""
    own = graphic.Size100thMM
    pixels = graphic.SizePixel
    wide, high = (
        (own.Width, own.Height) if own.Width and own.Height else (pixels.Width * 26.458, pixels.Height * 26.458)
    )
    width, height = (length(text) if text else 0 for text in wanted)
    if not width and not height:
        return round(wide), round(high)
    return width or round(height * wide / high), height or round(width * high / wide)


def _anchor(wrap: str) -> Any:
    return enum("text.TextContentAnchorType", "AS_CHARACTER" if wrap == _INLINE else "AT_PARAGRAPH")


def _wrapped(image: Any, wrap: str) -> None:
    if wrap != _INLINE:
        image.TextWrap = enum("text.WrapTextMode", _WRAPS[wrap])


def _captioned(document: Any, cursor: Any, image: Any, how: tuple[int, str, str]) -> None:
    """Put the picture with its caption into a frame, as the application does."""
    width, wrap, caption = how
    frame = document.createInstance("com.sun.star.text.TextFrame")
    frame.AnchorType = _anchor(wrap)
    frame.Size = struct("awt.Size", Width=width, Height=500)
    frame.FrameIsAutomaticHeight = True
    _wrapped(frame, wrap)
    cursor.getText().insertTextContent(cursor, frame, False)
    inside = frame.createTextCursor()
    inside.ParaStyleName = "Illustration"
    image.AnchorType = _anchor(_INLINE)
    frame.insertTextContent(inside, image, False)
    frame.insertControlCharacter(frame.getEnd(), 0, False)
    frame.insertString(frame.getEnd(), "Figure ", False)
    number = document.createInstance("com.sun.star.text.TextField.SetExpression")
    number.attachTextFieldMaster(document.TextFieldMasters.getByName(_FIGURES))
    number.NumberingType, number.Content = _ARABIC, "Illustration+1"
    frame.insertTextContent(frame.getEnd(), number, False)
    frame.insertString(frame.getEnd(), f": {caption}", False)


def change_image(shown: Shown, number: int, size: list[str], wrap: str) -> dict[str, Any]:
    require_text(shown, writable=True)
    image = _numbered(shown.document, number)
    width, height = _size(image.Graphic, size) if any(size) else (image.Size.Width, image.Size.Height)
    with one_step(shown.document, "Change image"):
        image = _replaced(shown.document, image, (width, height), wrap or _told(image)["wrap"])
    return {
        "number": _number(shown.document, image.Name),
        **_told(image),
        "equal": _is_size(image, width, height) and (not wrap or _told(image)["wrap"] == wrap),
    }


def _replaced(document: Any, old: Any, size: tuple[int, int], wrap: str) -> Any:
    """Put a like picture in place of one, and return it: LibreOffice takes back no change of a picture that is there."""
    new = document.createInstance("com.sun.star.text.TextGraphicObject")
    for name in _KEPT:
        setattr(new, name, getattr(old, name))
    new.Width, new.Height = size
    new.AnchorType = _anchor(wrap)
    _wrapped(new, wrap)
    anchor, name = old.getAnchor(), old.Name
    anchor.getText().insertTextContent(anchor.getStart(), new, False)
    old.dispose()
    new.Name = name
    return new


def remove_image(shown: Shown, number: int) -> dict[str, Any]:
    require_text(shown, writable=True)
    image = _numbered(shown.document, number)
    name, before = image.Name, shown.document.GraphicObjects.getCount()
    with one_step(shown.document, "Remove image"):
        image.dispose()
    left = shown.document.GraphicObjects.getCount()
    return {"name": str(name), "left": left, "equal": left == before - 1}


def list_images(shown: Shown) -> list[dict[str, Any]]:
    require_text(shown)
    return [{"number": at, **_told(item)} for at, item in enumerate(_all(shown.document), 1)]


def _all(document: Any) -> list[Any]:
    return items(document.GraphicObjects)


def _numbered(document: Any, number: int) -> Any:
    found = _all(document)
    if not 1 <= number <= len(found):
        names = "; ".join(f"{at} {item.Name!r}" for at, item in enumerate(found, 1))
        raise Refused(f"there is no picture {number}; the document has {len(found)}" + (f": {names}" if names else ""))
    return found[number - 1]


def _number(document: Any, name: str) -> int:
    return next((at for at, item in enumerate(_all(document), 1) if item.Name == name), 0)


def _told(image: Any) -> dict[str, str]:
    is_inline = image.AnchorType.value == "AS_CHARACTER"
    known = {value: key for key, value in _WRAPS.items()}
    return {
        "name": str(image.Name), "width": f"{image.Size.Width / 100:.2f} mm", "height": f"{image.Size.Height / 100:.2f} mm",
        "wrap": _INLINE if is_inline else known.get(image.TextWrap.value, "none"),
    }  # fmt: skip


def _is_size(image: Any, width: int, height: int) -> bool:
    return bool(abs(image.Size.Width - width) <= _OFF and abs(image.Size.Height - height) <= _OFF)
