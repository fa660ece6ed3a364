"""The blackboard: the memory that the HostAgent shares with every AppAgent (facts/described_system.md §1.9)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ufo.errors import ConfigError, TraceError
from ufo.memory.memory import Memory, MemoryItem
from ufo.memory.notes import Notes
from ufo.schema.fence import compact_json, fence
from ufo.schema.geometry import Rect
from ufo.schema.inputs import BlackboardView
from ufo.schema.message import ImagePart, TextPart
from ufo.schema.note import Note
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.picture import Picture, png_rect
from ufo.schema.shared_memory import shared_memory_to_prompt, texts_to_prompt

MAX_TRAJECTORIES = 30
MAX_SCREENSHOTS = 5


class Blackboard:
    """Questions, requests, trajectories, results of sub-tasks, notes and screenshots.

    The numbers of trajectories and screenshots are limited: a new one replaces the oldest, and the first trajectory of the
    view says how many were dropped.
    """

    def __init__(self, max_trajectories: int = MAX_TRAJECTORIES, max_screenshots: int = MAX_SCREENSHOTS) -> None:
        self.questions = Memory()
        self.requests = Memory()
        self.trajectories = Memory(max_items=max_trajectories)
        self.screenshots = Memory(max_items=max_screenshots)
        self.notes = Notes()
        self._results: list[SubtaskRecord] = []

    @property
    def results(self) -> tuple[SubtaskRecord, ...]:
        return tuple(self._results)

    def add_questions(self, values: Mapping[str, Any]) -> None:
        """Add a question with its answer: {question, answer}."""
        self.questions.add_memory_item(MemoryItem(values))

    def add_requests(self, values: Mapping[str, Any]) -> None:
        self.requests.add_memory_item(MemoryItem(values))

    def add_trajectories(self, values: Mapping[str, Any]) -> None:
        self.trajectories.add_memory_item(MemoryItem(values))

    def add_result(self, record: SubtaskRecord) -> None:
        self._results.append(record)

    def add_image(
        self, screenshot_path: str | Path, metadata: Mapping[str, str], picture: Picture | None = None
    ) -> None:
        """Add a screenshot. `screenshot_path` is the PNG file that holds it; where `picture` is given, the file is not read and
        need not be there. Raises OSError, and ValueError for a file that is no PNG.
        """
        path = str(screenshot_path)
        if picture is None:
            data = Path(screenshot_path).read_bytes()
            picture = Picture(data, "image/png", png_rect(data))
        place = [picture.rect.x, picture.rect.y, picture.rect.width, picture.rect.height]
        values = {"metadata": dict(metadata), "image_path": path, "image_str": picture.data_url, "image_rect": place}
        self.screenshots.add_memory_item(MemoryItem(values))

    def load_questions(self, file: Path, last_k: int) -> int:
        """Add the last `last_k` questions of a JSONL file of {question, answer}, and return how many were added.

        Lines that are no such object are left out. Raises ConfigError for a file that cannot be read.
        """
        try:
            lines = file.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"cannot read the questions file {str(file)!r} ({error}); correct its path") from error
        pairs = [pair for pair in map(_question, lines) if pair is not None]
        for pair in pairs[-last_k:] if last_k > 0 else []:
            self.add_questions(pair)
        return min(len(pairs), max(last_k, 0))

    def view(self) -> BlackboardView:
        return BlackboardView(
            questions=tuple(self.questions.to_list_of_dicts()),
            requests=tuple(self.requests.to_list_of_dicts()),
            trajectories=(*self._dropped(), *self.trajectories.to_list_of_dicts()),
            results=self.results,
            notes=self.notes.content,
            dropped_notes=self.notes.dropped,
            images=tuple(_picture(item) for item in self.screenshots.content),
        )

    def _dropped(self) -> list[dict[str, Any]]:
        count = self.trajectories.dropped
        return [{"left_out": f"{count} earlier steps, too old to keep"}] if count else []

    def blackboard_to_prompt(self) -> tuple[TextPart | ImagePart, ...]:
        """Return all of it as parts of a prompt, screenshots too; none where it is empty."""
        text = BlackboardView(**{name: getattr(self.view(), name) for name in _TEXT_SECTIONS})
        return (*shared_memory_to_prompt(text), *self.screenshots_to_prompt())

    def texts_to_prompt(self, memory: Memory, name: str) -> TextPart | None:
        return texts_to_prompt(memory.to_list_of_dicts(), name)

    def screenshots_to_prompt(self) -> tuple[ImagePart, ...]:
        return tuple(ImagePart(_picture(item), _caption(item)) for item in self.screenshots.content)

    def is_empty(self) -> bool:
        memories = (self.questions, self.requests, self.trajectories, self.screenshots)
        return not self._results and not self.notes.content and all(memory.is_empty() for memory in memories)

    def clear(self) -> None:
        for memory in (self.questions, self.requests, self.trajectories, self.screenshots):
            memory.clear()
        self.notes.clear()
        self._results.clear()

    def questions_to_json(self) -> str:
        return self.questions.to_json()

    def requests_to_json(self) -> str:
        return self.requests.to_json()

    def trajectories_to_json(self) -> str:
        return self.trajectories.to_json()

    def screenshots_to_json(self) -> str:
        return self.screenshots.to_json()

    def blackboard_to_dict(self) -> dict[str, Any]:
        return {
            "questions": self.questions.to_list_of_dicts(),
            "requests": self.requests.to_list_of_dicts(),
            "trajectories": self.trajectories.to_list_of_dicts(),
            "dropped_trajectories": self.trajectories.dropped,
            "results": [record.model_dump(mode="json") for record in self._results],
            "notes": [note.model_dump(mode="json") for note in self.notes.content],
            "screenshots": self.screenshots.to_list_of_dicts(),
        }

    def blackboard_to_json(self) -> str:
        return json.dumps(self.blackboard_to_dict(), ensure_ascii=False, default=str)

    def blackboard_from_dict(self, values: Mapping[str, Any]) -> None:
        """Replace the content with `values`, as `blackboard_to_dict` returned them.

        Raises TraceError for anything else, and then changes nothing.
        """
        fresh = Blackboard()
        try:
            results = [SubtaskRecord.model_validate(row) for row in values.get("results", ())]
            for name in ("questions", "requests", "trajectories", "screenshots"):
                getattr(fresh, name).load(MemoryItem(row) for row in values.get(name, ()))
            for row in values.get("notes", ()):
                fresh.notes.put(Note.model_validate(row))
            fresh.view()
            dropped = int(values.get("dropped_trajectories", 0))
        except (ValidationError, ValueError, TypeError, AttributeError) as error:
            raise TraceError(f"a saved blackboard cannot be read ({error}); start without it") from error
        for name in ("questions", "requests", "trajectories", "screenshots"):
            getattr(self, name).load(getattr(fresh, name).content)
        self.trajectories.dropped += dropped
        self.notes = fresh.notes
        self._results = results

    @classmethod
    def from_json(cls, text: str) -> Blackboard:
        """Return the blackboard that `blackboard_to_json` wrote. Raises TraceError for any other text."""
        try:
            values = json.loads(text)
        except ValueError as error:
            raise TraceError(f"a saved blackboard is no JSON ({error}); start without it") from error
        board = cls()
        board.blackboard_from_dict(values)
        return board


_TEXT_SECTIONS = ("questions", "requests", "trajectories", "results", "notes", "dropped_notes")


def _question(line: str) -> dict[str, str] | None:
    try:
        value = json.loads(line)
    except ValueError:
        return None
    if not isinstance(value, dict) or not value.get("question"):
        return None
    return {"question": str(value["question"]), "answer": str(value.get("answer") or "")}


def _picture(item: MemoryItem) -> Picture:
    place = item.get_value("image_rect")
    return Picture.from_data_url(str(item.get_value("image_str")), Rect(*map(int, place)) if place else None)


def _caption(item: MemoryItem) -> str:
    metadata = item.get_value("metadata") or {}
    said = dict(islice(metadata.items(), 10)) if isinstance(metadata, Mapping) else {}
    return "A screenshot kept from an earlier step. " + fence("about the screenshot", compact_json(said))
