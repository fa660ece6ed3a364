"""Finds a control again in another look: after a restart, in another size, theme or language, moved or renamed.

Every control of the same kind is scored by what it says and by what stands around it. A control is found where it fits and
no other fits nearly as well. An unsure match is never taken: an ambiguous answer names the candidates, and an answer that
the control is gone says why.

What a control says decides first. Its place alone may decide only where its window is in another language (its landmarks are
gone, its shape is the same), or where everything around it is unchanged; and never in a list, which may be sorted anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ufo.desktop.matching.resemblance import ON_LINE, SAME_SHAPE, Resemblance, compare, is_akin, shape_likeness
from ufo.desktop.matching.selectors import COMPARED, NO_NAMES, Identifiers, is_steady
from ufo.desktop.matching.sole_document import sole_document
from ufo.desktop.matching.surroundings import DATA_ROLES, Surroundings, words_of
from ufo.desktop.snapshot import Element, Snapshot
from ufo.schema.selector import Selector
from ufo.text.alike import SAME, plain, same_words

_SHORTLIST, _NAMED = 24, 5
_MARGIN = 0.08
_SURE_AROUND, _SURE_BLIND, _SURE_RENAMED, _SAME_BESIDE = 0.3, 0.85, 0.8, 0.99
_KEPT_LANDMARKS = 0.34


@dataclass(frozen=True, slots=True)
class Match:
    """A candidate. `score` is 0 to 1; `reasons` say what agrees and what does not."""

    element: Element
    score: float
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Found:
    match: Match

    @property
    def element(self) -> Element:
        return self.match.element


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """No sure answer. `candidates` are sorted, best first; a single one is not sure enough."""

    candidates: tuple[Match, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Gone:
    reason: str


Finding = Found | Ambiguous | Gone


def find(
    selector: Selector,
    snapshot: Snapshot,
    identifiers: Identifiers = NO_NAMES,
    around: Surroundings | None = None,
) -> Finding:
    """Find the control that the selector was made of in this snapshot. `identifiers`: those of the controls of its kind, where
    they were requested. `around`: the snapshot's surroundings, to share among many searches.
    """
    if selector.app_root and snapshot.app_root and selector.app_root != snapshot.app_root:
        return Gone(f"this window is one of {snapshot.app_root}, and {selector} belongs to {selector.app_root}")
    around = Surroundings(snapshot) if around is None else around
    alike = [index for index, element in enumerate(around.elements) if is_akin(selector.role, element.role)]
    if not alike:
        return Gone(f"nothing of the kind {selector.role} is shown")
    if selector.row is not None and len(alike) > COMPARED:
        alike = _worth_comparing(selector, around, alike)
    finding = _decide(selector, around, alike)
    if not isinstance(finding, Found) and not _is_foreign(selector, around):
        text = sole_document(selector, around)
        if text is not None:
            return _found(
                around, compare(selector, around, text, beside=True, foreign=False), text, "the only document"
            )
    return _checked(selector, around, alike, identifiers, finding) if identifiers else finding


def _worth_comparing(selector: Selector, around: Surroundings, alike: Sequence[int]) -> list[int]:
    """Return the cells at the selector's row and column and those that say what it said: a sheet has a thousand cells."""
    words, place = plain(selector.words), (selector.row, selector.column)
    at = {index: around.elements[index] for index in alike}
    return [
        index
        for index, element in at.items()
        if (element.row, element.column) == place or plain(words_of(element)) == words
    ]


def _checked(
    selector: Selector, around: Surroundings, alike: Sequence[int], identifiers: Identifiers, finding: Finding
) -> Finding:
    """Check the finding against what the program itself calls its controls. Where that and the words point to two controls,
    take neither.
    """
    if not is_steady(selector.identifier):
        return finding
    held = {index: identifiers.get(around.elements[index].handle.key, "") for index in alike}
    holders = [index for index, name in held.items() if name == selector.identifier]
    if not holders:
        found = around.index(finding.element) if isinstance(finding, Found) else -1
        if isinstance(finding, Found) and is_steady(held.get(found, "")):
            reason = f"the program calls it {held[found]!r}, and not {selector.identifier!r} as before"
            return Ambiguous((finding.match,), reason)
        return finding
    if len(holders) > 1:
        return finding
    foreign = _is_foreign(selector, around)
    resemblance = compare(selector, around, holders[0], beside=True, foreign=foreign)
    named = f"the program calls it {selector.identifier!r}, as before"
    if (
        isinstance(finding, Found)
        and finding.element is not around.elements[holders[0]]
        and _says_the_same(selector, finding)
    ):
        rival = (
            finding.match,
            Match(around.elements[holders[0]], round(resemblance.score, 3), (*resemblance.reasons, named)),
        )
        return Ambiguous(rival, f"one says what it said, and another is what the program calls {selector.identifier!r}")
    if resemblance.elsewhere and not (isinstance(finding, Found) and finding.element is around.elements[holders[0]]):
        return finding
    return _found(around, resemblance, holders[0], named)


def _says_the_same(selector: Selector, finding: Found) -> bool:
    return bool(selector.words) and same_words(selector.words, words_of(finding.element))


def _decide(selector: Selector, around: Surroundings, alike: Sequence[int]) -> Finding:
    foreign = _is_foreign(selector, around)
    rough = sorted(
        ((compare(selector, around, index, beside=False, foreign=foreign), index) for index in alike),
        key=lambda pair: (-pair[0].score, pair[1]),
    )
    likely = [index for _, index in rough[:_SHORTLIST]]
    likely += [index for index in _on_its_line(selector, around, alike) if index not in likely]
    scored = [(compare(selector, around, index, beside=True, foreign=foreign), index) for index in likely]
    scored.sort(key=lambda pair: (-pair[0].score, pair[1]))
    same_words = [pair for pair in scored if pair[0].own >= SAME]
    if same_words and selector.words:
        more = sum(resemblance.own >= SAME for resemblance, _ in rough) - len(same_words)
        return _among_same_words(selector, around, same_words, more)
    return _by_place(selector, around, scored, foreign)


def _on_its_line(selector: Selector, around: Surroundings, alike: Sequence[int]) -> list[int]:
    """Return candidates on a line with words that the control alone had on its line: in a long list it may stand far from its
    old place.
    """
    words = {
        plain(neighbour.words) for neighbour in selector.neighbours if neighbour.sole and neighbour.side in ON_LINE
    }
    if not words:
        return []
    lines = [element.rect for element in around.elements if plain(words_of(element)) in words]
    return [
        index for index in alike if any(line.y <= around.elements[index].rect.center.y < line.bottom for line in lines)
    ][:_SHORTLIST]


def _is_foreign(selector: Selector, around: Surroundings) -> bool:
    """Tell whether the words that stood around are gone: the window is in another language, or is another window altogether."""
    known = [plain(landmark) for landmark in selector.landmarks]
    return len(known) >= 2 and sum(text in around.words for text in known) < _KEPT_LANDMARKS * len(known)


Scored = tuple[Resemblance, int]


def _among_same_words(selector: Selector, around: Surroundings, scored: Sequence[Scored], more: int) -> Finding:
    still = len(scored) + more
    scored = [pair for pair in scored if around.elements[pair[1]].role == selector.role] or scored
    if _has_own_line(selector):
        # Where lines were sorted anew, what stands on a line tells more than where the line stands.
        scored = sorted(scored, key=lambda pair: (pair[0].told_apart < 1.0, -pair[0].score, pair[1]))
    best, index = scored[0]
    close = [pair for pair in scored if _is_close(selector, best, pair[0])]
    if best.elsewhere:
        return _unsure(around, close, "it says the same, but stands in another dialog or window")
    if len(close) == 1:
        if best.around < _SURE_AROUND:
            return _unsure(around, close, "nothing but its words agrees")
        if still < selector.alike and not _is_surely_left(selector, best):
            return _unsure(around, scored, f"there were {selector.alike} of them, and it is unclear which one is left")
        if _lost_its_line(selector, best):
            return _unsure(around, scored, "what stood beside it is not there any more")
        return _found(around, best, index)
    if more == 0 and len(close) == selector.twin.count and all(resemblance.beside >= 0.6 for resemblance, _ in close):
        in_order = sorted(close, key=lambda pair: pair[1])
        chosen, index = in_order[selector.twin.index]
        return _found(around, chosen, index, f"number {selector.twin.index + 1} of {len(close)} that are alike")
    return _unsure(around, close, f"{len(close) + more} controls say the same, and nothing tells them apart")


def _lost_its_line(selector: Selector, best: Resemblance) -> bool:
    """Tell whether the control, one of several that say the same, was known by what stood on its line, and no candidate has
    that.
    """
    return _has_own_line(selector) and best.told_apart < 0.5


def _has_own_line(selector: Selector) -> bool:
    return selector.alike > 1 and any(neighbour.sole and neighbour.side in ON_LINE for neighbour in selector.neighbours)


def _is_close(selector: Selector, best: Resemblance, other: Resemblance) -> bool:
    if _has_own_line(selector) and (best.told_apart == 1.0) is not (other.told_apart == 1.0):
        return False
    return best.score - other.score < _MARGIN


def _is_surely_left(selector: Selector, best: Resemblance) -> bool:
    """Tell whether this is surely the control sought, although one of its equals went away. It is not sure where an equal stood
    next to it in the row: that neighbour would have moved into its place.
    """
    beside = [neighbour for neighbour in selector.neighbours if neighbour.side in ("previous", "next")]
    moved_up = any(
        is_akin(neighbour.role, selector.role) and plain(neighbour.words) == plain(selector.words)
        for neighbour in beside
    )
    return best.inside >= SAME and best.told_apart == 1.0 and not moved_up


def _by_place(selector: Selector, around: Surroundings, scored: Sequence[Scored], foreign: bool) -> Finding:
    """Find the control by its place, since its words changed or it never had any."""
    says = f"nothing that is shown says {selector.words!r}"
    if selector.words and selector.role in DATA_ROLES:
        return Gone(says)
    ranked = sorted(scored, key=lambda pair: (-pair[0].around, pair[1]))
    best, index = ranked[0]
    if foreign and shape_likeness(selector.shape, around.shape(index)) < SAME_SHAPE:
        return Gone(f"{says}, and the window is another one")
    known = {
        plain(words)
        for words in (*selector.landmarks, *(neighbour.words for neighbour in selector.neighbours))
        if words
    }
    if selector.words and not foreign and plain(words_of(around.elements[index])) in known:
        # A control that stood elsewhere took its place.
        return Gone(says)
    sure = [pair for pair in ranked if _stands_there(selector, pair[0], foreign)]
    close = [pair for pair in sure if best.around - pair[0].around < _MARGIN]
    if len(close) == 1:
        return _found(around, *close[0])
    likely = close or [pair for pair in ranked if pair[0].around >= 0.6 and not pair[0].elsewhere][:_NAMED]
    if likely:
        return _unsure(around, likely, f"{says} any more; this stands about where it stood")
    return Gone(f"nothing that is shown is like {selector}")


def _stands_there(selector: Selector, resemblance: Resemblance, foreign: bool) -> bool:
    """Tell whether a candidate stands in the very place that the selector remembers, with everything around it unchanged."""
    renamed = bool(selector.words) and not foreign
    if renamed and not (any(other.words for other in selector.neighbours) and resemblance.beside >= _SAME_BESIDE):
        return False
    if selector.spots > 1 and resemblance.told_apart < 1.0:
        # Its place does not identify it where other containers of the same name have such a place too.
        return False
    sure = resemblance.around >= (_SURE_RENAMED if renamed else _SURE_BLIND)
    return sure and resemblance.inside >= SAME and resemblance.in_order and not resemblance.elsewhere


def _found(around: Surroundings, resemblance: Resemblance, index: int, also: str = "") -> Found:
    reasons = (*resemblance.reasons, also) if also else resemblance.reasons
    return Found(Match(around.elements[index], round(resemblance.score, 3), reasons))


def _unsure(around: Surroundings, scored: Sequence[Scored], reason: str) -> Ambiguous:
    return Ambiguous(
        tuple(
            Match(around.elements[index], round(resemblance.score, 3), resemblance.reasons)
            for resemblance, index in scored
        ),
        reason,
    )
