import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import manifest from "../../../package.json";
import { toolDefinitions } from "../../../src/agent/tools/definitions";
import { decodeInput } from "../../../src/agent/tools/input/decodeInput";
import { type ToolName, toolNames } from "../../../src/agent/tools/toolNames";
import { root } from "../../support/runner/paths";

const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

const [skill] = manifest.contributes.chatSkills;
assert.ok(skill);
const text = read(skill.path);

describe("The skill", () => {
  it("has the name of its folder, and a description that hosts accept", () => {
    const [, name = "", description = ""] =
      /^---\nname: ([a-z0-9-]{1,64})\ndescription: (".*")\n---\n/.exec(text) ?? [];
    assert.equal(name, path.basename(path.dirname(skill.path)));
    assert.equal(path.basename(skill.path), "SKILL.md");
    const shown = JSON.parse(description) as string;
    assert.ok(shown.length <= 1024, `${shown.length} characters`);
  });

  it("calls tools that exist with input that they accept", () => {
    const calls = Array.from(text.matchAll(/`(companyfeed_\w+)`|`(\{.*?\})`/g));
    let tool: string | undefined;
    let checked = 0;
    for (const [, name, input] of calls) {
      tool = name ?? tool;
      assert.ok((toolNames as readonly string[]).includes(tool ?? ""), tool);
      if (input !== undefined) {
        const decoded = decodeInput(tool as ToolName, JSON.parse(input));
        assert.ok(!("problem" in decoded), `${input}: ${JSON.stringify(decoded)}`);
        checked++;
      }
    }
    assert.ok(checked >= 8, `${checked} calls`);
  });

  for (const file of [skill.path, "docs/agents.md"]) {
    it(`knows every tool by the name that people refer to it: ${file}`, () => {
      const documented = read(file);
      for (const { name, referenceName } of toolDefinitions) {
        const row = documented
          .split("\n")
          .find((line) => line.startsWith("|") && line.includes(`\`${name}\``));
        assert.ok(row?.includes(`\`#${referenceName}\``), `${name}: ${row ?? "none"}`);
      }
    });
  }
});
