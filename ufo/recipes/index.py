"""What is told of recipes: experience and demonstrations in the index of a knowledge folder, and the retriever that finds them.

Files change first and the index after them, so that a process that is killed in between loses nothing: `refresh` brings the
index up to the files.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from ufo.errors import KnowledgeError
from ufo.knowledge.index.store import KnowledgeStore, key_of
from ufo.knowledge.index.values import Document, Hit, Kind, Section, document_of
from ufo.knowledge.likeness import FITS, likeness, topic
from ufo.knowledge.shared_index import INDEX
from ufo.recipes.recipe import Demonstration, Experience
from ufo.recipes.store import EXPERIENCE_FOLDER, DemonstrationStore, ExperienceStore
from ufo.recipes.tidy import Change, counted
from ufo.schema.knowledge import Knowledge, Passage, Query
from ufo.text.fold import shortened

LEAST_FIT = 0.5
"""The share of a request's words, rare ones counting more, that a demonstration has to hold. What fits less misleads. It is less
than of a guide: a request says what is to be written this time, and no demonstration has those words.
"""
_CANDIDATES = 12
_TITLE = 60


class IndexedRecipes:
    """The experience and the demonstrations of a knowledge folder, with their index. All of it blocks, and raises KnowledgeError.
    `index` returns the index, once it is needed.
    """

    def __init__(self, knowledge_folder: Path, index: Callable[[], KnowledgeStore]) -> None:
        self.experience = ExperienceStore(knowledge_folder)
        self.demonstrations = DemonstrationStore(knowledge_folder)
        self._index = index

    def refresh(self) -> None:
        """Put into the index what the files hold and it does not, and take out what is in no file or set aside."""
        kept = self.experience.by_name().items()
        self._bring_up(Kind.EXPERIENCE, (_of_experience(key, known) for key, known in kept if not known.set_aside))
        shown = self.demonstrations.all()
        self._bring_up(Kind.DEMONSTRATION, (each for known in shown for each in self._of_demonstration(known)))

    def _bring_up(self, kind: Kind, documents: Iterable[Document]) -> None:
        index = self._index()
        wanted = {document.origin: document for document in documents}
        known = index.digests(kind)
        for origin in known.keys() - wanted.keys():
            index.forget(key_of(kind, origin))
        for origin, document in wanted.items():
            if known.get(origin) != document.digest:
                index.put(document)

    def _of_demonstration(self, shown: Demonstration) -> Iterator[Document]:
        """Yield a document for each application that was worked, since each finds its own."""
        section = Section((shown.request,), shown.told())
        for application in shown.applications or (shown.application,):
            origin = f"{self.demonstrations.path(shown.name)}#{application}"
            digest = _digest(shown.request, section.text)
            yield Document(Kind.DEMONSTRATION, application, shown.name, origin, (section,), digest)

    def keep(self, learned: Iterable[Experience]) -> dict[str, Experience]:
        """Keep what a run teaches, merged with what is known, and return by key what is kept now."""
        kept = dict(self.experience.keep(new) for new in learned)
        for key, known in kept.items():
            self._index().put(_of_experience(key, known))
        return kept

    def tidy(self, changes: Iterable[Change]) -> tuple[Change, ...]:
        """Do the changes whose files are still as they were when they were planned, and return those."""
        done = tuple(change for change in changes if self._do(change))
        self.refresh()
        return done

    def _do(self, change: Change) -> bool:
        known = self.experience.by_name()
        if any(known.get(key) != was for key, was in change.before.items()):
            return False
        for key, now in change.after.items():
            if now is None:
                self.experience.forget(key)
            else:
                self.experience.put(key, now)
        return True

    def count_use(self, index_keys: Collection[str], *, verified: bool) -> list[Experience]:
        """Count that a run was told of these, whatever they are, and return the experience that is set aside now."""
        index = self._index()
        index.count_use(index_keys, verified=verified)
        known = {info.key: info.origin for info in index.documents(Kind.EXPERIENCE)}
        aside = []
        for key in sorted({document_of(each) for each in index_keys} & known.keys()):
            changed = self.experience.change(key_in(known[key]), lambda each: counted(each, verified=verified))
            if changed is not None and changed.set_aside:
                index.forget(key)
                aside.append(changed)
        return aside


@contextmanager
def opened_recipes(knowledge_folder: Path, tell: Callable[[str], None]) -> Iterator[IndexedRecipes]:
    """Open the recipes with their index, brought up to the files. Raises KnowledgeError."""
    folder = knowledge_folder.expanduser()
    index = KnowledgeStore(folder / INDEX, tell)
    try:
        recipes = IndexedRecipes(folder, lambda: index)
        recipes.refresh()
        yield recipes
    finally:
        index.close()


def index_shown(knowledge_folder: Path) -> str:
    """Bring the index of a knowledge folder up to its files. Return what went wrong, "" where nothing did: the files are the
    truth, and the next run tries again. Blocking.
    """
    try:
        with opened_recipes(knowledge_folder, lambda _text: None):
            return ""
    except KnowledgeError as error:
        return str(error)


class RecipesRetriever:
    """Tells at most `top_k` recipes of a kind that fit the query in its application, the best first. `index` returns the index,
    in a thread; it is not asked for where the `folder` of that kind is not there. Where no application is chosen yet nothing is
    told: how something is done is of no use to whoever chooses who does it.
    """

    def __init__(self, kind: Kind, folder: Path, index: Callable[[], KnowledgeStore], top_k: int) -> None:
        self._kind = kind
        self._folder = folder
        self._index = index
        self._top_k = top_k

    async def retrieve(self, query: Query) -> Knowledge:
        if not query.application:
            return Knowledge()
        found = await asyncio.to_thread(self._found, query)
        if self._kind is Kind.EXPERIENCE:
            return Knowledge(experience_examples=found)
        return Knowledge(demonstration_examples=found)

    def _found(self, query: Query) -> tuple[Passage, ...]:
        if not self._folder.is_dir():
            return ()
        asked = topic(query.text, query.application) or query.text
        most = max(_CANDIDATES, 3 * self._top_k)
        hits = self._index().search(asked, kinds={self._kind}, application=query.application, top_k=most)
        if self._kind is Kind.EXPERIENCE:
            fits = [(_likeness(hit, query.text), hit) for hit in hits]
            best = [hit for fit, hit in sorted(fits, key=lambda pair: -pair[0]) if fit >= FITS]
        else:
            best = [hit for hit in hits if hit.score >= LEAST_FIT]
        return tuple(Passage(hit.text, self._source(hit), key=hit.key) for hit in best[: self._top_k])

    def _source(self, hit: Hit) -> str:
        if self._kind is Kind.DEMONSTRATION:
            return f"demonstration {hit.title}"
        said = hit.path[-1] if hit.path else hit.title
        return f"experience: {shortened(said, _TITLE)}"


def _likeness(hit: Hit, text: str) -> float:
    return max((likeness(asked, text) for asked in (hit.title, *hit.path)), default=0.0)


def key_in(origin: str) -> str:
    """Return the key of the experience that the index knows by this origin: its file, beside the index."""
    return PurePosixPath(origin).stem


def _of_experience(key: str, known: Experience) -> Document:
    text = known.told()
    path = tuple(dict.fromkeys(said for said in (known.request, known.subtask) if said))
    origin, digest = f"{EXPERIENCE_FOLDER}/{key}.json", _digest(known.application, *path, text)
    return Document(Kind.EXPERIENCE, known.application, known.asked, origin, (Section(path, text),), digest)


def _digest(*texts: str) -> str:
    return hashlib.sha256("\n".join(texts).encode("utf-8", "surrogatepass")).hexdigest()
