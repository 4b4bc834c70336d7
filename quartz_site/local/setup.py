"""Creates `.venv` with everything installed. Standard library only, as nothing is installed before it.

Called by `make setup`; without make: `python3 quartz_site/local/setup.py`.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOCK = ROOT / "requirements" / "dev.txt"
STAMP = VENV / "installed"
NO_VENV = """\
This Python can't make a virtual environment: its ensurepip is missing.
On Debian and Ubuntu: apt install python3-venv. Then run the same command again."""


def wanted() -> str:
    """Describe what should be installed: this lock file, for this Python, in this folder."""
    lock = hashlib.sha256(LOCK.read_bytes()).hexdigest()
    return f"{lock} {sys.version_info[0]}.{sys.version_info[1]} {ROOT}\n"


def is_done() -> bool:
    return STAMP.is_file() and STAMP.read_text() == wanted() and PYTHON.exists()


def has_pip() -> bool:
    return PYTHON.exists() and not subprocess.call(
        [str(PYTHON), "-c", "import pip"], stderr=subprocess.DEVNULL
    )


def make_venv() -> None:
    """Create the environment again unless a good one for the same Python exists."""
    is_for_others = STAMP.is_file() and STAMP.read_text().split(" ", 1)[1] != wanted().split(" ", 1)[1]
    if VENV.is_symlink() and (is_for_others or not VENV.exists()):
        VENV.unlink()  # the folder it points to belongs to another checkout
    elif is_for_others:
        shutil.rmtree(VENV)
    if has_pip():
        return
    try:
        import ensurepip  # noqa: F401  Debian takes it out of python3.
    except ImportError:
        sys.exit(NO_VENV)
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENV)], check=True)


def show_progress(lines: Iterable[str], wanted: int) -> None:
    """Count what pip has found so far: on a terminal in one line, elsewhere not at all."""
    if not sys.stdout.isatty():
        for _ in lines:
            pass
        return
    found = 0
    for line in lines:
        found += line.startswith("Collecting ")
        doing = "installing" if line.startswith("Installing ") else "downloading"
        print(f"\r  {min(found, wanted)} of {wanted} packages, {doing}   ", end="", flush=True)
    print(flush=True)


def install() -> None:
    wanted = sum("==" in line and not line.startswith((" ", "#")) for line in LOCK.read_text().splitlines())
    print(f"Installing {wanted} packages into .venv; the first time takes a minute.", flush=True)
    command = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    command += ["--progress-bar", "off", "--require-hashes", "-r", str(LOCK)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as pip:
        show_progress(pip.stdout or [], wanted)
    if pip.returncode:
        sys.exit("pip couldn't install requirements/dev.txt; its messages are above.")
    # So that `.venv/bin/pytest` finds the packages of the checkout from any working directory.
    site = subprocess.check_output(
        [str(PYTHON), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    )
    Path(site.decode().strip(), "checkout.pth").write_text(f"{ROOT}\n")


def main() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036  This file is the one an older Python may meet.
        sys.exit(f"Python 3.11 or later is needed; this is {sys.version.split()[0]}.")
    if not is_done():
        print("Creating .venv …", flush=True)
        make_venv()
        install()
        STAMP.write_text(wanted())
    # In its own session, so that Ctrl-C reaches only us and prints no traceback.
    command = [str(PYTHON), "-m", "quartz_site.catalogues.compiling"]
    subprocess.run(command, cwd=ROOT, check=True, start_new_session=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)  # the next start continues from here
