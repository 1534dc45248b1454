"""The one part of arpad that is compiled: the kernel that carries out line programs. Everything else: pyproject.toml.

It is built where a C compiler and the headers of Python are at hand; otherwise arpad is installed without it, as a
pure wheel, and writes the same bytes more slowly. A wheel with the kernel serves every Python from 3.11 on.
"""

import sys
import sysconfig
import tempfile

from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

KERNEL = Extension(
    "arpad.formats.lists._line_kernel",
    ["src/arpad/formats/lists/_line_kernel.c"],
    define_macros=[("Py_LIMITED_API", "0x030b0000")],
    py_limited_api=True,
    optional=True,
)


def is_buildable() -> bool:
    """Try whether the kernel can be built here, since a wheel has to say beforehand what is in it."""
    if sys.implementation.name != "cpython" or sysconfig.get_config_var("Py_GIL_DISABLED"):
        return False
    command = build_ext(Distribution({"ext_modules": [Extension(KERNEL.name, KERNEL.sources)]}))
    with tempfile.TemporaryDirectory() as folder:
        command.build_lib = command.build_temp = folder
        command.ensure_finalized()
        command.extensions[0].define_macros = KERNEL.define_macros
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
