#!/bin/sh
# Makes the environment, in two steps that `make` calls when their stamps are missing or old:
#
#   environment.sh create DIRECTORY    a virtual environment, with uv in it when uv can be had
#   environment.sh install DIRECTORY   the pinned packages of requirements.lock, and the project itself
#
# PYTHON     which interpreter to use (default: the first suitable one of the usual names)
# INSTALLER  `pip` leaves uv out
set -eu

step=$1
environment=$2
python=$environment/bin/python
uv=$environment/bin/uv

suitable() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

choose() {
    if [ -n "${PYTHON:-}" ]; then
        suitable "$PYTHON" && printf '%s\n' "$PYTHON" && return
        echo "PYTHON=$PYTHON is not Python 3.11 or newer ($("$PYTHON" --version 2>&1 || true))." >&2
    else
        for name in python3 python3.14 python3.13 python3.12 python3.11 python; do
            suitable "$name" && printf '%s\n' "$name" && return
        done
        echo "No Python 3.11 or newer was found (python3 is: $(python3 --version 2>&1 || true))." >&2
    fi
    echo "Install one, or name it: make PYTHON=python3.12 ..." >&2
    return 1
}

create() {
    chosen=$(choose)
    echo "Making $environment with $("$chosen" --version)"
    # --clear: what an interrupted attempt left behind goes.
    if ! "$chosen" -m venv --clear "$environment"; then
        echo "Python's venv module does not work here." >&2
        echo "On Debian and Ubuntu it is a package of its own: apt-get install python3-venv" >&2
        return 1
    fi
    if [ "${INSTALLER:-uv}" = pip ]; then
        return
    fi
    "$python" -m pip install --quiet --only-binary :all: --require-hashes -r requirements-uv.lock ||
        echo "uv cannot be installed here; going on with pip, which takes some minutes." >&2
}

install() {
    if [ "${INSTALLER:-uv}" != pip ] && [ -x "$uv" ]; then
        echo "Installing the pinned packages with uv"
        with_uv && return
        echo "uv failed; trying again with pip, which takes some minutes." >&2
    fi
    echo "Installing the pinned packages with pip"
    "$python" -m pip install --quiet --require-hashes -r requirements.lock
    "$python" -m pip install --quiet --no-deps --no-build-isolation -e .
}

with_uv() {
    "$uv" pip install --quiet --python "$python" --require-hashes -r requirements.lock &&
        "$uv" pip install --quiet --python "$python" --no-deps --no-build-isolation -e .
}

"$step"
