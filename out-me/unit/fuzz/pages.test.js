// test/unit/fuzz/pages.test.ts
import assert from "node:assert/strict";
import fc from "fast-check";

// src/api/collectionPage.ts
import * as v2 from "valibot";

// src/api/errors.ts
var ApiError = class extends Error {
  constructor(failure, message, options) {
    super(message, options);
    this.failure = failure;
  }
  failure;
  get kind() {
    return this.failure.kind;
  }
};

// src/api/failures.ts
var certificateCode = /^(CERT_|CRL_|UNABLE_TO_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT|INVALID_(CA|PURPOSE)$|HOSTNAME_MISMATCH$|PATH_LENGTH_EXCEEDED$)/;
var tlsCode = /^(EPROTO$|ERR_SSL_)/;
var reasons = /* @__PURE__ */ new Map([
  ["ENOTFOUND", "the name does not resolve"],
  ["EAI_AGAIN", "names cannot be looked up at the moment"],
  ["ECONNREFUSED", "it refused the connection"],
  ["ECONNRESET", "the connection was broken"],
  ["EPIPE", "the connection was broken"],
  ["ETIMEDOUT", "it does not answer"],
  ["EHOSTUNREACH", "there is no way to it from here"],
  ["ENETUNREACH", "the network is not reachable"],
  ["ENETDOWN", "the network is down"]
]);
function brokenConnection(host, error, cut) {
  const code = codeOf(error);
  const withCode = code === void 0 ? {} : { code };
  if (code !== void 0 && certificateCode.test(code)) {
    return new ApiError(
      { kind: "untrusted", ...withCode },
      `The certificate of ${host} is not trusted or was made for another name (${code}).`
    );
  }
  if (code !== void 0 && tlsCode.test(code)) {
    return new ApiError(
      { kind: "untrusted", ...withCode },
      `No secure connection to ${host}: it does not speak TLS as expected.`
    );
  }
  if (cut) {
    return new ApiError({ kind: "unreachable", ...withCode }, `The answer of ${host} was cut short.`);
  }
  if (code?.startsWith("HPE_")) {
    return new ApiError(
      { kind: "unreachable", ...withCode },
      `What answers at ${host} does not speak HTTP (${code}).`
    );
  }
  const reason = reasons.get(code ?? "") ?? (code === void 0 ? "the connection failed" : `the connection failed (${code})`);
  return new ApiError({ kind: "unreachable", ...withCode }, `Couldn't reach ${host}: ${reason}.`);
}
function codeOf(error) {
  if (typeof error !== "object" || error === null || !("code" in error)) {
    return void 0;
  }
  const { code } = error;
  return typeof code === "string" && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : void 0;
}
function statusError(host, status, said, retryAfterMs2) {
  const failure = statusFailure(status, retryAfterMs2);
  const lead = statusSentence(host, status, failure);
  return new ApiError(failure, said === void 0 ? lead : `${lead} It says: ${said}`);
}
function statusFailure(status, retryAfterMs2) {
  if (status >= 500 || status === 408 || status === 409 || status === 429) {
    return { kind: "unavailable", status, ...retryAfterMs2 === void 0 ? {} : { retryAfterMs: retryAfterMs2 } };
  }
  switch (status) {
    case 401:
      return { kind: "unauthorized", status };
    case 403:
      return { kind: "forbidden", status };
    case 404:
      return { kind: "notFound", status };
    default:
      return status >= 400 ? { kind: "rejected", status } : { kind: "malformed", status };
  }
}
function statusSentence(host, status, failure) {
  switch (failure.kind) {
    case "unauthorized":
      return `${host} does not accept the API key (401).`;
    case "forbidden":
      return `${host} accepts the API key, but not for this organization or request (403).`;
    case "notFound":
      return `${host} has nothing at this address (404): the base URL or the dataset may be wrong.`;
    case "rejected":
      return status === 407 ? "The proxy on the way wants a sign-in (407)." : `${host} does not accept this request (${status}).`;
    case "unavailable":
      return status === 429 ? `${host} gets more requests than it allows (429).` : `${host} cannot answer at the moment (${status}).`;
    default:
      return `${host} answered with status ${status}, which means nothing here.`;
  }
}
function malformedError(host, status, what) {
  return new ApiError({ kind: "malformed", status }, `${host} answered with ${what}.`);
}
function tooLargeError(host, limitBytes) {
  const megabytes = Math.max(1, Math.round(limitBytes / 1024 / 1024));
  return new ApiError(
    { kind: "tooLarge", limitBytes },
    `The answer of ${host} is larger than ${megabytes} MB and was dropped.`
  );
}
function timeoutError(host, timeoutMs) {
  return new ApiError(
    { kind: "timeout", timeoutMs },
    `${host} did not answer in full within ${timeoutMs / 1e3} s.`
  );
}
function abortedError() {
  return new ApiError({ kind: "aborted" }, "Cancelled.");
}

// src/api/itemScanner.ts
var quote = 34;
var backslash = 92;
var comma = 44;
var colon = 58;
var openBrace = 123;
var closeBrace = 125;
var openBracket = 91;
var closeBracket = 93;
function scanItems(page, key2) {
  const cursor = new Cursor(page);
  let items = [];
  cursor.enter();
  while (cursor.next() === quote) {
    const name = cursor.skipValue();
    const isKey = stringAt(page, name) === key2;
    cursor.expect(colon);
    if (isKey) {
      items = cursor.next() === openBracket ? elements(cursor) : (cursor.skipValue(), []);
    } else {
      cursor.skipValue();
    }
    cursor.skipIf(comma);
  }
  return items;
}
function elements(cursor) {
  const found = [];
  cursor.enter();
  while (cursor.next() !== closeBracket && !cursor.atEnd) {
    found.push(cursor.skipValue());
    cursor.skipIf(comma);
  }
  cursor.expect(closeBracket);
  return found;
}
function stringAt(page, range) {
  return JSON.parse(textOf(page, range));
}
function textOf(page, range) {
  return Buffer.from(page.buffer, page.byteOffset + range.start, range.end - range.start).toString("utf8");
}
var Cursor = class {
  constructor(page) {
    this.page = page;
    if (page[0] === 239 && page[1] === 187 && page[2] === 191) {
      this.at = 3;
    }
  }
  page;
  at = 0;
  get atEnd() {
    return this.at >= this.page.length;
  }
  /** The next byte that is not white space; it is not consumed. Undefined at the end. */
  next() {
    while (isSpace(this.page[this.at])) {
      this.at++;
    }
    return this.page[this.at];
  }
  /** Consumes the bracket that opens an object or array. */
  enter() {
    this.next();
    this.at++;
  }
  expect(byte) {
    this.next();
    if (this.page[this.at++] !== byte) {
      throw new Error(`Expected byte ${byte} at ${this.at - 1}: the page is not what was parsed.`);
    }
  }
  skipIf(byte) {
    if (this.next() === byte) {
      this.at++;
    }
  }
  /** Consumes one value, however deep. */
  skipValue() {
    const first = this.next();
    const start = this.at;
    if (first === quote) {
      this.skipString();
    } else if (first === openBrace || first === openBracket) {
      this.skipNested();
    } else {
      this.skipLiteral();
    }
    return { start, end: this.at };
  }
  skipNested() {
    const { page } = this;
    let depth = 0;
    do {
      const byte = page[this.at];
      if (byte === quote) {
        this.skipString();
        continue;
      }
      if (byte === openBrace || byte === openBracket) {
        depth++;
      } else if (byte === closeBrace || byte === closeBracket) {
        depth--;
      }
      this.at++;
    } while (depth > 0 && this.at < page.length);
  }
  skipString() {
    this.at = endOfString(this.page, this.at);
  }
  skipLiteral() {
    const { page } = this;
    while (this.at < page.length) {
      const byte = page[this.at];
      if (byte === comma || byte === closeBrace || byte === closeBracket || isSpace(byte)) {
        return;
      }
      this.at++;
    }
  }
};
function endOfString(page, start) {
  let at = start + 1;
  while (at < page.length && page[at] !== quote) {
    at += page[at] === backslash ? 2 : 1;
  }
  return at + 1;
}
function isSpace(byte) {
  return byte === 32 || byte === 10 || byte === 13 || byte === 9;
}
function isParsable(page, limits2) {
  let depth = 0;
  let containers = 0;
  for (let at = 0; at < page.length; at++) {
    const byte = page[at];
    if (byte === quote) {
      at = endOfString(page, at) - 1;
    } else if (byte === openBrace || byte === openBracket) {
      if (++depth > limits2.depth || ++containers > limits2.containers) {
        return false;
      }
    } else if (byte === closeBrace || byte === closeBracket) {
      depth--;
    }
  }
  return true;
}

// src/api/page.ts
var limits = { depth: 500, containers: 1e6 };
function parsePage(body, key2) {
  const { bytes, host, status } = body;
  const envelope3 = parse(body);
  if (typeof envelope3 !== "object" || envelope3 === null) {
    throw malformedError(host, status, `something that is no list of ${key2}`);
  }
  const elements2 = Reflect.get(envelope3, key2);
  if (!Array.isArray(elements2)) {
    throw malformedError(host, status, `something that is no list of ${key2}`);
  }
  const ranges = scanItems(bytes, key2);
  return {
    envelope: envelope3,
    elements: elements2,
    jsonOf: (index) => {
      const range = ranges[index];
      if (range === void 0) {
        throw new Error(`The scanner found ${ranges.length} of ${elements2.length} items.`);
      }
      return textOf(bytes, range);
    }
  };
}
function parse({ bytes, host, status }) {
  if (!isParsable(bytes, limits)) {
    throw malformedError(host, status, "data nested beyond all measure");
  }
  const text2 = new TextDecoder().decode(bytes);
  try {
    return JSON.parse(text2);
  } catch {
    throw malformedError(host, status, describe2(text2));
  }
}
function describe2(text2) {
  const start = text2.slice(0, 200).trimStart();
  if (start === "") {
    return "nothing at all";
  }
  return start.startsWith("<") ? "a web page instead of data" : "something that is no JSON";
}
function decodeItems(page, decode) {
  const items = [];
  page.elements.forEach((element, index) => {
    const value = decode(element);
    if (value !== void 0) {
      items.push({ value, json: page.jsonOf(index) });
    }
  });
  return { items, malformed: page.elements.length - items.length };
}

// src/api/schemas.ts
import * as v from "valibot";
function lenient(schema) {
  return v.fallback(v.optional(schema), void 0);
}
var text = lenient(v.string());
var count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
function put(draft, name, value) {
  if (value !== void 0) {
    draft[name] = value;
  }
}

// src/api/collectionPage.ts
var collection = v2.object({
  database_name: text,
  collection_name: text,
  collection_id: text,
  file_count: lenient(count),
  document_count: lenient(count),
  environment: text,
  is_active: lenient(v2.boolean()),
  created_at: text,
  request_count: lenient(count)
});
var envelope = v2.object({
  total_count: lenient(count),
  limit: lenient(v2.pipe(count, v2.minValue(1))),
  offset: lenient(count)
});
function decodeCollectionPage(body, request) {
  const page = parsePage(body, "collections");
  const { items, malformed } = decodeItems(page, decodeCollection);
  const said = v2.parse(envelope, page.envelope);
  return {
    items,
    malformed,
    ...said.total_count === void 0 ? {} : { totalCount: said.total_count },
    limit: said.limit ?? request.limit,
    offset: said.offset ?? request.offset
  };
}
function decodeCollection(element) {
  const result = v2.safeParse(collection, element);
  if (!result.success) {
    return void 0;
  }
  const sent = result.output;
  const id = sent.collection_id || sent.database_name || sent.collection_name;
  if (!id) {
    return void 0;
  }
  const made = { id };
  put(made, "databaseName", sent.database_name);
  put(made, "collectionName", sent.collection_name);
  put(made, "collectionId", sent.collection_id);
  put(made, "fileCount", sent.file_count);
  put(made, "documentCount", sent.document_count);
  put(made, "environment", sent.environment);
  put(made, "isActive", sent.is_active);
  put(made, "createdAt", sent.created_at);
  put(made, "requestCount", sent.request_count);
  return made;
}

// src/api/feedPage.ts
import * as v3 from "valibot";

// src/api/isoInstant.ts
var iso = /^(\d{4}|[+-]\d{6})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,12}))?)?(?:[Zz]|([+-])(\d\d):?(\d\d)?)?)?$/;
function parseInstant(text2) {
  const match = iso.exec(text2.trim());
  if (!match) {
    return void 0;
  }
  const [
    ,
    year,
    month,
    day,
    hour = "0",
    minute = "0",
    second = "0",
    fraction = "0",
    sign,
    zoneHour,
    zoneMinute
  ] = match;
  const h = Number(hour);
  const m = Number(minute);
  const s = Number(second);
  if (h > 24 || h === 24 && (m > 0 || s > 0) || m > 59 || s > 60) {
    return void 0;
  }
  const midnight = midnightOf(Number(year), Number(month), Number(day));
  const zone = zoneMs(sign, Number(zoneHour ?? 0), Number(zoneMinute ?? 0));
  if (midnight === void 0 || zone === void 0) {
    return void 0;
  }
  const milliseconds = Number(fraction.padEnd(3, "0").slice(0, 3));
  const instant = midnight + ((h * 60 + m) * 60 + s) * 1e3 + milliseconds - zone;
  return Math.abs(instant) > maxInstant ? void 0 : instant;
}
var maxInstant = 864e13;
function midnightOf(year, month, day) {
  const date = /* @__PURE__ */ new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.getTime() : void 0;
}
function zoneMs(sign, hours2, minutes) {
  if (hours2 > 23 || minutes > 59) {
    return void 0;
  }
  return (sign === "-" ? -1 : 1) * (hours2 * 60 + minutes) * 6e4;
}

// src/api/feedPage.ts
var amount = v3.pipe(
  v3.union([
    v3.number(),
    v3.pipe(v3.string(), v3.trim(), v3.regex(/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i), v3.transform(Number))
  ]),
  v3.finite()
);
var company = v3.object({
  role: text,
  name: text,
  domain: text,
  entity_id: text,
  industry: text,
  location: text
});
var event = v3.object({
  id: v3.pipe(v3.string(), v3.minLength(1)),
  type: text,
  title: text,
  subhead: text,
  published_at: text,
  sector: text,
  confidence: lenient(v3.pipe(v3.number(), v3.finite())),
  company: lenient(company),
  event_data: lenient(v3.object({ amount: lenient(amount) }))
});
var envelope2 = v3.object({
  has_more: lenient(v3.boolean()),
  next_cursor: lenient(v3.pipe(v3.string(), v3.minLength(1))),
  page_size: lenient(v3.pipe(v3.number(), v3.integer(), v3.minValue(1), v3.maxValue(500)))
});
function decodeFeedPage(body, request) {
  const page = parsePage(body, "events");
  const { items, malformed } = decodeItems(page, decodeEvent);
  const said = v3.parse(envelope2, page.envelope);
  const nextCursor = said.next_cursor ?? null;
  return {
    items,
    malformed,
    hasMore: said.has_more ?? nextCursor !== null,
    nextCursor,
    pageSize: said.page_size ?? request.pageSize,
    ...body.servedAt === void 0 ? {} : { servedAt: body.servedAt }
  };
}
function decodeEvent(element) {
  const result = v3.safeParse(event, element, { abortEarly: true });
  return result.success ? eventOf(result.output) : void 0;
}
function eventOf(sent) {
  const made = { id: sent.id };
  put(made, "type", sent.type);
  put(made, "title", sent.title);
  put(made, "subhead", sent.subhead);
  if (sent.published_at !== void 0) {
    made.publishedAt = sent.published_at;
    put(made, "publishedMs", parseInstant(sent.published_at));
  }
  put(made, "sector", sent.sector);
  put(made, "confidence", sent.confidence);
  put(made, "company", sent.company && companyOf(sent.company));
  put(made, "amount", sent.event_data?.amount);
  return made;
}
function companyOf(sent) {
  const made = {};
  put(made, "role", sent.role);
  put(made, "name", sent.name);
  put(made, "domain", sent.domain);
  put(made, "entityId", sent.entity_id);
  put(made, "industry", sent.industry);
  put(made, "location", sent.location);
  return Object.keys(made).length > 0 ? made : void 0;
}

// src/api/address.ts
function checkBaseUrl(text2) {
  const typed = text2.trim();
  if (typed === "") {
    return refused("Enter the address of the service.");
  }
  if (!/^https?:\/\//i.test(typed)) {
    return refused("The address starts with https:// (or with http:// for a service on this machine).");
  }
  if (/[\s\\\p{Cc}\p{Cs}]/u.test(typed) || !URL.canParse(typed)) {
    return refused("This is not a complete web address.");
  }
  const url = new URL(typed);
  if (url.username !== "" || url.password !== "") {
    return refused("Leave out the user name and password: the API key is asked for separately.");
  }
  if (typed.includes("?") || typed.includes("#")) {
    return refused("Leave out everything from ? or # on.");
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    return refused(
      "The address starts with https://: over http the API key could be read by others on the way."
    );
  }
  const path = url.pathname.replace(/\/+$/, "").replace(/\/v2$/, "").replace(/\/+$/, "");
  return { ok: true, baseUrl: url.origin + path, origin: url.origin };
}
function collectionsUrl(target, request) {
  const query = new QueryText().add("limit", request.limit).add("offset", request.offset);
  return new URL(`${baseOf(target.baseUrl)}/v2/collections${query.text}`);
}
function feedUrl(target, request, typesFormat) {
  const types = (request.types ?? []).filter((type) => type !== "");
  const query = new QueryText().add("since", request.since).add("until", request.until).add("cursor", request.cursor).add("page_size", request.pageSize).add("fields", request.fields);
  if (typesFormat === "repeat") {
    types.forEach((type) => query.add("types", type));
  } else if (types.length > 0) {
    query.addEncoded("types", types.map(encode).join(","));
  }
  query.add("sector", request.sector).add("min_amount", request.minAmount);
  return new URL(`${baseOf(target.baseUrl)}/v2/datasets/${segmentOf(target.dataset)}/feed${query.text}`);
}
function requestLine(url) {
  return { origin: url.origin, path: url.pathname, query: url.search };
}
var QueryText = class {
  pairs = [];
  get text() {
    return this.pairs.length === 0 ? "" : `?${this.pairs.join("&")}`;
  }
  add(name, value) {
    if (value === void 0 || value === "" || typeof value === "number" && !Number.isFinite(value)) {
      return this;
    }
    return this.addEncoded(name, encode(String(value)));
  }
  addEncoded(name, encoded) {
    this.pairs.push(`${name}=${encoded}`);
    return this;
  }
};
function encode(text2) {
  return encodeURIComponent(text2.replace(/\p{Cs}/gu, "\uFFFD")).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`).replaceAll("%3A", ":");
}
function segmentOf(dataset) {
  const name = dataset.trim();
  if (name === "" || name === "." || name === "..") {
    throw new ApiError({ kind: "unsendable" }, `"${dataset}" cannot be the dataset of a connection.`);
  }
  return encode(name);
}
function baseOf(baseUrl) {
  const check = checkBaseUrl(baseUrl);
  if (!check.ok) {
    throw new ApiError({ kind: "unsendable" }, `The base URL cannot be used. ${check.reason}`);
  }
  return check.baseUrl;
}
function isLoopback(hostname) {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}
function refused(reason) {
  return { ok: false, reason };
}

// src/api/httpDate.ts
var months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
var forms = [
  /^[A-Z][a-z]{2}, (?<day>\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<h>\d{2}):(?<m>\d{2}):(?<s>\d{2}) GMT$/,
  /^[A-Z][a-z]+day, (?<day>\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\d{2}) (?<h>\d{2}):(?<m>\d{2}):(?<s>\d{2}) GMT$/,
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<h>\d{2}):(?<m>\d{2}):(?<s>\d{2}) (?<year>\d{4})$/
];
function parseHttpDate(text2) {
  for (const form of forms) {
    const parts = form.exec(text2.trim())?.groups;
    if (parts) {
      const month = months.indexOf(parts["month"] ?? "");
      const [day, h, m, s] = ["day", "h", "m", "s"].map((name) => Number(parts[name]));
      const ms = Date.UTC(fullYear(parts["year"] ?? ""), month, day, h, m, s);
      return month < 0 || Number.isNaN(ms) ? void 0 : ms;
    }
  }
  return void 0;
}
function fullYear(year) {
  return Number(year) + (year.length === 2 ? 2e3 : 0);
}

// src/api/requestHeaders.ts
var tokenText = /^[\x21-\x7e]+$/;
var headerText = /^[\x20-\x7e]+$/;
var defaultUserAgent = "company-feed";
function requestHeaders(target, userAgent) {
  if (target.key === "") {
    throw new ApiError({ kind: "unsendable" }, "The API key is empty.");
  }
  if (!tokenText.test(target.key)) {
    throw new ApiError(
      { kind: "unsendable" },
      "The API key holds a space, a line break or a character that no key has. Copy it again, without what stands around it."
    );
  }
  const organizationId = target.organizationId?.trim() ?? "";
  if (organizationId !== "" && !headerText.test(organizationId)) {
    throw new ApiError({ kind: "unsendable" }, "The organization ID holds a character that cannot be sent.");
  }
  return {
    Accept: "application/json",
    Authorization: `Bearer ${target.key}`,
    ...organizationId === "" ? {} : { "X-Organization-ID": organizationId },
    "User-Agent": userAgent !== void 0 && headerText.test(userAgent) ? userAgent : defaultUserAgent
  };
}
function redactor(key2) {
  const spellings = [key2, encodeURIComponent(key2.replace(/\p{Cs}/gu, "\uFFFD"))].filter(
    (spelling) => spelling !== ""
  );
  return (text2) => spellings.reduce((rest, spelling) => rest.replaceAll(spelling, "[key]"), text2);
}

// src/api/retry.ts
var longestWaitMs = 6e4;
var firstBackoffMs = 1e3;
var longestAdviceMs = 24 * 60 * 60 * 1e3;
var retriedStatuses = /* @__PURE__ */ new Set([408, 409, 429, 500, 502, 503, 504]);
function retryDelay(error, attempt, random) {
  const { failure } = error;
  const backoffMs = Math.round(random() * Math.min(longestWaitMs, firstBackoffMs * 2 ** (attempt - 1)));
  switch (failure.kind) {
    case "unavailable": {
      const adviceMs = failure.retryAfterMs ?? 0;
      return retriedStatuses.has(failure.status) && adviceMs <= longestWaitMs ? Math.max(adviceMs, backoffMs) : void 0;
    }
    case "unreachable":
      return failure.code === "ENOTFOUND" ? void 0 : backoffMs;
    case "timeout":
      return attempt === 1 ? backoffMs : void 0;
    default:
      return void 0;
  }
}
function retryAfterMs(header, servedAt, now) {
  if (header === null) {
    return void 0;
  }
  const text2 = header.trim();
  if (/^\d+(\.\d+)?$/.test(text2)) {
    return Math.min(Number(text2) * 1e3, longestAdviceMs);
  }
  const date = parseHttpDate(text2);
  if (date === void 0) {
    return void 0;
  }
  return Math.min(Math.max(0, date - (servedAt ?? now)), longestAdviceMs);
}

// src/util/plainText.ts
var controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
var bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
function oneLine(text2, max = 300) {
  const start = text2.length > 4 * max ? text2.slice(0, 4 * max) : text2;
  const clean = start.toWellFormed().replace(controls, " ").replace(bidiControls, "").trim();
  return clean.length > max ? `${clean.slice(0, max - 1).toWellFormed()}\u2026` : clean;
}

// src/api/serviceSentence.ts
var sentenceFields = [
  "detail",
  "message",
  "msg",
  "error",
  "errors",
  "error_description",
  "title",
  "reason"
];
var maxDepth = 4;
var maxParts = 3;
var maxLength = 200;
function serviceSentence(body, contentType, redact) {
  const raw = rawSentence(body, contentType);
  if (raw === void 0) {
    return void 0;
  }
  const clean = oneLine(redact(oneLine(redact(raw), raw.length + 1)), maxLength);
  return /\p{L}/u.test(clean) ? clean : void 0;
}
function rawSentence(body, contentType) {
  try {
    return sentenceIn(JSON.parse(body), maxDepth);
  } catch {
    const isPlainText = contentType !== null && /^text\/plain\b/i.test(contentType);
    return isPlainText && !/^\s*</.test(body) ? body : void 0;
  }
}
function sentenceIn(value, depth) {
  if (typeof value === "string") {
    return value.trim() === "" ? void 0 : value;
  }
  if (depth === 0 || typeof value !== "object" || value === null) {
    return void 0;
  }
  if (Array.isArray(value)) {
    const parts = value.slice(0, maxParts).map((part) => sentenceIn(part, depth - 1));
    const said = parts.filter((part) => part !== void 0);
    return said.length === 0 ? void 0 : said.join("; ");
  }
  const fields = new Map(Object.entries(value));
  for (const field of sentenceFields) {
    const said = sentenceIn(fields.get(field), depth - 1);
    if (said !== void 0) {
      return placeOf(fields.get("loc")) + said;
    }
  }
  return void 0;
}
function placeOf(loc) {
  if (!Array.isArray(loc)) {
    return "";
  }
  const steps = loc.filter((step) => typeof step === "string" || typeof step === "number");
  return steps.length === 0 ? "" : `${steps.join(".")}: `;
}

// src/api/transport.ts
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import fetch from "node-fetch";
var acceptEncoding = "gzip, br";
async function open(url, headers, signal) {
  let response;
  try {
    response = await fetch(url, {
      headers: { ...headers, "Accept-Encoding": acceptEncoding },
      signal,
      redirect: "manual",
      // node-fetch takes a gzip stream that ends early for a whole one: the body is decoded here instead.
      compress: false
    });
  } catch (error) {
    throw brokenConnection(url.host, error, false);
  }
  return new FetchedAnswer(response, url.host, signal);
}
var FetchedAnswer = class {
  constructor(response, host, signal) {
    this.response = response;
    this.host = host;
    this.signal = signal;
  }
  response;
  host;
  signal;
  bytes = 0;
  get status() {
    return this.response.status;
  }
  header(name) {
    return this.response.headers.get(name);
  }
  async read(limitBytes) {
    const { body } = this.response;
    if (body === null) {
      return Buffer.alloc(0);
    }
    const decoders2 = this.decoders();
    if (decoders2 === void 0) {
      this.discard();
      throw malformedError(this.host, this.status, "an encoding that was not asked for");
    }
    if (decoders2.length === 0 && Number(this.header("content-length")) > limitBytes) {
      this.discard();
      throw tooLargeError(this.host, limitBytes);
    }
    const chunks = [];
    const collect = new Writable({
      write: (chunk, _encoding, done) => {
        this.bytes += chunk.length;
        chunks.push(chunk);
        done(this.bytes > limitBytes ? tooLargeError(this.host, limitBytes) : null);
      }
    });
    try {
      await pipeline([body, ...decoders2, collect], { signal: this.signal });
    } catch (error) {
      throw error instanceof ApiError ? error : this.bodyError(error);
    }
    return Buffer.concat(chunks);
  }
  discard() {
    const { body } = this.response;
    if (body instanceof Readable) {
      body.destroy();
    }
  }
  /** Undoes `Content-Encoding`, last coding first; undefined when one is not known here. */
  decoders() {
    const codings = (this.header("content-encoding") ?? "").toLowerCase().split(",");
    const found = [];
    for (const coding of codings.map((name) => name.trim()).reverse()) {
      switch (coding) {
        case "":
        case "identity":
          break;
        case "gzip":
        case "x-gzip":
          found.push(createGunzip());
          break;
        case "deflate":
          found.push(createInflate());
          break;
        case "br":
          found.push(createBrotliDecompress());
          break;
        default:
          return void 0;
      }
    }
    return found;
  }
  /** zlib says Z_BUF_ERROR when its input ends early, and other codes when it is no such stream at all. */
  bodyError(error) {
    const code = codeOf(error);
    const isDamaged = code !== void 0 && code !== "Z_BUF_ERROR" && /^(Z_|ERR__|ERR_BROTLI)/.test(code);
    return isDamaged ? malformedError(this.host, this.status, "damaged compressed data") : brokenConnection(this.host, error, true);
  }
};

// src/api/call.ts
var maxRedirects = 5;
var redirectStatuses = /* @__PURE__ */ new Set([301, 302, 303, 307, 308]);
var errorBodyBytes = 64 * 1024;
var Call = class {
  constructor(url, decode, environment, options = {}) {
    this.url = url;
    this.decode = decode;
    this.environment = environment;
    this.options = options;
    this.redact = redactor(environment.target.key);
  }
  url;
  decode;
  environment;
  options;
  redact;
  async run() {
    const { attempts, clock, random, target, userAgent } = this.environment;
    const headers = requestHeaders(target, userAgent);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(attempt, headers);
      } catch (error) {
        const delayMs = error instanceof ApiError && attempt < attempts ? retryDelay(error, attempt, random) : void 0;
        if (delayMs === void 0 || !(error instanceof ApiError)) {
          throw error;
        }
        this.options.onRetry?.({ attempt: attempt + 1, delayMs, error });
        await wait(clock, delayMs, this.options.signal);
      }
    }
  }
  /** One attempt under one timeout, over all of its redirects and the last byte of the body. */
  async attempt(attempt, headers) {
    const { clock, timeoutMs } = this.environment;
    const { signal } = this.options;
    const controller = new AbortController();
    let ended;
    const end = (error) => {
      ended ??= error;
      controller.abort();
    };
    const onAbort = () => end(abortedError());
    if (signal?.aborted) {
      throw abortedError();
    }
    signal?.addEventListener("abort", onAbort, { once: true });
    const timer = clock.after(timeoutMs, () => end(timeoutError(this.url.host, timeoutMs)));
    try {
      return await this.followed(attempt, headers, controller.signal, () => ended);
    } finally {
      timer.dispose();
      signal?.removeEventListener("abort", onAbort);
    }
  }
  async followed(attempt, headers, signal, ended) {
    let url = this.url;
    for (let redirects = 0; ; redirects++) {
      const outcome = await this.exchange(url, attempt, async (progress) => {
        try {
          progress.answer = await open(url, headers, signal);
          return redirectStatuses.has(progress.answer.status) ? { next: this.redirectTarget(url, progress.answer, redirects) } : { value: await this.valueOf(progress.answer, url.host) };
        } catch (error) {
          throw reasonOf(error, ended());
        }
      });
      if ("value" in outcome) {
        return outcome.value;
      }
      url = outcome.next;
    }
  }
  /** Runs one request and answer, and logs it however it ends. */
  async exchange(url, attempt, run) {
    const { clock, log } = this.environment;
    const startedAt = clock.now();
    const progress = {};
    let failure = "internal";
    try {
      const result = await run(progress);
      failure = void 0;
      return result;
    } catch (error) {
      failure = error instanceof ApiError ? error.kind : failure;
      throw error;
    } finally {
      const { path, query } = requestLine(url);
      log({
        method: "GET",
        path: this.redact(path),
        query: this.redact(query),
        ...progress.answer === void 0 ? {} : { status: progress.answer.status },
        durationMs: clock.now() - startedAt,
        bytes: progress.answer?.bytes ?? 0,
        attempt,
        ...failure === void 0 ? {} : { failure }
      });
    }
  }
  async valueOf(answer, host) {
    const { clock, bodyLimitBytes } = this.environment;
    const { status } = answer;
    const servedAt = parseHttpDate(answer.header("date") ?? "");
    if (status >= 200 && status < 300) {
      return this.decode({ bytes: await answer.read(bodyLimitBytes), status, host, servedAt });
    }
    const advice = retryAfterMs(answer.header("retry-after"), servedAt, clock.now());
    throw statusError(host, status, await this.sentenceOf(answer), advice);
  }
  /** What the service says about an error. That this cannot be read must not hide the error. */
  async sentenceOf(answer) {
    try {
      const body = await answer.read(errorBodyBytes);
      return serviceSentence(new TextDecoder().decode(body), answer.header("content-type"), this.redact);
    } catch {
      return void 0;
    }
  }
  /** Where a redirect leads, when the key may go there: the same scheme, host and port. */
  redirectTarget(from, answer, redirects) {
    answer.discard();
    const location = answer.header("location") ?? "";
    if (location === "" || !URL.canParse(location, from.href)) {
      throw malformedError(from.host, answer.status, "a redirect to nowhere");
    }
    const to = new URL(location, from);
    to.hash = "";
    if (to.origin !== from.origin || to.username !== "" || to.password !== "") {
      const shown = this.redact(to.origin === "null" ? to.protocol : to.origin + to.pathname);
      throw new ApiError(
        { kind: "redirected", location: shown },
        `${from.host} sends requests on to ${to.host || to.protocol}, which must not get the API key.`
      );
    }
    if (redirects >= maxRedirects) {
      throw new ApiError(
        { kind: "redirected", location: this.redact(to.origin + to.pathname) },
        `${from.host} sends requests on without end.`
      );
    }
    return to;
  }
};
function reasonOf(error, ended) {
  const told = error instanceof ApiError && error.kind !== "unreachable";
  return ended !== void 0 && (ended.kind === "aborted" || !told) ? ended : error;
}
async function wait(clock, ms, signal) {
  if (signal?.aborted) {
    throw abortedError();
  }
  await new Promise((resolve, reject) => {
    const onAbort = () => {
      timer.dispose();
      reject(abortedError());
    };
    const timer = clock.after(ms, () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}

// src/api/serviceClient.ts
function createServiceClient(target, settings, environment) {
  const callEnvironment = {
    target,
    timeoutMs: settings.timeoutMs,
    attempts: settings.attempts ?? 3,
    bodyLimitBytes: settings.bodyLimitBytes ?? 64 * 1024 * 1024,
    clock: environment.clock,
    random: () => environment.random(),
    log: (exchange) => environment.log(exchange),
    userAgent: environment.userAgent
  };
  return {
    async listCollections(request, options) {
      const url = collectionsUrl(target, request);
      return new Call(url, (body) => decodeCollectionPage(body, request), callEnvironment, options).run();
    },
    async readFeed(request, options) {
      const url = feedUrl(target, request, settings.typesFormat);
      return new Call(url, (body) => decodeFeedPage(body, request), callEnvironment, options).run();
    }
  };
}

// src/sample/sectors.ts
function sector(label, industries, tails, missions, products) {
  const [separate = "", joined = ""] = tails.split(" / ");
  return {
    label,
    industries: industries.split(", "),
    tails: separate.split(" "),
    endings: joined.split(" "),
    missions: missions.split("; "),
    products: products.split("; ")
  };
}
var sectors = [
  sector(
    "Artificial Intelligence",
    "Machine Learning, AI Infrastructure, Conversational AI",
    "Intelligence Reasoning Models / Mind Cortex Logic",
    "train domain-specific language models; cut inference costs for on-premise models; open an applied research lab in Europe; bring voice agents to contact centres; automate document review for insurers; expand its evaluation platform",
    "evaluation suite; agent orchestration platform; speech model; retrieval engine; synthetic data generator"
  ),
  sector(
    "Fintech",
    "Payments, Lending, Wealth Management, Insurance Technology",
    "Pay Capital Ledger / Ledger Mint Coin",
    "bring instant payouts to gig workers; expand embedded lending across Latin America; modernize treasury for mid-sized companies; launch multi-currency accounts for exporters; automate reconciliation for marketplaces; secure a banking licence in Lithuania",
    "treasury dashboard; merchant account; credit scoring service; corporate card; settlement API"
  ),
  sector(
    "Healthcare",
    "Digital Health, Medical Devices, Care Delivery",
    "Health Care Clinics / Care Med Vita",
    "open 40 primary care clinics; expand remote cardiac monitoring; reduce waiting times in emergency rooms; scale home dialysis programmes; win clearance for its wearable sensor; bring mental health support to employers",
    "remote monitoring patch; triage assistant; clinical scheduling platform; infusion pump; patient portal"
  ),
  sector(
    "Biotechnology",
    "Therapeutics, Genomics, Synthetic Biology",
    "Therapeutics Biosciences Genomics / Gene Zyme Bio",
    "advance its lead oncology candidate into phase 2; scale cell therapy manufacturing; sequence rare disease cohorts; commercialize enzyme-based recycling; broaden its antibody discovery pipeline; start trials of an oral obesity treatment",
    "antibody discovery platform; gene therapy vector; rapid sequencing kit; protein design tool; fermentation system"
  ),
  sector(
    "Climate & Energy",
    "Energy Storage, Solar, Carbon Removal, Grid Software",
    "Energy Power Renewables / Grid Volt Watt",
    "expand grid-scale storage; build a second iron-air battery plant; finance rooftop solar in Southern Europe; deploy heat pumps in social housing; capture carbon from cement works; double electrolyser output",
    "battery management system; virtual power plant; direct air capture module; home energy hub; perovskite solar panel"
  ),
  sector(
    "Cybersecurity",
    "Identity, Cloud Security, Threat Detection",
    "Security Defense Shield / Guard Vault Lock",
    "protect machine identities in the cloud; extend its detection network to industrial sites; bring passkeys to public agencies; harden software supply chains; grow its incident response team; enter the Japanese market",
    "identity threat detection service; secrets manager; browser isolation product; attack surface scanner; backup vault"
  ),
  sector(
    "Enterprise Software",
    "Collaboration, Developer Tools, Human Resources Software",
    "Software Systems Cloud / Stack Flow Desk",
    "replace spreadsheets in procurement; expand its workflow builder; bring revenue forecasting to mid-market teams; automate payroll in 60 countries; shorten code review for large teams; unify customer support channels",
    "workflow builder; code review assistant; contract lifecycle platform; onboarding suite; analytics workspace"
  ),
  sector(
    "E-commerce & Retail",
    "Marketplaces, Direct to Consumer, Retail Technology",
    "Market Goods Retail / Cart Shop Bazaar",
    "open micro-fulfilment centres in 12 cities; bring resale to department stores; expand same-day grocery delivery; help brands sell across borders; cut returns with better sizing; grow its private labels",
    "returns platform; checkout widget; inventory forecasting tool; resale storefront; loyalty programme"
  ),
  sector(
    "Logistics & Supply Chain",
    "Freight, Warehousing, Fleet Management",
    "Freight Logistics Cargo / Haul Route Dock",
    "electrify last-mile delivery fleets; digitize customs paperwork; add cold-chain capacity in the Gulf; match empty trucks with return loads; open a bonded warehouse in Rotterdam; track containers at sea in real time",
    "yard management system; freight matching app; container tracker; customs filing service; route planner"
  ),
  sector(
    "Robotics & Manufacturing",
    "Industrial Automation, Additive Manufacturing, Machine Vision",
    "Robotics Automation Works / Arm Forge Motion",
    "automate mixed-case palletizing; build a robot factory in Ohio; bring vision inspection to foundries; print spare parts on demand; train welders alongside robots; lower the price of humanoid hardware",
    "palletizing robot; inspection camera; metal printer; gripper line; digital twin platform"
  ),
  sector(
    "Space & Defense",
    "Launch, Earth Observation, Autonomous Systems",
    "Aerospace Orbital Dynamics / Sat Orbit Sky",
    "launch a 24-satellite radar constellation; qualify its methane upper stage; supply drones to coast guards; map methane leaks from orbit; build a ground station network in the south; win its first government contract",
    "radar imaging service; small launch vehicle; orbital tug; counter-drone system; ground station network"
  ),
  sector(
    "Food & Agriculture",
    "Precision Farming, Alternative Proteins, Food Delivery",
    "Farms Foods Harvest / Crop Seed Acre",
    "scale mycelium protein production; bring soil sensors to smallholders; build a vertical farm in Doha; cut fertilizer use with microbes; open a precision fermentation plant; insure crops against drought",
    "soil sensor network; plant-based cheese; irrigation controller; pollination drone; crop insurance product"
  ),
  sector(
    "Education",
    "Online Learning, Corporate Training, School Software",
    "Learning Academy Education / Learn Tutor Class",
    "bring adaptive maths to public schools; retrain 50,000 care workers; expand apprenticeships in Brazil; offer degrees with local universities; translate its courses into 20 languages; add tutoring for dyslexic pupils",
    "adaptive maths course; apprenticeship platform; exam proctoring tool; language app; skills graph"
  ),
  sector(
    "Real Estate & Construction",
    "Property Technology, Building Materials, Construction Software",
    "Homes Properties Build / Brick Nest Site",
    "build timber apartments in six weeks; digitize building permits; retrofit offices into housing; finance shared ownership for first-time buyers; produce low-carbon cement; survey sites with autonomous drones",
    "permit tracking platform; modular bathroom; low-carbon concrete; tenant app; site survey drone"
  ),
  sector(
    "Media & Entertainment",
    "Gaming, Streaming, Creator Economy",
    "Studios Media Interactive / Play Cast Pixel",
    "fund three co-operative games; license regional sports rights; pay creators weekly; open a virtual production stage; bring interactive audio to cars; expand its esports league to Southeast Asia",
    "co-operative strategy game; podcast studio; creator storefront; live captioning service; virtual production stage"
  )
];

// src/sample/words.ts
var words = (text2) => text2.split(" ");
var phrases = (text2) => text2.split("; ");
var nameStarts = words(
  "Quor Bryn Thal Zev Ond Fenn Marl Pell Krae Lind Sarr Tov Ulm Wex Yar Ister Orl Nym Dras Grell Hesk Jun Ebb Corv Alm Vos Rusk Tarn Sey Plo Haz Mir Cald Ober Thim Velt Anso Birk Dov Esk"
);
var nameEnds = words(
  "wick mere ano sen ora ith ley vane dell mar stad ique holm une ery ax low ridge cast by onde arro elle iva ton essa uma orin ade usk"
);
var givenNames = words(
  "Amara Bastian Chiara Daniel Elif Farid Greta Hiroshi Ines Jonas Kavya Leon Maren Nadia Oskar Priya Quentin Rosa Stefan Tomasz Uma Viktor Wanjiru Xavier Yasmin Zoltan Aiko Bruno Camille Dmitri Esther Felipe Giulia Hanna Ibrahim Joao Katrin Lucia Mateo Noor Olga Pedro Rania Samuel Thandi Ursula Vera Wei Yusuf Zara Adaeze Bjorn Carmen Diego Elena Fiona Gabriel Helena Ivan Julia"
);
var familyNames = words(
  "Abara Bergqvist Castellan Dragovic Eskola Farnese Grunwald Halvorsen Ibarra Jankauskas Kowalczyk Lindqvist Marchetti Nakagawa Okonjo Petrova Quispe Rasmussen Santangelo Takeda Ueda Vasquez Wickramasinghe Ximenes Yilmaz Zielinski Adeyemi Brandvold Cavalcanti Duarte Engstrom Fontaine Galloway Hirano Isaksen Jovanovic Karimi Lacroix Mbeki Novotny Oduya Pellegrini Rautavaara Sorensen Thibault Umarov Villanueva Weatherby Yamashita Zamora Achterberg Bianchi Corrigan Demirci Fairweather Gutierrez Holloway Kaplan Lombardi Menon"
);
var investorNames = words(
  "Foxglove Marrowstone Thistledown Copperfield Longwater Ashgrove Halfmoon Brackenridge Silverbirch Tidewater Northlight Kingfisher Whitethorn Redwing Saltmarsh Greyfriar Oakhanger Windrush Larkspur Stonecrop"
);
var investorKinds = phrases("Ventures; Capital; Partners; Growth; Equity Partners");
var investors = investorNames.flatMap(
  (name, i) => investorKinds.slice(i % 3, i % 3 + 3).map((kind) => `${name} ${kind}`)
);
var places = phrases(
  "Lisbon, Portugal; Berlin, Germany; Austin, United States; Toronto, Canada; Nairobi, Kenya; Singapore; Tel Aviv, Israel; Stockholm, Sweden; Bengaluru, India; S\xE3o Paulo, Brazil; Boston, United States; San Francisco, United States; New York, United States; London, United Kingdom; Paris, France; Z\xFCrich, Switzerland; Amsterdam, Netherlands; Warsaw, Poland; Seoul, South Korea; Tokyo, Japan; Sydney, Australia; Mexico City, Mexico; Lagos, Nigeria; Dubai, United Arab Emirates; Helsinki, Finland; Tallinn, Estonia; Denver, United States; Chicago, United States; Seattle, United States; Montr\xE9al, Canada; Dublin, Ireland; Barcelona, Spain; Milan, Italy; Copenhagen, Denmark; Jakarta, Indonesia; Bogot\xE1, Colombia"
);
var exchanges = words("London Frankfurt Toronto Tokyo Mumbai Sydney Stockholm Z\xFCrich");
var positions = phrases(
  "chief executive officer; chief financial officer; chief technology officer; chief operating officer; chief product officer; chief revenue officer; chief people officer; general counsel; chief marketing officer; chief information security officer; president; chair of the board"
);
var hardTimes = phrases(
  "slowing demand; a restructuring; the loss of a major customer; rising financing costs; a shift to self-service sales; the closure of its hardware line; a merger of two divisions; weaker orders from Europe"
);
var departments = phrases(
  "sales; recruiting; customer support; engineering; marketing; operations; research; hardware"
);
var audiences = phrases(
  "mid-sized companies; public agencies; hospitals; independent retailers; regional banks; industrial customers; freelancers; universities; small teams; regulated industries; emerging markets; field engineers"
);
var markets = phrases(
  "United States; Canada; United Kingdom; Germany; France; Nordics; India; Japan; Brazil; Australia; Gulf states; Southeast Asia"
);

// src/sample/eventDay.ts
var hourWeights = [4, 4, 4, 4, 5, 7, 10, 14, 14, 12, 11, 12, 18, 20, 18, 15, 13, 12, 10, 9, 8, 7, 6, 5];
var hours = hourWeights.map((weight, hour) => [hour, weight]);

// src/sample/sampleCollections.ts
var words2 = (text2) => text2.split(" ");
var subjects = words2(
  "legal research support compliance sales procurement finance clinical patent security onboarding engineering marketing customer investor policy tender insurance logistics product training audit brand privacy"
);
var things = {
  legal: words2("contracts cases opinions filings"),
  research: words2("papers notes datasets interviews"),
  support: words2("tickets macros transcripts articles"),
  clinical: words2("trials protocols reports"),
  patent: words2("filings claims searches")
};
var commonThings = words2(
  "documents reports memos archive playbooks reviews briefings records requests guides"
);
var qualifiers = words2(
  "eu us apac latam emea uk dach nordics 2021 2022 2023 2024 2025 v2 v3 internal public legacy"
);
var FIRST_CREATED_MS = Date.UTC(2021, 8, 1);
var LAST_CREATED_MS = Date.UTC(2025, 8, 1);

// src/sample/transport.ts
import { promisify } from "node:util";
import { gzip } from "node:zlib";
var compress = promisify(gzip);

// test/support/fakeClock.ts
var FakeClock = class {
  constructor(time = Date.UTC(2026, 10, 21, 12)) {
    this.time = time;
    this.timers = /* @__PURE__ */ new Set();
    this.watchers = [];
  }
  now() {
    return this.time;
  }
  after(ms, callback) {
    const timer = { due: this.time + ms, callback };
    this.timers.add(timer);
    const watchers = this.watchers;
    this.watchers = [];
    watchers.forEach((watcher) => watcher());
    return { dispose: () => this.timers.delete(timer) };
  }
  /** Milliseconds until each timer that is set is due, the next one first. */
  get pending() {
    return [...this.timers].map((timer) => timer.due - this.time).sort((a, b) => a - b);
  }
  /** Moves time by `ms`; the timers that fall due on the way run in their order, those they set included. */
  advance(ms) {
    const end = this.time + ms;
    for (; ; ) {
      const next = [...this.timers].filter((timer) => timer.due <= end).sort((a, b) => a.due - b.due)[0];
      if (!next) {
        break;
      }
      this.timers.delete(next);
      this.time = Math.max(this.time, next.due);
      next.callback();
    }
    this.time = end;
  }
  /** Resolves once a timer of exactly `ms` is set. */
  async timerOf(ms) {
    while (!this.pending.includes(ms)) {
      await new Promise((resolve) => this.watchers.push(resolve));
    }
  }
};

// test/support/feedService.ts
function sampleEvent(id, publishedAt, more = {}) {
  return {
    id,
    type: "funding",
    title: `Title of ${id}`,
    subhead: "",
    published_at: publishedAt,
    sector: "Fintech",
    confidence: 0.9,
    company: {
      role: "primary_subject",
      name: "NovaGrid",
      domain: "novagrid.example",
      entity_id: "ent_1",
      industry: "Energy",
      location: "Oslo"
    },
    event_data: { amount: 1e6 },
    ...more
  };
}

// test/support/scriptedService.ts
import { EventEmitter, once } from "node:events";
import http from "node:http";
import https from "node:https";
var ScriptedService = class _ScriptedService {
  constructor(server, scheme, fallback2) {
    this.server = server;
    this.scheme = scheme;
    this.fallback = fallback2;
    this.requests = [];
    this.script = [];
    this.accepted = /* @__PURE__ */ new Set();
    this.sockets = /* @__PURE__ */ new Map();
    this.events = new EventEmitter();
    this.connections = 0;
  }
  static async start(options = {}) {
    const server = options.tls ? https.createServer(options.tls) : http.createServer();
    const service = new _ScriptedService(server, options.tls ? "https" : "http", options.fallback);
    server.on("connection", (socket) => service.accepted.add(socket));
    server.on(options.tls ? "secureConnection" : "connection", (socket) => service.track(socket));
    server.on(
      "request",
      (request, response) => service.handle(request, response)
    );
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return service;
  }
  get port() {
    return this.server.address().port;
  }
  /** Scheme, host and port. */
  get origin() {
    return `${this.scheme}://127.0.0.1:${this.port}`;
  }
  /** Connections that are open now, idle ones included. */
  get openConnections() {
    return this.sockets.size;
  }
  /** The latest request. */
  get last() {
    const request = this.requests.at(-1);
    if (!request) {
      throw new Error("No request has arrived.");
    }
    return request;
  }
  /** Puts answers in line. */
  answer(...answers) {
    return this.answerWhere(() => true, ...answers);
  }
  /** Puts answers in line for requests that match; others pass them by. */
  answerWhere(matches, ...answers) {
    this.script.push(...answers.map((answer) => ({ answer, matches })));
    return this;
  }
  /** Resolves once `count` requests have arrived in all. */
  async received(count2) {
    await this.until(() => this.requests.length >= count2);
  }
  /** Resolves once no connection is open. */
  async quiet() {
    await this.until(() => this.sockets.size === 0);
  }
  async dispose() {
    const closed = once(this.server, "close");
    this.server.close();
    this.accepted.forEach((socket) => socket.destroy());
    await closed;
  }
  async until(condition) {
    while (!condition()) {
      await once(this.events, "change");
    }
  }
  handle(request, response) {
    const url = new URL(request.url ?? "/", this.origin);
    const seen = {
      method: request.method ?? "",
      path: url.pathname,
      query: url.search,
      parameters: url.searchParams,
      headers: request.headers,
      connection: this.sockets.get(request.socket) ?? 0
    };
    this.requests.push(seen);
    response.on("error", () => void 0);
    const index = this.script.findIndex(({ matches }) => matches(seen));
    const [entry] = index < 0 ? [] : this.script.splice(index, 1);
    if (entry) {
      Promise.resolve(entry.answer(response, request)).catch(() => response.destroy());
    } else if (this.fallback) {
      this.fallback(request, response);
    } else {
      response.writeHead(500, { "Content-Type": "text/plain" }).end("Nothing is scripted for this request.");
    }
    this.events.emit("change");
  }
  track(socket) {
    this.sockets.set(socket, ++this.connections);
    socket.on("error", () => void 0);
    socket.on("close", () => {
      this.sockets.delete(socket);
      this.events.emit("change");
    });
  }
};

// test/unit/fuzz/pages.test.ts
var key = "sk_test_7f3a9Zq-XYZ";
var decoders = {
  events: (bytes) => decodeFeedPage(bodyOf(bytes), { pageSize: 40, fields: "full" }),
  collections: (bytes) => decodeCollectionPage(bodyOf(bytes), { limit: 100, offset: 0 })
};
var lists = ["events", "collections"];
function bodyOf(bytes) {
  return { bytes, status: 200, host: "service.example", servedAt: void 0 };
}
function survives(list, bytes) {
  try {
    const decoded = decoders[list](bytes);
    const sent = JSON.parse(new TextDecoder().decode(bytes))[list] ?? [];
    assert.equal(decoded.items.length + decoded.malformed, sent.length);
    for (const { json, value } of decoded.items) {
      assert.ok(value.id.length > 0);
      const parsed = JSON.parse(json);
      assert.ok(sent.some((element) => JSON.stringify(element) === JSON.stringify(parsed)));
    }
    return decoded;
  } catch (error) {
    assert.ok(error instanceof ApiError && error.kind === "malformed", String(error));
    assert.match(error.message, /\.$/);
    return void 0;
  }
}
function mutated(list) {
  const item = list === "events" ? sampleEvent("evt_1", "2026-11-20T10:00:00Z") : { collection_id: "col_1", database_name: "acme", document_count: 7, is_active: true };
  const page = {
    [list]: [item, { ...item }],
    ...{ has_more: true, next_cursor: "abc", page_size: 40, total_count: 2, limit: 100, offset: 0 }
  };
  const places2 = pathsOf(page);
  return fc.tuple(fc.constantFrom(...places2), fc.jsonValue()).map(([place, value]) => replaced(page, place, value));
}
function pathsOf(value) {
  if (typeof value !== "object" || value === null) {
    return [[]];
  }
  return [
    [],
    ...Object.entries(value).flatMap(([name, child]) => pathsOf(child).map((path) => [name, ...path]))
  ];
}
function replaced(value, [name, ...rest], by) {
  if (name === void 0) {
    return by;
  }
  const copy = Array.isArray(value) ? [...value] : { ...value };
  Reflect.set(copy, name, replaced(Reflect.get(copy, name), rest, by));
  return copy;
}
describe("arbitrary pages", () => {
  for (const list of lists) {
    it(`any JSON is read or refused (${list})`, () => {
      fc.assert(
        fc.property(fc.json(), (text2) => void survives(list, Buffer.from(text2))),
        { numRuns: 2e3 }
      );
    });
    it(`any JSON in the list costs at most itself (${list})`, () => {
      fc.assert(
        fc.property(fc.array(fc.jsonValue()), (elements2) => {
          assert.ok(survives(list, Buffer.from(JSON.stringify({ [list]: elements2 }))));
        }),
        { numRuns: 2e3 }
      );
    });
    it(`a valid page with anything in one place is read or refused (${list})`, () => {
      fc.assert(
        fc.property(mutated(list), (page) => void survives(list, Buffer.from(JSON.stringify(page)))),
        { numRuns: 3e3 }
      );
    });
    it(`a valid page with bytes changed is read or refused (${list})`, () => {
      const sound = Buffer.from(
        JSON.stringify({ [list]: [sampleEvent("evt_\xFC", "2026-11-20T10:00:00Z")], has_more: false })
      );
      fc.assert(
        fc.property(
          fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
          (changes) => {
            const bytes = Buffer.from(sound);
            changes.forEach(([at, byte]) => bytes[at] = byte);
            survives(list, bytes);
          }
        ),
        { numRuns: 5e3 }
      );
    });
    it(`any bytes are read or refused (${list})`, () => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void survives(list, Buffer.from(bytes))),
        { numRuns: 3e3 }
      );
    });
  }
});
describe("arbitrary answers over HTTP", () => {
  let service;
  let client;
  before(async () => {
    service = await ScriptedService.start();
    client = createServiceClient(
      { baseUrl: service.origin, dataset: "companydata", key },
      { timeoutMs: 3e4, typesFormat: "comma", attempts: 1 },
      { clock: new FakeClock(), random: () => 0.5, log: () => void 0 }
    );
  });
  after(() => service.dispose());
  const inChunks = (bytes, cuts, headers) => async (response) => {
    response.writeHead(200, { "Content-Type": "application/json", ...headers });
    const places2 = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
    let from = 0;
    for (const place of [...places2, bytes.length]) {
      if (place > from) {
        response.write(bytes.subarray(from, place));
        await new Promise((resolve) => setImmediate(resolve));
      }
      from = place;
    }
    response.end();
  };
  it("a page is the same wherever its bytes are cut", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "grapheme" }), { minLength: 1, maxLength: 3 }),
        fc.array(fc.nat(2e3), { maxLength: 6 }),
        async (titles, cuts) => {
          const events = titles.map((title, n) => sampleEvent(`evt_${n}`, "2026-11-20T10:00:00Z", { title }));
          service.answer(inChunks(Buffer.from(JSON.stringify({ events, has_more: false })), cuts, {}));
          const { items } = await client.readFeed({ pageSize: 40, fields: "full" });
          assert.deepEqual(
            items.map(({ json }) => json),
            events.map((event2) => JSON.stringify(event2))
          );
        }
      ),
      { numRuns: 200 }
    );
  });
  it("any bytes under any coding end in an error with a sentence, or in a page", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 400 }),
        fc.array(fc.nat(400), { maxLength: 4 }),
        fc.constantFrom(
          {},
          { "Content-Encoding": "gzip" },
          { "Content-Encoding": "br" },
          { "Content-Encoding": "x" }
        ),
        async (bytes, cuts, headers) => {
          service.answer(inChunks(Buffer.from(bytes), cuts, headers));
          try {
            await client.readFeed({ pageSize: 40, fields: "full" });
          } catch (error) {
            assert.ok(error instanceof ApiError, String(error));
            assert.match(error.message, /\S/);
          }
        }
      ),
      { numRuns: 300 }
    );
  });
});
