import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { writeHeapSnapshot } from "node:v8";
import * as vscode from "vscode";
import { heldBytes } from "../../support/fakes/memory";
import { extensionScripts } from "../extensionScripts";
import type { Hello, HostState, Question, Reply, Welcome } from "./questions";
import { watchTimers } from "./watchedTimers";

/** Where the soak listens. */
const soakUrl = process.env["SOAK_URL"] ?? "";

const timers = watchTimers(extensionScripts);
let clockOffsetMs = 0;
shiftClock();

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const server = createServer();
  server.on("request", (request, response) => {
    void request
      .toArray()
      .then((chunks: Buffer[]) => answer(JSON.parse(Buffer.concat(chunks).toString()) as Question))
      .then(
        (value): Reply => ({ value: value ?? null }),
        (error: unknown): Reply => ({ error: error instanceof Error ? String(error.stack) : String(error) }),
      )
      .then((reply) => response.end(JSON.stringify(reply)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  context.subscriptions.push({ dispose: () => server.close() });
  const hello: Hello = { pid: process.pid, port: (server.address() as AddressInfo).port };
  const body = JSON.stringify(hello);
  const response = await fetch(soakUrl, { method: "POST", body, headers: { connection: "close" } });
  ({ clockOffsetMs } = (await response.json()) as Welcome);
}

async function answer(question: Question): Promise<unknown> {
  switch (question.name) {
    case "timers":
      return [...timers.values()];
    case "measure":
      return hostState();
    case "command":
      await vscode.commands.executeCommand(question.id, ...question.args);
      return undefined;
    case "start":
      void vscode.commands.executeCommand(question.id);
      return undefined;
    case "tool": {
      const { tool, input } = question;
      const { content } = await vscode.lm.invokeTool(tool, { input, toolInvocationToken: undefined });
      return (content as vscode.LanguageModelTextPart[]).map(({ value }) => value).join("\n");
    }
    case "setting": {
      const { Global } = vscode.ConfigurationTarget;
      return vscode.workspace.getConfiguration().update(question.key, question.value ?? undefined, Global);
    }
    case "clock":
      clockOffsetMs = question.offsetMs;
      return undefined;
    case "snapshot":
      return writeHeapSnapshot(question.file);
  }
}

async function hostState(): Promise<HostState> {
  return {
    heapBytes: await heldBytes(),
    timers: [...timers.values()],
    resources: process.getActiveResourcesInfo(),
  };
}

/** Lets the wall clock of the extension host be ahead; timers go on as they do after sleep. */
function shiftClock(): void {
  const { Date: real } = globalThis;
  const now = (): number => real.now() + clockOffsetMs;
  globalThis.Date = new Proxy(real, {
    construct: (target, args: unknown[], newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [now()], newTarget) as Date,
    get: (target, key) => (key === "now" ? now : (Reflect.get(target, key) as unknown)),
  });
}
