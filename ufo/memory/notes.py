"""The notes of a run: what its agents wrote down, within bounds, so that a prompt can show them at each turn."""

from __future__ import annotations

from collections.abc import Iterable

from ufo.schema.note import Note

MOST_NOTES, MOST_CHARS, LONGEST = 30, 6_000, 1_000


class Notes:
    """Notes by name, oldest first. Where there are too many, or they are too long together, the oldest go; `dropped` has their
    names.
    """

    def __init__(self) -> None:
        self._kept: dict[str, Note] = {}
        self.dropped: tuple[str, ...] = ()

    @property
    def content(self) -> tuple[Note, ...]:
        return tuple(self._kept.values())

    def take(self, notes: Iterable[Note], by: str = "", subtask: str = "") -> None:
        """Keep an answer's notes. `by`, `subtask`: who wrote them, and in which sub-task."""
        for note in notes:
            if note.text.strip():
                self.put(note.model_copy(update={"by": by, "subtask": subtask}))
            else:
                self._kept.pop(note.key, None)

    def put(self, note: Note) -> None:
        """Keep one note, in the place of the one of its name."""
        if len(note.text) > LONGEST:
            note = note.model_copy(update={"text": f"{note.text[:LONGEST]}… ({len(note.text) - LONGEST} more cut)"})
        self._kept[note.key] = note
        self.dropped = tuple(name for name in self.dropped if name != _called(note))
        while len(self._kept) > MOST_NOTES or sum(len(kept.text) for kept in self._kept.values()) > MOST_CHARS:
            oldest = next(iter(self._kept))
            self.dropped = (*self.dropped, _called(self._kept.pop(oldest)))[-MOST_NOTES:]

    def clear(self) -> None:
        self._kept.clear()
        self.dropped = ()


def _called(note: Note) -> str:
    return note.name or note.text[:40]
