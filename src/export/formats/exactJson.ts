/**
 * Parses and writes JSON without changing the digits of any number (`1.0`, `1e400`, `12345678901234567890`).
 * JavaScript preserves nearly all numbers, so only JSON with an exception takes longer than `JSON.parse`.
 */
import { randomUUID } from "node:crypto";
import { tokens } from "../../shared/jsonText";
import { isRecord } from "../../shared/schemas";

/**
 * Numbers that JavaScript may write differently: with an exponent, more than 15 digits, a zero at the end of
 * the fraction, less than a millionth, or minus zero. A match inside a string costs only time.
 */
const unusualNumber =
  /[:,[\s](?:-?\d[\d.]{15}|-?\d+(?:\.\d+)?[eE]|-?\d+\.\d*0(?=[\s,\]}])|-?0\.000000|-0(?![\d.]))/;

/** The only key of objects that stand for such numbers; random, so that no service can send it. */
const digitsKey = `digits ${randomUUID()}`;
const numberObjects = new RegExp(`\\{"${digitsKey}":"([^"]*)"\\}`, "g");

/** Numbers that JavaScript would write differently become objects: see `digitsOf`. */
export function parseExactly(json: string): unknown {
  return JSON.parse(unusualNumber.test(json) ? withNumberObjects(json) : json);
}

/** @returns the digits of a number that JavaScript would write differently; undefined for other values */
export function digitsOf(value: unknown): string | undefined {
  const digits = isRecord(value) ? value[digitsKey] : undefined;
  return typeof digits === "string" ? digits : undefined;
}

/** @param value from `parseExactly`, or a part of it */
export function stringifyExactly(value: unknown): string {
  const json = JSON.stringify(value);
  return json.includes(digitsKey) ? json.replaceAll(numberObjects, "$1") : json;
}

function withNumberObjects(json: string): string {
  const written: string[] = [];
  for (const token of tokens(json)) {
    const isNumber = /^[-\d]/.test(token);
    written.push(isNumber && String(Number(token)) !== token ? `{"${digitsKey}":"${token}"}` : token);
  }
  return written.join("");
}
