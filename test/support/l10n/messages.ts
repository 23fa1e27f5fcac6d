/** The messages of the source code and their translations. */
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { getL10nJson, type l10nJsonFormat } from "@vscode/l10n-dev";
import { root } from "../runner/paths";

export type Messages = Readonly<Record<string, string>>;

const importLine = 'import * as l10n from "@vscode/l10n";\n';

/** Messages that `npm run l10n` finds in the source code: English texts by key. */
export async function messagesInSource(): Promise<l10nJsonFormat> {
  const folder = path.join(root, "src");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  const contents = await Promise.all(files.map((name) => readFile(path.join(folder, name), "utf8")));
  // Pass them as one file, because each import takes time.
  const calls = contents
    .filter((text) => text.includes(importLine))
    .map((text) => text.replace(importLine, ""));
  return getL10nJson([{ extension: ".ts", contents: importLine + calls.join("") }]);
}

/** Removes comments for translators. */
export function textsOf(messages: l10nJsonFormat): Messages {
  return Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [key, typeof value === "string" ? value : value.message]),
  );
}

/** A JSON file of messages, relative to the repository. */
export function messageFile(name: string): l10nJsonFormat {
  return JSON.parse(readFileSync(path.join(root, name), "utf8")) as l10nJsonFormat;
}

/** The languages that the extension is translated into. */
export function translatedLanguages(): string[] {
  return readdirSync(path.join(root, "l10n")).flatMap(
    (name) => /^bundle\.l10n\.(.+)\.json$/.exec(name)?.[1] ?? [],
  );
}
