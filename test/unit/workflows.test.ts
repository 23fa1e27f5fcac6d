import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import manifest from "../../package.json";
import { root } from "../support/runner/paths";

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

interface Job {
  if?: string;
  "timeout-minutes"?: number;
  permissions?: Record<string, string>;
  environment?: string;
  needs?: string | string[];
  steps: Step[];
}

interface Workflow {
  permissions?: Record<string, string>;
  jobs: Record<string, Job>;
}

const folder = path.join(root, ".github", "workflows");

describe("The workflow", () => {
  for (const file of readdirSync(folder)) {
    describe(file, () => {
      const text = readFileSync(path.join(folder, file), "utf8");
      const workflow = parse(text) as Workflow;
      const jobs = Object.entries(workflow.jobs);
      const steps = jobs.flatMap(([, job]) => job.steps);

      it("pins every action to a commit, with its version as a comment", () => {
        const lines = text.split("\n").filter((line) => /^\s*(- )?uses:/.test(line));
        assert.ok(lines.length > 0);
        const pinned = /^\s*(- )?uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
        assert.deepEqual(
          lines.filter((line) => !pinned.test(line)),
          [],
        );
      });

      it("gives each job a timeout and its own permissions", () => {
        assert.deepEqual(workflow.permissions, { contents: "read" });
        const without = jobs.filter(([, job]) => !job["timeout-minutes"] || !job.permissions);
        assert.deepEqual(
          without.map(([name]) => name),
          [],
        );
      });

      it("leaves no credentials on disk, and reads no stored secret", () => {
        const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
        assert.ok(checkouts.length > 0);
        assert.ok(checkouts.every((step) => step.with?.["persist-credentials"] === false));
        assert.ok(!text.includes("secrets."), "It reads a stored secret.");
      });

      it("passes values to scripts only as variables", () => {
        const scripts = steps.flatMap(({ run }) => run ?? []);
        assert.deepEqual(
          scripts.filter((script) => script.includes("${{")),
          [],
        );
      });

      it("runs only scripts that exist in package.json", () => {
        const names = steps.flatMap(({ run }) =>
          Array.from((run ?? "").matchAll(/npm run ([\w:-]+)/g), (match) => match[1] ?? ""),
        );
        assert.ok(names.length > 0);
        assert.deepEqual(
          names.filter((name) => !(name in manifest.scripts)),
          [],
        );
      });
    });
  }
});
