import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import type { FeedWindow } from "../../shared/feedQuery";
import { maxFilterLength } from "../../shared/limits";
import { formatNumber, invisibleCharacters } from "../../shared/text";
import { isRecord } from "../../shared/typeGuards";
import {
  notArray,
  notObject,
  notString,
  problem,
  problemText,
  queryFromWritten,
  writtenQueryFields,
  writtenQueryOf,
} from "../../shared/writtenQuery";
import { oneLine } from "../../util/strings";
import type { SavedFeed } from "./savedFeed";

/** Limits of one settings file: a workspace may contain anything. */
export const maxSavedFeeds = 200;
const maxSavedFeedNameLength = 100;
export const maxCompanies = 10_000;

/** An entry of the setting that is not a valid saved feed. */
export interface InvalidSavedFeed {
  /** From 0; undefined if it is about the setting as a whole. */
  readonly index: number | undefined;
  /** What it is called in the settings, if anything. */
  readonly name?: string;
  /** A sentence. */
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
/** Without white space around them and without repetitions. */
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

const alertLevels = ["off", "badge", "toast"] as const;
const notLevel = problem((field) => l10n.t("{0} must be one of {1}", field, alertLevels.join(", ")));
const fields = {
  name: v.string(notString),
  ...writtenQueryFields,
  companies: v.exactOptional(companies),
  alert: v.exactOptional(v.picklist(alertLevels, notLevel)),
};
// Other fields are ignored: earlier versions had more of them.
const entrySchema = v.object(fields, notObject(Object.keys(fields)));

/**
 * Decodes the setting `companyFeed.savedFeeds` of one settings file, entry by entry: an invalid one does not affect the others.
 * @param defaultWindow of feeds without one
 */
export function decodeSavedFeeds(value: unknown, defaultWindow: FeedWindow): DecodedSavedFeeds {
  if (value === undefined) {
    return { feeds: [], invalidEntries: [] };
  }
  if (!Array.isArray(value)) {
    const reason = l10n.t("The setting companyFeed.savedFeeds must be a list.");
    return { feeds: [], invalidEntries: [{ index: undefined, reason }] };
  }
  const feeds: SavedFeed[] = [];
  const invalidEntries: InvalidSavedFeed[] = [];
  const entries: readonly unknown[] = value;
  entries.slice(0, maxSavedFeeds).forEach((entry, index) => {
    const decoded = decodeEntry(entry, defaultWindow);
    const name = nameOf(entry);
    const reason =
      typeof decoded === "string"
        ? decoded
        : validateSavedFeedName(
            decoded.name,
            feeds.map((feed) => feed.name),
          );
    if (typeof decoded !== "string" && reason === undefined) {
      feeds.push(decoded);
    } else {
      invalidEntries.push({ index, ...(name !== undefined && { name }), reason: reason ?? "" });
    }
  });
  if (entries.length > maxSavedFeeds) {
    invalidEntries.push({ index: undefined, reason: tooManyFeeds() });
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

/** @returns why the name is invalid or taken */
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

/** @returns why these are not valid companies */
export function checkCompanies(items: readonly string[]): string | undefined {
  if (items.length > maxCompanies) {
    return l10n.t("A saved feed can have up to {0} companies.", formatNumber(maxCompanies));
  }
  const long = items.find((item) => item.length > maxFilterLength);
  return long === undefined
    ? undefined
    : l10n.t('"{0}" is longer than {1} characters.', oneLine(long, 40), formatNumber(maxFilterLength));
}

/** Companies as one line that can be edited, separated by commas. Those that contain a comma or a quotation mark are quoted. */
export function companiesText(companies: readonly string[]): string {
  return companies.map((text) => (/[,"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(", ");
}

/** The companies of such a line, each at most once. */
export function companiesIn(line: string): readonly string[] {
  const parts = Array.from(
    line.matchAll(/\s*(?:"((?:[^"]|"")*)"[^,]*|([^,]*))(?:,|$)/g),
    ([, quoted, plain]) => (quoted?.replaceAll('""', '"') ?? plain ?? "").trim(),
  );
  return [...new Set(parts.filter((part) => part !== ""))];
}

/** The entry of the setting for a feed, without default values. */
function toEntry({ name, query, companies, alert }: SavedFeed): Record<string, unknown> {
  return {
    name,
    ...writtenQueryOf(query),
    ...(companies.length > 0 && { companies }),
    ...(alert !== "badge" && { alert }),
  };
}

/** The setting with the feed added, at the end unless a place is given. */
export function insertEntry(value: unknown, feed: SavedFeed, place = Infinity): unknown[] {
  const entries = entriesOf(value);
  if (entries.length >= maxSavedFeeds) {
    throw new Error(tooManyFeeds());
  }
  return entries.toSpliced(place, 0, toEntry(feed));
}

/** The setting with another feed in place of the one with this name. Other entries are as they were. */
export function replaceEntry(value: unknown, name: string, feed: SavedFeed): unknown[] {
  return entriesOf(value).with(placeOf(value, name), toEntry(feed));
}

/** The setting without the feed with this name. Other entries are as they were. */
export function removeEntry(value: unknown, name: string): unknown[] {
  return entriesOf(value).toSpliced(placeOf(value, name), 1);
}

/** Where the feed with this name is. An invalid entry may have the same name. */
export function placeOf(value: unknown, name: string): number {
  const place = entriesOf(value).findIndex(
    (entry) => nameOf(entry) === name && typeof decodeEntry(entry, { kind: "last", days: 1 }) !== "string",
  );
  if (place < 0) {
    throw new Error(l10n.t('"{0}" is no longer in the settings.', name));
  }
  return place;
}

/** @throws {Error} when the setting is not a list: it must not be overwritten */
function entriesOf(value: unknown = []): unknown[] {
  if (!Array.isArray(value)) {
    throw new Error(
      l10n.t("The setting companyFeed.savedFeeds must be a list. Fix it in settings.json first."),
    );
  }
  return value;
}

function tooManyFeeds(): string {
  return l10n.t("A settings file can have up to {0} saved feeds.", formatNumber(maxSavedFeeds));
}

function nameOf(entry: unknown): string | undefined {
  const name = isRecord(entry) ? entry["name"] : undefined;
  return typeof name === "string" && name.trim() !== "" ? name.trim() : undefined;
}
