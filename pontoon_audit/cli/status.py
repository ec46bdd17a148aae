"""The exit statuses, as scripts may rely on them."""

from typing import Final

CLEAN: Final = 0
FOUND: Final = 1
"""There is a finding at or above `--fail-on`."""
WRONG: Final = 2
"""The command was wrong, or an input could not be read."""
NOTHING: Final = 3
"""Nothing was audited."""
OUR_FAULT: Final = 4
INTERRUPTED: Final = 130
"""Ctrl-C, as shells count it: 128 and the number of the signal."""
NOBODY_LISTENS: Final = 141
