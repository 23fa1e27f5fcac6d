import type { CompanyEvent } from "../../../shared/companyEvent";
import { firstEntries, type JsonEntries, jsonKind, stringOf } from "../../../shared/jsonText";
import { cleanText, verbatimId } from "./cleanText";
import type { AnswerTable } from "./eventTable";
import { tableRow } from "./fence";
import { fullUsd } from "./usd";
import { instantText, zonedTime } from "./zonedTime";

/** Characters of one text of an event, longer than any headline. */
const maxText = 600;
const maxName = 60;
/** Members of one object or elements of one list. */
const maxEntries = 60;
/** Fields of an event, over all levels. */
const maxFields = 200;
/** Of deeper values, only the size is shown. */
const maxDepth = 6;
/** The elements of a list of texts or numbers are on one line if that has no more characters. */
const maxListText = 300;
const idName = /(?:^|[._])id$/;

export interface EventFields {
  readonly table: AnswerTable;
  /** Sentences about what is missing from the table. */
  readonly notes: readonly string[];
}

/**
 * All fields of an event as the service sent it, known or not: one line each, under names such as `event_data.lead_investor`.
 * @param json the event's JSON as sent
 */
export function eventFields(event: CompanyEvent, json: string, timeZone: string): EventFields {
  const writer = new FieldWriter((name, text) => explained(event, name, text, timeZone));
  writer.write("", json, 0);
  const { lines, isShortened, omitted } = writer;
  return {
    table: {
      rowCount: lines.length,
      lines: (shown) => [tableRow(["field", "value"]), ...lines.slice(0, shown)],
    },
    notes: [
      ...(isShortened ? ["Long texts are cut, and URLs have neither scheme nor query."] : []),
      ...(omitted > 0 ? [`${omitted} more fields of unusually large parts are left out.`] : []),
    ],
  };
}

/** Adds what a value means: an instant in the user's time zone, an amount with its separators. */
function explained(event: CompanyEvent, name: string, text: string, timeZone: string): string {
  if (name === "published_at" && event.publishedMs !== undefined) {
    const { weekday } = zonedTime(event.publishedMs, timeZone);
    return `${text} (${weekday} ${instantText(event.publishedMs, timeZone)} ${timeZone})`;
  }
  if (event.amount !== undefined && name === "event_data.amount") {
    return `${text} (${fullUsd(event.amount)})`;
  }
  return text;
}

class FieldWriter {
  readonly lines: string[] = [];
  isShortened = false;
  omitted = 0;

  constructor(private readonly explain: (name: string, text: string) => string) {}

  write(name: string, json: string, depth: number): void {
    switch (jsonKind(json)) {
      case "object":
        this.writeParts(name, firstEntries(json, maxEntries), "{}", depth);
        break;
      case "array":
        this.writeList(name, json, depth);
        break;
      default:
        this.add(name, this.idOf(name, json) ?? this.textOf(json));
    }
  }

  /** An ID stays as it is, so that an agent can pass it on. */
  private idOf(name: string, json: string): string | undefined {
    const text = idName.test(name) ? stringOf(json) : undefined;
    return text === undefined || text === "" ? undefined : verbatimId(text);
  }

  private writeList(name: string, json: string, depth: number): void {
    const entries = firstEntries(json, maxEntries);
    const values = [...entries.first.values()];
    const isFlat = values.every((value) => !["object", "array"].includes(jsonKind(value)));
    const line =
      isFlat && values.length === entries.count ? values.map((value) => this.textOf(value)).join("; ") : "";
    if (line !== "" && line.length <= maxListText) {
      this.add(name, line);
    } else {
      this.writeParts(name, entries, "[]", depth);
    }
  }

  private writeParts(name: string, { first, count }: JsonEntries, empty: string, depth: number): void {
    if (count === 0) {
      this.add(name, empty);
    } else if (depth >= maxDepth) {
      this.add(name, `(${count} ${count === 1 ? "field" : "fields"}, nested too deeply to show)`);
    } else {
      for (const [part, value] of first) {
        this.write(
          name === "" ? this.shortened(part, maxName) : `${name}.${this.shortened(part, maxName)}`,
          value,
          depth + 1,
        );
      }
      this.omitted += count - first.size;
    }
  }

  private add(name: string, text: string): void {
    if (this.lines.length < maxFields) {
      this.lines.push(tableRow([name, this.explain(name, text)]));
    } else {
      this.omitted++;
    }
  }

  private textOf(json: string): string {
    const text = stringOf(json);
    return text === undefined
      ? this.shortened(json.trim(), 100)
      : text === ""
        ? '""'
        : this.shortened(text, maxText);
  }

  private shortened(text: string, max: number): string {
    const clean = cleanText(text, max);
    this.isShortened ||= clean.length + 8 < text.trim().length;
    return clean === "" ? "(no readable text)" : clean;
  }
}
