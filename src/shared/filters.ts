/**
 * The filters that the service applies. To add one, add it to this table, its value to `FilterValues`, and its field to the page
 * (src/webview/filters/filterBar.ts).
 */
import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import { compactUsd, exactUsd } from "./amounts";
import type { CompanyEvent } from "./companyEvent";
import { typeLabel } from "./eventKind";
import { maxFilterLength, maxTypes } from "./limits";
import { nonEmptyText, notArray, problem } from "./schemas";

/** The values of filters; an absent or empty one is off. */
export interface FilterValues {
  /** Kinds of event. */
  readonly types?: readonly string[];
  /** Matched exactly by the service. */
  readonly sector?: string;
  /** USD floor on `event_data.amount`. */
  readonly minAmount?: number;
}

type FilterName = keyof FilterValues;

interface Filter {
  /** Its name in a request (docs/service.md, Event feed: request), and for agents. */
  readonly parameter: string;
  /** Its name in a link. */
  readonly linkName: string;
  /** For its value in a query. */
  readonly schema: v.GenericSchema;
  /** For its value as people write it in settings and arguments. */
  readonly written: v.GenericSchema;
  /** Its texts in a URL; none if it is off. */
  readonly format: (values: FilterValues) => readonly string[];
  /** Reads its texts in a URL, of which there is at least one; the result is not validated yet. */
  readonly parse: (texts: readonly string[]) => unknown;
  /** `Funding`, `Fintech`, `≥ $1M`. */
  readonly label: (text: string) => string;
  readonly fileName: (text: string) => string;
  /** Whether the service leaves out an event, while the filter is on. */
  readonly excludes: (values: FilterValues, event: FilteredFields) => boolean;
}

export type FilteredFields = Pick<CompanyEvent, "type" | "sector" | "amount">;

const filterText = v.pipe(
  v.string(),
  v.check((text) => isFilterText(text)),
);
const notUsd = problem((field) => l10n.t("{0} must be an amount in USD", field));

export const filters = {
  types: {
    parameter: "types",
    linkName: "type",
    schema: v.pipe(
      v.array(filterText),
      v.maxLength(maxTypes),
      v.transform((types) => [...new Set(types)]),
    ),
    written: v.exactOptional(v.pipe(v.array(nonEmptyText, notArray), v.readonly())),
    format: ({ types = [] }) => types.filter((type) => type !== ""),
    parse: (texts) => texts,
    label: typeLabel,
    fileName: (text) => text,
    // Whether the service ignores the case of a type is not specified.
    excludes: ({ types = [] }, { type }) => !types.some((each) => each.toLowerCase() === type?.toLowerCase()),
  },
  sector: {
    parameter: "sector",
    linkName: "sector",
    schema: v.exactOptional(filterText),
    written: v.exactOptional(nonEmptyText),
    format: ({ sector = "" }) => (sector === "" ? [] : [sector]),
    parse: ([text]) => text,
    label: (text) => text,
    fileName: (text) => text,
    excludes: (values, { sector }) => values.sector !== sector,
  },
  minAmount: {
    parameter: "min_amount",
    linkName: "min_amount",
    schema: v.exactOptional(v.pipe(v.number(), v.finite(), v.minValue(0))),
    written: v.exactOptional(v.pipe(v.number(notUsd), v.finite(notUsd), v.minValue(0, notUsd))),
    format: ({ minAmount = Number.NaN }) => (Number.isFinite(minAmount) ? [String(minAmount)] : []),
    parse: ([text]) => plainNumber(text),
    label: (text) => `≥ ${amountText(Number(text))}`,
    fileName: (text) => `from-${text}-USD`,
    // Events without an amount may be left out, or not.
    excludes: ({ minAmount = 0 }, { amount }) => amount !== undefined && amount < minAmount,
  },
} as const satisfies Readonly<Record<FilterName, Filter>>;

/** In the order in which they are shown and sent. */
export const filterNames = Object.keys(filters) as FilterName[];

/** The schemas of all filters, for the schema of an object that has them. */
export function filterSchemas<K extends "schema" | "written">(
  kind: K,
): { readonly [N in FilterName]: (typeof filters)[N][K] } {
  const schemas = Object.fromEntries(filterNames.map((name) => [name, filters[name][kind]]));
  return schemas as { readonly [N in FilterName]: (typeof filters)[N][K] };
}

export function activeNames(values: FilterValues): FilterName[] {
  return filterNames.filter((name) => filters[name].format(values).length > 0);
}

/** The values of some filters, by default of those that are on. */
export function activeValues(values: FilterValues, names = activeNames(values)): FilterValues {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

/** The filters that are on, in a few words each. */
export function filterLabels(values: FilterValues): string[] {
  return filterNames.flatMap((name) => filters[name].format(values).map(filters[name].label));
}

export function excludingFilters(values: FilterValues, event: FilteredFields): FilterName[] {
  return activeNames(values).filter((name) => filters[name].excludes(values, event));
}

/** Whether events can be filtered by this type or sector. */
export function isFilterText(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== "" && value.length <= maxFilterLength;
}

/** NaN for anything but a plain decimal number. */
export function plainNumber(text: string | undefined): number {
  return text !== undefined && /^\d+(\.\d+)?(e[+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

/** `$50M`; with all digits, `$1,234,567`, if the short form would be another amount. */
function amountText(amount: number): string {
  return Number(amount.toPrecision(3)) === amount ? compactUsd(amount) : exactUsd(amount);
}
