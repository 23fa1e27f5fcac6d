import assert from "node:assert/strict";
import manifest from "../../../../package.json";
import titles from "../../../../package.nls.json";
import { type PropertySchema, toolDefinitions } from "../../../../src/agent/tools/definitions";
import { toolNames } from "../../../../src/agent/tools/toolNames";

const declared = manifest.contributes.languageModelTools;

describe("The definitions of the tools", () => {
  it("are those that package.json declares for VS Code", () => {
    assert.deepEqual(
      declared.map(({ name, toolReferenceName, displayName, modelDescription, inputSchema }) => ({
        name,
        referenceName: toolReferenceName,
        title: Reflect.get(titles, displayName.replaceAll("%", "")) as unknown,
        description: modelDescription,
        inputSchema,
      })),
      toolDefinitions,
    );
  });

  it("have each name once", () => {
    assert.deepEqual(
      toolDefinitions.map(({ name }) => name),
      toolNames,
    );
  });

  it("keep to the rules of VS Code for names and tags", () => {
    for (const { name, toolReferenceName, tags, canBeReferencedInPrompt, icon } of declared) {
      // OpenAI's models accept names of up to 64 characters.
      assert.match(name, /^(?!copilot_|vscode_)[\w-]{1,64}$/);
      assert.match(toolReferenceName, /^[\w-]+$/);
      assert.ok(tags.every((tag) => !/^(?:copilot|vscode)_/.test(tag)));
      assert.ok(canBeReferencedInPrompt);
      assert.match(icon, /^\$\([a-z-]+\)$/);
    }
  });

  it("describe every argument, with what its schema limits", () => {
    for (const { inputSchema } of toolDefinitions) {
      for (const [name, property] of Object.entries<PropertySchema>(inputSchema.properties)) {
        assert.match(name, /^[a-z]+(?:_[a-z]+)*$/);
        assert.match(property.description, /\.$/);
        const limits = property.type === "integer" ? [property.minimum, property.maximum] : [];
        for (const value of [...limits, ...(property.type === "string" ? (property.enum ?? []) : [])]) {
          assert.ok(property.description.includes(String(value)), `${name}: ${value}`);
        }
      }
      assert.ok((inputSchema.required ?? []).every((name) => name in inputSchema.properties));
    }
  });

  it("take few tokens of every request of an agent", () => {
    const text = JSON.stringify(toolDefinitions);
    assert.ok(text.length < 10_000, `${text.length} characters`);
  });
});
