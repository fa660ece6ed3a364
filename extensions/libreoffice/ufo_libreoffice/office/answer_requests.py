"""Reads requests and writes answers in order, one JSON object per line. Ends when its standard input ends."""

from __future__ import annotations

import json
import os
import queue
import threading
from typing import Any, Protocol, TextIO

from .refusals import Deaf, Gone, Refused


class Office(Protocol):
    """What answers the requests."""

    def run(self, operation: str, arguments: dict[str, Any], where: dict[str, Any]) -> Any:
        """Return the value of an operation on the document that `where` tells of."""
        ...

    def told(self, error: Exception) -> tuple[str, str]:
        """Return the kind and the message of an error of the office itself: "gone" or "failed"."""
        ...


def serve(lines: TextIO, answers: TextIO, office: Office) -> None:
    """Answer requests. A thread reads ahead, so that this process ends with its parent even while the office keeps a call
    waiting.
    """
    requests: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(lines, requests), daemon=True).start()
    while True:
        answers.write(json.dumps(_answer(json.loads(requests.get()), office)) + "\n")
        answers.flush()


def _read(lines: TextIO, requests: queue.SimpleQueue[str]) -> None:
    for line in lines:
        requests.put(line)
    os._exit(0)


def _answer(request: dict[str, Any], office: Office) -> dict[str, Any]:
    number = request["id"]
    try:
        return {"id": number, "value": office.run(request["operation"], request["arguments"], request)}
    except Refused as error:
        kind, message = "refused", str(error)
    except Deaf as error:
        kind, message = "deaf", str(error)
    except Gone as error:
        kind, message = "gone", str(error)
    except Exception as error:  # noqa: BLE001 this process's boundary: every error is an answer
        kind, message = office.told(error)
    return {"id": number, "error": {"kind": kind, "message": message}}
