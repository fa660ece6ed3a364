"""Makes a run's pictures small enough to be part of the report."""

from __future__ import annotations

import base64
import io
from pathlib import Path

from PIL import Image

MAX_EDGE = 1440
_QUALITY = 72


def inlined(folder: Path, path: str) -> str | None:
    """Return a JPEG data URL of at most 1440 pixels on each side; None where the picture is missing, damaged or outside of the
    run's folder.
    """
    try:
        file = (folder / path).resolve()
        if not file.is_relative_to(folder.resolve()):
            return None
        with Image.open(file) as image:
            small = image.convert("RGB")
        small.thumbnail((MAX_EDGE, MAX_EDGE), Image.Resampling.LANCZOS)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    out = io.BytesIO()
    small.save(out, "JPEG", quality=_QUALITY)
    return f"data:image/jpeg;base64,{base64.b64encode(out.getvalue()).decode('ascii')}"
