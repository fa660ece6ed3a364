"""A form with one button, after whose click the program never handles another message; or, after "close", ends."""

import os
import sys
import time

from kit import Form


def commanded(number, code):
    if sys.argv[1] == "close":
        # An exception would end in ctypes, which called this.
        os._exit(0)
    while True:
        time.sleep(60)


form = Form("Busy", (300, 160), commanded)
form.add("Button", "Begin", 0x10000, (10, 10, 120, 28), 11)
form.run()
