import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { decode } from "fast-png";
import manifest from "../../package.json";
import { contexts, feedPanelType, views } from "../../src/ids";
import { root } from "../support/runner/paths";

describe("The manifest", () => {
  it("has a square PNG icon of at least 128 pixels", () => {
    const { width, height } = decode(readFileSync(path.join(root, manifest.icon)));
    assert.match(manifest.icon, /\.png$/);
    assert.equal(width, height);
    assert.ok(width >= 128);
  });

  it("supports untrusted and virtual workspaces", () => {
    const { untrustedWorkspaces, virtualWorkspaces } = manifest.capabilities;
    assert.deepEqual([untrustedWorkspaces.supported, virtualWorkspaces.supported], [true, true]);
    assert.deepEqual(manifest.extensionKind, ["ui", "workspace"]);
  });
});

describe("Clauses in the manifest", () => {
  it("name only what is in ids.ts", () => {
    const known = new Set<string>([...Object.values({ ...contexts, ...views }), feedPanelType]);
    const clauses = JSON.stringify(manifest.contributes).matchAll(/"(?:when|enablement)":"([^"]+)"/g);
    const names = Array.from(clauses, ([, clause = ""]) => clause.match(/(?<!config\.)\bcompanyFeed\.\w+/g));
    assert.deepEqual(
      names.flat().filter((name) => name !== null && !known.has(name)),
      [],
    );
  });
});

describe("The Command Palette", () => {
  const { commandPalette, ...menus } = manifest.contributes.menus;

  it("hides only commands that have a menu item or a keybinding", () => {
    const inMenus = new Set<string>([
      ...Object.values(menus).flatMap((items) => items.flatMap(({ command = [] }) => command)),
      ...manifest.contributes.keybindings.map(({ command }) => command),
    ]);
    const lost = commandPalette.filter(({ command, when }) => when === "false" && !inMenus.has(command));
    assert.deepEqual(lost, []);
  });
});

describe("The welcome content of views", () => {
  it("says nothing about connections before the extension has started", () => {
    for (const { when, contents } of manifest.contributes.viewsWelcome) {
      // While a key is absent, "!" and "!=" are true.
      const isBefore = when === "!companyFeed.connection";
      assert.equal(contents === "%welcome.starting%", isBefore);
      assert.ok(isBefore || !when.includes("!"), when);
    }
    for (const { id } of manifest.contributes.views.companyFeed) {
      assert.ok(
        manifest.contributes.viewsWelcome.some(
          ({ view, when }) => view === id && when === "!companyFeed.connection",
        ),
      );
    }
  });
});
