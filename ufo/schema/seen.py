"""What was read in a run, with the place where it stood."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seen:
    """Something that was read: `text`, and the `label` that it stood under, "" where it had none. `by_tool`: a tool of reading
    returned it. `place`: the path of its file, or the title of its window or page; "" where that is not known. `below`: a
    program tells it of itself: it is the title of a window, or stood below the document that the window shows.
    """

    text: str
    label: str = ""
    by_tool: bool = False
    place: str = ""
    below: bool = False
