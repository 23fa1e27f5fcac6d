import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import publishTools from "../../.github/publish/package.json";
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

function ciJob(name: string): Job {
  const { jobs } = parse(readFileSync(path.join(folder, "ci.yml"), "utf8")) as Workflow;
  const job = jobs[name];
  assert.ok(job, `ci.yml has no job ${name}.`);
  return job;
}

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

      it("pins an action to one commit only", () => {
        const pins = new Set(text.match(/[\w-]+\/[\w/-]+@[0-9a-f]{40} # \S+/g));
        const actions = new Set([...pins].map((pin) => pin.split("@")[0]));
        assert.deepEqual([...pins].length, actions.size);
      });

      it("gives each job a timeout and its own permissions", () => {
        assert.deepEqual(workflow.permissions, { contents: "read" });
        const without = jobs.filter(([, job]) => !job["timeout-minutes"] || !job.permissions);
        assert.deepEqual(
          without.map(([name]) => name),
          [],
        );
      });

      it("leaves no credentials on the disk and stores none", () => {
        const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
        assert.ok(checkouts.length > 0);
        assert.ok(checkouts.every((step) => step.with?.["persist-credentials"] === false));
        assert.ok(!text.includes("secrets."), "It reads a stored secret.");
      });

      it("passes values to scripts as variables, never as text", () => {
        const scripts = steps.flatMap(({ run }) => run ?? []);
        assert.deepEqual(
          scripts.filter((script) => script.includes("${{")),
          [],
        );
      });

      it("runs scripts that package.json has", () => {
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

describe("The workflow of a release", () => {
  const text = readFileSync(path.join(folder, "release.yml"), "utf8");
  const { jobs } = parse(text) as Workflow;
  const privileged = Object.entries(jobs).filter(([, { permissions }]) =>
    Object.values(permissions ?? {}).includes("write"),
  );

  it("gives each job that publishes only the permission for it", () => {
    const permissions = Object.fromEntries(privileged.map(([name, job]) => [name, job.permissions]));
    assert.deepEqual(permissions, {
      attest: { contents: "read", "id-token": "write", attestations: "write" },
      draft: { contents: "write" },
      marketplace: { contents: "read", "id-token": "write" },
      "open-vsx": { contents: "read", "id-token": "write" },
    });
  });

  it("publishes nothing in a trial", () => {
    const always = privileged.filter(([, job]) => job.if !== "github.event_name == 'push'");
    assert.deepEqual(
      always.map(([name]) => name),
      [],
    );
    assert.match(text, /^ {2}push:\n {4}tags: \["v\*"\]$/m);
  });

  it("waits for an approval before it publishes to a marketplace", () => {
    const environments = privileged.map(([name, job]) => [name, job.environment]);
    assert.deepEqual(Object.fromEntries(environments), {
      attest: undefined,
      draft: undefined,
      marketplace: "publish",
      "open-vsx": "publish",
    });
  });

  it("runs no code of ours, and installs the tools that publish only, where it may publish", () => {
    const scripts = privileged.flatMap(([, job]) => job.steps.flatMap(({ run }) => run ?? []));
    const commands = scripts.map((script) => script.split(" ").slice(0, 3).join(" "));
    assert.deepEqual(commands, [
      "gh release create",
      "npm ci --ignore-scripts",
      "npx --no-install vsce",
      "npm ci --ignore-scripts",
      "npx --no-install ovsx",
    ]);
    assert.ok(
      Object.values(publishTools.devDependencies).every((version) => /^\d+\.\d+\.\d+$/.test(version)),
    );
  });

  it("publishes with flags that CI looks for in the tools, without a permission to publish", () => {
    const job = ciJob("publish-tools");
    assert.deepEqual(job.permissions, { contents: "read" });
    assert.equal(job.environment, undefined);
    const [install, ...checks] = job.steps.flatMap(({ run }) => run ?? []);
    assert.equal(install, "npm ci --ignore-scripts");
    const wanted = ["marketplace", "open-vsx"].flatMap((name) => {
      const script = jobs[name]?.steps.findLast(({ run }) => run?.includes(" publish "))?.run ?? "";
      const [, tool = ""] = /^npx --no-install (\w+) publish /.exec(script) ?? [];
      const flags = Array.from(script.matchAll(/ (--[\w-]+)/g), ([, flag = ""]) => flag);
      return [
        `npx --no-install ${tool} publish --help > ${tool}.txt`,
        ...flags.filter((flag) => flag !== "--no-install").map((flag) => `grep -we ${flag} ${tool}.txt`),
      ];
    });
    assert.deepEqual(checks.join("").trim().split("\n"), wanted);
  });

  it("takes nothing from a cache", () => {
    const setups = Object.values(jobs).flatMap(({ steps }) =>
      steps.filter(({ uses }) => uses?.startsWith("actions/setup-node@")),
    );
    assert.ok(setups.length > 0);
    assert.ok(setups.every((step) => step.with?.["package-manager-cache"] === false && !step.with["cache"]));
    assert.ok(!text.includes("actions/cache"));
  });

  it("publishes what it built twice and tested", () => {
    const needs = (name: string): string[] => [jobs[name]?.needs ?? []].flat();
    assert.deepEqual(needs("rebuild"), ["build"]);
    assert.deepEqual(needs("attest"), ["test", "rebuild"]);
    assert.deepEqual(needs("draft"), ["attest"]);
    assert.deepEqual(needs("marketplace"), ["draft"]);
    assert.deepEqual(needs("open-vsx"), ["draft"]);
  });
});
