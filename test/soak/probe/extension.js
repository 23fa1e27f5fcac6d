const { once } = require("node:events");
const http = require("node:http");
const { promisify } = require("node:util");
const v8 = require("node:v8");
const vm = require("node:vm");
const vscode = require("vscode");

/** Where the soak listens. */
const { DAY_PROBE_URL: soakUrl } = process.env;
/** Part of the path of the extension that is watched. */
const watched = "company-feed.company-feed-";

/** Callers of the pending timers of that extension. */
const timers = watchTimers();
let clockOffsetMs = shiftClock();

exports.activate = async (context) => {
  const server = http.createServer(async (request, response) => {
    const chunks = await request.toArray();
    const { name, ...input } = JSON.parse(Buffer.concat(chunks));
    try {
      const value = await answers[name](input);
      response.end(JSON.stringify({ value: value ?? null }));
    } catch (error) {
      response.end(JSON.stringify({ error: String(error?.stack ?? error) }));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  context.subscriptions.push({ dispose: () => server.close() });
  const body = JSON.stringify({ pid: process.pid, port: server.address().port });
  const told = await fetch(soakUrl, { method: "POST", body, headers: { connection: "close" } });
  clockOffsetMs = (await told.json()).clockOffsetMs;
};

const answers = {
  timers: () => [...timers.values()],
  measure: async () => ({
    heapBytes: await heldBytes(),
    timers: [...timers.values()],
    resources: process.getActiveResourcesInfo(),
  }),
  command: async ({ id, args }) => {
    await vscode.commands.executeCommand(id, ...args);
  },
  // Does not wait: some commands end only with the answer to their notification.
  start: ({ id }) => {
    void vscode.commands.executeCommand(id);
  },
  tool: async ({ tool, input }) => {
    const { content } = await vscode.lm.invokeTool(tool, { input, toolInvocationToken: undefined });
    return content.map(({ value }) => value).join("\n");
  },
  setting: ({ key, value }) =>
    vscode.workspace.getConfiguration().update(key, value ?? undefined, vscode.ConfigurationTarget.Global),
  clock: ({ offsetMs }) => {
    clockOffsetMs = offsetMs;
  },
  snapshot: ({ file }) => v8.writeHeapSnapshot(file),
};

/** Heap and external memory in bytes, after collecting garbage until nothing more is freed. */
async function heldBytes() {
  v8.setFlagsFromString("--expose-gc");
  const collectGarbage = vm.runInNewContext("gc");
  for (let held = Infinity; ;) {
    collectGarbage();
    await new Promise((resolve) => setImmediate(resolve));
    const { heapUsed, external } = process.memoryUsage();
    if (heapUsed + external > 0.999 * held) {
      return heapUsed + external;
    }
    held = heapUsed + external;
  }
}

/** @returns the pending timers of the watched extension, each with the place that set it */
function watchTimers() {
  const pending = new Map();
  for (const name of ["setTimeout", "setInterval"]) {
    const original = globalThis[name];
    const watching = (callback, ms, ...args) => {
      const places = new Error().stack.split("\n").filter((line) => line.includes(watched));
      if (places.length === 0) {
        return original(callback, ms, ...args);
      }
      const timer = original(() => {
        if (name === "setTimeout") {
          pending.delete(timer);
        }
        callback(...args);
      }, ms);
      pending.set(timer, `${name} of ${ms} ms ${places.slice(0, 3).map(shortened).join(" ")}`);
      return timer;
    };
    watching[promisify.custom] = original[promisify.custom];
    globalThis[name] = watching;
  }
  for (const name of ["clearTimeout", "clearInterval"]) {
    const original = globalThis[name];
    globalThis[name] = (timer) => {
      pending.delete(timer);
      original(timer);
    };
  }
  return pending;
}

/** The line of a stack, with the name of the file alone. */
function shortened(line) {
  return line.trim().replace(/\(?(file:)?\/\S*\//, "(");
}

/** Lets the wall clock of the extension host be ahead; timers go on as they do after sleep. */
function shiftClock() {
  const { Date: real } = globalThis;
  const now = () => real.now() + clockOffsetMs;
  globalThis.Date = new Proxy(real, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
    get: (target, key) => (key === "now" ? now : target[key]),
  });
  return 0;
}
