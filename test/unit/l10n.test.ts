import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import {
  messageFile,
  type Messages,
  messagesInSource,
  textsOf,
  translatedLanguages,
} from "../support/l10n/messages";
import { root } from "../support/runner/paths";

/** Parts that a translation must keep: placeholders, commands, icons, code, line breaks, a final ellipsis. */
function fixedParts(text: string): string[] {
  return [
    ...(text.match(/\{\d+\}|\]\([^)]*\)|\$\([^)]*\)|`[^`]*`|\n/g) ?? []),
    ...(text.endsWith("…") ? ["…"] : []),
    ...(/[.:!?]$/.test(text) ? [text.slice(-1)] : []),
  ].sort();
}

function checkTranslation(english: Messages, translated: Messages): string[] {
  return [
    ...Object.keys(english)
      .filter((key) => !(key in translated))
      .map((key) => `missing: ${key}`),
    ...Object.keys(translated)
      .filter((key) => !(key in english))
      .map((key) => `superfluous: ${key}`),
    ...Object.entries(english).flatMap(([key, text]) => {
      const translation = translated[key];
      return translation !== undefined &&
        (translation.trim() !== translation ||
          (translation === "" && text !== "") ||
          fixedParts(text).join() !== fixedParts(translation).join())
        ? [`${key}: ${translation}`]
        : [];
    }),
  ];
}

/** All strings in a value, with their property paths. */
function stringsIn(value: unknown, at = ""): { at: string; text: string }[] {
  if (typeof value === "string") {
    return [{ at, text: value }];
  }
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, member]) =>
        stringsIn(member, Array.isArray(value) ? at : `${at}/${name}`),
      )
    : [];
}

describe("Translations", () => {
  it("contain exactly the messages in the source code (`npm run l10n`)", async () => {
    assert.deepEqual(messageFile("l10n/bundle.l10n.json"), await messagesInSource());
  });

  it("exist for the page, the extension and its manifest", () => {
    const manifests = readdirSync(root).flatMap((name) => /^package\.nls\.(.+)\.json$/.exec(name)?.[1] ?? []);
    assert.deepEqual(manifests, translatedLanguages());
    assert.ok(manifests.includes("de"));
    assert.equal(messageFile("package.json")["l10n"], "./l10n");
  });

  for (const language of translatedLanguages()) {
    it(`contain every message, with its placeholders: ${language}`, () => {
      const english = textsOf(messageFile("l10n/bundle.l10n.json"));
      assert.deepEqual(
        checkTranslation(english, textsOf(messageFile(`l10n/bundle.l10n.${language}.json`))),
        [],
      );
    });

    it(`contain every text of the manifest, with its links: ${language}`, () => {
      const english = textsOf(messageFile("package.nls.json"));
      assert.deepEqual(checkTranslation(english, textsOf(messageFile(`package.nls.${language}.json`))), []);
    });
  }

  it("include exactly the texts that the manifest shows", () => {
    const manifest = messageFile("package.json") as unknown as {
      contributes: unknown;
      capabilities: unknown;
      description: unknown;
    };
    const { contributes, capabilities, description } = manifest;
    const strings = stringsIn({ contributes, capabilities, description });
    const keys = strings.flatMap(({ text }) => /^%(.+)%$/.exec(text)?.[1] ?? []);
    assert.deepEqual([...new Set(keys)].sort(), Object.keys(messageFile("package.nls.json")).sort());
    const names = ["Company Feed", "JSON"];
    const english = strings.filter(
      ({ at, text }) =>
        /\/(title|name|label|description|markdownDescription|contents|displayName|enumDescriptions|markdownEnumDescriptions|shortTitle|altText|deprecationMessage|patternErrorMessage|userDescription|accessibilityHelpContent)$/.test(
          at,
        ) &&
        !/^%.+%$/.test(text) &&
        // Models read these, in English.
        !/^\/contributes\/languageModelTools\/(name|modelDescription|inputSchema\/.*)$/.test(at) &&
        !names.includes(text),
    );
    assert.deepEqual(english, []);
  });
});
