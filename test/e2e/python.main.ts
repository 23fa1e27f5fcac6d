/**
 * `python.main.js file.py`: runs a Python program with the environment of this process, on a machine without Python.
 * The module `httpx` is a stand-in with a part of the real one's functions; it sends requests with `fetch`.
 */
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { loadPyodide } from "pyodide";
import { errorMessage } from "../../src/util/errors";

const standIn = `
import json
import _send

class Response:
    def __init__(self, status_code, text):
        self.status_code = status_code
        self.text = text

    @property
    def is_error(self):
        return 400 <= self.status_code <= 599

    def json(self):
        return json.loads(self.text)

def get(url, *, params=None, headers=None, timeout=5.0):
    if params is not None:
        raise NotImplementedError("params")
    answer = json.loads(_send.send(json.dumps({"url": url, "headers": headers or {}, "ms": timeout * 1000})))
    return Response(answer["status"], answer["text"])
`;

/** Runs in a process of its own, because Python blocks until the response. Like httpx, follows no redirects. */
const send = `
let input = "";
for await (const chunk of process.stdin) {
  input += chunk;
}
const { url, headers, ms } = JSON.parse(input);
const response = await fetch(url, { headers, redirect: "manual", signal: AbortSignal.timeout(ms) });
process.stdout.write(JSON.stringify({ status: response.status, text: await response.text() }));
`;

const [file = ""] = process.argv.slice(2);
const env = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? ""]));
const python = await loadPyodide({ env: { ...env, HOME: "/home/pyodide" } });
python.registerJsModule("_send", {
  send: (request: string) =>
    execFileSync(process.execPath, ["--input-type=module", "-e", send], { input: request, encoding: "utf8" }),
});
python.registerJsModule("_stand_in", { source: standIn });
python.runPython(`
import sys, types
import _stand_in
sys.modules["httpx"] = types.ModuleType("httpx")
exec(_stand_in.source, sys.modules["httpx"].__dict__)
`);
try {
  python.runPython(await readFile(file, "utf8"), { filename: file });
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
