"""What of arpad is compiled: the kernels for lines and for games, and the catalogues of the interface.

Everything else: pyproject.toml.

The kernels are built where a C compiler and the headers of Python are at hand; otherwise arpad is installed without
them, as a pure wheel, and gives the same bytes more slowly. A wheel with the kernels serves every Python from 3.11 on.
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

CATALOGUES = "arpad/web/locale/*/LC_MESSAGES/*.po"
OPTIONS = {
    "define_macros": [("Py_LIMITED_API", "0x030b0000")],
    "extra_compile_args": [] if os.name == "nt" else ["-O3"],
}
SOURCES = {
    "arpad.formats.lists._line_kernel": ["_line_steps.h", "_arrow_columns.h"],
    "arpad.engine.period._game_kernel": [],
}
"""The kernels, each with its headers; all of them stand beside it."""


def kernels(**more: object) -> list[Extension]:
    """Give the kernels as something to be built."""
    built = []
    for name, headers in SOURCES.items():
        folder, _, file = f"src/{name.replace('.', '/')}".rpartition("/")
        places = [f"{folder}/{header}" for header in headers]
        built.append(Extension(name, [f"{folder}/{file}.c"], depends=places, **OPTIONS, **more))
    return built


def is_buildable() -> bool:
    """Try whether the kernels can be built here, since a wheel has to say beforehand what is in it."""
    if sys.implementation.name != "cpython" or sysconfig.get_config_var("Py_GIL_DISABLED"):
        return False
    command = build_ext(Distribution({"ext_modules": kernels()}))
    with tempfile.TemporaryDirectory() as folder:
        command.build_lib = command.build_temp = folder
        command.ensure_finalized()
        try:
            command.run()
        except (BaseError, CCompilerError) as fault:
            print(f"arpad is built without its kernels: {fault}", file=sys.stderr)  # noqa: T201 - said to whoever installs
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
    built = kernels(py_limited_api=True, optional=True)
    setup(cmdclass=COMMANDS, ext_modules=built, options={"bdist_wheel": {"py_limited_api": "cp311"}})
else:
    setup(cmdclass=COMMANDS)
