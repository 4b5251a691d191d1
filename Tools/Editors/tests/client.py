"""Drives `marble lsp` with pygls, a client library: python client.py PATH/TO/marble [--latencies]

Every expectation is derived by hand from the spec that stands beside it. Needs the package pygls (2.0 or newer).
With --latencies it also measures, and fails when an answer takes too long; that is meant for a release build.
"""

import asyncio
import gc
import re
import subprocess
import sys
import time

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

MARBLE = sys.argv[1]
TYPED = """frame: 100ms
typed: -a-b-c------d-----|
  a = "S"   b = "Sw"
let calm = typed.debounce(for: 300ms)
> calm
= --------c------d--|
"""
problems = []


def check(holds, text):
    if not holds:
        problems.append(text)
        print("FAILED:", text)


def equal(found, expected, text):
    check(found == expected, f"{text}: expected {expected!r}, got {found!r}")


def place(found):
    start, end = found.start, found.end
    return f"{start.line}:{start.character}-" + (f"{end.line}:" if end.line != start.line else "") + f"{end.character}"


def applied(edits, text):
    """The text with edits, whose columns are code units of UTF-16, as an editor applies them."""
    starts, units = [0], text.encode("utf-16-le")
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line.encode("utf-16-le")) + 2)
    at = lambda position: starts[position.line] + 2 * position.character
    for edit in sorted(edits, key=lambda one: -at(one.range.start)):
        units = units[: at(edit.range.start)] + edit.new_text.encode("utf-16-le") + units[at(edit.range.end) :]
    return units.decode("utf-16-le")


class Editor:
    """A client with documents, and the diagnostics that it has received for each."""

    def __init__(self):
        self.client = LanguageClient("marble-check", "1")
        self.published = asyncio.Queue()
        self.versions = {}

        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def received(parameters: lsp.PublishDiagnosticsParams):
            self.published.put_nowait(parameters)

    async def start(self, hints=True):
        await self.client.start_io(MARBLE, "lsp")
        document = lsp.TextDocumentClientCapabilities(inlay_hint=lsp.InlayHintClientCapabilities() if hints else None)
        answer = await self.client.initialize_async(
            lsp.InitializeParams(capabilities=lsp.ClientCapabilities(text_document=document), process_id=None, root_uri=None)
        )
        self.client.initialized(lsp.InitializedParams())
        return answer.capabilities

    async def open(self, text, name="a.marble", language="marble"):
        uri = f"file:///{name}"
        self.versions[uri] = 1
        self.client.text_document_did_open(
            lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri=uri, language_id=language, version=1, text=text))
        )
        return uri

    def change(self, uri, text, at=None):
        """Changes the whole text, or the range `at`."""
        self.versions[uri] += 1
        whole = lsp.TextDocumentContentChangeWholeDocument(text=text)
        change = whole if at is None else lsp.TextDocumentContentChangePartial(range=at, text=text)
        identifier = lsp.VersionedTextDocumentIdentifier(uri=uri, version=self.versions[uri])
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(identifier, [change]))

    async def diagnostics(self, uri):
        """The diagnostics of the newest version of a document."""
        while True:
            parameters = await asyncio.wait_for(self.published.get(), 20)
            if parameters.uri == uri and parameters.version == self.versions[uri]:
                return list(parameters.diagnostics)

    async def ask(self, name, uri, line=None, character=None, **more):
        parameters = {"text_document": lsp.TextDocumentIdentifier(uri), **more}
        if line is not None:
            parameters["position"] = lsp.Position(line, character)
        method = getattr(self.client, f"text_document_{name}_async")
        kind = next(iter(t for n, t in method.__annotations__.items() if n == "params"))
        kind = getattr(lsp, kind.split(".")[-1]) if isinstance(kind, str) else kind
        return await asyncio.wait_for(method(kind(**parameters)), 20)

    async def actions(self, uri, line):
        found = lsp.Range(lsp.Position(line, 0), lsp.Position(line, 0))
        answer = await self.ask("code_action", uri, range=found, context=lsp.CodeActionContext(diagnostics=[]))
        return {one.title: one.edit.changes[uri] for one in answer or []}

    async def stop(self):
        await self.client.shutdown_async(None)
        self.client.exit(None)
        process = self.client._server
        code = await asyncio.wait_for(process.wait(), 10)
        await self.client.stop()
        return code


def at(first, start, last, end):
    return lsp.Range(lsp.Position(first, start), lsp.Position(last, end))


async def everything():
    editor = Editor()
    can = await editor.start()
    equal(can.position_encoding, "utf-16", "the encoding of positions")
    check(can.inlay_hint_provider and not can.code_lens_provider, "an editor with inlay hints gets these")

    # What holds has no diagnostics, and its outcome stands behind the pipeline, which begins in the fifth line and has six characters.
    uri = await editor.open(TYPED)
    equal(await editor.diagnostics(uri), [], "diagnostics of a spec that holds")
    hints = await editor.ask("inlay_hint", uri, range=at(0, 0, 6, 0))
    equal([(h.position.line, h.position.character, h.label) for h in hints], [(4, 6, "✓ = --------c------d--|")], "inlay hints")

    # A mistake, at its place, with a quick fix. `let calm = typed.` has 17 characters.
    broken = TYPED.replace("debounce", "debonce")
    editor.change(uri, broken)
    found = await editor.diagnostics(uri)
    equal([place(one.range) for one in found], ["3:17-24"], "the place of a mistake")
    equal([one.message for one in found], ["unknown operator 'debonce'; did you mean 'debounce'?"], "the message of a mistake")
    equal([one.severity for one in found], [lsp.DiagnosticSeverity.Error], "the severity of a mistake")
    actions = await editor.actions(uri, 3)
    equal(applied(actions.get("Change to 'debounce'", []), broken), TYPED, "the quick fix")

    # A difference, with the words of `check`: 'c' comes at 800 ms and not at 900.
    differs = TYPED.replace("= --------c------d--|", "= ---------c-----d--|")
    editor.change(uri, differs)
    found = await editor.diagnostics(uri)
    equal([place(one.range) for one in found], ["5:2-21"], "the place of a difference")
    check(found and found[0].message.startswith("calm differs at 800ms\n"), f"the words of a difference: {found}")
    actions = await editor.actions(uri, 5)
    equal(applied(actions.get("Write what happened", []), differs), TYPED, "what happened is written")

    # Only a part changes: a client may send ranges, here with a character of two code units before them.
    uri = await editor.open('a: -1-|\n> a.map { "😀" }.nope()\n', "utf16.marble")
    found = await editor.diagnostics(uri)
    # `> a.map { "` has 11 code units, the face two, `" }.` four.
    equal([place(one.range) for one in found], ["1:17-21"], "a place behind a character of two code units")
    if can.text_document_sync.change == lsp.TextDocumentSyncKind.Incremental:
        editor.change(uri, "count", at(1, 17, 1, 21))
        editor.change(uri, "b", at(0, 0, 0, 1))
        found = await editor.diagnostics(uri)
        equal([place(one.range) for one in found], ["1:2-3"], "after a change of a range")
        editor.change(uri, "a", at(0, 0, 0, 1))
        equal(await editor.diagnostics(uri), [], "after a second change of a range")
    hover = await editor.ask("hover", uri, 1, 12)
    equal(hover, None, "hover inside of the face")

    # Completion: operators by both names, streams, labels, units, words of a line.
    uri = await editor.open(TYPED + "> \n> typed.\n> typed.merge(with: \n> typed.delay(for: 30\n\n", "completion.marble")
    labels = lambda answer: [one.label for one in (answer.items if hasattr(answer, "items") else answer)]
    operators = await editor.ask("completion", uri, 7, 8)
    check({"debounce(for:)", "throttleTime → throttle(for:latest:)"} <= set(labels(operators)), "operators by both names")
    throttle = next(one for one in operators if one.label.startswith("throttleTime"))
    check(throttle.insert_text.startswith("throttle(for:") and "```marble" in throttle.documentation.value, "what throttleTime inserts")
    check(throttle.detail and len(throttle.detail.split()) > 3, "the sentence of an operator")
    check({"typed", "calm", "Just(_:)"} <= set(labels(await editor.ask("completion", uri, 6, 2))), "streams and sources")
    equal(labels(await editor.ask("completion", uri, 8, 20))[:3], ["with:", "typed", "calm"], "parameters and streams in a call")
    check("30ms" in labels(await editor.ask("completion", uri, 9, 21)), "units")
    check({"frame", "hot", ">", "="} <= set(labels(await editor.ask("completion", uri, 10, 0))), "words that begin a line")

    # Hover, definition.
    uri = await editor.open(TYPED, "hover.marble")
    page = (await editor.ask("hover", uri, 3, 20)).contents.value
    check("debounce(for:)" in page and "```marble\n" in page and "debounceTime" in page, f"the page of debounce: {page[:90]}")
    value = (await editor.ask("hover", uri, 5, 10)).contents.value
    check(value.startswith("**800ms**: the value `\"c\"`"), f"a marble of the outcome: {value}")
    # debounce sends what came 300 ms before.
    check("debounce sends c" in value and "500ms" in value, f"the cause of a marble: {value}")
    value = (await editor.ask("hover", uri, 1, 10)).contents.value
    check(value.startswith("**300ms**: the value `\"Sw\"`"), f"a marble of a source: {value}")
    equal(place((await editor.ask("definition", uri, 4, 3)).range), "3:4-8", "the definition of a let")
    equal(place((await editor.ask("definition", uri, 3, 12)).range), "1:0-5", "the definition of a stream")

    # Formatting and the action that does the same.
    crooked = "a:   -1-|\nhot longer: --2-|\n> a.merge(with: longer)\n= -12-|\n# done\n"
    straight = "a:          -1-|\nhot longer: --2-|\n> a.merge(with: longer)\n=           -12-|\n# done\n"
    uri = await editor.open(crooked, "crooked.marble")
    edits = await editor.ask("formatting", uri, options=lsp.FormattingOptions(tab_size=2, insert_spaces=True))
    equal(applied(edits, crooked), straight, "formatting")
    equal(applied((await editor.actions(uri, 0)).get("Align the rows", []), crooked), straight, "the action that aligns")

    # Colors: `> a.map { 😀 }` as line, column, length, kind, each relative to the one before.
    uri = await editor.open('a: -1-|\n> a.map { "😀" + x }\n', "colors.marble")
    data = (await editor.ask("semantic_tokens_full", uri)).data
    kinds, tokens, row, column = can.semantic_tokens_provider.legend.token_types, [], 0, 0
    for index in range(0, len(data), 5):
        row, column = row + data[index], data[index + 1] + (column if data[index] == 0 else 0)
        tokens.append((row, column, data[index + 2], kinds[data[index + 3]]))
    expected = [(1, 0, 1, "keyword"), (1, 2, 1, "variable"), (1, 4, 3, "function"), (1, 10, 4, "string"), (1, 15, 1, "operator")]
    equal([one for one in tokens if one[0] == 1][:5], expected, "colors")
    check((0, 0, 1, "variable") in tokens and (0, 4, 1, "enumMember") in tokens, f"colors of a row: {tokens}")

    # A fence in Markdown, indented; nothing outside of it.
    uri = await editor.open("# Page\n\n  ```marble\n  a: -1-|\n  > a.nope()\n  ```\n", "page.md", "markdown")
    equal([place(one.range) for one in await editor.diagnostics(uri)], ["4:6-10"], "a mistake in a fence")
    equal(await editor.ask("hover", uri, 0, 3), None, "hover outside of the fences")

    # Outdated: of many changes at once only the last has diagnostics that count.
    uri = await editor.open("> nope1\n", "fast.marble")
    for index in range(2, 60):
        editor.change(uri, f"> nope{index}\n")
    found = await editor.diagnostics(uri)
    check("nope59" in found[0].message, "the diagnostics of the last change")

    # Cancelled: the answer is the error that the protocol names, unless it was on its way. (What is sent at once is below.)
    slow = "\n".join(f"a{index}: -1-2-3-|" for index in range(400)) + "\n> a0\n"
    uri = await editor.open(slow, "slow.marble")
    answer = editor.client.protocol.send_request_async(
        "textDocument/hover", lsp.HoverParams(lsp.TextDocumentIdentifier(uri), lsp.Position(0, 5)), "cancelled"
    )
    answer = asyncio.ensure_future(answer)
    await asyncio.sleep(0)
    editor.client.cancel_request(lsp.CancelParams(id="cancelled"))
    [answer] = await asyncio.gather(answer, return_exceptions=True)
    check(isinstance(answer, lsp.Hover) or getattr(answer, "code", 0) == -32800, f"the answer to what was cancelled: {answer!r}")
    check(await editor.ask("hover", uri, 0, 5) is not None, "a question after one that was cancelled")
    equal(await editor.stop(), 0, "the exit code after shutdown and exit")

    # An editor without inlay hints gets lenses.
    editor = Editor()
    can = await editor.start(hints=False)
    check(can.code_lens_provider and not can.inlay_hint_provider, "an editor without inlay hints gets lenses")
    uri = await editor.open(TYPED)
    lenses = await editor.ask("code_lens", uri)
    equal([(one.range.start.line, one.command.title) for one in lenses], [(4, "✓ = --------c------d--|")], "lenses")
    equal(await editor.stop(), 0, "the exit code of the second server")


def framed(body):
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def clients_that_do_otherwise():
    """Raw bytes: what no library would send."""

    def server():
        return subprocess.Popen([MARBLE, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    start = framed(b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}')
    end = framed(b'{"jsonrpc":"2.0","id":2,"method":"shutdown"}') + framed(b'{"jsonrpc":"2.0","method":"exit"}')
    for name, bytes_, code in [
        ("a client that dies at once", b"", 1),
        ("a client that dies in the middle of a message", start[:40], 1),
        ("a client that dies without a word", start, 1),
        ("no JSON", framed(b"{no}") + start + end, 0),
        ("no header", b"hello\r\n\r\n" + start + end, 0),
        ("bytes that are no text", framed(bytes(range(256))) + start + end, 0),
        ("deep nesting", framed(b"[" * 100000) + start + end, 0),
        ("an answer to nothing", start + framed(b'{"jsonrpc":"2.0","id":9,"result":null}') + end, 0),
        ("a number too big", framed(b'{"id":1e999,"method":"x"}') + start + end, 0),
        ("a place that is nowhere", start + framed(b'{"jsonrpc":"2.0","id":3,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///none"},"position":{"line":-1,"character":99999999999}}}') + end, 0),
    ]:
        process = server()
        try:
            output, errors = process.communicate(bytes_, timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            check(False, f"{name}: the server hangs")
            continue
        equal(process.returncode, code, f"{name}: the exit code")
        equal(errors, b"", f"{name}: standard error")
        if code == 0:
            check(b'"id":2' in output, f"{name}: the server goes on")
    # A question that is taken back in the same breath, and one that is not.
    question = b'{"jsonrpc":"2.0","id":%d,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///x"}}}'
    back = b'{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}}'
    output, _ = server().communicate(start + framed(question % 7) + framed(question % 8) + framed(back) + end, timeout=20)
    check(b'"id":7,"error":{"code":-32800' in output and b'"id":8,"result"' in output, "a question that is taken back")
    # The client stops reading, and dies while the server still writes.
    process = server()
    process.stdout.close()
    process.stdin.write(start * 2000)
    process.stdin.close()
    try:
        # The system ends whoever writes to nobody (SIGPIPE is 13).
        check(process.wait(20) in (0, 1, -13), "a client that does not read: the exit code")
    except subprocess.TimeoutExpired:
        process.kill()
        check(False, "a client that does not read: the server hangs")


def percentiles(times):
    times = sorted(times)
    return f"{times[len(times) // 100] * 1000:.1f} / {times[len(times) // 2] * 1000:.1f} / {times[-1] * 1000:.1f} ms"


async def latencies():
    """From a key to the answer of a question behind it, and to the diagnostics: first percentile, median, last."""
    import pathlib

    folder = pathlib.Path(__file__).parent.parent.parent.parent
    text = (folder / "Diagrams" / "search.marble").read_text()
    fences = (folder / "Course" / "02-slowing-down.md").read_text()
    many = (fences * (1 + (1 << 20) // len(fences)))[: 1 << 20]
    lines = "\n".join(f"s{index}: -1-2-3-4-5-6-7-8-9-|" for index in range((1 << 20) // 27))
    long_rows = "".join(f"{name}: {'-1' * 250_000}|\n" for name in "ab") + "> a.merge(with: b)\n"
    cases = [
        ("a diagram", text, "marble", 50),
        ("a spec as long as is run", "".join(f"s{index}: -1-2-3-4-5-6-7-8-9-|\n" for index in range(700)) + "> s0\n", "marble", 50),
        ("as many pipelines", "a: -1-2-3-4-5-6-7-8-9-|\n" + "> a.map { $0 + 1 }.delay(for: 3)\n" * 600, "marble", 50),
        ("Markdown of 1 MB", many, "markdown", 50),
        ("a spec of 1 MB with many sources", lines + "\n> s0\n", "marble", 50),
        ("a spec of 1 MB with two rows", long_rows, "marble", 50),
        ("a comment of 1 MB", "# " + "x" * (1 << 20) + "\n> Just(1)\n", "marble", 50),
    ]
    for name, text, language, limit in cases:
        editor = Editor()
        await editor.start()
        uri = await editor.open(text, "latency", language)
        await editor.diagnostics(uri)
        rows = text.split("\n")
        pipelines = [row for row, line in enumerate(rows) if line.startswith("> ")]
        count = 200 if len(text) < 100_000 else 100
        edits, answers = [], []
        # The client's garbage is not collected while it waits: that took up to 40 ms.
        gc.collect()
        gc.disable()
        for index in range(count):
            # A key at the end of a pipeline, somewhere in the document, and then the key that takes it away.
            row = pipelines[len(pipelines) * (index // 2) // (count // 2 + 1)]
            column = len(rows[row])
            start = time.perf_counter()
            editor.change(uri, "." if index % 2 == 0 else "", at(row, column, row, column + index % 2))
            questions = [("hover", {}), ("completion", {}), ("inlay_hint", {"range": at(max(0, row - 40), 0, row + 20, 0)})]
            name_, more = questions[index // 2 % 3]
            place_ = () if more else (row, 3)
            await editor.ask(name_, uri, *place_, **more)
            answers.append(time.perf_counter() - start)
            found = await editor.diagnostics(uri)
            edits.append(time.perf_counter() - start)
        gc.enable()
        print(f"{name}: key to answer {percentiles(answers)}, key to diagnostics {percentiles(edits)} ({count} edits)")
        check(max(answers) * 1000 < limit, f"{name}: an answer took longer than {limit} ms")
        await editor.stop()


asyncio.run(everything())
clients_that_do_otherwise()
if "--latencies" in sys.argv:
    asyncio.run(latencies())
print("pygls:", f"{len(problems)} problems" if problems else "everything holds")
sys.exit(1 if problems else 0)
