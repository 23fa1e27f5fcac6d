import { stringify } from "csv-stringify/sync";
import type { Item } from "../../api/types";
import type { CompanyEvent } from "../../shared/companyEvent";
import { csvColumns, csvRecord } from "./csvRecord";

/** NDJSON and JSON hold the events as the service sent them, CSV a table of their fields. */
export const exportFormats = ["ndjson", "json", "csv"] as const;
export type ExportFormat = (typeof exportFormats)[number];

type Events = readonly Item<CompanyEvent>[];

/** How a file of a format is put together: the head, the events in any number of portions, the tail. */
export interface EventText {
  readonly head: string;
  readonly tail: string;
  /** @param before how many events stand in the file already. */
  portion(events: Events, before: number): string;
}

const csvOptions = {
  escape_formulas: true,
  // The minus of a number begins no formula.
  cast: {
    object: ({ digits }: Readonly<Record<string, unknown>>) => ({
      value: String(digits),
      escape_formulas: false,
    }),
  },
} as const;

export const eventTexts: Readonly<Record<ExportFormat, EventText>> = {
  ndjson: {
    head: "",
    tail: "",
    portion: (events) => events.map(({ json }) => `${oneLineJson(json)}\n`).join(""),
  },
  json: {
    head: "[",
    tail: "\n]\n",
    portion: (events, before) =>
      events.map(({ json }, index) => `${before + index === 0 ? "\n" : ",\n"}${json}`).join(""),
  },
  csv: {
    head: stringify([csvColumns]),
    tail: "",
    portion: (events) =>
      stringify(
        events.map(({ json }) => csvRecord(json)),
        csvOptions,
      ),
  },
};

/** In JSON a raw line break can only stand between tokens, where it means nothing. */
function oneLineJson(json: string): string {
  return json.replace(/[\r\n]+/g, "");
}
