"""Builds the sources that a run looks things up in, as the settings have them, and reports what was cited from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ufo.config.settings import KnowledgeSettings, RetrieverSettings, WebSettings
from ufo.errors import SecretRefused
from ufo.extensions import Group, find, missing, to_install
from ufo.knowledge.configured import Cited, NamedRetriever, configured, together
from ufo.knowledge.documents import DocumentsRetriever
from ufo.knowledge.explored import Explored, LearnInstalled
from ufo.knowledge.index.store import KnowledgeStore
from ufo.knowledge.index.values import Kind
from ufo.knowledge.index.vectors import Embedder
from ufo.knowledge.menus.search import MenusRetriever
from ufo.knowledge.menus.shelf import index_kept
from ufo.knowledge.retriever import Retriever
from ufo.knowledge.shared_index import SharedIndex
from ufo.llm.by_agent import ReadSecret
from ufo.recipes.index import IndexedRecipes, RecipesRetriever
from ufo.schema.knowledge import Passage
from ufo.secrets.masks import Masks
from ufo.tools.menus.book import MenuBook
from ufo.trace.emitter import Emitter
from ufo.trace.events import Citation, KnowledgeUsed

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Sources:
    """What our own retrievers look things up in. `menus` and `online` are None where no model is told of them."""

    recipes: IndexedRecipes
    index: SharedIndex
    embedder: Embedder | None
    menus: MenuBook | None
    online: Retriever | None

    def retriever(self, settings: KnowledgeSettings, own: Mapping[str, RetrieverSettings], tell: Tell) -> Retriever:
        """Return one retriever over the sources that the settings leave on, and then the person's own."""
        named = [*self._named(settings, tell), *configured(own)]
        return together(named, tell)

    def _named(self, settings: KnowledgeSettings, tell: Tell) -> Iterator[NamedRetriever]:
        for place, retriever in self._chosen(settings, tell):
            yield NamedRetriever(place, retriever, settings.timeout_s)

    def _chosen(self, settings: KnowledgeSettings, tell: Tell) -> Iterator[tuple[str, Retriever]]:
        if settings.experience.use:
            yield (
                "experience",
                self._recipes(Kind.EXPERIENCE, self.recipes.experience.folder, settings.experience.top_k),
            )
        if settings.documents.use:
            yield "documents", self._documents(settings, tell)
        if settings.demonstrations.use:
            shown = self.recipes.demonstrations.folder
            yield "demonstrations", self._recipes(Kind.DEMONSTRATION, shown, settings.demonstrations.top_k)
        if settings.menus.use and self.menus is not None:
            yield "menus", MenusRetriever(self.menus.by, settings.menus.top_k)
        if self.online is not None:
            yield "web search", self.online

    def _documents(self, settings: KnowledgeSettings, tell: Tell) -> Retriever:
        documents = DocumentsRetriever(self.index, settings.documents.top_k, self.embedder, tell)
        if not settings.explore or missing(Group.HELP, "installed"):
            return documents
        learn: LearnInstalled = find(Group.HELP, "installed")
        return Explored(documents, self.index, learn, tell)

    def _recipes(self, kind: Kind, folder: Path, top_k: int) -> RecipesRetriever:
        return RecipesRetriever(kind, folder, self.index.get, top_k)


def learned(folder: Path, tell: Tell) -> tuple[IndexedRecipes, SharedIndex]:
    """Return the recipes of earlier runs and the index of all that was learned, which is opened when it is needed."""

    def bring_in(store: KnowledgeStore) -> None:
        IndexedRecipes(folder, lambda: store).refresh()
        index_kept(folder, store)

    index = SharedIndex(folder, tell, bring_in)
    return IndexedRecipes(folder, index.get), index


def cited(retriever: Retriever, settings: KnowledgeSettings, emitter: Emitter) -> Retriever:
    """Return the retriever within the tokens that the settings allow; what is told from it is reported with its source."""

    def report(application: str, passages: tuple[tuple[str, Passage], ...]) -> None:
        told = tuple(Citation(place=place, source=passage.source, key=passage.key) for place, passage in passages)
        emitter.emit(KnowledgeUsed(application=application, passages=told))

    return Cited(retriever, settings.max_tokens, report)


async def web_search(web: WebSettings, read: ReadSecret, masks: Masks, tell: Tell) -> Retriever | None:
    """Return the search of the web; None where the settings do not ask for it, it is not installed, or its key cannot be read."""
    if not web.use:
        return None
    if extension := missing(Group.RETRIEVERS, "web"):
        tell(
            f"searching the web: it is not installed, and this run goes on without; to install it: {to_install(extension)}"
        )
        return None
    try:
        key = await read(web.key_secret) if web.key_secret and web.key is None else ""
    except SecretRefused as error:
        tell(f"searching the web: {error}; this run goes on without")
        return None
    search: Callable[..., Retriever] = find(Group.RETRIEVERS, "web")
    return search(
        provider=web.provider,
        address=web.address,
        key=web.key.get_secret_value() if web.key is not None else key,
        top_k=web.top_k,
        tell=tell,
        mask=masks.text,
    )
