"""The libraries of tests/shims, which a test loads into a server with LD_PRELOAD."""
import atexit
import os
import shutil
import subprocess
import tempfile

SHIMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../shims")
_built = {}


def preload(name):
    """The environment of a process that has the shim NAME.c in it; built once, removed at the end."""
    if not _built:
        _built[""] = tempfile.mkdtemp(prefix="azulejo-shims-")
        atexit.register(shutil.rmtree, _built[""], ignore_errors=True)
    if name not in _built:
        library = os.path.join(_built[""], name + ".so")
        subprocess.run([os.environ.get("CC", "gcc"), "-std=c17", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o",
                        library, os.path.join(SHIMS, name + ".c"), "-ldl"], check=True)
        _built[name] = library
    return {"LD_PRELOAD": _built[name]}
