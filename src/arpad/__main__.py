"""`python -m arpad` is the command line."""

import sys

from arpad.cli.start import run

if __name__ == "__main__":
    sys.exit(run())
