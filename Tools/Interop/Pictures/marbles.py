"""Marble diagrams in Python: marbles(spec) returns SVG, text or JSON. Needs the package wasmtime, and marble.wasm beside this file."""
import pathlib
import struct

import wasmtime

FORMATS = {"text": 0, "svg": 1, "json": 3, "check": 4}
_engine = wasmtime.Engine()
_module = None


class MarbleError(ValueError):
    """A spec that cannot be read. The message has the line, the place and a correction."""


class Diagram(str):
    """A picture, which a notebook shows."""

    def _repr_svg_(self):
        return str(self)


def marbles(spec, format="svg", stages=False, timers=False, causes=False, name="spec"):
    """Runs a spec in virtual time and returns its drawing."""
    global _module
    if format not in FORMATS:
        raise ValueError(f"marbles: '{format}' is not a format; use {', '.join(FORMATS)}")
    _module = _module or wasmtime.Module.from_file(_engine, str(pathlib.Path(__file__).with_name("marble.wasm")))
    store = wasmtime.Store(_engine)
    exports = wasmtime.Instance(store, _module, []).exports(store)
    memory = exports["memory"]

    def put(text):
        data = text.encode()
        place = exports["malloc"](store, max(len(data), 1))
        memory.write(store, data, place)
        return place, len(data)

    answer = exports["marble_run"](store, *put(spec), *put(name), FORMATS[format], stages + 2 * timers + 4 * causes)
    code, length = struct.unpack("<ii", memory.read(store, answer, answer + 8))
    text = memory.read(store, answer + 8, answer + 8 + length).decode()
    if code == 65:
        raise MarbleError(text)
    return Diagram(text) if format == "svg" else text
