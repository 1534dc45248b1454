"""The one part of arpad that is compiled: the kernel that carries out line programs. Everything else: pyproject.toml.

It is built where a C compiler and the headers of Python are at hand; otherwise arpad is installed without it, as a
pure wheel, and writes the same bytes more slowly. A wheel with the kernel serves every Python from 3.11 on.
"""

import os
import sys
import sysconfig
import tempfile

from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

SOURCES = "src/arpad/formats/lists"
KERNEL = Extension(
    "arpad.formats.lists._line_kernel",
    [f"{SOURCES}/_line_kernel.c"],
    depends=[f"{SOURCES}/_line_steps.h", f"{SOURCES}/_arrow_columns.h"],
    define_macros=[("Py_LIMITED_API", "0x030b0000")],
    extra_compile_args=[] if os.name == "nt" else ["-O3"],
    py_limited_api=True,
    optional=True,
)


def is_buildable() -> bool:
    """Try whether the kernel can be built here, since a wheel has to say beforehand what is in it."""
    if sys.implementation.name != "cpython" or sysconfig.get_config_var("Py_GIL_DISABLED"):
        return False
    options = {"define_macros": KERNEL.define_macros, "extra_compile_args": KERNEL.extra_compile_args}
    command = build_ext(Distribution({"ext_modules": [Extension(KERNEL.name, KERNEL.sources, **options)]}))
    with tempfile.TemporaryDirectory() as folder:
        command.build_lib = command.build_temp = folder
        command.ensure_finalized()
        try:
            command.run()
        except (BaseError, CCompilerError) as fault:
            print(f"arpad is built without its line kernel: {fault}", file=sys.stderr)  # noqa: T201 - said to whoever installs
            return False
    return True


if is_buildable():
    setup(ext_modules=[KERNEL], options={"bdist_wheel": {"py_limited_api": "cp311"}})
else:
    setup()
