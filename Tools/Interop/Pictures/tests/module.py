"""Tries the Python function.   python3 module.py FOLDER MARBLE"""
import json
import pathlib
import subprocess
import sys

folder, command = sys.argv[1:]
sys.path.insert(0, folder)
sys.dont_write_bytecode = True
from marbles import Diagram, MarbleError, marbles  # noqa: E402

for name in ["debounce", "switchMap", "rule-answer"]:
    path = pathlib.Path(f"Diagrams/{name}.marble")
    for form in ["text", "svg", "json"]:
        want = subprocess.run([command, "render", str(path), "--format", form], capture_output=True, text=True, check=True).stdout
        assert marbles(path.read_text(), form).rstrip() == want.rstrip(), f"{name} as {form}"

picture = marbles("a: -1-|\n\n> a.delay(for: 2)\n")
assert isinstance(picture, Diagram) and picture._repr_svg_().startswith("<svg ")
program = json.loads(marbles("a: -1-|\n\n> a.delay(for: 2)\n", "json"))["program"]
assert program["pipelines"][0]["tree"]["call"] == "delay"
for spec, message in [("a: -1-|\n> a.dely()", "spec:2:"), ("", "spec:"), ("\0\u202e", "spec:")]:
    try:
        marbles(spec)
    except MarbleError as error:
        assert str(error).startswith(message), str(error)
    else:
        raise AssertionError(f"{spec!r} is no spec")
try:
    marbles("a: -1-|", "png")
except ValueError as error:
    assert "use text, svg, json, check" in str(error)
print("Tools/Scripts/run module: 3 diagrams are the same in Python")
