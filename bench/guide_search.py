"""What is found in real guides: for each question the page that answers it, or nothing where no page does.

    python -m bench.guide_search [--all] [--threshold 0.5]

Needs the Debian packages libreoffice-help-en-us, gimp-help-en, gedit and gnome-calculator. The questions are written before the
search was tried on them, in the words of a person who does not know the guide.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.guide_questions import ASIDES, HELD_OUT, OTHER_ASIDES, QUESTIONS, Question, with_asides
from ufo.knowledge.documents import LEAST_FIT, passages_for
from ufo.knowledge.index.store import KnowledgeStore
from ufo.knowledge.index.values import Hit
from ufo_guides.help.installed_help import Places, help_of, languages_of
from ufo_guides.help.learn import Learner

_TOP_K = 2
_THRESHOLDS = (0.0, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.8)


@dataclass(frozen=True, slots=True)
class Score:
    """How many questions with an answer got it among what was told, how many passages beside it were told, and how many questions
    without an answer were told nothing.
    """

    answered: int
    answerable: int
    chars: int
    silent: int
    unanswerable: int

    @property
    def share(self) -> str:
        return f"{self.answered} of {self.answerable}"


def scores(store: KnowledgeStore, threshold: float, questions: Sequence[Question]) -> Score:
    answered = chars = silent = 0
    for question in questions:
        told = passages_for(store, question.text, question.application, _TOP_K, threshold)
        answered += any(map(question.is_answered_by, told)) if question.answers else 0
        silent += not told if not question.answers else 0
        chars += sum(len(hit.part) for hit in told)
    answerable = sum(bool(item.answers) for item in questions)
    return Score(answered, answerable, chars, silent, len(questions) - answerable)


def learned(folder: Path) -> KnowledgeStore:
    """Return an index of the guides of these applications, as they are installed."""
    store = KnowledgeStore(folder / "index.sqlite")
    places = Places(languages=languages_of({}))
    for application in ("libreoffice", "gimp", "gedit", "gnome-calculator"):
        learner = Learner(store, places, lambda *_: None)
        for found in help_of(application, [], places):
            learner.folder(found)
    return store


def _lines(store: KnowledgeStore, threshold: float) -> Iterator[str]:
    for question in (*QUESTIONS, *HELD_OUT):
        told = passages_for(store, question.text, question.application, _TOP_K, threshold)
        right = any(map(question.is_answered_by, told)) if question.answers else not told
        yield f"{'' if right else 'WRONG '}{question.application}: {question.text}"
        yield from (f"      {_told(hit)}" for hit in told)


def _told(hit: Hit) -> str:
    return f"{hit.score:.2f} {' > '.join(hit.path)} :: {hit.part[:160]!r}"


def _table(store: KnowledgeStore, title: str, questions: Sequence[Question]) -> Table:
    columns = ("least fit", "answer told", "nothing told where nothing answers", "characters a question")
    table = Table(*columns, title=title)
    for threshold in _THRESHOLDS:
        score = scores(store, threshold, questions)
        silent = f"{score.silent} of {score.unanswerable}"
        table.add_row(f"{threshold:g}", score.share, silent, f"{score.chars / len(questions):.0f}")
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="print what each question was told")
    parser.add_argument("--threshold", type=float, default=LEAST_FIT)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = learned(Path(folder))
        if asked.all:
            print("\n".join(_lines(store, asked.threshold)))
        sets = (
            ("Questions that set the constants", QUESTIONS),
            ("Others", HELD_OUT),
            ("The first with words that no guide knows", with_asides(QUESTIONS, ASIDES)),
            ("Others with other such words", with_asides(HELD_OUT, OTHER_ASIDES)),
        )
        for title, questions in sets:
            Console().print(_table(store, title, questions))
        store.close()


if __name__ == "__main__":
    main()
