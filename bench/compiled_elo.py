"""Plain Elo by a compiled loop (`elo.c`): compiled here, with the compiler with which the kernels are built."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sysconfig
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

SOURCE = Path(__file__).parent / "elo.c"
FLAGS = ("-O3", "-march=native", "-fPIC", "-shared")
K = 20.0
Column = np.ndarray[Any, Any]


def compiled() -> ctypes.CDLL | None:
    """Compile the loop and load it; None where there is no compiler."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "elo.so"
        try:
            subprocess.run([*compiler, *FLAGS, str(SOURCE), "-o", str(library), "-lm"], check=True)
        except (OSError, subprocess.CalledProcessError):
            return None
        return ctypes.CDLL(str(library))


def plain_elo(loop: ctypes.CDLL, rating: Column, white: Column, black: Column, score: Column) -> Callable[[], Column]:
    """Give the work: int64 columns in (scores of White in hundredths), the new ratings of all players out."""
    columns = [np.ascontiguousarray(column, dtype=np.int64) for column in (rating, white, black, score)]
    places = [column.ctypes.data_as(ctypes.c_void_p) for column in columns]
    new_rating = np.empty(len(rating), dtype=np.float64)

    def work() -> Column:
        sizes = ctypes.c_int64(len(columns[0])), ctypes.c_int64(len(columns[1]))
        out = new_rating.ctypes.data_as(ctypes.c_void_p)
        loop.elo(sizes[0], places[0], sizes[1], *places[1:], ctypes.c_double(K), out)
        return new_rating

    return work
