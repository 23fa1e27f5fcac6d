import { dayMs } from "../../shared/instant";
import { ApiError } from "../errors";
import type { ServiceTarget } from "../types";
import { percentEncoded } from "./urls";

const tokenText = /^[\x21-\x7e]+$/;
const headerText = /^[\x20-\x7e]+$/;

/**
 * The headers of every request (`docs/service.md`, Authentication). This is the only place where the API key is written into
 * a request. Throws `invalidRequest` when a value cannot be sent; the message contains neither key nor organization ID.
 */
export function requestHeaders(target: ServiceTarget): Readonly<Record<string, string>> {
  if (target.key === "") {
    throw new ApiError({ kind: "invalidRequest" }, "The API key is empty.");
  }
  if (!tokenText.test(target.key)) {
    throw new ApiError(
      { kind: "invalidRequest" },
      "The API key contains a space, a line break or another character that is not allowed. Copy it again.",
    );
  }
  const organizationId = target.organizationId?.trim() ?? "";
  if (organizationId !== "" && !headerText.test(organizationId)) {
    throw new ApiError(
      { kind: "invalidRequest" },
      "The organization ID contains a character that is not allowed.",
    );
  }
  return {
    Accept: "application/json",
    Authorization: `Bearer ${target.key}`,
    ...(organizationId === "" ? {} : { "X-Organization-ID": organizationId }),
    "User-Agent": "company-feed",
  };
}

/** Invisible between two characters: spaces, controls, zero-width characters, marks. */
const invisible = "[\\s\\p{Cc}\\p{Cf}\\p{M}\\p{Default_Ignorable_Code_Point}]*";

/**
 * Replaces the key in a text that is logged or shown: the logged URL, a redirect's target, the service's error message. It
 * finds the key as it is, percent-encoded and in base64 (alone or with `Bearer`), in any letter case, and with invisible
 * characters inside.
 */
export function redactor(key: string): (text: string) => string {
  const encoded = encodeURIComponent(key.replace(/\p{Cs}/gu, "\ufffd"));
  const base64 = [key, `Bearer ${key}`].map((text) =>
    Buffer.from(text).toString("base64").replace(/=+$/, ""),
  );
  const spellings = [
    ...base64,
    ...base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_")),
    key,
    encoded,
    encodeURIComponent(encoded),
    percentEncoded(key),
  ];
  const patterns = [...new Set(spellings)]
    .filter(Boolean)
    .map((text) => Array.from(text, (char) => char.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(invisible));
  const pattern = new RegExp(patterns.join("|"), "giu");
  return (text) => (patterns.length === 0 ? text : text.replace(pattern, "[key]"));
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The three forms that a recipient has to accept (RFC 9110, 5.6.7); the first is the current one. */
const dateForms = [
  /^[A-Z][a-z]{2}, (?<day>\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<h>\d{2}):(?<m>\d{2}):(?<s>\d{2}) GMT$/,
  /^[A-Z][a-z]+day, (?<day>\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\d{2}) (?<h>\d{2}):(?<m>\d{2}):(?<s>\d{2}) GMT$/,
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<h>\d{2}):(?<m>\d{2}):(?<s>\d{2}) (?<year>\d{4})$/,
];

/**
 * Parses a date of an HTTP header into milliseconds since 1970 UTC; undefined for anything else, where `Date.parse` would
 * accept nearly everything.
 */
export function parseHttpDate(text: string): number | undefined {
  for (const form of dateForms) {
    const parts = form.exec(text.trim())?.groups;
    if (parts) {
      const month = months.indexOf(parts["month"] ?? "");
      const [day, h, m, s] = ["day", "h", "m", "s"].map((name) => Number(parts[name]));
      const year = parts["year"] ?? "";
      // Two digits mean this century: no service in operation sends a date of the last one.
      const ms = Date.UTC(Number(year) + (year.length === 2 ? 2000 : 0), month, day, h, m, s);
      return month < 0 || Number.isNaN(ms) ? undefined : ms;
    }
  }
  return undefined;
}

/** A day at most: longer advice means the same, and timers overflow after 24 days. */
const maxRetryAfterMs = dayMs;

/**
 * Parses `Retry-After`, in seconds or as a date, into milliseconds from now; undefined without usable advice.
 * @param now the service's clock (its `Date` header), from which a date counts; ours if that is missing
 */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) {
    return Math.min(Number(text) * 1000, maxRetryAfterMs);
  }
  const date = parseHttpDate(text);
  return date === undefined ? undefined : Math.min(Math.max(0, date - now), maxRetryAfterMs);
}
