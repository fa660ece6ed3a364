"""Converts documents by LibreOffice without a window, on a profile of its own that is thrown away: macros never run, nothing is
fetched, and the person's running office is not touched.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from ufo.desktop.private.processes import MARK
from ufo.desktop.private.sandbox import is_sandboxed
from ufo.errors import ToolError
from ufo.platform import scratch as scratches
from ufo.platform.office_profile import write_office_profile
from ufo.schema.file_names import named
from ufo.tools.system.process import run_program, unseen

TIMEOUT_S = 52.0
_TEXT = MappingProxyType(
    {
        ".odt": "writer8", ".ott": "writer8_template", ".fodt": "OpenDocument Text Flat XML", ".docx": "MS Word 2007 XML",
        ".doc": "MS Word 97", ".rtf": "Rich Text Format", ".html": "HTML (StarWriter)", ".txt": "Text (encoded):UTF8",
        ".pdf": "writer_pdf_Export",
    }
)  # fmt: skip
_SHEET = MappingProxyType(
    {
        ".ods": "calc8", ".fods": "OpenDocument Spreadsheet Flat XML", ".xlsx": "Calc MS Excel 2007 XML",
        ".xls": "MS Excel 97", ".html": "HTML (StarCalc)", ".pdf": "calc_pdf_Export",
    }
)  # fmt: skip
_SLIDES = MappingProxyType(
    {
        ".odp": "impress8", ".fodp": "OpenDocument Presentation Flat XML", ".pptx": "Impress MS PowerPoint 2007 XML",
        ".ppt": "MS PowerPoint 97", ".pdf": "impress_pdf_Export",
    }
)  # fmt: skip
_DRAWING = MappingProxyType(
    {".odg": "draw8", ".fodg": "OpenDocument Drawing Flat XML", ".pdf": "draw_pdf_Export", ".svg": "draw_svg_Export"}
)
_FAMILIES: tuple[tuple[frozenset[str], Mapping[str, str]], ...] = (
    (frozenset({".odt", ".ott", ".fodt", ".docx", ".docm", ".doc", ".rtf", ".txt", ".html", ".htm"}), _TEXT),
    (frozenset({".ods", ".ots", ".fods", ".xlsx", ".xlsm", ".xls", ".csv", ".tsv"}), _SHEET),
    (frozenset({".odp", ".otp", ".fodp", ".pptx", ".pptm", ".ppsx", ".ppt"}), _SLIDES),
    (frozenset({".odg", ".otg", ".fodg", ".svg"}), _DRAWING),
)
_SAFE = (
    ("/org.openoffice.Office.Common/Security/Scripting", "MacroSecurityLevel", "3"),
    ("/org.openoffice.Office.Common/Security/Scripting", "DisableMacrosExecution", "true"),
    ("/org.openoffice.Office.Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"),
    ("/org.openoffice.Office.Writer/Content/Update", "Link", "0"),
    ("/org.openoffice.Office.Calc/Content/Update", "Link", "1"),
)


def export_filter(source: str, target: str) -> str:
    """Return LibreOffice's name for writing a file with the ending `target` of one with the ending `source`. Raises ToolError."""
    source, target = source.casefold(), target.casefold()
    filters = next((filters for endings, filters in _FAMILIES if source in endings), None)
    if filters is None:
        known = ", ".join(sorted(ending.lstrip(".") for endings, _ in _FAMILIES for ending in endings))
        raise ToolError(f"a {source or 'file without an ending'} cannot be converted; these can: {known}")
    if target not in filters:
        can = ", ".join(text.lstrip(".") for text in filters)
        raise ToolError(f"a {source} file cannot become {target or 'a file without an ending'}; it can become {can}")
    return filters[target]


async def converted(source: Path, target: Path, environment: Mapping[str, str], reads: str = "") -> None:
    """Write the document under the target's ending to `target`. `reads`: LibreOffice's import filter with its options.

    Raises ToolError with what LibreOffice said. Nothing is written at the target then.
    """
    ending = target.suffix.casefold()
    filters = export_filter(source.suffix, ending)
    program = _program()
    with scratch(environment) as folder:
        # A name of ours: LibreOffice takes names with some signs for addresses or options.
        plain = folder / f"document{source.suffix.casefold()}"
        shutil.copyfile(source, plain)
        (made,) = await _run(program, [plain], _Way(ending, filters, repr(named(source.name)), reads), environment)
        shutil.move(made, target)


async def converted_together(sources: Sequence[Path], ending: str, environment: Mapping[str, str]) -> list[Path]:
    """Convert documents of one kind by one LibreOffice, each into a file beside it in a folder `out`, and return those.

    The documents stand in one folder of `scratch` under names of ours. Raises ToolError.
    """
    way = _Way(ending, export_filter(sources[0].suffix, ending), f"the {len(sources)} documents")
    return await _run(_program(), sources, way, environment)


def _program() -> str:
    program = shutil.which("soffice") or shutil.which("libreoffice")
    if program is None:
        raise ToolError("LibreOffice is not installed, which converts documents; make an odt, ods, odp or csv file")
    return program


@dataclass(frozen=True, slots=True)
class _Way:
    """The new ending, LibreOffice's names of what writes it and of what reads with its options, and what a person calls it."""

    ending: str
    filters: str
    called: str
    reads: str = ""


async def _run(program: str, sources: Sequence[Path], way: _Way, environment: Mapping[str, str]) -> list[Path]:
    folder = sources[0].parent
    profile, out = folder / "profile", folder / "out"
    write_office_profile(profile, _SAFE)
    command = [
        program,
        f"-env:UserInstallation={profile.as_uri()}",
        *("--headless", "--norestore", "--nologo", "--nodefault", "--nolockcheck"),
        *([f"--infilter={way.reads}"] if way.reads else []),
        *("--convert-to", f"{way.ending.lstrip('.')}:{way.filters}", "--outdir", str(out), *map(str, sources)),
    ]
    done = await run_program(command, folder, TIMEOUT_S, unseen(environment, folder))
    if done.exit_code is None:
        raise ToolError(f"LibreOffice did not convert {way.called} within {TIMEOUT_S:g} s and was stopped")
    made = [out / f"{source.stem}{way.ending}" for source in sources]
    if not all(path.is_file() and path.stat().st_size for path in made):
        said = " ".join((done.stderr or done.stdout).split())[-300:]
        raise ToolError(
            f"LibreOffice could not convert {way.called} ({said or 'it gave no reason'}); it may be broken or "
            "protected by a password"
        )
    return made


def scratch(environment: Mapping[str, str]) -> AbstractContextManager[Path]:
    """A folder to work in that is taken away at the end, where programs of that environment may write."""
    return scratches.scratch(Path(environment[MARK]) if is_sandboxed(environment) else None)
