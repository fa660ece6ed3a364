"""English requests as intents, and intents as sentences."""

from ufo.llm.builtin.grammar.parsing import parse
from ufo.llm.builtin.grammar.say import say, sentences

__all__ = ["parse", "say", "sentences"]
