"""What a person's yes covers: the act as it was shown to them."""

from __future__ import annotations

from dataclasses import dataclass

from ufo.schema.action_class import ActionClass
from ufo.text.alike import reads_as
from ufo.text.words import words
from ufo.tools.policy.words.action_words import class_of_label


@dataclass(frozen=True, slots=True)
class Covered:
    """An act that was asked about. `asked`: the question without `also`, which was read on or beside the control, and is read
    with other letters, or with a word more, another time.
    """

    window: str = ""
    action_class: ActionClass = ActionClass.OBSERVE
    asked: str = ""
    also: str = ""

    def covers(self, now: Covered) -> bool:
        """Tell whether this act is the one that was agreed to. Words that are read now and were not told must be harmless."""
        if (self.window, self.action_class, self.asked) != (now.window, now.action_class, now.asked):
            return False
        if self.also == now.also or reads_as(now.also, self.also):
            return True
        then = words(self.also)
        more = [word for word in words(now.also) if word not in then]
        fewer = [word for word in then if word not in words(now.also)]
        # A word in the place of another one makes it another act: only a word more or less is how it was read.
        is_harmless = all(class_of_label(said) is ActionClass.EDIT for said in (*more, " ".join(more)))
        return is_harmless and not (more and fewer)
