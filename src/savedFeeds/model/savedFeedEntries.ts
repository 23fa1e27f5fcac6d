import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import type { FeedWindow } from "../../shared/feedQuery";
import { maxFilterLength } from "../../shared/limits";
import { formatNumber, invisibleCharacters } from "../../shared/text";
import {
  notObject,
  problemText,
  queryFromWritten,
  writtenQueryFields,
  writtenQueryOf,
} from "../../feed/writtenQuery";
import { isRecord, notArray, notString, problem } from "../../shared/schemas";
import { oneLine } from "../../util/strings";
import { alertLevels, type SavedFeed } from "./savedFeed";

/** Limits of one settings file, because a workspace may contain anything. */
export const maxSavedFeeds = 200;
const maxSavedFeedNameLength = 100;
export const maxCompanies = 10_000;

export interface InvalidSavedFeed {
  /** From 0; undefined if the setting as a whole is invalid. */
  readonly index: number | undefined;
  readonly name?: string | undefined;
  readonly reason: string;
}

export interface DecodedSavedFeeds {
  readonly feeds: readonly SavedFeed[];
  readonly invalidEntries: readonly InvalidSavedFeed[];
}

const tooMany = problem((field) =>
  l10n.t("{0} must have at most {1} entries", field, formatNumber(maxCompanies)),
);
const notTexts = problem((field) =>
  l10n.t("{0} must contain strings of 1 to {1} characters", field, formatNumber(maxFilterLength)),
);
const companies = v.pipe(
  v.custom<readonly unknown[]>(Array.isArray, notArray),
  v.maxLength(maxCompanies, tooMany),
  // Not an array schema: it takes too long for thousands of companies.
  v.check((items) => items.every(isShortText), notTexts),
  v.transform((items) => [...new Set(items.filter(isShortText).map((item) => item.trim()))]),
);

function isShortText(item: unknown): item is string {
  return typeof item === "string" && item.length <= maxFilterLength && item.trim() !== "";
}

const notLevel = problem((field) => l10n.t("{0} must be one of {1}", field, alertLevels.join(", ")));
const fields = {
  name: v.string(notString),
  ...writtenQueryFields,
  companies: v.exactOptional(companies),
  alert: v.exactOptional(v.picklist(alertLevels, notLevel)),
};
// Ignores other fields: earlier versions had more.
const entrySchema = v.object(fields, notObject(Object.keys(fields)));

/**
 * Decodes the setting `companyFeed.savedFeeds` of one file. An invalid entry does not affect the others.
 * @param defaultWindow used for feeds without a time range
 */
export function decodeSavedFeeds(value: unknown = [], defaultWindow: FeedWindow): DecodedSavedFeeds {
  if (!Array.isArray(value)) {
    return { feeds: [], invalidEntries: [{ index: undefined, reason: notList() }] };
  }
  const feeds: SavedFeed[] = [];
  const invalidEntries: InvalidSavedFeed[] = [];
  const entries: readonly unknown[] = value;
  entries.slice(0, maxSavedFeeds).forEach((entry, index) => {
    const decoded = decodeEntry(entry, defaultWindow);
    const isDecoded = typeof decoded !== "string";
    const names = feeds.map(({ name }) => name);
    const reason = isDecoded ? validateSavedFeedName(decoded.name, names) : decoded;
    if (isDecoded && reason === undefined) {
      feeds.push(decoded);
    } else {
      invalidEntries.push({ index, name: nameOf(entry), reason: reason ?? "" });
    }
  });
  if (entries.length > maxSavedFeeds) {
    const reason = l10n.t("A settings file can have up to {0} saved feeds.", formatNumber(maxSavedFeeds));
    invalidEntries.push({ index: undefined, reason });
  }
  return { feeds, invalidEntries };
}

/** @returns why the entry is invalid, as a sentence */
function decodeEntry(entry: unknown, defaultWindow: FeedWindow): SavedFeed | string {
  const parsed = v.safeParse(entrySchema, entry, { abortEarly: true });
  if (!parsed.success) {
    return `${oneLine(problemText(parsed.issues[0], l10n.t("The entry")))}.`;
  }
  const { name, companies = [], alert = "badge", ...written } = parsed.output;
  const query = queryFromWritten(written, defaultWindow);
  return typeof query === "string" ? `${query}.` : { name: name.trim(), query, companies, alert };
}

export function validateSavedFeedName(name: string, existing: readonly string[]): string | undefined {
  const trimmed = name.trim();
  if (trimmed === "") {
    return l10n.t("Enter a name.");
  }
  if (trimmed.length > maxSavedFeedNameLength) {
    return l10n.t("Enter a name of at most {0} characters.", formatNumber(maxSavedFeedNameLength));
  }
  if (/\p{Cc}/u.test(trimmed) || trimmed.search(invisibleCharacters) >= 0 || !trimmed.isWellFormed()) {
    return l10n.t("Enter a name without control or invisible characters.");
  }
  return existing.includes(trimmed) ? l10n.t('A saved feed named "{0}" already exists.', trimmed) : undefined;
}

export function checkCompanies(items: readonly string[]): string | undefined {
  const parsed = v.safeParse(companies, items, { abortEarly: true });
  return parsed.success ? undefined : `${problemText(parsed.issues[0], l10n.t("Companies"))}.`;
}

/** One editable line, separated by commas. Companies with a comma or quotation mark are quoted. */
export function companiesText(companies: readonly string[]): string {
  return companies.map((text) => (/[,"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(", ");
}

export function companiesIn(line: string): readonly string[] {
  const parts = Array.from(
    line.matchAll(/\s*(?:"((?:[^"]|"")*)"[^,]*|([^,]*))(?:,|$)/g),
    ([, quoted, plain]) => (quoted?.replaceAll('""', '"') ?? plain ?? "").trim(),
  );
  return [...new Set(parts.filter((part) => part !== ""))];
}

/** The setting's entry for a feed, without default values. */
export function toEntry({ name, query, companies, alert }: SavedFeed): Record<string, unknown> {
  return {
    name,
    ...writtenQueryOf(query),
    ...(companies.length > 0 && { companies }),
    ...(alert !== "badge" && { alert }),
  };
}

/** Skips invalid entries, which may have the same name. @throws {Error} if the feed is gone */
export function findEntry(
  entries: readonly unknown[],
  name: string,
  defaultWindow: FeedWindow,
): { readonly place: number; readonly feed: SavedFeed } {
  for (const [place, entry] of entries.entries()) {
    const feed = nameOf(entry) === name && decodeEntry(entry, defaultWindow);
    if (typeof feed === "object") {
      return { place, feed };
    }
  }
  throw new Error(l10n.t('"{0}" is no longer in the settings.', name));
}

/** @throws {Error} if the setting is not a list, and must not be overwritten */
export function entriesOf(value: unknown = []): readonly unknown[] {
  if (!Array.isArray(value)) {
    throw new Error(notList());
  }
  return value;
}

function notList(): string {
  return l10n.t("The setting companyFeed.savedFeeds must be a list. Fix it in settings.json first.");
}

function nameOf(entry: unknown): string | undefined {
  const name = isRecord(entry) ? entry["name"] : undefined;
  return typeof name === "string" && name.trim() !== "" ? name.trim() : undefined;
}
