"""Tells of a password field that it holds a secret of the request: by its mask, and without the secret being written anywhere.

Such a field shows dots to everybody, so that it cannot be compared. What is known: this secret was typed there as a whole, and
right before the form was sent the field showed as many signs as it has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ufo.proof.independence import keys_of
from ufo.schema.action import ActionCommandInfo
from ufo.schema.form import FormPart
from ufo.secrets.masks import HIDDEN
from ufo.text.labels import trimmed

_TYPED = ("text", "value")


def with_secrets_told(acts: Iterable[ActionCommandInfo], mask: Callable[[str], str]) -> Iterator[ActionCommandInfo]:
    """Iterate over the acts, with the mask in the place of the dots in what their forms held. `mask`: returns a text with its
    known secrets masked.
    """
    typed: dict[str, str] = {}
    for act in acts:
        form, target = act.result.form, act.target
        if form is not None and typed:
            told = form.model_copy(update={"parts": tuple(_told(part, typed, mask) for part in form.parts)})
            yield act.model_copy(update={"result": act.result.model_copy(update={"form": told})})
            continue
        yield act
        if target is not None and "password" in target.states and act.result.ok:
            text = next((str(act.arguments[key]) for key in _TYPED if act.arguments.get(key)), "")
            typed |= dict.fromkeys(keys_of(target), text)


def _told(part: FormPart, typed: dict[str, str], mask: Callable[[str], str]) -> FormPart:
    secret = typed.get(trimmed(part.name), "")
    shows_dots = len(set(part.value)) == 1 and not part.value[0].isalnum() and len(part.value) == len(secret)
    if shows_dots and HIDDEN.fullmatch(told := mask(secret)):
        return part.model_copy(update={"value": told})
    return part
