"""What a request names letter for letter: a run that did nothing with it and found nothing of it did something else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pydantic import BaseModel

from ufo.agents.agent.written import texts_of
from ufo.llm.local.wants import quoted
from ufo.schema.action import ActionCommandInfo
from ufo.schema.predicate import Finding
from ufo.verify.documents.reading import ENDINGS

_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_FILE = re.compile(rf"([\w-]+(?:\.[\w-]+)*)(?:{'|'.join(map(re.escape, ENDINGS))})(?![\w.-]*\w)", re.IGNORECASE)


def left_out(
    request: str, acts: Sequence[ActionCommandInfo], findings: Iterable[Finding], answer: str
) -> tuple[str, ...]:
    """Texts in quotation marks, addresses, and files of the request that nothing done or found has in it.

    A file may be shown without its ending, and a text may have been entered sign by sign.
    """
    said = [answer, *(text for act in acts for text in _said_by(act))]
    said += [text for one in findings for text in _texts(one.predicate)]
    together = _plain("".join(said))
    whole = [*quoted(request), *_ADDRESS.findall(request)]
    lacking = [text for text in whole if _plain(text) not in together]
    lacking += [one.group() for one in _FILE.finditer(request) if _plain(one.group(1)) not in together]
    return tuple(dict.fromkeys(lacking))


def _said_by(act: ActionCommandInfo) -> Iterator[str]:
    yield from texts_of(act)
    yield from _texts(act.arguments)
    if act.target is not None:
        yield from _texts((act.target.name, act.target.label, act.target.value))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, BaseModel):
        yield from _texts(value.model_dump())
    elif isinstance(value, dict):
        yield from _texts(list(value.values()))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)
    elif value is not None:
        yield str(value)


def _plain(text: str) -> str:
    return "".join(text.split()).casefold()
