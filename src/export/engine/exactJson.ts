/**
 * Reads and writes JSON with every number in the digits that were sent (`1.0`, `1e400`, `12345678901234567890`). Nearly all
 * numbers are those that JavaScript would write itself: only where one is not does it take longer than `JSON.parse`.
 */
import { randomUUID } from "node:crypto";
import { tokens } from "../../shared/jsonText";
import { isRecord } from "../../shared/typeGuards";

/**
 * Numbers that JavaScript may write in other digits: with an exponent, more than 15 digits, a zero at the end of the
 * fraction, less than a millionth, or minus zero. Also finds them in texts, which costs time alone.
 */
const unusualNumber =
  /[:,[\s](?:-?\d[\d.]{15}|-?\d+(?:\.\d+)?[eE]|-?\d+\.\d*0(?!\d)|-?0\.000000|-0(?![\d.]))/;

/** The one member of an object that stands for a number. No service can know it. */
const digitsName = `digits ${randomUUID()}`;
const marked = new RegExp(`\\{"${digitsName}":"([^"]*)"\\}`, "g");

/** The value of JSON. Numbers that JavaScript would write in other digits are objects: see `digitsOf`. */
export function parseExactly(json: string): unknown {
  return JSON.parse(unusualNumber.test(json) ? withMarkedNumbers(json) : json);
}

/** The digits of a number that JavaScript would write in others; undefined for any other value. */
export function digitsOf(value: unknown): string | undefined {
  const digits = isRecord(value) ? value[digitsName] : undefined;
  return typeof digits === "string" ? digits : undefined;
}

/** The JSON of what `parseExactly` returned, or of a part of it. */
export function stringifyExactly(value: unknown): string {
  const json = JSON.stringify(value);
  return json.includes(digitsName) ? json.replaceAll(marked, "$1") : json;
}

function withMarkedNumbers(json: string): string {
  const written: string[] = [];
  for (const token of tokens(json)) {
    const isNumber = /^[-\d]/.test(token);
    written.push(isNumber && String(Number(token)) !== token ? `{"${digitsName}":"${token}"}` : token);
  }
  return written.join("");
}
