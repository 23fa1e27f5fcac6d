import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import http, { type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { feedUrl } from "../../src/service/urls";
import type { FeedRequest } from "../../src/service/types";
import { requestCode, type RequestLanguage } from "../../src/panel/requestCode";
import { SampleService } from "../../src/sample/sampleService";
import { out, root } from "../support/runner/paths";
import { stillClock } from "../support/services/sampleEvents";

/** Without PowerShell, which few machines have; test/unit/panel/requestCode.test.ts covers it. */
const languages = ["curl", "typescript", "python"] as const satisfies readonly RequestLanguage[];

type Run = (code: string, folder: string, env: NodeJS.ProcessEnv) => Promise<string>;

/** Run the code of each language. */
const runners: Readonly<Record<(typeof languages)[number], Run>> = {
  curl: (code, folder, env) =>
    hasCurl()
      ? run("sh", ["-c", code], folder, env)
      : run("sh", ["-c", `curl() { "$NODE" -e "$CURL" -- "$@"; }; ${code}`], folder, {
          ...env,
          NODE: process.execPath,
          CURL: curlStandIn,
        }),
  typescript: async (code, folder, env) => {
    const script = path.join(folder, "request.js");
    await writeFile(script, compiled(code));
    return run(process.execPath, [script], folder, env);
  },
  python: async (code, folder, env) => {
    const script = path.join(folder, "request.py");
    await writeFile(script, code);
    return run(process.execPath, [path.join(out, "e2e/python.main.js"), script], root, env);
  },
};

function hasCurl(): boolean {
  return spawnSync("curl", ["--version"]).status === 0;
}

/** Replaces curl where it is missing, and fails for any argument that the copied command shouldn't have. */
const curlStandIn = `
const [silent, ...rest] = process.argv.slice(1);
const headers = [];
while (rest[0] === "-H") {
  const [, name, value] = /^([^:]+): (.*)$/.exec(rest.splice(0, 2)[1]);
  headers.push([name, value]);
}
if (silent !== "-sS" || rest.length !== 1) {
  throw new Error(process.argv.join(" "));
}
fetch(rest[0], { headers }).then((response) => response.text()).then((text) => process.stdout.write(text));
`;

/** @throws if the program fails */
async function run(program: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { PATH } = process.env;
  const options = { cwd, env: { PATH, ...env }, encoding: "utf8", timeout: 300_000 } as const;
  return (await promisify(execFile)(program, args, options)).stdout;
}

/** @throws if the code has type errors */
function compiled(code: string): string {
  const name = path.join(root, "request.ts");
  const options: ts.CompilerOptions = {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.CommonJS,
    types: ["node"],
    skipLibCheck: true,
  };
  const host = ts.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  const fileExists = host.fileExists.bind(host);
  const written: string[] = [];
  host.fileExists = (file) => file === name || fileExists(file);
  host.getSourceFile = (file, version, ...rest) =>
    file === name ? ts.createSourceFile(file, code, version) : getSourceFile(file, version, ...rest);
  host.writeFile = (_, text) => written.push(text);
  const program = ts.createProgram([name], options, host);
  const messages = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  assert.deepEqual(messages, []);
  program.emit();
  return written.join("");
}

/** Records requests, and responds with an empty page. */
class Recorder {
  readonly requests: IncomingMessage[] = [];
  private readonly server = http.createServer((request, response) => {
    this.requests.push(request);
    response.setHeader("content-type", "application/json");
    response.end('{"events":[],"has_more":false,"next_cursor":null}');
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

describe("Copy Feed Request As…", () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "request-"));
  });

  after(() => rm(folder, { recursive: true }));

  const request: FeedRequest = { pageSize: 3, fields: "full", since: "2020-01-01T00:00:00.000Z" };

  for (const language of languages) {
    it(`copies ${language} code that prints the events`, async () => {
      const service = new SampleService({ now: stillClock() });
      try {
        const target = { ...(await service.start()), dataset: "companydata" };
        const code = requestCode(language, target, request, "comma");
        const page = JSON.parse(await runners[language](code, folder, {})) as { events: { id: string }[] };
        assert.equal(page.events.length, 3);
        assert.ok(page.events.every(({ id }) => id.startsWith("evt_")));
      } finally {
        service.dispose();
      }
    });
  }

  it("sends the same request in every language, with all special characters", async () => {
    const recorder = new Recorder();
    const baseUrl = `${await recorder.start()}/it's/a%20"base`;
    const target = { baseUrl, dataset: "filings/eu" };
    const organizationId = `o'r"g\\ $HOME \`id\` {z} \${x} %s`;
    const asked: FeedRequest = {
      ...request,
      types: ["a b", "$(id)`", "${x}", "{y}", "größe", "資金"],
      sector: `R&D's "\\n" #%41+ 🚀\u2028\u0000`,
      minAmount: 5e6,
      until: "2026-11-14T10:00:00.000Z",
    };
    try {
      for (const language of languages) {
        const code = requestCode(language, { ...target, organizationId }, asked, "repeat");
        await runners[language](code, folder, { API_KEY: "sk_1" });
      }
    } finally {
      recorder.stop();
    }
    const { pathname, search } = feedUrl(target, asked, "repeat");
    for (const [index, language] of languages.entries()) {
      const sent = recorder.requests[index];
      assert.equal(sent?.url, pathname + search, language);
      assert.equal(sent.headers.authorization, "Bearer sk_1", language);
      assert.equal(sent.headers["x-organization-id"], organizationId, language);
    }
  });
});
