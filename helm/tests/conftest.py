"""Lets the tests find each other's helpers wherever they are started from."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.dont_write_bytecode = True
