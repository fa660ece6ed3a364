"""Documents as LibreOffice writes them: one office without a window makes all that a test needs, in place of a start for each."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

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

# Only the system's Python has the `uno` module. Its arguments: the pipe's name, and the ways as JSON.
_SCRIPT = """
import json, os, sys, time
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
for source, target, export, reading, writing in json.loads(sys.argv[2]):
    how = [value("Hidden", True), *(value(*pair) for pair in reading.items())]
    document = desktop.loadComponentFromURL(source, "_blank", 0, tuple(how))
    document.storeToURL(target, (value("FilterName", export), *(value(*pair) for pair in writing.items())))
    document.close(True)
try:
    desktop.terminate()
except DisposedException:
    pass  # It was gone before it answered.
# The bridge to an office that is gone may crash Python while it ends in its own way.
os._exit(0)
"""


def convert(folder: Path, *ways: tuple[str, str], options: str = "", password: str = "") -> None:
    """Each way is a source and a target below `folder`. `options`: LibreOffice's tokens for reading CSV. `password`: of what is
    written.
    """
    name = f"ufo-{uuid4().hex}"
    command = ["soffice", f"-env:UserInstallation={(folder / 'profile').as_uri()}", "--headless", "--norestore"]
    office = subprocess.Popen(
        [*command, f"--accept=pipe,name={name};urp;"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        writing = {"Password": password} if password else {}
        steps = [(*_step(folder, source, target, options), writing) for source, target in ways]
        script = ["/usr/bin/python3", "-c", _SCRIPT, name, json.dumps(steps)]
        done = subprocess.run(script, check=False, capture_output=True, text=True, timeout=150)
        assert done.returncode == 0, (done.returncode, done.stderr)
        office.wait(30)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(office.pid, signal.SIGKILL)
        office.wait()


def _step(folder: Path, source: str, target: str, options: str) -> Sequence[object]:
    ending = source.rpartition(".")[2]
    export = _FILTERS[_FAMILIES[ending]][target.rpartition(".")[2]]
    reading = {"FilterName": "Text - txt - csv (StarCalc)", "FilterOptions": options} if ending == "csv" else {}
    (folder / target).parent.mkdir(exist_ok=True)
    return (folder / source).as_uri(), (folder / target).as_uri(), export, reading
