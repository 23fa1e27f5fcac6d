/**
 * The faults of a service and its network, each one small and named: what is sent instead of a normal response, and
 * the message for the user. The same table is run against the client, the feed, the collections and the installed extension.
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
  resetBeforeBody,
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
  /** Number of the request for that list since the fault was set, from 1. */
  readonly nth: number;
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
  /** The response never ends; only the timeout does. */
  readonly hangs?: true;
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

/** A fault in paging through the feed. */
export interface PagingFault {
  readonly name: string;
  readonly list: "events";
  /** Changes the parameters of the request. */
  readonly ask: (parameters: URLSearchParams) => void;
  readonly answer: (normal: NormalResponse) => Answer;
  /** Events after continuing from the second of three pages of two events. */
  readonly events: number;
  /** Requests for that. */
  readonly requests: number;
  /** How it ended; `more`: after too many pages without an event. */
  readonly end: "complete" | "stopped" | "more";
  /** The message for the user. */
  readonly sentence?: RegExp;
}

const refused = (code: number, headers = {}) => status(code, { detail: "Not now." }, headers);
const year = String(365 * 24 * 3600);
/** A few dozen kilobytes that decompress to 80 MB. */
const bomb = gzipSync(Buffer.alloc(80 << 20, " "), { level: 1 });

export const errorFaults: readonly ErrorFault[] = [
  {
    name: "401",
    answer: () => refused(401),
    kind: "unauthorized",
    sentence: /rejected the API key/,
  },
  {
    name: "401 with the key in its text",
    answer: () => (response, request) =>
      status(401, { message: `No such key: ${request.headers.authorization}` })(response, request),
    kind: "unauthorized",
    sentence: /No such key: Bearer \[key\]/,
  },
  {
    name: "403",
    answer: () => refused(403),
    kind: "forbidden",
    sentence: /accepted the API key but denied access to this organization/,
  },
  {
    name: "404",
    answer: () => refused(404),
    kind: "notFound",
    sentence: /the base URL (or the dataset )?may be wrong/,
  },
  { name: "408", answer: () => refused(408), kind: "unavailable", sentence: /is unavailable \(408\)/ },
  { name: "422", answer: () => refused(422), kind: "rejected", sentence: /rejected the request/ },
  {
    name: "429 with advice in seconds",
    answer: () => refused(429, { "Retry-After": "1" }),
    kind: "unavailable",
    sentence: /received too many requests/,
  },
  {
    name: "429 with a date in the past",
    answer: () => refused(429, { "Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT" }),
    kind: "unavailable",
    sentence: /received too many requests/,
  },
  {
    name: "503 with advice that is nonsense",
    answer: () => refused(503, { "Retry-After": "soon, I hope" }),
    kind: "unavailable",
    sentence: /is unavailable \(503\)/,
  },
  {
    name: "503 with advice of a year",
    answer: () => refused(503, { "Retry-After": year }),
    kind: "unavailable",
    sentence: /is unavailable \(503\)/,
  },
  {
    name: "500 with a web page",
    answer: () => webPage(500),
    kind: "unavailable",
    sentence: /is unavailable \(500\)/,
  },
  {
    name: "200 with a web page",
    answer: () => webPage(200),
    kind: "malformed",
    sentence: /a web page instead of JSON/,
  },
  { name: "an empty body", answer: () => page(""), kind: "malformed", sentence: /an empty body/ },
  { name: "null", answer: () => page("null"), kind: "malformed", sentence: /without a list of/ },
  { name: "an array", answer: () => page("[]"), kind: "malformed", sentence: /without a list of/ },
  {
    name: "a list of another type",
    answer: ({ list }) => page({ [list]: { length: 1 } }),
    kind: "malformed",
    sentence: /without a list of/,
  },
  {
    name: "half a page",
    answer: ({ long }) => page(long.slice(0, long.length / 2)),
    kind: "malformed",
    sentence: /invalid JSON/,
  },
  {
    name: "a truncated body",
    answer: ({ long }) => cutInBody(long, 20_000),
    kind: "interrupted",
    sentence: /was cut off/,
  },
  {
    name: "a chunked body without its last chunk",
    answer: ({ long }) => cutInChunks(long, long.length),
    kind: "interrupted",
    sentence: /was cut off/,
  },
  {
    name: "a truncated gzip body",
    answer: ({ long }) => compressed("gzip", long, 2000),
    kind: "malformed",
    sentence: /invalid JSON/,
  },
  {
    name: "an invalid gzip body",
    answer: ({ long }) => page(long, { "Content-Encoding": "gzip" }),
    kind: "interrupted",
    sentence: /was cut off/,
  },
  { name: "a reset before the response", answer: reset, kind: "unreachable", sentence: /connection/ },
  {
    name: "a reset before the body",
    answer: ({ long }) => resetBeforeBody(long),
    kind: "interrupted",
    sentence: /was cut off/,
  },
  {
    name: "a reset inside the body",
    answer: ({ long }) => resetInBody(long, 20_000),
    kind: "interrupted",
    sentence: /was cut off/,
  },
  {
    name: "a response that is not HTTP",
    answer: () => raw("SSH-2.0-OpenSSH_9.2\r\n"),
    kind: "unreachable",
    sentence: /didn't send a valid HTTP response/,
  },
  {
    name: "headers that never come",
    answer: silence,
    kind: "timeout",
    sentence: /didn't respond within/,
    hangs: true,
  },
  {
    name: "a body that stops",
    answer: ({ long }) => stall(long, 10_000),
    kind: "timeout",
    sentence: /didn't (respond|finish its response) within/,
    hangs: true,
  },
  {
    name: "a body beyond the size limit",
    answer: () => page(bomb, { "Content-Encoding": "gzip" }),
    kind: "tooLarge",
    sentence: /larger than \d+ MB/,
  },
  {
    name: "a redirect to another port",
    answer: ({ elsewhere, target }) => redirect(307, `${elsewhere}${target}`),
    kind: "redirected",
    sentence: /127\.0\.0\.1/,
  },
  {
    name: "a redirect to another scheme",
    answer: ({ elsewhere, target }) => redirect(302, `${elsewhere.replace("http:", "https:")}${target}`),
    kind: "redirected",
    sentence: /127\.0\.0\.1/,
  },
  {
    name: "a redirect loop",
    answer: ({ target }) => redirect(302, target),
    kind: "redirected",
    sentence: /redirects in a loop/,
  },
];

const items = (page: Json, list: string): Json[] => page[list] as Json[];

/** A page with every element changed. */
const each = (list: string, change: (item: Json, index: number) => unknown) => (page: Json) => ({
  ...page,
  [list]: items(page, list).map(change),
});

const fieldsOf = {
  events: [
    "type",
    "title",
    "subhead",
    "published_at",
    "sector",
    "confidence",
    "company",
    "event_data",
    "unknown_field",
  ],
  collections: [
    "database_name",
    "collection_name",
    "file_count",
    "document_count",
    "environment",
    "is_active",
    "created_at",
    "request_count",
    "unknown_field",
  ],
};

/** Values of the wrong type for a field, and worse. */
const strange: readonly [string, unknown][] = [
  ["null", null],
  ["a number", 7],
  ["a huge number", 1e308],
  ["beyond 2^53", 9_007_199_254_740_993],
  ["negative", -1],
  ["a text", "seven"],
  ["an empty text", ""],
  ["a list", [[], {}]],
  ["an object", { amount: "12.5e6", name: 7, nested: { deep: [null] } }],
  ["a date that is none", "2026-02-31T25:61:00Z"],
  ["a date far away", "9999-12-31T23:59:59.999Z"],
  ["a date without a zone", "2026-11-20T10:00:00"],
];

/** Texts that try to be more than text. */
export const hostileTexts: readonly [string, string][] = [
  ["HTML", '<img src=x onerror="alert(1)"><script>alert(2)</script>'],
  ["Markdown", "[click](command:workbench.action.quit) **bold** ![x](https://evil.example/x.png)"],
  ["a command link", "command:workbench.action.quit"],
  ["icons", "$(trash) $(sync~spin) \\$(x)"],
  ["ANSI escapes", "\u001b[31mred\u001b[0m\u0007"],
  ["control characters", "a\u0000b\u0008c\r\nd\te\u2028f"],
  ["right to left", "\u202Eevil\u202C \u2066abc\u2069 שלום"],
  ["lone surrogates", "\ud800 and \udc00"],
  ["a formula", '=HYPERLINK("https://evil.example","click")'],
];

function oddFields(list: "events" | "collections"): PageFault[] {
  const fields = fieldsOf[list];
  return [
    ...fields.map((field) => ({
      name: `${field} absent`,
      list,
      change: each(list, (item) => ({ ...item, [field]: undefined })),
      malformed: 0,
    })),
    ...strange.map(([name, value]) => ({
      name: `every field ${name}`,
      list,
      change: each(list, (item) => ({
        ...item,
        ...Object.fromEntries(fields.map((field) => [field, value])),
      })),
      malformed: 0,
    })),
    ...hostileTexts.map(([name, value]) => ({
      name: `texts with ${name}`,
      list,
      change: each(list, (item) => ({
        ...item,
        ...Object.fromEntries(fields.map((field) => [field, value])),
      })),
      malformed: 0,
    })),
    {
      name: "a text of 5 MB",
      list,
      change: each(list, (item, index) =>
        index === 0 ? { ...item, [name[list]]: "x".repeat(5 << 20) } : item,
      ),
      malformed: 0,
    },
  ];
}

const name = { events: "title", collections: "database_name" };
const identity = { events: "id", collections: "collection_id" };

function oddItems(list: "events" | "collections"): PageFault[] {
  const nothing = (item: Json) => ({ [list]: item });
  const spoiled: readonly [string, (item: Json) => unknown][] = [
    ["null", () => null],
    ["a number", () => 7],
    ["a list", () => []],
    ["without an identity", nothing],
    ["with an identity that is no text", () => ({ [identity[list]]: 7 })],
  ];
  return [
    ...spoiled.map(([name, spoil]) => ({
      name: `an element ${name}`,
      list,
      change: each(list, (item, index) => (index === 0 ? spoil(item) : item)),
      malformed: 1,
    })),
    {
      name: "an element sent twice",
      list,
      change: (page: Json) => ({ ...page, [list]: items(page, list).flatMap((item) => [item, item]) }),
      malformed: 0,
    },
    {
      name: "fields that no one knows, around the list",
      list,
      change: (page: Json) => ({ status: "ok", ...page, meta: { [list]: [1, 2] } }),
      malformed: 0,
    },
  ];
}

const envelope = (name: string, list: PageFault["list"], patch: Json): PageFault => ({
  name,
  list,
  change: (page) => ({ ...page, ...patch }),
  malformed: 0,
});

export const pageFaults: readonly PageFault[] = [
  ...(["events", "collections"] as const).flatMap((list) => [...oddFields(list), ...oddItems(list)]),
  envelope("has_more false with a cursor", "events", { has_more: false, next_cursor: "more&#+ü" }),
  envelope("page_size of another type", "events", { page_size: "forty" }),
  envelope("a cursor that is not a string", "events", { has_more: false, next_cursor: 7 }),
  envelope("total_count absent", "collections", { total_count: undefined }),
  envelope("total_count of another type", "collections", { total_count: "many" }),
  envelope("total_count too large", "collections", { total_count: 1_000_000 }),
  envelope("total_count too small", "collections", { total_count: 1 }),
  envelope("limit and offset absent", "collections", { limit: undefined, offset: undefined }),
  envelope("limit zero", "collections", { limit: 0 }),
  envelope("limit always one", "collections", { limit: 1 }),
  envelope("offset always zero", "collections", { offset: 0 }),
];

/** Limits the page size. */
const atMost = (count: number) => (parameters: URLSearchParams) => parameters.set("page_size", String(count));

const patched =
  (patch: (normal: NormalResponse) => Json) =>
  (normal: NormalResponse): Answer =>
    page({ ...normal.page, ...patch(normal) });

const cursorOf = ({ target }: NormalResponse): string =>
  new URL(target, "http://localhost").searchParams.get("cursor") ?? "";

/** Prefix of the cursor after an empty page; the cursor of the page it replaced follows. */
const afterNothing = "nothing&#+ü:";

export const pagingFaults: readonly PagingFault[] = [
  {
    name: "has_more without a cursor",
    list: "events",
    ask: atMost(2),
    answer: patched(() => ({ has_more: true, next_cursor: null })),
    events: 4,
    requests: 1,
    end: "stopped",
    sentence: /Paging stopped: the service reported more events but sent no cursor/,
  },
  {
    name: "the same cursor again",
    list: "events",
    ask: atMost(2),
    answer: patched((normal) => ({ has_more: true, next_cursor: cursorOf(normal) })),
    events: 4,
    requests: 1,
    end: "stopped",
    sentence: /Paging stopped: the service repeated a page/,
  },
  {
    name: "an expired cursor",
    list: "events",
    ask: atMost(2),
    answer: (normal) =>
      normal.nth === 1 || cursorOf(normal) === ""
        ? page(normal.page)
        : status(400, { detail: "This cursor has expired." }),
    events: 6,
    requests: 5,
    end: "complete",
  },
  {
    name: "a smaller page size than requested",
    list: "events",
    ask: atMost(1),
    answer: patched(() => ({})),
    events: 6,
    requests: 4,
    end: "complete",
  },
  {
    name: "short pages",
    list: "events",
    ask: atMost(1),
    answer: patched(() => ({ page_size: 2 })),
    events: 6,
    requests: 4,
    end: "complete",
  },
  {
    name: "an empty page before each page",
    list: "events",
    ask: (parameters) => {
      atMost(2)(parameters);
      const cursor = parameters.get("cursor")?.replace(afterNothing, "");
      if (cursor) {
        parameters.set("cursor", cursor);
      } else {
        parameters.delete("cursor");
      }
    },
    answer: (normal) => {
      const cursor = cursorOf(normal);
      return cursor.startsWith(afterNothing)
        ? page(normal.page)
        : page({ ...normal.page, events: [], has_more: true, next_cursor: afterNothing + cursor });
    },
    events: 6,
    requests: 4,
    end: "complete",
  },
  {
    name: "endless empty pages",
    list: "events",
    ask: (parameters) => parameters.delete("cursor"),
    answer: patched(({ nth }) => ({ events: [], has_more: true, next_cursor: `further ${nth}` })),
    events: 2,
    requests: 100,
    end: "more",
    sentence: /The service sent 100 pages without an older event/,
  },
];
