/**
 * The faults of a service and its network, each one small and named: what is sent instead of a normal response, and the message for
 * the user. The same table is run against the feed and the installed extension.
 */
import { gzipSync } from "node:zlib";
import type { FailureKind } from "../../../src/service/errors";
import {
  compressed,
  cutInBody,
  cutInChunks,
  page,
  raw,
  redirect,
  reset,
  resetInBody,
  silence,
  stall,
  status,
  webPage,
} from "./scriptedAnswers";
import type { Answer } from "./scriptedService";

type Json = Record<string, unknown>;

/** The response without the fault. */
export interface NormalResponse {
  readonly list: "events" | "collections";
  readonly page: Json;
  /** A long page, for faults in the middle of one. */
  readonly long: string;
  /** Path and query of the request. */
  readonly target: string;
  /** Origin of another service, which must never receive the key. */
  readonly elsewhere: string;
}

/** A fault that makes a request fail. */
export interface ErrorFault {
  readonly name: string;
  readonly answer: (normal: NormalResponse) => Answer;
  readonly kind: FailureKind;
  /** The message for the user. */
  readonly sentence: RegExp;
}

/** A fault of a page that can still be shown. */
export interface PageFault {
  readonly name: string;
  /** Only its pages are changed. */
  readonly list: "events" | "collections";
  readonly change: (page: Json) => Json | string;
  /** Elements that are only counted. */
  readonly malformed: number;
}

const year = String(365 * 24 * 3600);
/** A few dozen kilobytes that decompress to more than the limit. */
const bomb = gzipSync(Buffer.alloc(80 << 20, " "), { level: 1 });

const refused = (code: number, headers = {}) => status(code, { detail: "Not now." }, headers);

const unauthorized: Answer = (response, request) =>
  status(401, { message: `No such key: ${request.headers.authorization}` })(response, request);

function fault(
  kind: FailureKind,
  sentence: RegExp,
  answers: Readonly<Record<string, ErrorFault["answer"]>>,
): ErrorFault[] {
  return Object.entries(answers).map(([name, answer]) => ({ name, answer, kind, sentence }));
}

/** `timeout`: the response never ends; only the timeout does. */
export const errorFaults: readonly ErrorFault[] = [
  ...fault("unauthorized", /No such key: Bearer \[key\]/, {
    "401 with the key in its text": () => unauthorized,
  }),
  ...fault("forbidden", /accepted the API key but denied access to this organization/, {
    "403": () => refused(403),
  }),
  ...fault("notFound", /settings may be wrong/, { "404": () => refused(404) }),
  ...fault("rejected", /rejected the request/, { "422": () => refused(422) }),
  ...fault("unavailable", /is unavailable \((408|500|503)\)/, {
    "408": () => refused(408),
    "500 with a web page": () => webPage(500),
    "503 with advice that is nonsense": () => refused(503, { "Retry-After": "soon, I hope" }),
    "503 with advice of a year": () => refused(503, { "Retry-After": year }),
  }),
  ...fault("unavailable", /received too many requests/, {
    "429 with advice in the past": () => refused(429, { "Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT" }),
  }),
  ...fault("malformed", /a web page|an empty body|unexpected JSON|invalid JSON/, {
    "200 with a web page": () => webPage(200),
    "an empty body": () => page(""),
    null: () => page("null"),
    "a list of another type": ({ list }) => page({ [list]: { length: 1 } }),
    "half a page": ({ long }) => page(long.slice(0, long.length / 2)),
    "a truncated gzip body": ({ long }) => compressed("gzip", long, 2000),
  }),
  ...fault("interrupted", /was cut off/, {
    "a truncated body": ({ long }) => cutInBody(long, 20_000),
    "a chunked body without its last chunk": ({ long }) => cutInChunks(long, long.length),
    "an invalid gzip body": ({ long }) => page(long, { "Content-Encoding": "gzip" }),
    "a reset before the body": ({ long }) => resetInBody(long, 0),
    "a reset inside the body": ({ long }) => resetInBody(long, 20_000),
  }),
  ...fault("unreachable", /connection|didn't send a valid HTTP response/, {
    "a reset before the response": reset,
    "a response that is not HTTP": () => raw("SSH-2.0-OpenSSH_9.2\r\n"),
  }),
  ...fault("timeout", /took longer than \d+ s to respond/, {
    "headers that never come": silence,
    "a body that stops": ({ long }) => stall(long, 10_000),
  }),
  ...fault("tooLarge", /larger than \d+ MB/, {
    "a body beyond the size limit": () => page(bomb, { "Content-Encoding": "gzip" }),
  }),
  ...fault("redirected", /127\.0\.0\.1|redirects in a loop/, {
    "a redirect to another port": ({ elsewhere, target }) => redirect(307, `${elsewhere}${target}`),
    "a redirect to another scheme": ({ elsewhere, target }) =>
      redirect(302, `${elsewhere.replace("http:", "https:")}${target}`),
    "a redirect loop": ({ target }) => redirect(302, target),
  }),
];

/** Texts that try to be more than text. */
export const hostileTexts: readonly [string, string][] = [
  ["HTML", '<img src=x onerror="alert(1)"><script>alert(2)</script>'],
  ["Markdown", "[click](command:workbench.action.quit) **bold** ![x](https://evil.example/x.png)"],
  ["icons", "$(trash) $(sync~spin) \\$(x)"],
  ["ANSI escapes and control characters", "\u001b[31mred\u001b[0m\u0007 a\u0000b\u0008c\r\nd\te\u2028f"],
  ["right to left", "\u202Eevil\u202C \u2066abc\u2069 שלום"],
  ["lone surrogates", "\ud800 and \udc00"],
];

/** Other values than the fields have, and worse. */
const values: Readonly<Record<string, unknown>> = {
  "every field absent": undefined,
  "every field null": null,
  "every field a number": 9_007_199_254_740_993,
  "every field an empty text": "",
  "every field a list": [[], {}],
  "every field an object": { amount: "12.5e6", name: 7, nested: { deep: [null] } },
  "every field a date that is none": "2026-02-31T25:61:00Z",
  ...Object.fromEntries(hostileTexts.map(([name, text]) => [`texts with ${name}`, text])),
};

const fields = "type title subhead published_at sector confidence company event_data unknown_field".split(
  " ",
);

/** A page with events changed. @param malformed of events: the first one is no event any longer */
function odd(
  name: string,
  change: (item: Json, index: number) => readonly unknown[],
  malformed = 0,
): PageFault {
  return {
    name,
    list: "events",
    malformed,
    change: (page) => ({ ...page, events: (page["events"] as Json[]).flatMap(change) }),
  };
}

const oddEvents: readonly PageFault[] = [
  ...Object.entries(values).map(([name, value]) =>
    odd(name, (item) => [{ ...item, ...Object.fromEntries(fields.map((field) => [field, value])) }]),
  ),
  odd("texts of 5 MB", (item) => [{ ...item, title: "x".repeat(5 << 20) }]),
  odd("an element sent twice", (item) => [item, item]),
  ...Object.entries({ null: null, "without an ID": {}, "with an ID that is no text": { id: 7 } }).map(
    ([name, value]) => odd(`an element ${name}`, (item, index) => [index === 0 ? value : item], 1),
  ),
];

function envelope(list: PageFault["list"], patches: Readonly<Record<string, Json>>): PageFault[] {
  return Object.entries(patches).map(([name, patch]) => {
    return { name, list, malformed: 0, change: (page: Json) => ({ ...page, ...patch }) };
  });
}

export const pageFaults: readonly PageFault[] = [
  ...oddEvents,
  ...envelope("events", {
    "has_more false with a cursor": { has_more: false, next_cursor: "more&#+ü", page_size: "forty" },
    "fields that no one knows": { status: "ok", meta: { events: [1, 2] } },
  }),
  ...envelope("collections", {
    "total_count too large": { total_count: 1_000_000 },
    "total_count too small": { total_count: 1 },
  }),
];
