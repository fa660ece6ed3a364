"""Makes the files of an item, by their endings, as real programs write them."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from PIL import Image

from bench.corpus.items import FileContent
from bench.corpus.office_open_xml import write_docx, write_pptx, write_xlsx
from bench.corpus.opendocument import write_ods, write_odt
from bench.corpus.plain_pdf import write_pdf

_TIME = (2026, 1, 1, 0, 0, 0)
_MADE = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*(</dcterms:)")


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
            if zipfile.is_zipfile(path):
                _without_times(path)


def _without_times(path: Path) -> None:
    """Give an archive and what it says of itself a fixed time, so that the same content is the same file, whenever it is made."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            kept = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name, _TIME), _MADE.sub(rb"\g<1>2026-01-01T00:00:00Z\g<2>", data), kept)


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
            archive.writestr(zipfile.ZipInfo(name, _TIME), text)


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
