"""The usual way to read a window: every object of a process by pyatspi, with role, name, states, extents, actions and text.
Prints JSON. Run by the system Python. Children of a table with 2^31 cells are not walked, or it would never end."""

import json
import statistics
import sys
import time
from typing import Any

import pyatspi  # type: ignore[import-not-found]  # of the system Python only


def read(node: Any) -> tuple[object, ...]:
    role, name, states = node.getRole(), node.name, node.getState().getStates()
    interfaces = pyatspi.listInterfaces(node)
    box = node.queryComponent().getExtents(0) if "Component" in interfaces else None
    actions = node.queryAction().nActions if "Action" in interfaces else 0
    text = node.queryText().getText(0, -1) if "Text" in interfaces else None
    return role, name, states, box, actions, text


def walk(root: Any) -> int:
    count, todo = 0, [root]
    while todo:
        node = todo.pop()
        try:
            node.clearCache()
            read(node)
            count += 1
            if node.childCount < 10_000:
                todo.extend(child for child in node if child is not None)
        except Exception:  # noqa: BLE001  # an object that goes away ends no walk
            continue
    return count


def main() -> None:
    pid, repeat = int(sys.argv[1]), int(sys.argv[2])
    root = next(item for item in pyatspi.Registry.getDesktop(0) if item is not None and item.get_process_id() == pid)
    times, nodes = [], 0
    for _ in range(repeat):
        began = time.perf_counter()
        nodes = walk(root)
        times.append((time.perf_counter() - began) * 1000)
    print(json.dumps({"ms": statistics.median(times), "nodes": nodes}))


main()
