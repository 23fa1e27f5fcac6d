import { packageHelper } from "../support/runner/build";
import { Workbench } from "../support/vscode/workbench";
import { benchmark } from "./benchmark";
import { productionVsix } from "./production";
import { takeSamples } from "./sampling";

const plan = { runs: 5, warmUps: 1 };

/** The window has started once no further extension was activated for this long. */
const quietMs = 2_000;

/** The packaged extension in the newest VS Code, restarted for each sample. */
export const activationBenchmark = benchmark({
  rows: {
    activation: {
      measures:
        "loading the code and calling activate once VS Code has started (onStartupFinished), as VS Code itself has it (Show Running Extensions)",
      unit: "ms",
      atMost: 10,
    },
    "activation: bare extension": {
      measures: "the same of an ES module of forty lines with the same activation event, in the same window",
      unit: "ms",
    },
    "activation: over a bare extension": {
      measures: "the first as a multiple of the second",
      unit: "ms",
      atMost: 2,
    },
    "activation: event-loop delay": {
      measures:
        "longest that the extension host's loop is held up at a time while the view's container is opened, over another container",
      unit: "ms",
    },
  },
  async run() {
    await productionVsix();
    const bare = await packageHelper("test/bench/bare");
    const samples = await takeSamples(plan, () => activationMs(bare));
    return {
      activation: { samples: samples.map(({ ours }) => ours) },
      "activation: bare extension": { samples: samples.map((s) => s.bare) },
      "activation: over a bare extension": {
        samples: samples.map(({ ours }) => ours),
        baseline: samples.map((s) => s.bare),
      },
      "activation: event-loop delay": {
        samples: samples.map(({ heldUp }) => heldUp),
        baseline: samples.map(({ heldUpElse }) => heldUpElse),
      },
    };
  },
});

interface Activated {
  readonly ours: number;
  readonly bare: number;
  readonly heldUp: number;
  /** While another view container is opened. */
  readonly heldUpElse: number;
}

/** Both in the same window. */
async function activationMs(bareVsix: string): Promise<Activated> {
  const workbench = await Workbench.open({
    additionalVsix: [bareVsix],
    // High enough for all rows of the list of running extensions.
    viewport: { width: 1280, height: 2_400 },
    settings: { "workbench.editor.useModal": "off" },
  });
  try {
    await workbench.runCommand("Developer: Show Running Extensions");
    const rows = workbench.page.locator(".runtime-extensions-editor .monaco-list-row");
    await rows.first().waitFor();
    await quiet(() => rows.count());
    const told = async (name: string): Promise<number> => {
      const activation = /Activation: (\d+)ms/;
      const row = rows.filter({ hasText: name }).filter({ hasText: activation });
      const [, ms] = activation.exec(await row.innerText()) ?? [];
      if (ms === undefined) {
        throw new Error(`VS Code does not say how long the activation of ${name} took.`);
      }
      return Number(ms);
    };
    // Both are activated without being asked to.
    const bare = await told("Bare Feed");
    const ours = await told("Company Feed");
    const heldUpElse = await heldUp(workbench, () => workbench.openContainer("Search"));
    const heldUpByOurs = await heldUp(workbench, async () => {
      await workbench.openContainer("Company Feed");
      await workbench.page.locator(".welcome-view-content").first().waitFor();
    });
    return { ours, bare, heldUp: heldUpByOurs, heldUpElse };
  } finally {
    await workbench.close();
  }
}

/** Longest blocks of the event loop of the extension host, in milliseconds. */
async function heldUp(workbench: Workbench, work: () => Promise<void>): Promise<number> {
  const { notifications } = workbench;
  await workbench.runCommand("Watch Event Loop");
  await work();
  await workbench.runCommand("Tell Event Loop");
  const said = await notifications.shown("The event loop was held up for");
  await notifications.close("The event loop was held up for");
  const [, ms] = /for ([\d.]+) ms/.exec(said) ?? [];
  if (ms === undefined) {
    throw new Error(`The helper does not say how long the event loop was held up: ${said}`);
  }
  return Number(ms);
}

/** Resolves when a number has been stable for a while. */
async function quiet(read: () => Promise<number>): Promise<void> {
  let last = await read();
  for (let since = performance.now(); performance.now() - since < quietMs;) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const now = await read();
    if (now !== last) {
      last = now;
      since = performance.now();
    }
  }
}
