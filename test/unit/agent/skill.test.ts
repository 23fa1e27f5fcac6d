/** The skill and docs/agents.md, compared with the tools. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import manifest from "../../../package.json";
import { toolNames } from "../../../src/ids";
import { AgentFixture } from "../../support/agent/agentFixture";
import { fakeClient } from "../../support/fakes/unusedClient";
import { root } from "../../support/runner/paths";

const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

const [skill] = manifest.contributes.chatSkills;
assert.ok(skill);
const text = read(skill.path);

describe("The skill", () => {
  it("has the name of its folder and a valid description", () => {
    const [, name = "", description = ""] =
      /^---\nname: ([a-z0-9-]{1,64})\ndescription: (".*")\n---\n/.exec(text) ?? [];
    assert.equal(name, path.basename(path.dirname(skill.path)));
    assert.equal(path.basename(skill.path), "SKILL.md");
    const shown = JSON.parse(description) as string;
    assert.ok(shown.length <= 1024, `${shown.length} characters`);
  });

  it("calls existing tools with valid input", async () => {
    const agent = new AgentFixture(fakeClient());
    agent.saved = [
      { name: "Portfolio", query: { window: { kind: "last", days: 7 }, types: [] }, companies: [] },
    ];
    const calls = Array.from(text.matchAll(/`(companyfeed_\w+)`|`(\{.*?\})`/g));
    let name = "";
    let checked = 0;
    for (const [, named, input] of calls) {
      name = named ?? name;
      const tool = toolNames.find((each) => each === name);
      assert.ok(tool, name);
      if (input !== undefined) {
        const { text: answer } = await agent.call(tool, JSON.parse(input));
        assert.doesNotMatch(answer, / must be | is missing|There is no argument|Pass either/, input);
        checked++;
      }
    }
    assert.ok(checked >= 8, `${checked} calls`);
  });

  for (const file of [skill.path, "docs/agents.md"]) {
    it(`lists every tool with its reference name: ${file}`, () => {
      const documented = read(file);
      for (const { name, toolReferenceName } of manifest.contributes.languageModelTools) {
        const row = documented
          .split("\n")
          .find((line) => line.startsWith("|") && line.includes(`\`${name}\``));
        assert.ok(row?.includes(`\`#${toolReferenceName}\``), `${name}: ${row ?? "none"}`);
      }
    });
  }
});
