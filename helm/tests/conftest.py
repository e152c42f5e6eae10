"""Lets the tests import each other's helpers from any working directory."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.dont_write_bytecode = True
