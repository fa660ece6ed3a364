"""Names title slides as such in a presentation that LibreOffice has just written for PowerPoint.

LibreOffice 7.4 writes its layout "Title Slide" as one of title and text (`type="tx"`), and 25.2 calls it "Default"; both write
its title as that of any slide. Other programs then take the slide for one with a text. Every other part of the file stays as
LibreOffice wrote it.
"""

from __future__ import annotations

import io
import os
import re
import zipfile
from pathlib import Path, PurePosixPath

_LAYOUT = re.compile(r"ppt/slideLayouts/slideLayout\d+\.xml")
_SLIDE = re.compile(r"ppt/slides/slide\d+\.xml")
_ROOT = re.compile(rb"(<p:sldLayout\b[^>]*\btype=\")(?:tx|title)(\")")
_NAMED = re.compile(rb"(<p:cSld\b[^>]*\bname=\")Default(\")")
_TITLE = re.compile(rb"(<p:ph\b[^>]*\btype=\")title(\")")
_SUBTITLE = re.compile(rb"<p:ph\b[^>]*\btype=\"subTitle\"")
_TARGET = re.compile(rb"Target=\"([^\"]*slideLayouts/[^\"]*)\"")
_MOST_BYTES = 512 * 1024 * 1024


def name_title_slides(path: str) -> int:
    """Correct the file in place and return how many layouts were wrong. The file keeps its times, by which LibreOffice tells
    whether another program has changed it. A file that cannot be read stays as it is.
    """
    file = Path(path)
    try:
        if file.suffix.lower() != ".pptx" or file.stat().st_size > _MOST_BYTES:
            return 0
        stat = file.stat()
        made, count = _corrected(file.read_bytes())
        if count:
            with file.open("r+b") as target:
                target.write(made)
                target.truncate()
            os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    except (OSError, zipfile.BadZipFile):
        return 0
    return count


def _corrected(data: bytes) -> tuple[bytes, int]:
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source:
        wrong = {name for name in source.namelist() if _LAYOUT.fullmatch(name) and _is_title_layout(source.read(name))}
        if not wrong:
            return data, 0
        slides = {name for name in source.namelist() if _SLIDE.fullmatch(name) and _layout_of(source, name) in wrong}
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
            for entry in source.infolist():
                part = source.read(entry)
                if entry.filename in wrong:
                    part = _NAMED.sub(rb"\1Title Slide\2", _ROOT.sub(rb"\1title\2", part))
                    part = _TITLE.sub(rb"\1ctrTitle\2", part)
                elif entry.filename in slides:
                    part = _TITLE.sub(rb"\1ctrTitle\2", part)
                made.writestr(entry, part)
    return target.getvalue(), len(wrong)


def _is_title_layout(part: bytes) -> bool:
    return bool(_ROOT.search(part) and _TITLE.search(part) and _SUBTITLE.search(part))


def _layout_of(source: zipfile.ZipFile, slide: str) -> str:
    relations = f"ppt/slides/_rels/{PurePosixPath(slide).name}.rels"
    found = _TARGET.search(source.read(relations)) if relations in source.namelist() else None
    return f"ppt/slideLayouts/{PurePosixPath(found[1].decode()).name}" if found else ""
