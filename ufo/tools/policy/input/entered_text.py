"""Judges text by where it goes: into cells, which evaluate it; into an address bar, which opens it; into the name of a file to
open.

The text that is there already counts too, and so does what earlier commands of the turn write: a formula in two halves is
one formula.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from types import MappingProxyType

from ufo.desktop.snapshot import Element
from ufo.desktop.values import Keys
from ufo.schema.action_class import ActionClass
from ufo.schema.file_names import path_meant
from ufo.schema.patterns import any_case
from ufo.schema.roles import EDITS_COMBO_BOXES_AND_CELLS
from ufo.tools.act.key_notation import KeyEvent
from ufo.tools.policy.programs.addresses import read_address, typed
from ufo.tools.policy.programs.consoles import by_text
from ufo.tools.policy.programs.formulas import class_of_formula
from ufo.tools.policy.programs.indirect_execution import is_file_manager
from ufo.tools.policy.programs.made_pages import in_address_bar
from ufo.tools.policy.programs.start_arguments import judged_argument
from ufo.tools.policy.scene.scene import Judged, Scene, gravest

_OPENS = any_case(
    r"\b(open|load|import|insert|öffnen|laden|einfügen|ouvrir|importer|abrir|importar|apri|importa|openen|otwórz|открыть)\b"
    r"|打开|開く|열기"
)
_PAGE_ADDRESS = any_case(r"(?:https?|ftp)://[^\s\"'<>()]+")
_TO_ADDRESS_BAR = frozenset({
    ("ctrl", "l"), ("alt", "d"), ("f6",), ("ctrl", "t"), ("ctrl", "n"), ("ctrl", "k"), ("ctrl", "e"),
    ("ctrl", "shift", "p"),
})  # fmt: skip
PASTES = frozenset({("ctrl", "v"), ("ctrl", "shift", "v"), ("shift", "insert"), ("ctrl", "alt", "shift", "v")})
_PASTES = any_case(r"^(?:paste|einfügen|coller|pegar|incolla|colar|plakken|wklej|вставить|粘贴|貼り付け|붙여넣기)\b")
# Shifted signs of the US keyboard, the most common one.
_SHIFTED = MappingProxyType(dict(zip("1234567890-=[]\\;',./`", '!@#$%^&*()_+{}|:"<>?~', strict=True)))
_SIGNS = ("=", "+", "-", "@")
_SHOWN = 200


def entering(scene: Scene, target: Element | None, text: str, chords: Sequence[tuple[str, ...]] = ()) -> Judged:
    """Judge `text` going into `target`, or wherever the focus is; `chords` are pressed with it."""
    judged = [by_text(scene, text)]
    if text.strip():
        judged.append(_formula(scene, target, text))
        judged.append(_to_open(scene, text))
    if scene.is_browser and (not in_page(scene, target) or _TO_ADDRESS_BAR.intersection(chords)):
        judged += [_addressed(scene, word) for word in _as_it_would_stand(scene, target, text)]
    return gravest(judged)


def committing(scene: Scene, target: Element | None) -> Judged:
    """Judge Enter with nothing typed: it commits what is in the field."""
    if target is None or target.role not in EDITS_COMBO_BOXES_AND_CELLS or not target.value:
        return Judged(ActionClass.EDIT)
    if scene.is_browser and not in_page(scene, target):
        return _addressed(scene, target.value)
    return _formula(scene, None, target.value) if scene.is_sheet else Judged(ActionClass.EDIT)


def _addressed(scene: Scene, text: str) -> Judged:
    """Judge a text in an address bar, as an address and as a file that is shown."""
    return gravest((typed(scene, text), in_address_bar(scene, text)))


def of_cells(scene: Scene, texts: Iterable[str], *, into_cells: bool) -> Judged:
    """Judge what a tool writes. The texts go into cells where the tool says so or a sheet is selected."""
    in_sheet = scene.is_sheet or into_cells
    return max(
        (_formula(scene, None, text, in_sheet=in_sheet) for text in texts),
        key=lambda judgement: judgement.action_class.severity,
        default=Judged(ActionClass.EDIT),
    )


def pastes(label: str) -> bool:
    return bool(_PASTES.search(label.replace("_", "").replace("&", "").strip()))


def opens(label: str) -> bool:
    return bool(_OPENS.search(label.replace("_", "")))


def struck(events: Sequence[KeyEvent], copied: str = "") -> str:
    """Return the text that the keys amount to: what is typed, what is pressed key by key with Shift, and what the clipboard
    inserts.
    """
    return "".join(_of_keys(event, copied) if isinstance(event, Keys) else event.text for event in events)


def _of_keys(event: Keys, copied: str) -> str:
    *held, key = event.chord
    if event.chord in PASTES:
        return copied
    if set(held) - {"shift"}:
        return ""
    if key in ("space", "enter", "tab"):
        return {"space": " ", "enter": "\n", "tab": "\t"}[key]
    if len(key) != 1:
        return ""
    return (_SHIFTED.get(key) or key.upper()) if held else key


def _formula(scene: Scene, target: Element | None, text: str, *, in_sheet: bool | None = None) -> Judged:
    if in_sheet is None:
        in_sheet = scene.is_sheet or (target is not None and target.role == "Cell")
    for whole in _as_it_would_stand(scene, target, text) if in_sheet else (text,):
        found = class_of_formula(whole, in_sheet=in_sheet)
        if found is not ActionClass.EDIT:
            said = "starts a program" if found is ActionClass.RUN_PROGRAM else "reaches a server or another file"
            return Judged(found, f"Write {whole.strip()[:_SHOWN]!r} in {scene.title!r}, a formula that {said}")
        for address in _PAGE_ADDRESS.findall(whole) if "=" in whole else ():
            carried = typed(scene, address)
            if carried.action_class is ActionClass.SEND:
                return carried
    return Judged(ActionClass.EDIT)


def _as_it_would_stand(scene: Scene, target: Element | None, text: str) -> Iterator[str]:
    yield text
    yield from (line for line in text.splitlines() if line.strip() and line != text)
    if scene.written:
        yield "".join((*scene.written, text))
    if scene.is_browser or not text.lstrip().startswith("="):
        yield from (f"{word}{text}" for word in _edited(scene, target))


def _edited(scene: Scene, target: Element | None) -> list[str]:
    """Return the texts of the fields that the keys go into, or may go into. A sheet shows a cell's text in its input line as
    well.
    """
    elements = scene.elements
    own = target.value if target is not None and target.role in EDITS_COMBO_BOXES_AND_CELLS else None
    if scene.is_browser:
        bars = [
            element.value
            for element in elements
            if element.role == "Edit" and element.value and not in_page(scene, element)
        ]
        return bars if own is None else [own]
    begun = [
        element.value for element in elements if element.role != "Cell" and (element.value or "").lstrip()[:1] in _SIGNS
    ]
    known = [own or "", *(text for text in begun if text)] if scene.is_sheet or own is None else [own]
    # A complete formula that reaches out was asked about, or was there before; what is typed now replaces it.
    return [text for text in known if not text.rstrip().endswith(")") or class_of_formula(text) is ActionClass.EDIT]


def in_page(scene: Scene, element: Element | None) -> bool:
    """Return whether the element surely is in the page, and not in the browser's own bars."""
    if element is None:
        return False
    pages = [
        control for control in scene.elements if control.role == "Document" and control.handle.key != element.handle.key
    ]
    return element.role == "Document" or any(
        page.rect.covers(element.rect) and page.depth < element.depth for page in pages
    )


def _to_open(scene: Scene, text: str) -> Judged:
    """Judge a path or address in a file manager or in a dialog that opens something, as an application's argument."""
    named = text.strip().strip("\"'")
    if not (_is_open_dialog(scene) or is_file_manager(scene)) or not _names_a_file(scene, named):
        return Judged(ActionClass.EDIT)
    judged = judged_argument(scene, scene.application, named)
    if judged.action_class is ActionClass.LAUNCH:
        return Judged(ActionClass.EDIT)
    return replace(judged, question=f"Open in {scene.title!r}: {judged.question}")


def _names_a_file(scene: Scene, text: str) -> bool:
    if not text or "\n" in text or len(text) > 4096:
        return False
    address = read_address(text)
    if address is not None:
        return "/" in text or address.is_known
    try:
        return path_meant(text, scene.working_folder).exists()
    except (OSError, ValueError, RuntimeError):
        return False


def _is_open_dialog(scene: Scene) -> bool:
    dialogs = scene.dialogs
    titles = [*dialogs, *([scene.title] if scene.is_dialog else [])]
    return any(map(opens, titles))
