import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import { maxWindowDays } from "../../../shared/limits";
import { formatNumber } from "../../../shared/text";

/** What a task or keybinding passes to Open Digest…. */
export interface DigestArgument {
  /** Absent: since the last digest. */
  readonly days?: number;
  /** Names of the saved feeds; all followed ones if absent. */
  readonly feeds?: readonly string[];
}

const fieldNames = "days, feeds";
const daysRange = (): string =>
  l10n.t("{0} must be a number of days up to {1}", "days", formatNumber(maxWindowDays));
const feedNames = (): string => l10n.t("feeds must be an array of names of saved feeds");

const schema = v.strictObject(
  {
    days: v.exactOptional(
      v.pipe(v.number(daysRange), v.gtValue(0, daysRange), v.maxValue(maxWindowDays, daysRange)),
    ),
    feeds: v.exactOptional(v.pipe(v.array(v.string(feedNames), feedNames), v.minLength(1, feedNames))),
  },
  () => l10n.t("it must be an object with {0}", fieldNames),
);

/** Decodes the argument of Open Digest… (docs/saved-feeds.md). @throws {Error} with a sentence */
export function decodeDigestArgument(value: unknown): DigestArgument {
  const parsed = v.safeParse(schema, value);
  if (!parsed.success) {
    throw new Error(l10n.t("Invalid argument for Open Digest: {0}.", parsed.issues[0].message));
  }
  return parsed.output;
}
