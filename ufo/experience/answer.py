"""The person's answer to whether experience is kept, remembered in the knowledge folder where it is meant for later runs too."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from ufo.errors import KnowledgeError
from ufo.secrets import files

QUESTION = "Keep this for later requests? yes, no, always or never"
_FILE = "save_experience"
_WORDS: dict[str, Literal["always_not", "auto"]] = {"always": "auto", "never": "always_not"}


def remembered(knowledge_folder: Path) -> Literal["always_not", "auto"] | None:
    """Return what the person said for later runs; None where nothing was said."""
    try:
        said = (knowledge_folder / _FILE).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return _WORDS.get(said)


def understood(answer: str, knowledge_folder: Path) -> bool:
    """Return whether the answer is a yes. Always and never are remembered. Raises KnowledgeError where they cannot be."""
    word = answer.strip().lower()
    if word in _WORDS:
        try:
            files.make_folder(knowledge_folder)
            files.write(knowledge_folder / _FILE, f"{word}\n".encode())
        except OSError as error:
            raise KnowledgeError(f"the answer cannot be remembered: {error.strerror or error}") from error
    return word in ("y", "yes", "always")
