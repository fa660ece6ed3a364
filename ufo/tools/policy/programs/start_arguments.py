"""Judges what an application is started with, by kind: an option, an address, a document. Anything not known to be harmless
needs a question.

The judged value is the one that the tool hands over: the same function resolves it in both places.
"""

from __future__ import annotations

import os
import zipfile
from collections.abc import Sequence
from pathlib import Path

from ufo.desktop.values import Application
from ufo.errors import ToolError
from ufo.schema.action_class import ActionClass
from ufo.schema.file_names import path_meant
from ufo.tools.policy.files.judge_files import looked_at
from ufo.tools.policy.files.reading import read_at
from ufo.tools.policy.programs.addresses import file_of, opened, read_address
from ufo.tools.policy.programs.formulas import class_of_formula
from ufo.tools.policy.programs.indirect_execution import runs_when_opened
from ufo.tools.policy.programs.made_pages import showing
from ufo.tools.policy.scene.scene import Judged, Scene, gravest
from ufo.tools.system.launch_arguments import resolve_argument

# Options that only say which window to show. Any other may run code, convert a file or load a script.
_PLAIN_OPTIONS = {
    "Office": frozenset(
        {"--writer", "--calc", "--impress", "--draw", "--math", "--nologo", "--norestore", "--view", "--nodefault"}
    ),
    "WebBrowser": frozenset({"--new-window", "--new-tab", "--private-window", "--incognito", "--private"}),
}
_SHOW_TEXT = frozenset({"TextEditor", "WebBrowser", "Archiving", "Compression", "WordProcessor"})
_TABLES = frozenset({".csv", ".tsv", ".tab", ".dif", ".slk", ".fods", ".dbf"})
_TABLES_OF_SHEETS = frozenset({".txt", ".prn", ".html", ".htm", ".xml"})
_MADE_FOR_MACROS = """
.odb .docm .dotm .xlsm .xltm .xlam .xlsb .xla .xll .pptm .potm .ppsm .ppam .ppa .sldm .iqy .oqy .rqy .slk .bas .xba
.xlb .scf .settingcontent-ms .oex .ocx .wll
"""
_MACRO_ENDINGS = frozenset(_MADE_FOR_MACROS.split())
_MACRO_PARTS = ("basic/", "scripts/", "dialogs/")
_VBA = b"vbaproject"
_OLE_VBA = "_VBA_PROJECT".encode("utf-16-le")
_FLAT_MACROS = (b"<office:script", b"<script:event-listener", b"<ooo:libraries", b"vnd.sun.star.script:")
_HEAD, _MOST_BYTES, _TABLE_BYTES = 512, 32 * 1024 * 1024, 2 * 1024 * 1024
_PROGRAM_HEADS = (b"#!", b"\x7fELF", b"MZ", b"\xca\xfe\xba\xbe")


def judged_arguments(scene: Scene, application: Application | None, arguments: Sequence[str]) -> Judged:
    """Return the gravest of the arguments; LAUNCH where all are harmless, or where the tool refuses one itself."""
    return gravest((judged_argument(scene, application, argument) for argument in arguments), ActionClass.LAUNCH)


def judged_argument(scene: Scene, application: Application | None, argument: str) -> Judged:
    if argument.strip().startswith(("-", "+", "–", "—")):
        if application is not None and argument in _plain_options(application):
            return Judged(ActionClass.LAUNCH)
        return Judged(ActionClass.RUN_PROGRAM, f"the option {argument!r}")
    try:
        given = resolve_argument(argument, scene.working_folder, application)
    except (ToolError, ValueError, OSError, RuntimeError):
        # There is no such document, and the tool says so and lists what exists. An address is judged nevertheless.
        address = read_address(argument)
        return _of_address(scene, application, argument) if address is not None else Judged(ActionClass.LAUNCH)
    if given.startswith("/") and read_address(argument) is None:
        return of_document(scene, application, argument, Path(given))
    return _of_address(scene, application, given)


def of_document(scene: Scene, application: Application | None, written: str, path: Path) -> Judged:
    """Judge a path: what an application shows is read. `written` is how it was named, which may be a link to it."""
    if not os.path.lexists(path) and application is not None and "TextEditor" in application.categories:
        # An editor that begins a file writes nothing yet; saving it is judged by where it goes.
        return Judged(ActionClass.LAUNCH)
    if not path.is_file() and not path.is_dir():
        return Judged(ActionClass.UNKNOWN, f"{str(path)!r}, which is no ordinary file")
    linked = _behind_a_link(scene, written, path) or Judged(ActionClass.LAUNCH)
    if path.is_dir():
        return linked
    read = read_at(scene, path_meant(written, scene.working_folder))
    judged = (linked, read, _of_contents(scene, application, written, path))
    return gravest(judged)


def _of_contents(scene: Scene, application: Application | None, written: str, path: Path) -> Judged:
    """Judge a file by what it would do where the application opens it."""
    shows_text = application is not None and bool(_SHOW_TEXT.intersection(application.categories))
    if not shows_text and (_is_program(written) or _is_program(path.name) or _begins_as_program(path)):
        return Judged(ActionClass.RUN_PROGRAM, f"{str(path)!r}, which is a program or starts one")
    if not _is_plain_editor(application) and _holds_macros(path):
        return Judged(ActionClass.RUN_PROGRAM, f"{str(path)!r}, which may hold macros")
    if _is_table(path.suffix.casefold(), application):
        if path.stat().st_size > _TABLE_BYTES:
            return Judged(
                ActionClass.UNKNOWN, f"{str(path)!r}, which is too large to check for formulas that reach out"
            )
        formula = class_of_formula(_text_of(path))
        if formula is not ActionClass.EDIT:
            return Judged(formula, f"{str(path)!r}, whose formulas reach a server, another file or a program")
    return Judged(ActionClass.LAUNCH) if _is_plain_editor(application) else showing(scene, path)


def _of_address(scene: Scene, application: Application | None, text: str) -> Judged:
    address = read_address(text)
    if address is None:
        if application is not None and "WebBrowser" in application.categories:
            host = read_address(f"http://{text.strip()}")
            return opened(scene, host) if host is not None else Judged(ActionClass.UNKNOWN, repr(text))
        return Judged(ActionClass.UNKNOWN, f"{text!r}, which is neither an existing document nor an address")
    if address.scheme != "file":
        return opened(scene, address)
    path = file_of(address)
    if path is None or not path.exists():
        return Judged(ActionClass.UNKNOWN, f"{text!r}, which is not an existing document")
    return of_document(scene, application, str(path), path.resolve())


def _plain_options(application: Application) -> frozenset[str]:
    return frozenset(option for category in application.categories for option in _PLAIN_OPTIONS.get(category, ()))


def _behind_a_link(scene: Scene, written: str, path: Path) -> Judged | None:
    """Judge a link by where it leads, and say so: its name may lie in the working folder and its file anywhere. None where that
    needs no question.
    """
    named = Path(os.path.normpath(path_meant(written, scene.working_folder)))
    for base in (scene.working_folder, Path.home()):
        root = next((item for item in (base, base.resolve()) if named.is_relative_to(item)), None)
        if root is None:
            continue
        if base.resolve() / named.relative_to(root) == path or looked_at(scene, path).where is ActionClass.CREATE:
            return None
        said = f"{str(named)!r}, a link to {str(path)!r} outside of your folders"
        return Judged(ActionClass.OUTSIDE, said, (path,), is_read=True)
    return None


def _is_program(name: str) -> bool:
    """Return whether a name is a program's, whatever follows its ending: some programs ignore spaces and dots there."""
    return runs_when_opened(name.rstrip(" .\t\r\n"))


def _begins_as_program(path: Path) -> bool:
    head = _read(path, _HEAD)
    return head.startswith(_PROGRAM_HEADS) or b"[Desktop Entry]" in head or b"[InternetShortcut]" in head


def _holds_macros(path: Path) -> bool:
    """Return whether a document may hold macros, by its ending where the format is made for them, else by its content."""
    if path.suffix.casefold() in _MACRO_ENDINGS:
        return True
    head = _read(path, 8)
    if head.startswith(b"PK"):
        return _zip_holds_macros(path)
    if head.startswith(b"\xd0\xcf\x11\xe0"):
        return _OLE_VBA in _read(path, _MOST_BYTES)
    if path.suffix.casefold() in (".fodt", ".fods", ".fodp", ".fodg", ".xml"):
        held = _read(path, _MOST_BYTES).lower()
        return any(macro in held for macro in _FLAT_MACROS)
    return False


def _zip_holds_macros(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as archive:
            names = [name.casefold() for name in archive.namelist()]
            if any(name.startswith(_MACRO_PARTS) or _VBA.decode() in name for name in names):
                return True
            # A document's events may call a script outside the document.
            wanted = [item for item in archive.infolist() if item.filename.casefold() in ("content.xml", "styles.xml")]
            return any(_zipped_calls_script(archive, item) for item in wanted)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError):
        return False


def _zipped_calls_script(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> bool:
    with archive.open(part) as file:
        return b"vnd.sun.star.script:" in file.read(_MOST_BYTES)


def _is_plain_editor(application: Application | None) -> bool:
    return application is not None and bool(
        {"TextEditor", "Archiving", "Compression"}.intersection(application.categories)
    )


def _is_table(ending: str, application: Application | None) -> bool:
    """Return whether the file is opened as a sheet, whose cells are evaluated."""
    categories = application.categories if application is not None else ("Office",)
    return ("Office" in categories and ending in _TABLES) or (
        "Spreadsheet" in categories and ending in _TABLES | _TABLES_OF_SHEETS
    )


def _text_of(path: Path) -> str:
    data = _read(path, _TABLE_BYTES)
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8"
    return data.decode(encoding, errors="replace")


def _read(path: Path, most: int) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(most)
    except OSError:
        return b""
