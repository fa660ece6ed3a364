"""What an owned application writes down of itself: its controls, as its own toolkit tells them, and what happened to them.

The controls go as JSON to the file named by the first argument, anew whenever something changed; what happened goes line by
line to the same name with `.events`. Run by the system Python, whose toolkits have no types.
"""

import json
import sys
from pathlib import Path


class Ledger:
    """`title` is the window's, from the second argument."""

    def __init__(self, toolkit):
        self.path = Path(sys.argv[1])
        self.title = sys.argv[2] if len(sys.argv) > 2 else "Owned scene"
        self.toolkit = toolkit
        self._last = ""
        self._events = Path(f"{sys.argv[1]}.events")
        self._events.touch()

    def note(self, key, what):
        with self._events.open("a", encoding="utf-8") as file:
            file.write(json.dumps([key, what]) + "\n")

    def write(self, controls, layers=(), area=None):
        """Each control is a dict of `control`; each layer the key of an opener and the rectangle of what it opened, which
        covers all controls but its own; `area` the part of the screen that is told of, None for all of the windows.
        Returns True, as timers of several toolkits go on for as long as they get that."""
        text = json.dumps({"toolkit": self.toolkit, "controls": controls, "layers": list(layers), "area": area})
        if text != self._last:
            self._last = text
            new = self.path.with_name(f"{self.path.name}.new")
            new.write_text(text, encoding="utf-8")
            new.replace(self.path)
        return True


def control(key, role, name, rect, **more):
    """`rect`: left, top, right, bottom on the screen, None where it has no place. `more`:
    states   words of `ufo.schema.target.STATES` that hold
    value    the text or number that it shows
    label    the text beside it that names it, where it has no name
    seen     shown (default), hidden, covered, scrolled
    reacts   what is noted under its key when it is clicked
    opens    the key before the colon of what a click opens ("file:new" is in what "file" opens)
    passive  a person can do nothing with it
    near     how many pixels its place may be told wrong by, 2 where that is not said
    """
    return {"key": key, "role": role, "name": name, "rect": rect, "states": [], "seen": "shown", **more}
