"""Acts the usual way through accessibility: find a control by name from the application down, do its action, pause, read it
back. Prints milliseconds, one value a line. The system's Python runs it. `pause` is what test scripts usually sleep after an
action.
"""

import sys
import time
from typing import Any

import pyatspi  # type: ignore[import-not-found]  # of the system Python only


def find(root: Any, name: str) -> Any:
    """Find the control anew each time, because the cached children of a menu are those from before it opened."""
    todo = [root]
    while todo:
        node = todo.pop()
        node.clearCache()
        if node.name.strip() == name and "Action" in pyatspi.listInterfaces(node):
            return node
        todo.extend(child for child in node if child is not None)
    raise SystemExit(f"nothing is called {name!r}")


def main() -> None:
    pid, pause, repeat, names = int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
    root = next(item for item in pyatspi.Registry.getDesktop(0) if item is not None and item.get_process_id() == pid)
    for _ in range(repeat):
        began = time.perf_counter()
        for name in names:
            node = find(root, name)
            node.queryAction().doAction(0)
            time.sleep(pause)
        node.clearCache()
        node.getState().getStates()
        print((time.perf_counter() - began) * 1000)


main()
