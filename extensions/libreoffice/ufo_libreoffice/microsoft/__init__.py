"""The operations on documents of Microsoft Office, over COM."""

import sys

# comtypes reads it once, when it is first imported: calls go out from a thread that answers no messages of windows, so that
# nothing comes in between.
sys.coinit_flags = 0  # type: ignore[attr-defined]  # a name of its own
