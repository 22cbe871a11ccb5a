"""Builds the package `azulejo`: the C library goes into it, and the declarations for cffi are made from the headers.

`make python` calls this in a copy of the folder with the library's sources in c/ (the sdist has the same form). The
library is the file that AZULEJO_LIBRARY names, or it is made of c/."""
import os
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
SOURCES = HERE / "c"


def library():
    if "AZULEJO_LIBRARY" in os.environ:
        return Path(os.environ["AZULEJO_LIBRARY"])
    subprocess.run(["make", "-C", str(SOURCES), f"-j{os.cpu_count() or 1}", "LITE=1", "build/libazulejo.so"], check=True)
    return SOURCES / "build" / "libazulejo.so"


def write_declarations(path):
    import cffi
    script = [sys.executable, str(SOURCES / "tools" / "cffi-header.py"), str(SOURCES / "include")]
    ffi = cffi.FFI()
    ffi.cdef(subprocess.run(script, check=True, capture_output=True, text=True).stdout)
    ffi.set_source("azulejo._ffi", None)
    ffi.emit_python_code(str(path))


class Build(build_py):
    def run(self):
        super().run()
        package = Path(self.build_lib) / "azulejo"
        package.mkdir(parents=True, exist_ok=True)
        write_declarations(package / "_ffi.py")
        shutil.copyfile(library().resolve(), package / "libazulejo.so")
        if os.environ.get("AZULEJO_PTX"):
            shutil.copyfile(os.environ["AZULEJO_PTX"], package / "azulejo.ptx")


class WithLibrary(Distribution):
    """A package for one kind of machine, but for every Python 3."""

    def has_ext_modules(self):
        return True


COMMANDS = {"build_py": Build}
try:
    from wheel.bdist_wheel import bdist_wheel

    class Wheel(bdist_wheel):
        def get_tag(self):
            return ("py3", "none", super().get_tag()[2])

    COMMANDS["bdist_wheel"] = Wheel
except ImportError:
    pass

setup(
    name="azulejo",
    version=(SOURCES / "VERSION").read_text(encoding="utf-8").strip(),
    description="The Azul board games: rules, bots and batches for learning",
    long_description=(HERE / "README.md").read_text(encoding="utf-8"),
    long_description_content_type="text/markdown",
    license="MIT",
    packages=["azulejo"],
    package_data={"azulejo": ["py.typed"]},
    python_requires=">=3.9",
    install_requires=["cffi>=1.15", "numpy>=1.21"],
    cmdclass=COMMANDS,
    distclass=WithLibrary,
    zip_safe=False,
)
