"""Makes the files of an item, by their endings, as real programs write them."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from PIL import Image

from bench.corpus.items import FileContent
from bench.corpus.office_open_xml import write_docx, write_pptx, write_xlsx
from bench.corpus.opendocument import write_ods, write_odt
from bench.corpus.plain_pdf import write_pdf


def write_files(folder: Path, contents: Mapping[str, FileContent | None]) -> None:
    """Write each file below the folder, and take away those that are None."""
    for name, content in contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if content is None:
            path.unlink()
        elif isinstance(content, str):
            path.write_text(content, encoding="utf-8", newline="")
        else:
            _writer(path)(path, content)


def _writer(path: Path) -> Callable[[Path, Any], None]:
    try:
        return _WRITERS[path.suffix.lower()]
    except KeyError:
        raise ValueError(f"{path.name}: no content but a text is known for this ending") from None


def _write_picture(path: Path, content: Mapping[str, Any]) -> None:
    picture = Image.new("RGB", (content["width"], content["height"]), content.get("color", "#ffffff"))
    options = {"quality": content["quality"]} if "quality" in content else {}
    picture.convert(content.get("mode", "RGB")).save(path, **options)


def _write_zip(path: Path, content: Mapping[str, str]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in content.items():
            # A fixed time, so that the same members are the same archive.
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), text)


_WRITERS: Mapping[str, Callable[[Path, Any], None]] = {
    ".xlsx": write_xlsx,
    ".ods": write_ods,
    ".docx": write_docx,
    ".odt": write_odt,
    ".pptx": write_pptx,
    ".png": _write_picture,
    ".jpg": _write_picture,
    ".jpeg": _write_picture,
    ".pdf": write_pdf,
    ".zip": _write_zip,
}
