import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { decode } from "fast-png";
import manifest from "../../package.json";
import { commands } from "../../src/ids";
import { paletteClauses } from "../support/paletteDecisions";
import { root } from "../support/runner/paths";

/** Those that VS Code's own gallery code knows. Others are dropped without a word. */
const marketplaceCategories = [
  "AI",
  "Azure",
  "Chat",
  "Data Science",
  "Debuggers",
  "Education",
  "Extension Packs",
  "Formatters",
  "Keymaps",
  "Language Packs",
  "Linters",
  "Machine Learning",
  "Notebooks",
  "Other",
  "Programming Languages",
  "SCM Providers",
  "Snippets",
  "Testing",
  "Themes",
  "Visualization",
];

function read(file: string): string {
  return readFileSync(path.join(root, file), "utf8");
}

describe("Marketplace rules for the manifest", () => {
  const fields: Readonly<Record<string, unknown>> = manifest;

  it("has categories that exist, and Other only for what fits nowhere else", () => {
    const { categories } = manifest;
    assert.deepEqual(
      categories.filter((category) => !marketplaceCategories.includes(category)),
      [],
    );
    assert.equal(new Set(categories).size, categories.length);
    assert.ok(categories.length === 1 || !categories.includes("Other"));
  });

  it("has at most 30 keywords, none twice, that do not repeat the name", () => {
    const keywords = manifest.keywords.map((keyword) => keyword.toLowerCase());
    assert.ok(keywords.length > 0 && keywords.length <= 30);
    assert.equal(new Set(keywords).size, keywords.length);
    assert.ok(!keywords.includes(manifest.displayName.toLowerCase()));
  });

  it("is free, and says so", () => {
    assert.equal(manifest.pricing, "Free");
  });

  it("has a square PNG as its icon, of 128 pixels at least", () => {
    const { width, height } = decode(readFileSync(path.join(root, manifest.icon)));
    assert.match(manifest.icon, /\.png$/);
    assert.equal(width, height);
    assert.ok(width >= 128);
  });

  it("has a banner whose color its theme can be read on", () => {
    const { color, theme } = manifest.galleryBanner;
    const [r = 0, g = 0, b = 0] = (color.match(/[\da-f]{2}/gi) ?? []).map((hex) => parseInt(hex, 16));
    assert.match(color, /^#[\da-f]{6}$/i);
    assert.equal(theme, (r * 299 + g * 587 + b * 114) / 1000 < 128 ? "dark" : "light");
  });

  it("states nothing that depends on a repository or a publisher's pages, which are not known", () => {
    const unknown = ["repository", "bugs", "homepage", "badges", "qna", "sponsor", "author", "funding"];
    assert.deepEqual(
      unknown.filter((field) => field in fields),
      [],
    );
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

describe("The Command Palette", () => {
  const { commandPalette, ...menus } = manifest.contributes.menus;

  it("has each command always, or by one of the clauses that the code sets the keys of", () => {
    const known = new Set<string | undefined>(Object.values(paletteClauses));
    assert.deepEqual(
      commandPalette.filter(({ when }) => !known.has(when)),
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
      // While a key is absent, "!=" is true.
      const isBefore = when === "!companyFeed.connection";
      assert.equal(contents === "%welcome.starting%", isBefore);
      assert.ok(isBefore || /^companyFeed\.connection( ==|$| &&)/.test(when), when);
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

describe("The context menu of an event", () => {
  it("does not offer the details to those who are there", () => {
    const items = manifest.contributes.menus["webview/context"];
    assert.deepEqual(
      items.filter(({ when }) => when.includes("areDetails")).map(({ command, when }) => [command, when]),
      [
        [
          commands.showEventDetails,
          "webviewId == companyFeed.feed && webviewSection == event && isSingleEvent && !areDetails",
        ],
      ],
    );
  });

  it("has the commands for its company in one group", () => {
    const items = manifest.contributes.menus["webview/context"].filter(({ group }) =>
      group.startsWith("3_company"),
    );
    assert.deepEqual(
      items.map(({ command }) => command),
      [commands.showCompanyEvents, commands.openCompanyWebsite],
    );
  });
});
