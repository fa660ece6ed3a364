"""Derives what must hold after actions for which nothing was stated: as much as the actions themselves imply."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pydantic import TypeAdapter

from ufo.schema.action import ActionCommandInfo
from ufo.schema.patterns import regex
from ufo.schema.predicate import DocumentPredicate, ElementPredicate, FilePredicate, Predicate
from ufo.schema.properties import ARCHIVES, ending_of, property_named
from ufo.schema.roles import RADIOS, TOGGLES
from ufo.schema.target import TargetInfo
from ufo.schema.tool_facts import Keeps, Proof
from ufo.verify.documents.references import column_letters, column_number, parse_reference

_AS_KEPT = regex(r"(?:-?(?:0|[1-9]\d{0,14}))?|[^\W\d_](?:[^\d]*[^\W\d_])?")
"""Whole numbers and words. Files keep other numbers, dates and truth values without the form in which they are shown."""
_MOST_PLACES = 20
_ANY: TypeAdapter[Predicate] = TypeAdapter(Predicate)
_LONGEST_VALUE = 20_000
_LONGEST_LINE = 200
_LASTING = frozenset({"frozen rows", "frozen columns", "hidden sheet", "protected", "page orientation", "page size"})
"""Properties of a sheet that stay as they are where its cells are moved."""


def derived(actions: Sequence[ActionCommandInfo], begun: float) -> tuple[Predicate, ...]:
    """Return what the actions imply. `begun`: when the turn began to act, in seconds since 1970; a file that was saved is
    newer.

    For a control that was written to twice, the last text holds.
    """
    found: dict[object, Predicate] = {}
    for action in actions:
        if not action.result.ok:
            continue
        if action.facts.keeps is not Keeps.ALL:
            found = {key: one for key, one in found.items() if _outlasts(one, action.facts.keeps)}
        saved = _kept_in_file(action, found.values()) if action.facts.saves else []
        if action.facts.saves:
            found = {key: one for key, one in found.items() if not (isinstance(one, DocumentPredicate) and one.path)}
        for predicate in (*_of(action, begun), *saved):
            found = {key: left for key, one in found.items() if (left := _beside(one, predicate)) is not None}
            found[_about(predicate)] = predicate
    return tuple(found.values())


def cells_written(action: ActionCommandInfo) -> frozenset[tuple[str | None, int, int]]:
    """Return the cells that the action wrote: sheet, row and column of each."""
    rows = [one for one in _of(action, 0.0) if isinstance(one, DocumentPredicate) and one.cells is not None]
    return frozenset((one.sheet, *place) for one in rows for place in _places(one))


def _beside(earlier: Predicate, later: Predicate) -> Predicate | None:
    """Return what is left of the earlier condition beside the later one: of cells that both state the later text holds. None
    where the later one states all of them.
    """
    rows = [one for one in (earlier, later) if isinstance(one, DocumentPredicate) and one.cells is not None]
    if len(rows) < 2 or rows[0].cells is None or _whose(rows[0]) != _whose(rows[1]):
        return earlier
    new, own = _places(rows[1]), _places(rows[0])
    if not new.keys() & own.keys():
        return earlier
    if own.keys() <= new.keys():
        return None
    texts = {place: new.get(place, text) for place, text in own.items()}
    top, left = min(own, default=(0, 0))
    cells = tuple(tuple(texts[top + y, left + x] for x in range(len(line))) for y, line in enumerate(rows[0].cells))
    return rows[0].model_copy(update={"cells": cells})


def _whose(predicate: DocumentPredicate) -> tuple[str, bool, str | None]:
    return predicate.path, predicate.open, predicate.sheet


def _places(predicate: DocumentPredicate) -> dict[tuple[int, int], str]:
    reference = parse_reference(predicate.start)
    if reference is None or predicate.cells is None:
        return {}
    return {
        (reference.area.row + y, reference.area.column + x): text
        for y, line in enumerate(predicate.cells)
        for x, text in enumerate(line)
    }


def _outlasts(predicate: Predicate, keeps: Keeps) -> bool:
    """Tell whether a condition still holds after a tool that does not keep everything: a click may have closed or cleared it."""
    if isinstance(predicate, DocumentPredicate) and (predicate.sheets is not None or predicate.property in _LASTING):
        return keeps is Keeps.SHEETS
    if isinstance(predicate, DocumentPredicate) and predicate.key is not None:
        return not predicate.open
    return isinstance(predicate, FilePredicate)


def _about(predicate: Predicate) -> object:
    if isinstance(predicate, ElementPredicate):
        return predicate.name, predicate.role
    if isinstance(predicate, DocumentPredicate) and predicate.property is not None:
        return predicate.model_copy(update={"value": None})
    if isinstance(predicate, DocumentPredicate) and predicate.sheets is not None:
        return predicate.model_copy(update={"sheets": ()})
    return predicate


def _of(action: ActionCommandInfo, begun: float) -> list[Predicate]:
    if action.facts.saves:
        return _saved(action, begun)
    rule = _RULES.get(action.facts.proves)
    return rule(action) if rule is not None else []


def _saved(action: ActionCommandInfo, begun: float) -> list[Predicate]:
    path = _path_of(action)
    return [FilePredicate(path=path, changed_after=begun)] if path else []


def _path_of(action: ActionCommandInfo) -> str:
    result = action.result.result
    return str((result.get("path") if isinstance(result, dict) else result) or "")


def _kept_in_file(action: ActionCommandInfo, before: Iterable[Predicate]) -> list[Predicate]:
    """Return what the open document holds as conditions on the file that it is saved to, as far as the file keeps it as shown."""
    path = _path_of(action)
    is_open_document = path.casefold().endswith((".ods", ".odt", ".odp", ".odg"))
    if not is_open_document and not path.casefold().endswith((".xlsx", ".docx", ".pptx")):
        return []
    held = [one for one in before if isinstance(one, DocumentPredicate) and one.open and not one.path]
    return [
        one.model_copy(update={"path": path, "open": False})
        for one in held
        if is_open_document or (_is_told_by(one, path) if one.property else _is_shown_as_kept(one.cells or ()))
    ]


def _is_told_by(predicate: DocumentPredicate, path: str) -> bool:
    """Tell whether such a file records the property. Styles have names of their own in other formats."""
    known = property_named(predicate.property or "")
    return known.name != "style" and ending_of(path) in known.formats


def _is_shown_as_kept(rows: Sequence[Sequence[str]]) -> bool:
    return all(_AS_KEPT.fullmatch(cell) for row in rows for cell in row)


def _set_edit_text(action: ActionCommandInfo) -> list[Predicate]:
    return _shows(action.target, _written(action))


def _set_value(action: ActionCommandInfo) -> list[Predicate]:
    target, value = action.target, action.arguments.get("value")
    if isinstance(value, bool):
        return _ticked(target, value)
    return [] if target is None or "password" in target.states else _shows(target, str(value))


def _set_checked(action: ActionCommandInfo) -> list[Predicate]:
    return [] if action.arguments.get("path") else _ticked(action.target, bool(action.arguments.get("checked", True)))


def _select(action: ActionCommandInfo) -> list[Predicate]:
    items = list(action.arguments.get("items") or [])
    is_one = action.target is not None and action.target.type == "ComboBox" and len(items) == 1
    return _shows(action.target, items[0]) if is_one else []


def _fill(action: ActionCommandInfo) -> list[Predicate]:
    return [one for field in action.arguments.get("fields") or () for one in _filled(field)]


def _written(action: ActionCommandInfo) -> str | None:
    """Return what the field shows in the end: the earlier text stays unless it was cleared."""
    if action.target is None or "password" in action.target.states:
        return None
    text = str(action.arguments.get("text", ""))
    return text if action.arguments.get("clear_current_text") else (action.target.value or "") + text


def _shows(target: TargetInfo | None, value: Any) -> list[Predicate]:
    if target is None or not isinstance(value, str) or len(value) > _LONGEST_VALUE:
        return []
    # Without a name, any control of this role may be meant; only a text identifies this one.
    if not (target.name or target.label or value.strip()):
        return []
    return [ElementPredicate(name=target.name or target.label or "", role=target.type, value=value)]


def _ticked(target: TargetInfo | None, checked: bool) -> list[Predicate]:
    if target is None or not target.name:
        return []
    return [ElementPredicate(name=target.name, role=target.type, state="checked" if checked else "unchecked")]


def _filled(field: Any) -> list[Predicate]:
    if not isinstance(field, dict) or not field.get("name"):
        return []
    name, value = str(field["name"]), field.get("value")
    if isinstance(value, bool):
        return [ElementPredicate(name=name, state="checked" if value else "unchecked")]
    return [ElementPredicate(name=name, value=str(value))]


def _clicked(action: ActionCommandInfo) -> list[Predicate]:
    """Return the new state: a single click toggles a check box, and chooses a radio button."""
    target = action.target
    if target is None or target.type not in TOGGLES or action.arguments.get("double"):
        return []
    if action.arguments.get("button", "left") != "left" or not {"checked", "unchecked"} & set(target.states):
        return []
    return _ticked(target, target.type in RADIOS or "unchecked" in target.states)


def _chart(action: ActionCommandInfo) -> list[Predicate]:
    refers = str(action.arguments.get("data_range") or "") or None
    kind = str(action.arguments.get("chart_type") or "any")
    titles = [one for one in _told(action) if isinstance(one, DocumentPredicate) and one.property]
    return [DocumentPredicate(path="", open=True, sheet=_sheet(action), chart=kind, chart_refers_to=refers), *titles]


def _cell(action: ActionCommandInfo) -> list[Predicate]:
    content, cell = str(action.arguments.get("content", "")), str(action.arguments.get("cell", ""))
    if content.startswith("="):
        # The application computes what a formula gives; the copy of the document shows whether that stands there.
        result = action.result.result if isinstance(action.result.result, dict) else {}
        content = "" if result.get("error") else str(result.get("shown") or "")
    if not content or not cell:
        return []
    return [DocumentPredicate(path="", open=True, sheet=_sheet(action), start=cell, cells=((content,),))]


def _table(action: ActionCommandInfo) -> list[Predicate]:
    rows, column = action.arguments.get("table"), action.arguments.get("start_col", 1)
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        return []
    number = column_number(column) if isinstance(column, str) and column.isalpha() else int(column) - 1
    start = f"{column_letters(number)}{action.arguments.get('start_row', 1)}"
    cells = tuple(tuple("" if cell is None else str(cell) for cell in row) for row in rows)
    return [DocumentPredicate(path="", open=True, sheet=_sheet(action), start=start, cells=cells)]


def _looks(action: ActionCommandInfo) -> list[Predicate]:
    """Return conditions for the texts or ranges that the tool says it reached."""
    result, look = action.result.result, str(action.arguments.get("look", ""))
    if not isinstance(result, dict) or not look:
        return []
    if result.get("holds"):
        return _told(action)
    stated = {"path": "", "open": True, "property": look, "value": str(action.arguments.get("value", ""))}
    sheet = {"sheet": str(result["sheet"])} if result.get("sheet") else {}
    texts = [{"paragraph": str(text)} for text in result.get("texts") or () if str(text).strip()]
    places = texts or [{"start": str(cells), **sheet} for cells in result.get("cells") or ()]
    return [DocumentPredicate.model_validate({**stated, **place}) for place in places[:_MOST_PLACES]]


def _sheets(action: ActionCommandInfo) -> list[Predicate]:
    result = action.result.result
    names = result.get("names") if isinstance(result, dict) else None
    return [DocumentPredicate(path="", open=True, sheets=tuple(map(str, names)))] if names else []


def _rows_told(action: ActionCommandInfo) -> list[Predicate]:
    """Return what the sheet must hold, as the tool worked it out from what it held before."""
    result = action.result.result
    if not isinstance(result, dict) or not result.get("rows"):
        return []
    cells = tuple(tuple(map(str, row)) for row in result["rows"])
    start = str(result.get("start") or "A1")
    return [DocumentPredicate(path="", open=True, sheet=str(result["sheet"]), start=start, cells=cells)]


def _text_written(action: ActionCommandInfo) -> list[Predicate]:
    text, path = str(action.arguments.get("text", "")), _path_of(action)
    lines = [one.strip() for one in text.splitlines() if one.strip()]
    holds = max(lines, key=len, default="")[:_LONGEST_LINE]
    return [FilePredicate(path=path, contains=holds or None)] if path else []


def _made(action: ActionCommandInfo) -> list[Predicate]:
    """Return that the files which the tool tells of are there, and how many pages or which files they hold."""
    result = action.result.result if isinstance(action.result.result, dict) else {}
    paths = [str(one) for one in result.get("paths") or ([result["path"]] if result.get("path") else [])]
    found: list[Predicate] = [FilePredicate(path=path) for path in paths[:_MOST_PLACES]]
    if len(paths) == 1 and result.get("pages"):
        found.append(DocumentPredicate(path=paths[0], pages=int(result["pages"])))
    found += [
        DocumentPredicate(path=paths[0], property="member", key=str(name), value="on")
        for name in (result.get("members") or ())[:_MOST_PLACES]
        if len(paths) == 1 and ending_of(paths[0]) in ARCHIVES
    ]
    return found


def _noted(action: ActionCommandInfo) -> list[Predicate]:
    """Return what the file named in the result must hold, key by key; without keys, that it is there."""
    result = action.result.result
    if not isinstance(result, dict) or not result.get("path"):
        return []
    path, noted = str(result["path"]), result.get("noted")
    if not isinstance(noted, dict):
        return [FilePredicate(path=path)]
    return [DocumentPredicate(path=path, key=str(key), value=str(value)) for key, value in noted.items()]


def _told(action: ActionCommandInfo) -> list[Predicate]:
    """Return what the tool says must hold: of the open document where no path is named."""
    result = action.result.result
    told = result.get("holds") if isinstance(result, dict) else None
    stated = [one for one in told or () if isinstance(one, dict)][:_MOST_PLACES]
    of_open = {"on": "document", "path": "", "open": True}
    return [_ANY.validate_python(one if "on" in one else {**of_open, **one}) for one in stated]


def _slides(action: ActionCommandInfo) -> list[Predicate]:
    """Return how many slides there are, and the title, layout and number of bullets of each that the tool tells of."""
    result = action.result.result
    if not isinstance(result, dict):
        return []
    found: list[Predicate] = [DocumentPredicate(path="", open=True, pages=int(result.get("count", 0)))]
    for one in list(result.get("slides") or ())[:_MOST_PLACES]:
        page = int(one["slide"])
        found += [
            _of_slide(page, name, one[key])
            for key, name in (
                ("title", "slide title"),
                ("layout", "layout"),
                ("bullets", "bullets"),
                ("notes", "notes"),
            )
            if str(one.get(key, "")).strip() and not (key == "layout" and one[key] not in _LAYOUTS)
        ]
        if one.get("hidden"):
            found.append(_of_slide(page, "hidden slide", "on"))
    return found


_LAYOUTS = property_named("layout").values.said.split("|")
"""A slide may have one that no condition can name: "other (11)"."""


def _of_slide(page: int, name: str, value: object) -> DocumentPredicate:
    return DocumentPredicate(path="", open=True, page=page, property=name, value=str(value))


def _of_document(name: str, value: object) -> DocumentPredicate:
    return DocumentPredicate(path="", open=True, property=name, value=str(value))


def _object_on_slide(action: ActionCommandInfo) -> list[Predicate]:
    """Return what the slide's new object is told by: a picture by its size, a chart by the number of charts there."""
    result = action.result.result
    if not isinstance(result, dict) or not result.get("slide"):
        return []
    page, kind = int(result["slide"]), result.get("kind")
    if kind == "chart":
        return [_of_slide(page, "charts", result.get("charts", 1))]
    if kind == "image" and result.get("images") == 1:
        return [_of_slide(page, f"image {side}", f"{result[side]} cm") for side in ("width", "height")]
    text = str(action.arguments.get("text") or "")
    lines = [line.strip() for line in text.splitlines() if line.strip()] if kind == "text" else []
    return [DocumentPredicate(path="", open=True, paragraph=line, page=page) for line in lines[:_MOST_PLACES]]


def _slide_looks(action: ActionCommandInfo) -> list[Predicate]:
    result = action.result.result
    if not isinstance(result, dict):
        return []
    named = [
        (name, key)
        for key, name in (("background", "slide background"), ("transition", "transition"))
        if result.get(key)
    ]
    pages = [] if "masters" in result else list(result.get("slides") or ())[:_MOST_PLACES]
    return [*_master_looks(action), *(_of_slide(int(page), name, result[key]) for page in pages for name, key in named)]


def _master_looks(action: ActionCommandInfo) -> list[Predicate]:
    """Return how a master's titles or bodies must look. A colour is told as the tool read it."""
    result, given = action.result.result, action.arguments
    if not isinstance(result, dict) or "masters" not in result:
        return []
    values = {"font": given.get("font"), "size": given.get("size"), "colour": result.get("color")}
    return [
        DocumentPredicate(path="", open=True, property=f"master {look}", key=str(given["part"]), value=f"{value}")
        for look, value in values.items()
        if value
    ]


def _page_size(action: ActionCommandInfo) -> list[Predicate]:
    result = action.result.result
    if not isinstance(result, dict) or not result.get("width"):
        return []
    width, height = float(result["width"]), float(result["height"])
    lies = "landscape" if width > height else "portrait"
    return [_of_document("page size", f"{width:g} x {height:g} mm"), _of_document("page orientation", lies)]


def _option(action: ActionCommandInfo) -> list[Predicate]:
    """Return what the registry of the application holds. One that was emptied stands in no file."""
    result = action.result.result
    if (
        not isinstance(result, dict)
        or action.arguments.get("value") is None
        or result.get("before") == result.get("after")
    ):
        return []
    value = result.get("after")
    said = str(value).lower() if isinstance(value, bool) else str(value)
    return [DocumentPredicate(path=str(result["file"]), key=str(result["key"]), value=said)]


def _sheet(action: ActionCommandInfo) -> str | None:
    """Return the sheet's name. A number is of no use in a file."""
    name = action.arguments.get("sheet_name")
    return name if isinstance(name, str) and name and not name.isdecimal() else None


_RULES: Mapping[Proof, Callable[[ActionCommandInfo], list[Predicate]]] = MappingProxyType(
    {
        Proof.TEXT: _set_edit_text,
        Proof.VALUE: _set_value,
        Proof.CHECKED: _set_checked,
        Proof.CHOICE: _select,
        Proof.FIELDS: _fill,
        Proof.TOGGLED: _clicked,
        Proof.CHART: _chart,
        Proof.CELL: _cell,
        Proof.TABLE: _table,
        Proof.LOOKS: _looks,
        Proof.SHEETS: _sheets,
        Proof.ROWS: _rows_told,
        Proof.WRITTEN: _text_written,
        Proof.MADE: _made,
        Proof.NOTED: _noted,
        Proof.HOLDS: _told,
        Proof.SLIDES: _slides,
        Proof.OBJECT: _object_on_slide,
        Proof.SLIDE_LOOKS: _slide_looks,
        Proof.PAGE_SIZE: _page_size,
        Proof.OPTION: _option,
    }
)
