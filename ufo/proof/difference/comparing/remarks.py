"""Tells what became of tracked changes and comments: which are left, and which were accepted, rejected, deleted or put in."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ufo.proof.difference.comparing.grid import numbered
from ufo.proof.difference.content import COMMENT, DELETED, INSERTED, Paragraph, Remark
from ufo.proof.difference.line_words import counted, quoted, shortened, shown, unique
from ufo.proof.difference.told import Piece as Row
from ufo.proof.difference.told import Telling, lines

_MOST_DECIDED = 10
"""Changes of one paragraph whose decisions are looked for: each of them doubles the work."""
_LONGEST, _LONGEST_COMMENT, _LONGEST_BESIDE = 80, 200, 50
_UNKNOWN = "no longer tracked, and its paragraph reads otherwise now"


def changed_remarks(before: Sequence[Remark], after: Sequence[Remark], texts: Sequence[Paragraph]) -> list[Telling]:
    """Return what became of them. `texts`: the paragraphs now, by which it is known whether a change was accepted."""
    left = Counter(map(_key, after))
    gone = [remark for remark in before if not _took(left, remark)]
    was = Counter(map(_key, before))
    new = [remark for remark in after if not _took(was, remark)]
    fates = [(_fate(remark, gone, texts), remark) for remark in gone] + [("new", remark) for remark in new]
    return [
        telling
        for fate in unique(fate for fate, _ in fates)
        for telling in _told(fate, [remark for other, remark in fates if other == fate])
    ]


def counts_told(before: Iterable[Remark], after: Iterable[Remark]) -> set[str]:
    """Return the properties that only count what `changed_remarks` tells one by one."""
    was, now = Counter(map(_key, before)), Counter(map(_key, after))
    return {_what(kind, 2) for kind, *_ in (was - now) + (now - was)}


def none_left(before: Sequence[Remark], after: Sequence[Remark], properties: Mapping[str, str]) -> Iterator[Telling]:
    """Iterate over the counts of kinds of remarks that a text had and of which none is read in it any more."""
    left = {_what(remark.kind, 2) for remark in after}
    for name in unique(_what(remark.kind, 2) for remark in before):
        if name not in left and (count := properties.get(name)):
            yield Telling("", f"{name} {count}", (name, count), numbers=(count,))


def left_remarks(remarks: Sequence[Remark]) -> Iterator[Telling]:
    """Iterate over what stands in a text: comments by their authors, and paragraphs with their tracked changes marked."""
    for what, held in _groups(remarks, lambda remark: (_what(remark.kind), remark.author * (remark.kind == COMMENT))):
        head = f"{counted(len(held), what[0])}{f' of {shown(what[1])}' if what[1] else ''} in it"
        for line in _listed(head, held, lambda found: f'"{marked(found[0])}"' if found[0].pieces else _said(found)):
            yield replace(line, texts=_texts(held))


def _told(fate: str, remarks: Sequence[Remark]) -> Iterator[Telling]:
    """Iterate over the remarks to which the same was done, by their authors."""
    for (author, what), held in _groups(remarks, lambda remark: (remark.author, _what(remark.kind))):
        there = [remark for remark in held if _stands(remark, fate)]
        gone = unique(remark.text for remark in held if remark not in there)
        for line in _listed(f"{counted(len(held), what)} of {shown(author) or 'nobody'} {fate}", held, _said):
            yield replace(line, texts=unique([author, *_texts(there)]), gone=gone, loss=fate == "gone")


def _stands(remark: Remark, fate: str) -> bool:
    """Tell whether the text of the remark is still there after that."""
    return fate == "new" or (fate != "gone" and (fate == "accepted") is (remark.kind != DELETED))


def _groups(
    remarks: Iterable[Remark], key: Callable[[Remark], tuple[str, str]]
) -> Iterator[tuple[tuple[str, str], list[Remark]]]:
    found: dict[tuple[str, str], list[Remark]] = {}
    for remark in remarks:
        found.setdefault(key(remark), []).append(remark)
    yield from found.items()


def _listed(head: str, held: Sequence[Remark], said: Callable[[list[Remark]], str]) -> Iterator[Telling]:
    """Iterate over lines of remarks, those of a paragraph together."""
    numbers = unique([str(len(held)), *(str(remark.place + 1) for remark in held)])
    pieces = (
        Row(place, Telling("", f"{numbered('paragraph', [place])}: {said(list(found))}"))
        for place, found in itertools.groupby(held, lambda remark: remark.place)
    )
    for number, line in enumerate(lines(pieces, lambda _: "")):
        yield Telling("", f"{head}{', going on' * bool(number)}: {line.telling.said}", numbers=numbers)


def _said(remarks: list[Remark]) -> str:
    return ", ".join(
        f"{remark.kind} {quoted(remark.text, _LONGEST)}" if remark.pieces else quoted(remark.text, _LONGEST_COMMENT)
        for remark in remarks
    )


def marked(remark: Remark) -> str:
    """Return the paragraph of a change with all its changes in brackets: "until [Ann deleted: 20][Ann inserted: 22] o'clock"."""
    return "".join(
        f"[{shown(piece.author)} {piece.kind}: {shortened(shown(piece.text), _LONGEST)}]"
        if piece.kind
        else shortened(shown(piece.text), _LONGEST_BESIDE)
        for piece in remark.pieces
    )


def _fate(remark: Remark, gone: Sequence[Remark], texts: Sequence[Paragraph]) -> str:
    """Return "accepted" or "rejected" where the paragraph reads now as it would by that, and "gone" for a comment."""
    if remark.kind == COMMENT:
        return "gone"
    decided = [other.at for other in gone if other.pieces is remark.pieces][:_MOST_DECIDED]
    known = {paragraph.text for paragraph in texts}
    found: set[bool] = set()
    for ways in itertools.product((True, False), repeat=len(decided)):
        accepted = dict(zip(decided, ways, strict=True))
        if _read(remark, accepted) in known and remark.at in accepted:
            found.add(accepted[remark.at])
    return _UNKNOWN if len(found) != 1 else "accepted" if found.pop() else "rejected"


def _read(remark: Remark, accepted: dict[int, bool]) -> str:
    """Return how the paragraph reads where these changes are accepted or rejected and the others wait."""
    texts = []
    for at, piece in enumerate(remark.pieces):
        is_there = piece.kind != DELETED
        if at in accepted and piece.kind in (INSERTED, DELETED):
            is_there = accepted[at] is (piece.kind == INSERTED)
        texts += [piece.text] * (is_there and piece.text != "¶")
    return "".join(texts)


def _took(left: Counter[tuple[str, str, str]], remark: Remark) -> bool:
    """Tell whether such a remark is among those that are left, and take it from them."""
    left[_key(remark)] -= 1
    return left[_key(remark)] >= 0


def _key(remark: Remark) -> tuple[str, str, str]:
    return remark.kind, remark.author, " ".join(remark.text.split())


def _what(kind: str, many: int = 1) -> str:
    return ("comment" if kind == COMMENT else "tracked change") + "s" * (many > 1)


def _texts(remarks: Iterable[Remark]) -> tuple[str, ...]:
    return unique(text for remark in remarks for text in (remark.author, remark.text))
