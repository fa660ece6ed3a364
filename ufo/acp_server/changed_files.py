"""The files that a request changed, as one call: text files with both contents, for the editor to show as a difference."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from acp import start_tool_call, text_block, tool_content, tool_diff_content
from acp.schema import ContentToolCallContent, FileEditToolCallContent, ToolCallLocation, ToolCallStart

from ufo.proof.difference.manifest import FOLDER, MISSING, Kept, image_folders, read_manifest

_MOST_BYTES, _MOST_FILES = 200_000, 20
Content = ContentToolCallContent | FileEditToolCallContent


def changed_call(call: str, run: Path, folder: Path, files: tuple[str, ...]) -> ToolCallStart | None:
    """Return the call that tells of these files and of all below the working folder that the last request changed; None where it
    changed none. `run`: the run's folder, which has the images from before. Blocking: reads the files. Raises OSError where
    the list of images cannot be read.
    """
    *_, images = (run / FOLDER, *image_folders(run / FOLDER))
    changed = (kept for kept in read_manifest(images) if kept.after != (kept.sha256 if kept.there else MISSING))
    told = [kept for kept in changed if kept.path in files or Path(kept.path).is_relative_to(folder)]
    found = told[:_MOST_FILES]
    if not found:
        return None
    return start_tool_call(
        call,
        f"changed {len(found)} file{'s' if len(found) > 1 else ''}",
        kind="edit",
        status="completed",
        content=list(_contents(found, images)),
        locations=[ToolCallLocation(path=kept.path) for kept in found],
    )


def _contents(found: list[Kept], images: Path) -> Iterator[Content]:
    for kept in found:
        before = _text(images / kept.image) if kept.image else "" if not kept.there else None
        after = _text(Path(kept.path))
        if before is not None and after is not None:
            yield tool_diff_content(kept.path, after, before if kept.there else None)
        else:
            yield tool_content(text_block(f"{kept.path}: {'changed' if kept.there else 'new'}"))


def _text(path: Path) -> str | None:
    """Return the contents of a text file, "" of one that is gone; None of any other and of a long one."""
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
        return data.decode() if len(data) <= _MOST_BYTES and b"\0" not in data else None
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError):
        return None
