import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import type { FeedQuery, FeedWindow } from "../../shared/feedQuery";
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
/** In all feeds of a settings file together. */
const maxCompaniesInTotal = 100_000;
export const maxMutedWords = 200;

/** The setting has no saved feed of that name any more. */
export class MissingEntryError extends Error {
  constructor(name: string) {
    super(l10n.t('"{0}" is no longer in the settings.', name));
  }
}

/** An entry of the setting that is not a valid saved feed. */
export interface InvalidSavedFeed {
  /** From 0; undefined if it is about the setting as a whole, or the entries beyond the limit. */
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

/** Texts of a list, without white space around them and without repetitions. */
function texts(maxCount: number) {
  const tooMany = problem((field) =>
    l10n.t("{0} must have at most {1} entries", field, formatNumber(maxCount)),
  );
  const notTexts = problem((field) =>
    l10n.t("{0} must contain strings of 1 to {1} characters", field, formatNumber(maxFilterLength)),
  );
  return v.pipe(
    v.custom<readonly unknown[]>(Array.isArray, notArray),
    v.maxLength(maxCount, tooMany),
    // Not an array schema: it takes too long for thousands of companies.
    v.check((items) => items.every(isShortText), notTexts),
    v.transform((items) => [...new Set(items.filter(isShortText).map((item) => item.trim()))]),
  );
}

function isShortText(item: unknown): item is string {
  return typeof item === "string" && item.length <= maxFilterLength && item.trim() !== "";
}

const alertLevels = ["off", "badge", "toast"] as const;

const fields = {
  name: v.string(notString),
  ...writtenQueryFields,
  companies: v.exactOptional(texts(maxCompanies)),
  mute: v.exactOptional(texts(maxMutedWords)),
  alert: v.exactOptional(
    v.picklist(
      alertLevels,
      problem((field) => l10n.t("{0} must be one of {1}", field, alertLevels.join(", "))),
    ),
  ),
};

// An unknown field is not ignored: it may be a filter of a newer version, or a misspelled one.
const entrySchema = v.strictObject(fields, notObject(Object.keys(fields)));

/**
 * Decodes the setting `companyFeed.savedFeeds` of one settings file, entry by entry: an invalid one does not affect the others.
 * @param defaultWindow of feeds without one
 */
export function decodeSavedFeeds(value: unknown, defaultWindow: FeedWindow): DecodedSavedFeeds {
  if (value === undefined) {
    return { feeds: [], invalidEntries: [] };
  }
  if (!Array.isArray(value)) {
    return { feeds: [], invalidEntries: [{ index: undefined, reason: notAListMessage() }] };
  }
  const feeds: SavedFeed[] = [];
  const invalidEntries: InvalidSavedFeed[] = [];
  const names = new Set<string>();
  let companies = 0;
  for (const [index, entry] of (value as unknown[]).slice(0, maxSavedFeeds).entries()) {
    companies += companyCountOf(entry);
    const decoded = decodeEntry(entry, defaultWindow, companies);
    const feed = typeof decoded === "string" ? undefined : decoded;
    const reason =
      typeof decoded === "string"
        ? decoded
        : names.has(decoded.name)
          ? l10n.t('Another entry is already named "{0}".', decoded.name)
          : undefined;
    if (reason !== undefined) {
      const name = nameOf(entry);
      invalidEntries.push({ index, ...(name !== undefined && { name }), reason });
    } else if (feed) {
      names.add(feed.name);
      feeds.push(feed);
    }
  }
  const ignored = value.length - maxSavedFeeds;
  if (ignored > 0) {
    invalidEntries.push({ index: undefined, reason: tooManyMessage(ignored) });
  }
  return { feeds, invalidEntries };
}

function notAListMessage(): string {
  return l10n.t("The setting companyFeed.savedFeeds must be a list.");
}

function tooManyMessage(ignored: number): string {
  const max = formatNumber(maxSavedFeeds);
  return ignored === 1
    ? l10n.t("A settings file can have up to {0} saved feeds. 1 more is ignored.", max)
    : l10n.t(
        "A settings file can have up to {0} saved feeds. {1} more are ignored.",
        max,
        formatNumber(ignored),
      );
}

/** @returns why the entry is invalid, as a sentence */
function decodeEntry(entry: unknown, defaultWindow: FeedWindow, companyCount: number): SavedFeed | string {
  if (companyCount > maxCompaniesInTotal) {
    return l10n.t(
      "The saved feeds of a settings file can have up to {0} companies in total.",
      formatNumber(maxCompaniesInTotal),
    );
  }
  const parsed = v.safeParse(entrySchema, entry, { abortEarly: true });
  if (!parsed.success) {
    // The name of an unknown field may be any text.
    return `${oneLine(problemText(parsed.issues[0], l10n.t("The entry")))}.`;
  }
  const { name, companies = [], mute = [], alert = "badge", ...written } = parsed.output;
  const query = queryFromWritten(written, defaultWindow);
  if (typeof query === "string") {
    return `${query}.`;
  }
  return validateSavedFeedName(name, []) ?? { name: name.trim(), query, companies, mute, alert };
}

/** @returns why the name is invalid or taken */
export function validateSavedFeedName(name: string, existing: readonly string[]): string | undefined {
  const trimmed = name.trim();
  if (trimmed === "") {
    return l10n.t("Enter a name.");
  }
  if (trimmed.length > maxSavedFeedNameLength) {
    return l10n.t("Enter a name of at most {0} characters.", maxSavedFeedNameLength);
  }
  // A name that is shown as another one could be followed in its place.
  if (/\p{Cc}/u.test(trimmed) || trimmed.search(invisibleCharacters) >= 0 || !trimmed.isWellFormed()) {
    return l10n.t("Enter a name without control or invisible characters.");
  }
  return existing.includes(trimmed) ? l10n.t('A saved feed named "{0}" already exists.', trimmed) : undefined;
}

/** @returns why these are not valid companies or words */
export function checkTexts(items: readonly string[], maxCount: number): string | undefined {
  if (items.length > maxCount) {
    return l10n.t("Enter at most {0}.", formatNumber(maxCount));
  }
  const long = items.find((item) => item.length > maxFilterLength);
  return long === undefined
    ? undefined
    : l10n.t('"{0}" is longer than {1} characters.', oneLine(long, 40), formatNumber(maxFilterLength));
}

/** The entry of the setting for a feed, without default values. */
export function toEntry({ name, query, companies, mute, alert }: SavedFeed): Record<string, unknown> {
  return {
    name,
    ...writtenQueryOf(query),
    ...(companies.length > 0 && { companies }),
    ...(mute.length > 0 && { mute }),
    ...(alert !== "badge" && { alert }),
  };
}

/** The setting with the feed added, at the end unless a place is given. */
export function insertEntry(value: unknown, feed: SavedFeed, place?: number): unknown[] {
  const entries = entriesOf(value);
  if (entries.length >= maxSavedFeeds) {
    throw new Error(l10n.t("A settings file can have up to {0} saved feeds.", formatNumber(maxSavedFeeds)));
  }
  entries.splice(place ?? entries.length, 0, toEntry(feed));
  return entries;
}

/** The setting with another feed in place of the one with this name. Other entries are as they were. */
export function replaceEntry(
  value: unknown,
  name: string,
  feed: SavedFeed,
  defaultWindow: FeedWindow,
): unknown[] {
  const entries = entriesOf(value);
  const index = indexOf(entries, name, defaultWindow);
  entries[index] = keepDefaultWindow(toEntry(feed), entries[index], feed.query, defaultWindow);
  return entries;
}

/** The setting without the feed with this name. Other entries are as they were. */
export function removeEntry(
  value: unknown,
  name: string,
  defaultWindow: FeedWindow,
): { readonly entries: unknown[]; readonly place: number } {
  const entries = entriesOf(value);
  const place = indexOf(entries, name, defaultWindow);
  entries.splice(place, 1);
  return { entries, place };
}

/**
 * The setting with a feed moved.
 * @param before the name of the feed that comes after it; at the end if undefined
 */
export function moveEntry(
  value: unknown,
  name: string,
  before: string | undefined,
  defaultWindow: FeedWindow,
): unknown[] {
  const entries = entriesOf(value);
  const [moved] = entries.splice(indexOf(entries, name, defaultWindow), 1);
  const place = before === undefined ? entries.length : indexOf(entries, before, defaultWindow);
  entries.splice(place, 0, moved);
  return entries;
}

/** @throws {Error} when the setting is not a list: it must not be overwritten */
function entriesOf(value: unknown): unknown[] {
  if (value !== undefined && !Array.isArray(value)) {
    throw new Error(
      l10n.t("The setting companyFeed.savedFeeds must be a list. Fix it in settings.json first."),
    );
  }
  return [...((value as unknown[] | undefined) ?? [])];
}

/** Skips invalid entries, which may have the same name. */
function indexOf(entries: readonly unknown[], name: string, defaultWindow: FeedWindow): number {
  const invalid = new Set(decodeSavedFeeds(entries, defaultWindow).invalidEntries.map(({ index }) => index));
  const index = entries.findIndex((entry, place) => !invalid.has(place) && nameOf(entry) === name);
  if (index < 0 || index >= maxSavedFeeds) {
    throw new MissingEntryError(name);
  }
  return index;
}

/** A feed that follows the setting `feed.windowDays` continues to do so. */
function keepDefaultWindow(
  entry: Record<string, unknown>,
  previous: unknown,
  { window }: FeedQuery,
  defaultWindow: FeedWindow,
): Record<string, unknown> {
  const hadNone = isRecord(previous) && previous["days"] === undefined && previous["since"] === undefined;
  if (!hadNone || JSON.stringify(window) !== JSON.stringify(defaultWindow)) {
    return entry;
  }
  return Object.fromEntries(Object.entries(entry).filter(([field]) => field !== "days"));
}

function nameOf(entry: unknown): string | undefined {
  const name = isRecord(entry) ? entry["name"] : undefined;
  return typeof name === "string" && name.trim() !== "" ? name.trim() : undefined;
}

function companyCountOf(entry: unknown): number {
  const companies = isRecord(entry) ? entry["companies"] : undefined;
  return Array.isArray(companies) ? companies.length : 0;
}
