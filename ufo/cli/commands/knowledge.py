"""`ufo knowledge list`, `search`, `show` and `forget`: what was learned."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path, PurePath

from ufo.cli.named_application import named_application
from ufo.cli.output import Terminal, agrees, print_json
from ufo.cli.settings import command_settings
from ufo.errors import ConfigError, KnowledgeError
from ufo.knowledge.documents import LEAST_FIT
from ufo.knowledge.index.store import KnowledgeStore, families_of
from ufo.knowledge.index.values import DocumentInfo, Hit, Kind, Section, origin_of
from ufo.knowledge.likeness import topic
from ufo.knowledge.shared_index import INDEX
from ufo.recipes.index import LEAST_FIT as LEAST_FIT_SHOWN
from ufo.recipes.index import key_in
from ufo.recipes.store import ExperienceStore


def list_(application: str | None, kind: str | None, *, every: bool, as_json: bool) -> int:
    with _store() as store:
        found = _of(store.documents(_kind(kind)), application)
    if as_json:
        print_json({"documents": [asdict(document) for document in found]})
        return 0
    if not found:
        sys.stdout.write("nothing was learned; begin with: ufo learn APPLICATION (such as gimp or libreoffice)\n")
        return 0
    lines = map(_line, found) if every else _grouped(found)
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 0


def search(text: str, application: str | None, kind: str | None, *, top_k: int, as_json: bool) -> int:
    wanted = _kind(kind)
    kinds = tuple(Kind) if wanted is None else (wanted,)
    root = _root(application) if application else ""
    with _store() as store:
        found = store.search(topic(text) or text, kinds=kinds, application=root, top_k=top_k)
    if as_json:
        print_json({"hits": [{**asdict(document), "told": _is_told(document)} for document in found]})
        return 0
    sys.stdout.write(
        "".join(f"{line}\n" for document in found for line in _hit_lines(document)) or "nothing was found\n"
    )
    return 0


def show(key: str, *, as_json: bool) -> int:
    document, _, place = key.partition(":")
    with _store() as store:
        info = next((item for item in store.documents() if item.key == document), None)
        sections = store.sections(document)
    if place:
        if not place.isdecimal() or int(place) >= len(sections):
            raise KnowledgeError(f"{document} has no section {place!r}; it has {len(sections)}, from 0 on")
        sections = [sections[int(place)]]
    if as_json:
        print_json({**(asdict(info) if info else {}), "text": [asdict(section) for section in sections]})
        return 0
    if info is not None:
        sys.stdout.write(f"{info.title}\n{_about(info)}\n")
    sys.stdout.write("".join(f"\n{line}\n" for section in sections for line in _section_lines(section)))
    return 0


def forget(what: str, *, consents: bool, as_json: bool) -> int:
    with _store() as store:
        found = _meant(what, store.documents())
        if not found:
            raise KnowledgeError(f"nothing was learned of {what!r}; `ufo knowledge list` shows what was")
        if len(found) > 1 and not consents and not _agreed(found, as_json):
            sys.stdout.write("nothing was forgotten\n")
            return 0
        for document in found:
            store.forget(document.key)
            _forget_file(document)
    if as_json:
        print_json({"forgotten": [document.key for document in found]})
    else:
        sys.stdout.write(f"forgot {len(found):,} document{'' if len(found) == 1 else 's'}\n")
    return 0


def _forget_file(document: DocumentInfo) -> None:
    """Remove the file that the index would learn it from again."""
    if document.kind is Kind.EXPERIENCE:
        ExperienceStore(command_settings().knowledge.folder).forget(key_in(document.origin))


@contextmanager
def _store() -> Iterator[KnowledgeStore]:
    store = KnowledgeStore(command_settings().knowledge.folder / INDEX, _remark)
    try:
        yield store
    finally:
        store.close()


def _remark(text: str) -> None:
    sys.stderr.write(f"ufo: {text}\n")


def _kind(name: str | None) -> Kind | None:
    if name is None:
        return None
    try:
        return Kind(name)
    except ValueError:
        raise ConfigError(f"there is no kind {name!r}; write one of {', '.join(Kind)}") from None


def _root(name: str) -> str:
    return named_application(name).root


def _of(documents: Iterable[DocumentInfo], application: str | None) -> list[DocumentInfo]:
    if application is None:
        return list(documents)
    families = {_root(application), application, *families_of(application)}
    return [document for document in documents if document.application in families]


def _meant(what: str, documents: list[DocumentInfo]) -> list[DocumentInfo]:
    """Return the document of a key, or the guides of a path or of an application."""
    by_key = [document for document in documents if document.key == what]
    if by_key:
        return by_key
    guides = [document for document in documents if document.kind is Kind.GUIDE]
    path = origin_of(Path(what).expanduser().absolute())
    of_path = [guide for guide in guides if guide.origin == path or guide.origin.startswith((f"{path}/", f"{path}!/"))]
    if of_path or "/" in what:
        return of_path
    root = _root(what)
    exact = {root, what}
    return [guide for guide in guides if guide.application in exact or root in families_of(guide.application)]


def _agreed(found: list[DocumentInfo], as_json: bool) -> bool:
    applications = ", ".join(dict.fromkeys(document.application or "every application" for document in found))
    question = f"forget {len(found):,} documents of {applications}?"
    return agrees(Terminal(stderr=True), question, f"{question} Add --yes", as_json)


def _grouped(documents: list[DocumentInfo]) -> Iterator[str]:
    """Yield a line for the documents of each application, kind and folder."""
    groups: dict[tuple[str, Kind, str], list[DocumentInfo]] = {}
    for document in documents:
        folder = _common(
            [
                other.origin
                for other in documents
                if (other.application, other.kind) == (document.application, document.kind)
            ]
        )
        groups.setdefault((document.application, document.kind, folder), []).append(document)
    for (application, kind, folder), some in groups.items():
        sections, uses = sum(document.sections for document in some), sum(document.uses for document in some)
        told = f", told in {uses:,} runs, {sum(document.verified_uses for document in some):,} verified" if uses else ""
        yield f"{application or '(every application)'}  {kind}: {len(some):,} documents, {sections:,} sections{told}"
        yield f"    {folder}"


def _common(origins: list[str]) -> str:
    try:
        return os.path.commonpath(origins)
    except ValueError:
        return str(PurePath(origins[0]).parent)


def _line(document: DocumentInfo) -> str:
    return f"{document.key}  {document.application or '(every application)'}  {document.title}\n    {_about(document)}"


def _about(document: DocumentInfo) -> str:
    told = f", told in {document.uses:,} runs, {document.verified_uses:,} verified" if document.uses else ""
    size = f"{document.sections:,} sections, {document.chars:,} characters"
    return f"{document.kind}, {size}, of {document.added[:10]}{told}: {document.origin}"


def _is_told(hit: Hit) -> bool:
    return hit.score >= (LEAST_FIT_SHOWN if hit.kind is Kind.DEMONSTRATION else LEAST_FIT)


def _hit_lines(hit: Hit) -> Iterator[str]:
    told = "told" if _is_told(hit) else "not told, fits too little"
    yield f"{hit.key}  {hit.application or '(every application)'}  {' > '.join(hit.path) or hit.title}  ({hit.score:.2f}, {told})"
    yield from (f"    {line}" for line in hit.part.splitlines())


def _section_lines(section: Section) -> Iterator[str]:
    yield f"## {' > '.join(section.path)}" if section.path else "##"
    yield from section.text.splitlines()
