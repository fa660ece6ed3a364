"""Reads requests and writes answers in order, one JSON object per line. Ends when its standard input ends."""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from collections.abc import Callable
from typing import Any, TextIO

from . import commands, options, passwords, properties, save
from .api import Deaf, DisposedError, Gone, Refused, UnoError
from .calc import (
    cells,
    chart,
    columns,
    conditional,
    filled_cells,
    filters,
    pivot,
    sort,
    structure,
    subtotals,
    tables_in_text,
    texts,
    view,
)
from .connection import Connections
from .impress import export, objects, slides
from .writer import changes, contents, edit_tables, fields, formats, images, marks, sections, tables, text

_MODULES = (
    *(text, tables, edit_tables, formats, fields, contents, marks, images, changes, sections),
    *(
        cells,
        chart,
        columns,
        conditional,
        filled_cells,
        filters,
        pivot,
        sort,
        structure,
        subtotals,
        tables_in_text,
        texts,
        view,
    ),
    *(slides, objects, export),
    *(save, passwords, properties, commands, options),
)
OPERATIONS: dict[str, Callable[..., Any]] = {
    name: operation for module in _MODULES for name, operation in module.OPERATIONS.items()
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
