"""English requests as intents, and intents as sentences."""

from ufo.llm.builtin.grammar.parsing import forbidden_in, parse
from ufo.llm.builtin.grammar.say import say, sentences

__all__ = ["forbidden_in", "parse", "say", "sentences"]
