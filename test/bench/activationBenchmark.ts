import { packageHelper } from "../support/build";
import { Workbench } from "../support/workbench";
import { benchmark } from "./benchmark";
import { productionVsix } from "./production";
import { oneByOne } from "./sampling";

const plan = { runs: 5, warmUps: 1 };

/** How long no further extension may have become active before the window's own start counts as over. */
const quietMs = 2_000;

/** The packaged extension in the newest VS Code, each sample in one that was just started. */
export const activationBenchmark = benchmark({
  rows: {
    activation: {
      measures:
        "loading the code and calling activate, as VS Code itself has it (Show Running Extensions), when nothing else is loaded meanwhile",
      unit: "ms",
      atMost: 10,
    },
    "activation: bare extension": { measures: "the same of an extension of forty lines", unit: "ms" },
    "activation: event-loop delay": {
      measures:
        "longest that the extension host's loop is held up at a time while Company Feed is activated by its view",
      unit: "ms",
    },
  },
  async run() {
    await productionVsix();
    const bare = await packageHelper("test/bench/bare");
    const samples = await oneByOne(plan, () => activationMs(bare));
    return {
      activation: { samples: samples.map(({ ours }) => ours) },
      "activation: bare extension": { samples: samples.map((s) => s.bare) },
      "activation: event-loop delay": { samples: samples.map(({ heldUp }) => heldUp) },
    };
  },
});

/** Both in the same window, one after the other. */
async function activationMs(bareVsix: string): Promise<{ ours: number; bare: number; heldUp: number }> {
  const workbench = await Workbench.open({
    furtherVsix: [bareVsix],
    // High enough for the list of running extensions to show all its rows, which must not cover the window.
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
    // A command activates the one, the view the other.
    await workbench.runCommand("Activate Bare Feed");
    const bare = await told("Bare Feed");
    await quiet(() => rows.count());
    await workbench.runCommand("Watch Event Loop");
    await workbench.openContainer("Company Feed");
    const ours = await told("Company Feed");
    await workbench.runCommand("Tell Event Loop");
    const said = await workbench.notifications.shown("The event loop was held up for");
    return { ours, bare, heldUp: Number(/for ([\d.]+) ms/.exec(said)?.[1]) };
  } finally {
    await workbench.close();
  }
}

/** Resolves when a number has been the same for a while. */
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
