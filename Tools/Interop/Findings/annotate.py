#!/usr/bin/env python3
"""Prints failures as annotations of GitHub Actions, each at its line: those of "marble check --format json" and those of tests.

usage: marble check --format json Specs | annotate.py
       swift test --event-stream-output-path events.jsonl; annotate.py events.jsonl
Exits with 1 if there is a failure. "--known" also prints the known issues of tests.
"""
import json
import os
import sys


def escaped(text, in_property=False):
    for sign, code in [("%", "%25"), ("\r", "%0D"), ("\n", "%0A")] + [(":", "%3A"), (",", "%2C")] * in_property:
        text = text.replace(sign, code)
    return text


def annotation(title, place, lines):
    properties = [f"{key}={escaped(str(value), True)}" for key, value in place.items() if value is not None]
    return f"::error {','.join(properties + ['title=' + escaped(title, True)])}::{escaped(chr(10).join(lines))}"


def of_check(report):
    """A finding has a place, a first line, rows, the instants at which they differ, and advice; all are data."""
    findings = [finding for spec in report["specs"] for finding in spec["findings"]] + report["findings"]
    for finding in findings:
        width = max([len(row["name"]) for row in finding["rows"]], default=0)
        rows = [f"{row['name']:<{width}}  {row['row']}" for row in finding["rows"]]
        differences = [f"{difference['instant'] / 1e6:g}ms: {difference['text'].strip()}" for difference in finding["differences"]]
        place = {"file": finding["file"], "line": finding["line"], "col": finding["column"]}
        yield annotation(f"marble {finding['kind']}", place, [finding["text"], *rows, *differences, *finding["advice"]])


def of_tests(events, knows):
    """An event of Swift Testing has a kind; that of an issue has its place and its text."""
    for event in events:
        issue = event.get("payload", {}).get("issue")
        if not issue or issue.get("isKnown") and not knows:
            continue
        location = issue.get("sourceLocation", {})
        file = location.get("filePath") or location.get("_filePath")
        place = {"file": file and file.removeprefix(os.getcwd() + "/"), "line": location.get("line"), "col": location.get("column")}
        messages = event["payload"]["messages"]
        details = [message["text"] for message in messages if message["symbol"] == "details"]
        name = "/".join(event["payload"].get("testID", "test").split("/")[:2])
        yield annotation(name, place, details or [message["text"] for message in messages])


def main(words):
    knows = "--known" in words
    found = []
    for file in [word for word in words if word != "--known"] or ["/dev/stdin"]:
        text = open(file, encoding="utf-8").read()
        documents = [json.loads(line) for line in text.splitlines() if line.startswith("{") and line.endswith("}")]
        found += of_tests(documents, knows) if documents else of_check(json.loads(text))
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


sys.exit(main(sys.argv[1:]))
