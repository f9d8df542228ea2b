"""All tests of this folder: `python tests`. What they tell goes to standard output."""

import sys
import unittest
from pathlib import Path

unittest.main(
    module=None,
    argv=['tests', 'discover', '--start-directory', str(Path(__file__).parent)],
    testRunner=unittest.TextTestRunner(stream=sys.stdout, verbosity=2),
)
