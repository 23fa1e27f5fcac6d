import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { decode } from "fast-png";
import manifest from "../../package.json";
import { contexts, feedPanelType, views } from "../../src/ids";
import { paletteClauses } from "../support/paletteDecisions";
import { root } from "../support/runner/paths";

function read(file: string): string {
  return readFileSync(path.join(root, file), "utf8");
}

describe("Marketplace rules for the manifest", () => {
  it("has a square PNG as its icon, of 128 pixels at least", () => {
    const { width, height } = decode(readFileSync(path.join(root, manifest.icon)));
    assert.match(manifest.icon, /\.png$/);
    assert.equal(width, height);
    assert.ok(width >= 128);
  });

  it("says how it works in restricted and in virtual workspaces", () => {
    const { untrustedWorkspaces, virtualWorkspaces } = manifest.capabilities;
    assert.deepEqual([untrustedWorkspaces.supported, virtualWorkspaces.supported], [true, true]);
    assert.deepEqual(manifest.extensionKind, ["ui", "workspace"]);
  });

  it("has a README whose images are none that vsce refuses, and that promises no telemetry", () => {
    const readme = read("README.md");
    const images = [...readme.matchAll(/!\[[^\]]*\]\(([^)]+)\)|<img[^>]+src="([^"]+)"/g)].map(
      ([, markdown, html]) => markdown ?? html ?? "",
    );
    assert.ok(images.length > 0);
    assert.deepEqual(
      images.filter((image) => /\.svg\b|^http:|^data:/i.test(image)),
      [],
    );
    assert.match(readme, /There is no telemetry/);
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

  it("has each command always, or by one of the known clauses", () => {
    const known = new Set<string | undefined>(Object.values(paletteClauses));
    const clauses = [
      ...manifest.contributes.commands.map(({ enablement }) => enablement),
      ...commandPalette.map(({ when }) => when),
    ];
    assert.deepEqual(
      clauses.filter((clause) => !known.has(clause)),
      [],
    );
  });

  it("lacks no command for good that no menu has", () => {
    const inMenus = new Set<string>([
      ...Object.values(menus).flatMap((items) => items.map(({ command }) => command)),
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
