"""Reads requests and writes answers in order, one JSON object per line. Ends when its standard input ends."""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from collections.abc import Callable
from typing import Any, TextIO

from .api import Deaf, DisposedError, Gone, Refused, UnoError
from .calc.operations import OPERATIONS as CALC
from .commands import OPERATIONS as COMMANDS
from .connection import Connections
from .format_text import OPERATIONS as LOOKS
from .impress.export import OPERATIONS as EXPORTING
from .impress.objects import OPERATIONS as OBJECTS
from .impress.shapes import OPERATIONS as SHAPES
from .impress.slide_looks import OPERATIONS as SLIDE_LOOKS
from .impress.slide_sizes import OPERATIONS as SLIDE_SIZES
from .impress.slides import OPERATIONS as SLIDES
from .options import OPERATIONS as OPTIONS
from .passwords import OPERATIONS as PASSWORDS
from .save import OPERATIONS as SAVING
from .writer.changes import OPERATIONS as CHANGES
from .writer.contents import OPERATIONS as CONTENTS
from .writer.edit_tables import OPERATIONS as EDITED_TABLES
from .writer.fields import OPERATIONS as FIELDS
from .writer.images import OPERATIONS as IMAGES
from .writer.marks import OPERATIONS as MARKS
from .writer.pages import OPERATIONS as PAGES
from .writer.sections import OPERATIONS as SECTIONS
from .writer.styles import OPERATIONS as STYLES
from .writer.tables import OPERATIONS as TABLES
from .writer.text import OPERATIONS as WRITER

OPERATIONS: dict[str, Callable[..., Any]] = {
    **WRITER,
    **TABLES,
    **EDITED_TABLES,
    **PAGES,
    **FIELDS,
    **CONTENTS,
    **MARKS,
    **IMAGES,
    **CHANGES,
    **SECTIONS,
    **STYLES,
    **CALC,
    **SAVING,
    **PASSWORDS,
    **LOOKS,
    **SLIDES,
    **OBJECTS,
    **SHAPES,
    **SLIDE_LOOKS,
    **SLIDE_SIZES,
    **EXPORTING,
    **COMMANDS,
    **OPTIONS,
}
_LOST = ("disposed", "bridge", "connection")


def serve(lines: TextIO, answers: TextIO) -> None:
    """Answer requests. A thread reads ahead, so that this process ends with its parent even while LibreOffice keeps a call
    waiting.
    """
    requests: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(lines, requests), daemon=True).start()
    connections = Connections()
    while True:
        answer = _answer(json.loads(requests.get()), connections)
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def _read(lines: TextIO, requests: queue.SimpleQueue[str]) -> None:
    for line in lines:
        requests.put(line)
    os._exit(0)


def _answer(request: dict[str, Any], connections: Connections) -> dict[str, Any]:
    number = request["id"]
    try:
        shown = connections.shown(request["address"], request["windows"], request["title"])
        value = OPERATIONS[request["operation"]](shown, **request["arguments"])
    except Refused as error:
        return _error(number, "refused", str(error))
    except Deaf as error:
        return _error(number, "deaf", str(error))
    except (Gone, DisposedError) as error:
        return _error(number, "gone", str(error) or "LibreOffice closed the document")
    except UnoError as error:
        text = str(error) or type(error).__name__
        return _error(number, "gone" if any(word in text.lower() for word in _LOST) else "failed", text)
    except Exception as error:  # noqa: BLE001 this process's boundary: every error is an answer
        return _error(number, "failed", f"{type(error).__name__}: {error}")
    return {"id": number, "value": value}


def _error(number: int, kind: str, message: str) -> dict[str, Any]:
    return {"id": number, "error": {"kind": kind, "message": message}}


if __name__ == "__main__":
    serve(sys.stdin, sys.stdout)
