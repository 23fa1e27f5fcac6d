import { packageHelper } from "../support/runner/build";
import { Workbench } from "../support/vscode/workbench";
import { benchmark, takeSamples } from "./benchmark";
import { productionVsix } from "./product";

/** The packaged extension in the newest VS Code, restarted for each sample. */
export const activationBenchmark = benchmark({
  rows: {
    activation: {
      measures:
        "loading the code and calling activate once VS Code has started (onStartupFinished), as VS Code itself has it (Show Running Extensions)",
      unit: "ms",
      atMost: 10,
    },
    "activation: over a bare extension": {
      measures: "over that of an ES module of forty lines with the same activation event, in the same window",
      unit: "ms",
      atMost: 2,
    },
  },
  async run() {
    await productionVsix();
    const bare = await packageHelper("test/bench/bare");
    const samples = await takeSamples({ runs: 5, warmUps: 1 }, () => activationMs(bare));
    return {
      activation: { samples: samples.map(({ ours }) => ours) },
      "activation: over a bare extension": {
        samples: samples.map(({ ours }) => ours),
        baseline: samples.map((s) => s.bare),
      },
    };
  },
});

/** Both in the same window. */
async function activationMs(bareVsix: string): Promise<{ ours: number; bare: number }> {
  const workbench = await Workbench.open({
    vscode: { additionalVsix: [bareVsix] },
    // High enough for all rows of the list of running extensions.
    viewport: { width: 1280, height: 2_400 },
    settings: { "workbench.editor.useModal": "off" },
  });
  try {
    await workbench.runCommand("Developer: Show Running Extensions");
    const rows = workbench.page.locator(".runtime-extensions-editor .monaco-list-row");
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
    return { ours, bare };
  } finally {
    await workbench.close();
  }
}
