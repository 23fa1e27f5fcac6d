import { isRecord } from "../../shared/schemas";
import { digitsOf, stringifyExactly } from "./exactJson";

/**
 * The columns of CSV and Parquet: fields of an event, its company and the data of a funding event
 * (docs/service.md, Event item). They are fixed, because other fields are not known before the last page.
 * Fields without a column go as JSON into the "other" column of their object.
 */
export const eventFields = ["id", "type", "title", "subhead", "published_at", "sector", "confidence"];
export const companyFields = ["role", "name", "domain", "entity_id", "industry", "location"];
export const dataFields = ["amount", "round", "lead_investor", "investors", "valuation"];

export type Fields = Readonly<Record<string, unknown>>;

/** @returns the value if it is an object, otherwise an empty object */
export function fieldsOf(value: unknown): Fields {
  return isRecord(value) && digitsOf(value) === undefined ? value : {};
}

/** @returns undefined without names */
export function jsonOfFields(fields: Fields, names: readonly string[]): string | undefined {
  return names.length === 0
    ? undefined
    : stringifyExactly(Object.fromEntries(names.map((name) => [name, fields[name]])));
}
