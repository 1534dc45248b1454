"""What of arpad is compiled: the kernel that carries out line programs, and the catalogues of the interface.

Everything else: pyproject.toml.

It is built where a C compiler and the headers of Python are at hand; otherwise arpad is installed without it, as a
pure wheel, and writes the same bytes more slowly. A wheel with the kernel serves every Python from 3.11 on.
"""

import os
import sys
import sysconfig
import tempfile
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import BaseError, CCompilerError

SOURCES = "src/arpad/formats/lists"
CATALOGUES = "arpad/web/locale/*/LC_MESSAGES/*.po"
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


class WithCatalogues(build_py):
    """Puts beside each catalogue of the interface what gettext reads, as Babel compiles it."""

    def run(self) -> None:
        """Copy the packages, then compile: into what is built, or beside the source where that itself is used."""
        super().run()
        source = Path("src")
        target = source if self.editable_mode else Path(self.build_lib)
        for path in source.glob(CATALOGUES):
            with path.open("rb") as text:
                texts = read_po(text, locale=path.parent.parent.name)
            place = target / path.relative_to(source).with_suffix(".mo")
            place.parent.mkdir(parents=True, exist_ok=True)
            with place.open("wb") as out:
                write_mo(out, texts)


COMMANDS = {"build_py": WithCatalogues}
if is_buildable():
    setup(cmdclass=COMMANDS, ext_modules=[KERNEL], options={"bdist_wheel": {"py_limited_api": "cp311"}})
else:
    setup(cmdclass=COMMANDS)
