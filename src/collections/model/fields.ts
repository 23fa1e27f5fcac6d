import * as l10n from "@vscode/l10n";
import { parseInstant } from "../../shared/instant";
import { membersOf } from "../../shared/jsonText";
import { formatNumber } from "../../shared/text";
import { fullInstant } from "../../shared/times";
import { oneLine } from "../../util/strings";

/** A field of a collection or a webhook alert. */
export interface Field {
  /** As sent. */
  readonly name: string;
  /** As sent. */
  readonly json: string;
  /** As shown: one line of plain text. */
  readonly label: string;
  readonly text: string;
}

/** The labels of known fields by name, in the order in which they are shown. */
export type FieldLabels = ReadonlyMap<string, string>;

/** The label of something whose name has no visible characters. */
export function unnamed(): string {
  return l10n.t("(unnamed)");
}

const maxFields = 200;
const maxFieldLength = 300;

/** The fields of a JSON object; unknown ones come last. */
export function labeledFields(json: string, labels: FieldLabels): readonly Field[] {
  const names = [...labels.keys()];
  const rank = (name: string) => (labels.has(name) ? names.indexOf(name) : names.length);
  return [...membersOf(json)]
    .sort(([a], [b]) => rank(a) - rank(b))
    .slice(0, maxFields)
    .map(([name, value]) => ({
      name,
      json: value,
      label: labels.get(name) ?? (oneLine(name, 100) || unnamed()),
      text: oneLine(fieldText(name, value), maxFieldLength),
    }));
}

/** What Copy Value copies: a string as it is, everything else as JSON. */
export function valueOf({ json }: Field): string {
  const value: unknown = JSON.parse(json);
  return typeof value === "string" ? value : json;
}

function fieldText(name: string, json: string): string {
  const value: unknown = JSON.parse(json);
  switch (typeof value) {
    case "string":
      return name.endsWith("_at") ? formatInstant(value) : value;
    case "number":
      // Other numbers would lose digits.
      return Number.isSafeInteger(value) ? formatNumber(value) : json;
    case "boolean":
      return value ? l10n.t("yes") : l10n.t("no");
    default:
      return value === null
        ? l10n.t({ message: "none", args: [], comment: ["Value of an empty field"] })
        : isTexts(value)
          ? value.join(", ")
          : json;
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string");
}

/** In local time, as in the feed. Text that is not an instant stays unchanged. */
export function formatInstant(text: string): string {
  const instant = parseInstant(text);
  return instant === undefined ? text : fullInstant(instant, "local");
}
