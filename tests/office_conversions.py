"""Documents as LibreOffice writes them: one office without a window makes all that the tests of a process need."""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from uuid import uuid4

from tests.office_profiles import own_profile

# LibreOffice's names of its export filters, by the family of the document and the ending.
_FILTERS = {
    "text": {
        "odt": "writer8", "fodt": "OpenDocument Text Flat XML", "docx": "MS Word 2007 XML", "txt": "Text",
        "html": "HTML (StarWriter)", "pdf": "writer_pdf_Export",
    },
    "sheet": {
        "ods": "calc8", "fods": "OpenDocument Spreadsheet Flat XML", "xlsx": "Calc MS Excel 2007 XML",
        "pdf": "calc_pdf_Export",
    },
    "slides": {
        "odp": "impress8", "fodp": "OpenDocument Presentation Flat XML", "pptx": "Impress MS PowerPoint 2007 XML",
        "pdf": "impress_pdf_Export",
    },
    "drawing": {"odg": "draw8"},
}  # fmt: skip
_FAMILIES = {
    "odt": "text", "fodt": "text", "docx": "text", "csv": "sheet", "xlsx": "sheet", "ods": "sheet", "pptx": "slides",
    "odp": "slides", "fodg": "drawing",
}  # fmt: skip

_WITHIN_S = 150.0

# Only the system's Python has the `uno` module. Its argument is the pipe's name. Each line that it reads is a list of ways, and
# each that it writes is what went wrong, or "". It ends, and the office with it, where there are no more lines.
_SCRIPT = """
import json, os, sys, time, traceback
import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.lang import DisposedException

def value(name, content):
    made = PropertyValue()
    made.Name, made.Value = name, content
    return made

local = uno.getComponentContext()
resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
deadline = time.monotonic() + 90
while True:
    try:
        context = resolver.resolve(f"uno:pipe,name={sys.argv[1]};urp;StarOffice.ComponentContext")
        break
    except NoConnectException:
        if time.monotonic() > deadline:
            raise
        time.sleep(0.1)
desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)

def write(ways):
    for source, target, export, reading, writing in ways:
        how = [value("Hidden", True), *(value(*pair) for pair in reading.items())]
        document = desktop.loadComponentFromURL(source, "_blank", 0, tuple(how))
        try:
            document.storeToURL(target, (value("FilterName", export), *(value(*pair) for pair in writing.items())))
        finally:
            document.close(True)

for line in sys.stdin:
    try:
        write(json.loads(line))
        wrong = ""
    except Exception:
        wrong = traceback.format_exc()
    print(json.dumps(wrong), flush=True)
try:
    desktop.terminate()
except DisposedException:
    pass  # It was gone before it answered.
# The bridge to an office that is gone may crash Python while it ends in its own way.
os._exit(0)
"""


class _Office:
    """Its profile is its own. It ends with the process that started it."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="ufo-conversions-"))
        name = f"ufo-{uuid4().hex}"
        command = ["soffice", own_profile(self._folder), "--headless", "--norestore"]
        self._office = subprocess.Popen(
            [*command, f"--accept=pipe,name={name};urp;"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._script = subprocess.Popen(
            ["/usr/bin/python3", "-c", _SCRIPT, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def write(self, steps: Sequence[Sequence[object]]) -> str:
        """Return what went wrong, or ""."""
        told, answers = self._script.stdin, self._script.stdout
        assert told is not None and answers is not None
        told.write(json.dumps(steps) + "\n")
        told.flush()
        if not select.select([answers], [], [], _WITHIN_S)[0]:
            return f"no answer within {_WITHIN_S:g} s"
        line = answers.readline()
        return str(json.loads(line)) if line else f"the script has ended with {self._script.wait(10)}"

    def close(self) -> None:
        with suppress(subprocess.TimeoutExpired, BrokenPipeError):
            self._script.communicate(timeout=30)
        self._script.kill()
        self._script.wait()
        with suppress(ProcessLookupError):
            os.killpg(self._office.pid, signal.SIGKILL)
        self._office.wait()
        shutil.rmtree(self._folder, ignore_errors=True)


@cache
def _office() -> _Office:
    return _Office()


def end_office() -> None:
    """End the office that conversions have started. The next one starts another."""
    if _office.cache_info().currsize:
        _office().close()
        _office.cache_clear()


def convert(folder: Path, *ways: tuple[str, str], options: str = "", password: str = "") -> None:
    """Each way is a source and a target below `folder`. `options`: LibreOffice's tokens for reading CSV. `password`: of what is
    written.
    """
    writing = {"Password": password} if password else {}
    wrong = _office().write([(*_step(folder, source, target, options), writing) for source, target in ways])
    if wrong:
        # What is left of it in there is not for the next test.
        end_office()
    assert not wrong, wrong


def _step(folder: Path, source: str, target: str, options: str) -> Sequence[object]:
    ending = source.rpartition(".")[2]
    export = _FILTERS[_FAMILIES[ending]][target.rpartition(".")[2]]
    reading = {"FilterName": "Text - txt - csv (StarCalc)", "FilterOptions": options} if ending == "csv" else {}
    (folder / target).parent.mkdir(exist_ok=True)
    return (folder / source).as_uri(), (folder / target).as_uri(), export, reading
