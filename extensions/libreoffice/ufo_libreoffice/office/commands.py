"""Tells and runs the commands of LibreOffice that a document of this kind has.

The lists are LibreOffice's own, so they fit the version that runs.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from .api import DisposedError, UnoError, call, constant, properties, struct, typed
from .connection import Shown
from .refusals import Refused

_PREFIX = ".uno:"
_NAME = re.compile(r"[A-Za-z][\w.-]*")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_MENUBAR = "private:resource/menubar/menubar"
_TITLES = 5
_KINDS = ("short", "long", "unsigned short", "unsigned long", "hyper", "float", "double", "boolean", "string", "byte")
_REFUSED = (
    (
        r"quit|exit|restart|close(doc|docs|win|frame|object)?|terminate.*",
        "it would close what is open; close a document on the screen, where unsaved changes are asked about",
    ),
    (
        r".*macro.*|.*script(s|organizer|ing)|run.*|basic(ide.*|stop|break|step.*|run)|(load|compile|save)basic.*|editmacro"
        r"|moduledialog|libselect|packagemanager.*|javascript.*|plugin.*|.*extension.*",
        "macros, scripts and extensions are run by the person only",
    ),
    (
        r"print(default)?|sendmail.*|sendfax|sendvia.*|sendfeedback|mailmerge.*",
        "it would print or send; open that on the screen",
    ),
    (
        r"open(url|remote|readonly|fromwriter|fromcalc|.*hyperlink.*)?|loadurl|reload|recentfilelist|autopilot.*"
        r"|hyperlink(dialog)?oncursor|jumptourl",
        "it would open another document or page, or lose unsaved changes; open files by launching them",
    ),
    (
        r"save|saveas.*|saveall|saveacopy|savesimple|savegraphic|recsave|export(to|todpf|topdf|toepub|direct.*|dialog|as.*)?"
        r"|redacted.*",
        "files are written with the tools save, save_as and export",
    ),
)
_DANGEROUS = tuple((re.compile(names), why) for names, why in _REFUSED)
_ALLOWED = (
    "VIEW", "EDIT", "OPTIONS", "MATH", "NAVIGATOR", "INSERT", "FORMAT", "TEXT", "FRAME", "GRAPHIC", "TABLE", "ENUMERATION",
    "DATA", "SPECIAL", "IMAGE", "CHART", "CONNECTOR", "MODIFY", "DRAWING", "CONTROLS",
)  # fmt: skip
"""LibreOffice's own groups of commands (com.sun.star.frame.CommandGroup) whose commands work on the document alone."""
_NOT_OF_THEM = re.compile(
    r"updateall(links)?|pasteaslink|opensmarttag.*|openlocalurl|openfrom.*|openxml.*|externaledit|exportas.*|datastreams.*|dataprovider.*"
    r"|datareimport|dataarearefresh|managexmlsource|importfromfile|twain.*|remote|share.*|configuredialog|moredictionaries"
    r"|internetdialog|optionstreedialog|tableevents|insertscript|sourceview|bibliography.*"
)
"""Commands of these groups that reach another file, another machine or code by themselves."""
_ALLOWED_TOO = frozenset(
    {
        "AddDateField", "AddWatch", "ApplyNames", "AssignLayout", "AutoSum", "BulletsAndNumberingDialog", "ChangePicture",
        "Crop", "CurrentDate", "CurrentTime", "Delete", "DeleteAllAnnotation", "DeleteAnnotation", "DeleteFrame",
        "DeleteSlide", "DisplayMasterBackground", "DisplayMasterObjects", "DistributeSelection", "DuplicateSlide",
        "EditStyle", "FillShadow", "FrameName", "GoDown", "GoDownBlock", "GoLeft", "GoRight", "GoToEndOfData", "GoToStart",
        "GoUp", "GoUpBlock", "HandoutMode", "HideLastLevel", "InsertColumnDialog", "InsertFooter", "InsertHeader",
        "InsertPivotTable", "InsertRowDialog", "InsertSlide", "InsertSlideField", "InsertSlideTitleField",
        "InsertSlidesField", "JumpToEndOfDoc", "JumpToNextTable", "JumpToPrevTable", "JumpToStartOfDoc", "Mirror",
        "NumberFormatCurrencySimple", "ObjectAlign", "OriginalSize", "ParagraphDialog", "RenameSlide", "SelectAll",
        "SelectBackground", "SetAnchorToCell", "SetAnchorToCellResize", "SetColumnWidth", "SetDocumentProperties",
        "ShowNextLevel", "ShowRuler", "Size", "SlideSetup", "SpellCheckIgnore", "SpellCheckIgnoreAll", "SpellingDialog",
        "SplitHorizontal", "SplitVertical", "StyleApply", "StyleNewByExample", "StyleUpdateByExample",
        "ToggleObjectRotateMode", "TransformRotationAngle", "UnderlineSimple", "Watermark", "ZoomIn", "ZoomOut",
    }
)  # fmt: skip
"""Commands of other groups and of none that work on the document alone."""
_RUNS_CODE = (
    "macro:", "vnd.sun.star.script:", "vnd.sun.star.", "service:", "slot:", "javascript:", ".uno:", "private:",
)  # fmt: skip


def offered_commands(shown: Shown) -> list[dict[str, str]]:
    """Return all commands that run_command takes, each with its label, its tip and its place in the menus, if any."""
    allowed = _allowed(shown)
    told = (
        entry for entry in _catalogue(shown) if entry[1] and not _danger(entry[0]) and _is_allowed(entry[0], allowed)
    )
    return [{"command": name, "label": label, "tip": tip, "menu": menu} for name, label, tip, menu in told]


def _catalogue(shown: Shown) -> Iterator[tuple[str, str, str, str]]:
    """Yield name, label, tooltip and menu path of each command."""
    labels = _labels(shown)
    paths = dict(_menu(shown, labels))
    for name, (label, tip) in labels.items():
        yield name.removeprefix(_PREFIX), label, tip, paths.pop(name, "")
    for name, path in paths.items():
        yield name.removeprefix(_PREFIX), path.rpartition(" > ")[2], "", path


def _module(shown: Shown) -> str:
    return str(shown.create("frame.ModuleManager").identify(shown.document))


def _described(shown: Shown) -> Any:
    everything = shown.context.getValueByName("/singletons/com.sun.star.frame.theUICommandDescription")
    return everything.getByName(_module(shown))


def _labels(shown: Shown) -> dict[str, tuple[str, str]]:
    """Return label and tooltip of the commands that LibreOffice lists: all but those that open menus or dialogs."""
    described = _described(shown)
    return {str(name): _label(described, name) for name in described.ElementNames if name.startswith(_PREFIX)}


def _label(described: Any, name: str) -> tuple[str, str]:
    try:
        values = {item.Name: item.Value for item in described.getByName(name)}
    except UnoError:
        return "", ""
    tip = f"{values.get('Name') or ''} {values.get('TooltipLabel') or ''}"
    return _plain(values.get("Label") or values.get("Name")), _plain(tip)


def _plain(label: object) -> str:
    return str(label or "").replace("~", "").removesuffix("...").strip()


def _menu(shown: Shown, labels: Mapping[str, tuple[str, str]]) -> Iterator[tuple[str, str]]:
    supplier = shown.context.getValueByName("/singletons/com.sun.star.ui.theModuleUIConfigurationManagerSupplier")
    manager = supplier.getUIConfigurationManager(_module(shown))
    described = _described(shown)
    for command, above, label in _entries(manager.getSettings(_MENUBAR, False), described):
        yield command, " > ".join((*above, label or labels.get(command, ("", ""))[0]))


def _entries(items: Any, described: Any, above: tuple[str, ...] = ()) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Yield each command of a menu and of those in it, with the labels of the menus above it and its own."""
    for index in range(items.getCount()):
        values = {item.Name: item.Value for item in items.getByIndex(index)}
        command, inner = str(values.get("CommandURL") or ""), values.get("ItemDescriptorContainer")
        name = _CAMEL.sub(" ", command.removeprefix(_PREFIX))
        label = _plain(values.get("Label")) or _label(described, command)[0] or name
        if inner is not None and inner.getCount():
            yield from _entries(inner, described, (*above, label))
        elif command.startswith(_PREFIX):
            yield command, above, label


def _danger(name: str) -> str:
    """Return why a command is not run from here, "" for any other."""
    plain = name.partition("?")[0].casefold()
    return next((why for pattern, why in _DANGEROUS if pattern.fullmatch(plain)), "")


def _allowed(shown: Shown) -> frozenset[str]:
    """Return the commands of the groups that are run from here, as this LibreOffice lists them."""
    frame = shown.controller.getFrame()
    groups = {constant(f"frame.CommandGroup.{name}") for name in _ALLOWED}
    listed = (
        getconfigurabledispatchinformation
        for group in groups
        for getconfigurabledispatchinformation in frame.getConfigurableDispatchInformation(group)
    )
    return frozenset(str(item.Command).removeprefix(_PREFIX) for item in listed)


def _is_allowed(name: str, allowed: frozenset[str]) -> bool:
    """Tell whether a command is run from here. One of a family ("BasicShapes.can") is as its family."""
    if _NOT_OF_THEM.fullmatch(name.casefold()):
        return False
    return name in _ALLOWED_TOO or bool(allowed & {name, name.partition(".")[0]})


def run_command(shown: Shown, command: str, arguments: Mapping[str, Any], wait_s: float) -> dict[str, Any]:
    """Run a command and return what it changed. One that has not ended after `wait_s` seconds most likely shows a dialog: then
    `waiting` is true, and the command goes on when the dialog is answered.
    """
    name = command.strip().removeprefix(_PREFIX)
    if not _NAME.fullmatch(name):
        raise Refused(f"{command!r} is no name of a command; find it with find_commands")
    if why := _danger(name):
        raise Refused(f"{name!r} is not run from here: {why}")
    given = properties(**{key: _argument(key, value) for key, value in arguments.items()})
    url = _url(shown, name)
    frame = shown.controller.getFrame()
    if frame.queryDispatch(url, "", 0) is None:
        near = get_close_matches(name, [record["command"] for record in offered_commands(shown)], 4)
        meant = f"; near: {', '.join(near)}" if near else ""
        raise Refused(f"this kind of document has no command {name!r}, or not now{meant}")
    if not _is_allowed(name, _allowed(shown)):
        raise Refused(
            f"{name!r} is not run from here: it is none of the commands that work on the document alone; choose it on the screen"
        )
    before = _state(shown)
    run = _Run(shown, url, given)
    run.start()
    run.join(wait_s)
    return _changes(before, shown, run)


def _url(shown: Shown, name: str) -> Any:
    made = struct("util.URL", Complete=f"{_PREFIX}{name}")
    answer = call(shown.create("util.URLTransformer"), "parseStrict", made)
    return answer[1] if isinstance(answer, tuple) else made


class _Run(threading.Thread):
    """Runs a command beside the line of requests, which a dialog of the command would otherwise hold up."""

    def __init__(self, shown: Shown, url: Any, arguments: Any) -> None:
        super().__init__(daemon=True)
        self._shown, self._url, self._arguments = shown, url, arguments
        self.error = ""

    def run(self) -> None:
        try:
            helper = self._shown.create("frame.DispatchHelper")
            given = (*self._arguments, *properties(SynchronMode=True))
            helper.executeDispatch(self._shown.controller.getFrame(), self._url.Complete, "", 0, given)
        except UnoError as error:
            self.error = str(error) or type(error).__name__


def _argument(key: str, value: Any) -> Any:
    if isinstance(value, dict):
        kind = value.get("type")
        if kind not in _KINDS:
            raise Refused(f"the argument {key!r} has no type that is known; take one of {', '.join(_KINDS)}")
        return typed(str(kind), value.get("value"))
    if isinstance(value, str) and value.strip().casefold().startswith(_RUNS_CODE):
        raise Refused(f"the argument {key!r} would run code or another command, which the person does only")
    if isinstance(value, list):
        return tuple(_argument(key, item) for item in value)
    return value


def _state(shown: Shown) -> dict[str, Any]:
    document = shown.document
    manager = getattr(document, "UndoManager", None)
    titles = list(manager.getAllUndoActionTitles()) if manager is not None else []
    redo = list(manager.getAllRedoActionTitles()) if manager is not None else []
    return {"undo": titles, "redo": redo, "modified": bool(document.isModified())}


def _changes(before: dict[str, Any], shown: Shown, run: _Run) -> dict[str, Any]:
    told: dict[str, Any] = {"waiting": run.is_alive()}
    if run.error:
        raise Refused(f"LibreOffice refused the command: {run.error}")
    try:
        after = _state(shown)
    except DisposedError:
        return {**told, "closed": True, "changed": True}
    more = len(after["undo"]) - len(before["undo"])
    told["undo"] = [title for title in after["undo"][: max(more, 0)][:_TITLES] if title]
    told["undone"] = more < 0
    told["modified"] = after["modified"]
    told["changed"] = after != before
    return told
