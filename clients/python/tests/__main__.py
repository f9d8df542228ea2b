"""Runs all tests of this folder: `python tests`. Results go to standard output."""

import sys
import unittest
from pathlib import Path

unittest.main(
    module=None,
    argv=['tests', 'discover', '--start-directory', str(Path(__file__).parent)],
    testRunner=unittest.TextTestRunner(stream=sys.stdout, verbosity=2),
)
