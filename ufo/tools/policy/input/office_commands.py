"""Judges a command of an office program by its arguments: an address or a path in any of them is taken into the document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ufo.schema.action_class import ActionClass
from ufo.schema.file_names import path_meant
from ufo.tools.observe.read_texts import texts_in
from ufo.tools.policy.files.own_document import own_document
from ufo.tools.policy.files.reading import read_at
from ufo.tools.policy.input.entered_text import of_cells
from ufo.tools.policy.programs.addresses import file_of, read_address
from ufo.tools.policy.scene.scene import Judged, Scene, gravest

_LONGEST = 4096
_ONLY_LINKS = frozenset({"inserthyperlink", "sethyperlink", "edithyperlink"})
"""Commands that write an address down, and do not follow it."""
_LINKED = frozenset({"http", "https", "mailto"})


def commanding(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge the gravest of the arguments, whatever they are called."""
    given = [arguments.get(key) for key in ("arguments", "value")]
    name = str(arguments.get("command") or "").strip().removeprefix(".uno:")
    texts = list(texts_in(given))
    judged = [_argument(scene, name, text) for text in texts]
    return gravest([*judged, of_cells(scene, texts, into_cells=True)])


def _argument(scene: Scene, name: str, text: str) -> Judged:
    plain = text.strip()
    if not plain or "\n" in plain or len(plain) > _LONGEST:
        return Judged(ActionClass.EDIT)
    address = read_address(plain)
    if address is None or address.scheme == "file":
        return gravest(read_at(scene, path) for path in _files(scene, plain))
    if address.is_known:
        return Judged(ActionClass.RUN_PROGRAM, f"Run the command {name!r} with {plain!r}, which may run code")
    if not address.rest.startswith("//") and not address.is_page:
        # A text with a colon in it.
        return Judged(ActionClass.EDIT)
    if name.casefold() in _ONLY_LINKS and address.scheme in _LINKED:
        return Judged(ActionClass.EDIT)
    return Judged(ActionClass.SEND, f"Run the command {name!r} with {plain!r}, which reaches another machine")


def _files(scene: Scene, text: str) -> Iterator[Path]:
    """Yield the files that a text may name, from the working folder or from that of the document on."""
    address = read_address(text)
    document = own_document(scene)
    folders = [scene.working_folder, *([document.parent] if document is not None and document.is_absolute() else [])]
    named = file_of(address) if address is not None else None
    for path in [named] if named is not None else [path_meant(text, folder) for folder in folders]:
        try:
            if path.is_file():
                yield path
        except (OSError, ValueError):
            continue
