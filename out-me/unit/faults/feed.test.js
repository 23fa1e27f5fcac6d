// test/unit/faults/feed.test.ts
import assert from "node:assert/strict";

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
  add(name2, value) {
    if (value === void 0 || value === "" || typeof value === "number" && !Number.isFinite(value)) {
      return this;
    }
    return this.addEncoded(name2, encode(String(value)));
  }
  addEncoded(name2, encoded) {
    this.pairs.push(`${name2}=${encoded}`);
    return this;
  }
};
function encode(text2) {
  return encodeURIComponent(text2.replace(/\p{Cs}/gu, "\uFFFD")).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`).replaceAll("%3A", ":");
}
function segmentOf(dataset) {
  const name2 = dataset.trim();
  if (name2 === "" || name2 === "." || name2 === "..") {
    throw new ApiError({ kind: "unsendable" }, `"${dataset}" cannot be the dataset of a connection.`);
  }
  return encode(name2);
}
function baseOf(baseUrl) {
  const check2 = checkBaseUrl(baseUrl);
  if (!check2.ok) {
    throw new ApiError({ kind: "unsendable" }, `The base URL cannot be used. ${check2.reason}`);
  }
  return check2.baseUrl;
}
function isLoopback(hostname) {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}
function refused(reason) {
  return { ok: false, reason };
}

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
function brokenConnection(host, error, cut2) {
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
  if (cut2) {
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
function statusError(host, status2, said, retryAfterMs2) {
  const failure = statusFailure(status2, retryAfterMs2);
  const lead = statusSentence(host, status2, failure);
  return new ApiError(failure, said === void 0 ? lead : `${lead} It says: ${said}`);
}
function statusFailure(status2, retryAfterMs2) {
  if (status2 >= 500 || status2 === 408 || status2 === 409 || status2 === 429) {
    return { kind: "unavailable", status: status2, ...retryAfterMs2 === void 0 ? {} : { retryAfterMs: retryAfterMs2 } };
  }
  switch (status2) {
    case 401:
      return { kind: "unauthorized", status: status2 };
    case 403:
      return { kind: "forbidden", status: status2 };
    case 404:
      return { kind: "notFound", status: status2 };
    default:
      return status2 >= 400 ? { kind: "rejected", status: status2 } : { kind: "malformed", status: status2 };
  }
}
function statusSentence(host, status2, failure) {
  switch (failure.kind) {
    case "unauthorized":
      return `${host} does not accept the API key (401).`;
    case "forbidden":
      return `${host} accepts the API key, but not for this organization or request (403).`;
    case "notFound":
      return `${host} has nothing at this address (404): the base URL or the dataset may be wrong.`;
    case "rejected":
      return status2 === 407 ? "The proxy on the way wants a sign-in (407)." : `${host} does not accept this request (${status2}).`;
    case "unavailable":
      return status2 === 429 ? `${host} gets more requests than it allows (429).` : `${host} cannot answer at the moment (${status2}).`;
    default:
      return `${host} answered with status ${status2}, which means nothing here.`;
  }
}
function malformedError(host, status2, what) {
  return new ApiError({ kind: "malformed", status: status2 }, `${host} answered with ${what}.`);
}
function tooLargeError(host, limitBytes) {
  const megabytes = Math.max(1, Math.round(limitBytes / 1024 / 1024));
  return new ApiError(
    { kind: "tooLarge", limitBytes },
    `The answer of ${host} is larger than ${megabytes} MB and was dropped.`
  );
}
function timeoutError(host, timeoutMs2) {
  return new ApiError(
    { kind: "timeout", timeoutMs: timeoutMs2 },
    `${host} did not answer in full within ${timeoutMs2 / 1e3} s.`
  );
}
function abortedError() {
  return new ApiError({ kind: "aborted" }, "Cancelled.");
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
      const [day, h, m, s] = ["day", "h", "m", "s"].map((name2) => Number(parts[name2]));
      const ms = Date.UTC(fullYear(parts["year"] ?? ""), month, day, h, m, s);
      return month < 0 || Number.isNaN(ms) ? void 0 : ms;
    }
  }
  return void 0;
}
function fullYear(year2) {
  return Number(year2) + (year2.length === 2 ? 2e3 : 0);
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
function retryAfterMs(header2, servedAt, now) {
  if (header2 === null) {
    return void 0;
  }
  const text2 = header2.trim();
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
  const raw2 = rawSentence(body, contentType);
  if (raw2 === void 0) {
    return void 0;
  }
  const clean = oneLine(redact(oneLine(redact(raw2), raw2.length + 1)), maxLength);
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
  header(name2) {
    return this.response.headers.get(name2);
  }
  async read(limitBytes) {
    const { body } = this.response;
    if (body === null) {
      return Buffer.alloc(0);
    }
    const decoders = this.decoders();
    if (decoders === void 0) {
      this.discard();
      throw malformedError(this.host, this.status, "an encoding that was not asked for");
    }
    if (decoders.length === 0 && Number(this.header("content-length")) > limitBytes) {
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
      await pipeline([body, ...decoders, collect], { signal: this.signal });
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
    for (const coding of codings.map((name2) => name2.trim()).reverse()) {
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
    const { clock, timeoutMs: timeoutMs2 } = this.environment;
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
    const timer = clock.after(timeoutMs2, () => end(timeoutError(this.url.host, timeoutMs2)));
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
    const { status: status2 } = answer;
    const servedAt = parseHttpDate(answer.header("date") ?? "");
    if (status2 >= 200 && status2 < 300) {
      return this.decode({ bytes: await answer.read(bodyLimitBytes), status: status2, host, servedAt });
    }
    const advice = retryAfterMs(answer.header("retry-after"), servedAt, clock.now());
    throw statusError(host, status2, await this.sentenceOf(answer), advice);
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

// src/api/collectionPage.ts
import * as v2 from "valibot";

// src/api/itemScanner.ts
var quote = 34;
var backslash = 92;
var comma = 44;
var colon = 58;
var openBrace = 123;
var closeBrace = 125;
var openBracket = 91;
var closeBracket = 93;
function scanItems(page2, key2) {
  const cursor = new Cursor(page2);
  let items2 = [];
  cursor.enter();
  while (cursor.next() === quote) {
    const name2 = cursor.skipValue();
    const isKey = stringAt(page2, name2) === key2;
    cursor.expect(colon);
    if (isKey) {
      items2 = cursor.next() === openBracket ? elements(cursor) : (cursor.skipValue(), []);
    } else {
      cursor.skipValue();
    }
    cursor.skipIf(comma);
  }
  return items2;
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
function stringAt(page2, range) {
  return JSON.parse(textOf(page2, range));
}
function textOf(page2, range) {
  return Buffer.from(page2.buffer, page2.byteOffset + range.start, range.end - range.start).toString("utf8");
}
var Cursor = class {
  constructor(page2) {
    this.page = page2;
    if (page2[0] === 239 && page2[1] === 187 && page2[2] === 191) {
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
    const { page: page2 } = this;
    let depth = 0;
    do {
      const byte = page2[this.at];
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
    } while (depth > 0 && this.at < page2.length);
  }
  skipString() {
    this.at = endOfString(this.page, this.at);
  }
  skipLiteral() {
    const { page: page2 } = this;
    while (this.at < page2.length) {
      const byte = page2[this.at];
      if (byte === comma || byte === closeBrace || byte === closeBracket || isSpace(byte)) {
        return;
      }
      this.at++;
    }
  }
};
function endOfString(page2, start) {
  let at = start + 1;
  while (at < page2.length && page2[at] !== quote) {
    at += page2[at] === backslash ? 2 : 1;
  }
  return at + 1;
}
function isSpace(byte) {
  return byte === 32 || byte === 10 || byte === 13 || byte === 9;
}
function isParsable(page2, limits2) {
  let depth = 0;
  let containers = 0;
  for (let at = 0; at < page2.length; at++) {
    const byte = page2[at];
    if (byte === quote) {
      at = endOfString(page2, at) - 1;
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
  const { bytes, host, status: status2 } = body;
  const envelope4 = parse(body);
  if (typeof envelope4 !== "object" || envelope4 === null) {
    throw malformedError(host, status2, `something that is no list of ${key2}`);
  }
  const elements2 = Reflect.get(envelope4, key2);
  if (!Array.isArray(elements2)) {
    throw malformedError(host, status2, `something that is no list of ${key2}`);
  }
  const ranges = scanItems(bytes, key2);
  return {
    envelope: envelope4,
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
function parse({ bytes, host, status: status2 }) {
  if (!isParsable(bytes, limits)) {
    throw malformedError(host, status2, "data nested beyond all measure");
  }
  const text2 = new TextDecoder().decode(bytes);
  try {
    return JSON.parse(text2);
  } catch {
    throw malformedError(host, status2, describe2(text2));
  }
}
function describe2(text2) {
  const start = text2.slice(0, 200).trimStart();
  if (start === "") {
    return "nothing at all";
  }
  return start.startsWith("<") ? "a web page instead of data" : "something that is no JSON";
}
function decodeItems(page2, decode) {
  const items2 = [];
  page2.elements.forEach((element, index) => {
    const value = decode(element);
    if (value !== void 0) {
      items2.push({ value, json: page2.jsonOf(index) });
    }
  });
  return { items: items2, malformed: page2.elements.length - items2.length };
}

// src/api/schemas.ts
import * as v from "valibot";
function lenient(schema) {
  return v.fallback(v.optional(schema), void 0);
}
var text = lenient(v.string());
var count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
function put(draft, name2, value) {
  if (value !== void 0) {
    draft[name2] = value;
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
  const page2 = parsePage(body, "collections");
  const { items: items2, malformed } = decodeItems(page2, decodeCollection);
  const said = v2.parse(envelope, page2.envelope);
  return {
    items: items2,
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
    year2,
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
  const midnight = midnightOf(Number(year2), Number(month), Number(day));
  const zone = zoneMs(sign, Number(zoneHour ?? 0), Number(zoneMinute ?? 0));
  if (midnight === void 0 || zone === void 0) {
    return void 0;
  }
  const milliseconds = Number(fraction.padEnd(3, "0").slice(0, 3));
  const instant3 = midnight + ((h * 60 + m) * 60 + s) * 1e3 + milliseconds - zone;
  return Math.abs(instant3) > maxInstant ? void 0 : instant3;
}
var maxInstant = 864e13;
function midnightOf(year2, month, day) {
  const date = /* @__PURE__ */ new Date(0);
  date.setUTCFullYear(year2, month - 1, day);
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
  const page2 = parsePage(body, "events");
  const { items: items2, malformed } = decodeItems(page2, decodeEvent);
  const said = v3.parse(envelope2, page2.envelope);
  const nextCursor = said.next_cursor ?? null;
  return {
    items: items2,
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

// src/shared/feedQuery.ts
var maxTypes = 50;
var maxFilterLength = 200;
var maxWindowDays = 3650;
function sameQuery(a, b) {
  return canonical(a) === canonical(b);
}
function canonical(query) {
  const { window } = query;
  return JSON.stringify([
    window.kind === "last" ? window.days : [window.since, window.until ?? null],
    [...query.types].sort(),
    query.sector ?? null,
    query.minAmount ?? null
  ]);
}

// src/util/disposable.ts
var DisposableStore = class {
  items = [];
  get disposed() {
    return this.items === void 0;
  }
  add(item) {
    if (this.items) {
      this.items.push(item);
    } else {
      item.dispose();
    }
    return item;
  }
  dispose() {
    const items2 = this.items ?? [];
    this.items = void 0;
    for (const item of items2.reverse()) {
      item.dispose();
    }
  }
};
var Owner = class {
  owned = new DisposableStore();
  get disposed() {
    return this.owned.disposed;
  }
  own(item) {
    return this.owned.add(item);
  }
  dispose() {
    this.owned.dispose();
  }
};
var Slot = class {
  item;
  closed = false;
  get value() {
    return this.item;
  }
  set value(next) {
    const previous = this.item;
    this.item = next;
    if (previous !== next) {
      previous?.dispose();
    }
    if (this.closed && next) {
      this.item = void 0;
      next.dispose();
    }
  }
  /** Hands the thing over to the caller, who owns it from now on. */
  release() {
    const item = this.item;
    this.item = void 0;
    return item;
  }
  dispose() {
    this.closed = true;
    this.value = void 0;
  }
};

// src/util/event.ts
var Emitter = class {
  listeners = /* @__PURE__ */ new Set();
  event = (listener2) => {
    const entry = (value) => listener2(value);
    this.listeners.add(entry);
    return { dispose: () => this.listeners.delete(entry) };
  };
  fire(value) {
    for (const listener2 of [...this.listeners]) {
      listener2(value);
    }
  }
  dispose() {
    this.listeners.clear();
  }
};

// src/feed/timeZone.ts
var dayMs = 864e5;
var stepMs = 9e5;
var TimeZone = class _TimeZone {
  constructor(name2, format) {
    this.name = name2;
    this.format = format;
  }
  name;
  format;
  static utc = new _TimeZone("UTC", void 0);
  offsets = /* @__PURE__ */ new Map();
  /** @param name IANA name, such as `Europe/Berlin`. One that this machine does not know is taken for UTC. */
  static named(name2) {
    if (name2 === "UTC") {
      return _TimeZone.utc;
    }
    try {
      return new _TimeZone(
        name2,
        new Intl.DateTimeFormat("en-US", { timeZone: name2, timeZoneName: "longOffset" })
      );
    } catch {
      return _TimeZone.utc;
    }
  }
  /** Number of the day that an instant falls on, growing with time. */
  dayNumber(ms) {
    return Math.floor((ms + this.offset(ms)) / dayMs);
  }
  /** Milliseconds that the zone's clocks are ahead of UTC. */
  offset(ms) {
    if (!this.format) {
      return 0;
    }
    const step = Math.floor(ms / stepMs);
    let offset = this.offsets.get(step);
    if (offset === void 0) {
      offset = parseOffset(this.format, step * stepMs);
      this.offsets.set(step, offset);
    }
    return offset;
  }
};
function dayText(dayNumber) {
  const date = new Date(dayNumber * dayMs);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, -14);
}
function parseOffset(format, ms) {
  const name2 = format.formatToParts(ms).find((part) => part.type === "timeZoneName")?.value ?? "";
  const match = /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name2);
  if (!match) {
    return 0;
  }
  const [, sign, hours2, minutes, seconds] = match;
  const total = (Number(hours2) * 60 + Number(minutes)) * 60 + Number(seconds ?? 0);
  return (sign === "-" ? -total : total) * 1e3;
}

// src/feed/rowLayout.ts
var maxText = 400;
var RowLayout = class {
  constructor(store, zone) {
    this.store = store;
    this.headers = dayHeaders(store, zone);
    this.rowCount = store.size + this.headers.length;
  }
  store;
  headers;
  rowCount;
  /** Rows `[start, end)`, as far as there are any. */
  rows(start, end) {
    const rows = [];
    for (let index = Math.max(0, start); index < Math.min(end, this.rowCount); index++) {
      rows.push(this.row(index));
    }
    return rows;
  }
  /** Row index of an event, by its place in the store. */
  rowOfEvent(eventIndex) {
    return eventIndex + this.headersUpTo((header2) => header2.firstEvent <= eventIndex);
  }
  row(index) {
    const above = this.headersUpTo((header3, place) => header3.firstEvent + place <= index);
    const header2 = this.headers[above - 1];
    if (header2 && header2.firstEvent + above - 1 === index) {
      return { kind: "day", ...header2.day === void 0 ? {} : { day: header2.day } };
    }
    const event2 = this.store.at(index - above);
    if (!event2) {
      throw new RangeError(`No row ${index} among ${this.rowCount}`);
    }
    return eventRow(event2.value);
  }
  /** How many headers come before the first for which `holds` fails. */
  headersUpTo(holds) {
    let low = 0;
    let high = this.headers.length;
    while (low < high) {
      const middle = low + high >>> 1;
      if (holds(this.headers[middle], middle)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
};
function dayHeaders(store, zone) {
  const headers = [];
  const dated = store.datedCount;
  const dayAt = (index) => zone.dayNumber(store.at(index)?.value.publishedMs ?? 0);
  for (let first = 0; first < dated; ) {
    const day = dayAt(first);
    headers.push({ firstEvent: first, day: dayText(day) });
    first = firstOfOlderDay(first, dated, (index) => dayAt(index) === day);
  }
  if (dated < store.size) {
    headers.push({ firstEvent: dated });
  }
  return headers;
}
function firstOfOlderDay(first, end, sameDay) {
  let low = first;
  let stride = 1;
  while (low + stride < end && sameDay(low + stride)) {
    low += stride;
    stride *= 2;
  }
  let high = Math.min(low + stride, end);
  while (low + 1 < high) {
    const middle = low + high >>> 1;
    if (sameDay(middle)) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return high;
}
function eventRow(event2) {
  return {
    kind: "event",
    id: event2.id,
    ...event2.publishedMs === void 0 ? {} : { publishedMs: event2.publishedMs },
    ...cut("type", event2.type),
    ...cut("title", event2.title),
    ...cut("subhead", event2.subhead),
    ...cut("company", event2.company?.name),
    ...cut("sector", event2.sector),
    ...event2.amount === void 0 ? {} : { amount: event2.amount },
    ...event2.confidence === void 0 ? {} : { confidence: event2.confidence }
  };
}
function cut(key2, text2) {
  if (text2 === void 0) {
    return {};
  }
  const short = text2.length > maxText ? `${text2.slice(0, maxText).toWellFormed()}\u2026` : text2;
  return { [key2]: short };
}

// src/feed/drain.ts
var Drain = class {
  /** @param request that for the first page. */
  constructor(client, request) {
    this.client = client;
    this.request = request;
  }
  client;
  request;
  current = { kind: "more" };
  seenCursors = /* @__PURE__ */ new Set();
  get state() {
    return this.current;
  }
  /** Reads the next page. After a failure the same page is asked for again. @throws {ApiError} */
  async next(options) {
    const page2 = await this.client.readFeed(this.request, options);
    this.current = this.stateAfter(page2);
    if (this.current.kind === "more" && page2.nextCursor !== null) {
      this.request = { ...this.request, cursor: page2.nextCursor, pageSize: page2.pageSize };
    }
    return page2;
  }
  stateAfter(page2) {
    if (!page2.hasMore) {
      return { kind: "drained" };
    }
    if (page2.nextCursor === null) {
      return { kind: "stopped", reason: "The service says there is more, but not how to get it." };
    }
    if (this.seenCursors.has(page2.nextCursor)) {
      return { kind: "stopped", reason: "The service goes round in circles: it gave the same cursor again." };
    }
    this.seenCursors.add(page2.nextCursor);
    return { kind: "more" };
  }
};

// src/feed/eventStore.ts
var EventStore = class {
  events = [];
  byId = /* @__PURE__ */ new Map();
  types = /* @__PURE__ */ new Map();
  sectors = /* @__PURE__ */ new Map();
  get size() {
    return this.events.length;
  }
  /** An event that comes again with other content takes the place of the one before. */
  insert(items2) {
    const fresh = /* @__PURE__ */ new Map();
    const outdated = /* @__PURE__ */ new Set();
    for (const item of items2) {
      const known = this.byId.get(item.value.id);
      if (known?.json === item.json && !fresh.has(item.value.id)) {
        continue;
      }
      if (known) {
        outdated.add(known);
      }
      fresh.set(item.value.id, item);
    }
    this.remove(outdated);
    this.merge([...fresh.values()].sort(compare));
    return { added: fresh.size - outdated.size, replaced: outdated.size };
  }
  /** The event at a place in the order, counted from the newest. */
  at(index) {
    return this.events[index];
  }
  get(id) {
    return this.byId.get(id);
  }
  /** Place of an event in the order, or -1. */
  indexOf(id) {
    const event2 = this.byId.get(id);
    return event2 ? this.search((other) => compare(other, event2) < 0) : -1;
  }
  /** How many events have a readable date; those that have none come after them. */
  get datedCount() {
    return this.search((event2) => event2.value.publishedMs !== void 0);
  }
  /** How many events are newer than an instant: thereby the place of the first that is not. */
  countAfter(ms) {
    return this.search((event2) => event2.value.publishedMs !== void 0 && event2.value.publishedMs > ms);
  }
  /** Instant of the oldest event that has one. */
  get oldestMs() {
    return this.events[this.datedCount - 1]?.value.publishedMs;
  }
  /** Kinds of event among those loaded, most frequent first. */
  typeFacets() {
    return facets(this.types);
  }
  sectorFacets() {
    return facets(this.sectors);
  }
  remove(outdated) {
    if (outdated.size > 0) {
      this.events = this.events.filter((event2) => !outdated.has(event2));
      for (const event2 of outdated) {
        this.byId.delete(event2.value.id);
        this.count(event2, -1);
      }
    }
  }
  /** Pages mostly come in order, at the end: then nothing is moved. */
  merge(sorted) {
    for (const event2 of sorted) {
      this.byId.set(event2.value.id, event2);
      this.count(event2, 1);
    }
    const first = sorted[0];
    if (!first) {
      return;
    }
    const tail = this.events.splice(this.search((event2) => compare(event2, first) < 0));
    let next = 0;
    for (const event2 of sorted) {
      for (let old = tail[next]; old && compare(old, event2) < 0; old = tail[++next]) {
        this.events.push(old);
      }
      this.events.push(event2);
    }
    for (; next < tail.length; next++) {
      this.events.push(tail[next]);
    }
  }
  count(event2, by) {
    add(this.types, event2.value.type, by);
    add(this.sectors, event2.value.sector, by);
  }
  /** Number of events at the start of the order for which `before` holds; it must hold for none after. */
  search(before) {
    let low = 0;
    let high = this.events.length;
    while (low < high) {
      const middle = low + high >>> 1;
      if (before(this.events[middle])) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
};
function compare(a, b) {
  const newer = (b.value.publishedMs ?? -Infinity) - (a.value.publishedMs ?? -Infinity);
  if (newer > 0 || newer < 0) {
    return newer;
  }
  return a.value.id < b.value.id ? -1 : a.value.id > b.value.id ? 1 : 0;
}
function add(counts, value, by) {
  if (value !== void 0 && value !== "") {
    const count2 = (counts.get(value) ?? 0) + by;
    if (count2 === 0) {
      counts.delete(value);
    } else {
      counts.set(value, count2);
    }
  }
}
function facets(counts) {
  return [...counts].map(([value, count2]) => ({ value, count: count2 })).sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

// src/feed/query.ts
import * as v4 from "valibot";
var dayMs2 = 864e5;
var instant = v4.pipe(
  v4.string(),
  v4.check((text2) => !Number.isNaN(Date.parse(text2)), "not an instant")
);
var filterText = v4.pipe(v4.string(), v4.trim(), v4.minLength(1), v4.maxLength(maxFilterLength));
var querySchema = v4.object({
  window: v4.variant("kind", [
    v4.object({
      kind: v4.literal("last"),
      days: v4.pipe(v4.number(), v4.minValue(1 / 24), v4.maxValue(maxWindowDays))
    }),
    v4.object({ kind: v4.literal("fixed"), since: instant, until: v4.exactOptional(instant) })
  ]),
  types: v4.pipe(v4.array(filterText), v4.maxLength(maxTypes)),
  sector: v4.exactOptional(filterText),
  minAmount: v4.exactOptional(v4.pipe(v4.number(), v4.finite(), v4.minValue(0)))
});
function windowOf(query, nowMs) {
  const { window } = query;
  if (window.kind === "last") {
    return { sinceMs: nowMs - window.days * dayMs2 };
  }
  const sinceMs = Date.parse(window.since);
  return window.until === void 0 ? { sinceMs } : { sinceMs, untilMs: Date.parse(window.until) };
}
function windowBefore(window, nowMs) {
  const span = Math.max((window.untilMs ?? nowMs) - window.sinceMs, dayMs2);
  const sinceMs = Math.max(0, window.sinceMs - 2 * span);
  return sinceMs < window.sinceMs ? { sinceMs, untilMs: window.sinceMs } : void 0;
}
function requestFor(query, window, pageSize) {
  return {
    since: iso2(window.sinceMs),
    ...window.untilMs === void 0 ? {} : { until: iso2(window.untilMs) },
    pageSize,
    fields: "full",
    ...query.types.length === 0 ? {} : { types: query.types },
    ...query.sector === void 0 ? {} : { sector: query.sector },
    ...query.minAmount === void 0 ? {} : { minAmount: query.minAmount }
  };
}
function iso2(ms) {
  return new Date(ms).toISOString();
}

// src/feed/session.ts
var maxPagesPerStep = 100;
var FeedSession = class extends Owner {
  constructor(query, environment) {
    super();
    this.query = query;
    this.environment = environment;
    this.started = windowOf(query, environment.clock.now());
    this.stretch = this.started;
    this.drain = this.drainOf(this.started);
    this.own({ dispose: () => this.ending.abort() });
  }
  query;
  environment;
  store = new EventStore();
  changed = this.own(new Emitter());
  ending = new AbortController();
  started;
  drain;
  stretch;
  underWay;
  currentActivity;
  currentFailure;
  malformedItems = 0;
  lastReadAt;
  /** Something but the events may have changed as well. */
  onDidChange = this.changed.event;
  /** All that was asked for so far: from the oldest stretch to the end of the newest. */
  get window() {
    return { ...this.started, sinceMs: this.stretch.sinceMs };
  }
  get activity() {
    return this.currentActivity;
  }
  /** Why the last step ended early. */
  get failure() {
    return this.currentFailure;
  }
  get malformed() {
    return this.malformedItems;
  }
  /** When the last page came, milliseconds since 1970 UTC. */
  get readAt() {
    return this.lastReadAt;
  }
  get older() {
    switch (this.drain.state.kind) {
      case "more":
        return { kind: "more" };
      case "stopped":
        return { kind: "stopped", message: this.drain.state.reason };
      case "drained": {
        const before = windowBefore(this.stretch, this.environment.clock.now());
        return before ? { kind: "windowBefore", ...before } : { kind: "stopped", message: "This is where time begins." };
      }
    }
  }
  /** Reads the first page, and further ones while they are empty. What goes wrong stands in `failure`. */
  start() {
    return this.step({ kind: "first", reached: (page2) => page2.items.length > 0 });
  }
  /** Reads one page further, opening the window before when this one is drained. */
  loadOlder() {
    return this.step({ kind: "older", reached: (_, added) => added > 0 });
  }
  /** For a refresh: reads until the events reach back to `placeMs`, opening windows before as it takes. */
  readBackTo(placeMs) {
    return this.step({
      kind: "refresh",
      reached: () => placeMs === void 0 || (this.store.oldestMs ?? Infinity) <= placeMs,
      backTo: placeMs
    });
  }
  /** One step at a time; a wish that comes meanwhile joins it. */
  step(goal) {
    this.underWay ??= this.walk(goal).finally(() => {
      this.underWay = void 0;
    });
    return this.underWay;
  }
  async walk(goal) {
    this.currentFailure = void 0;
    if (goal.kind === "older") {
      this.openWindowBefore();
    }
    try {
      await this.readPages(goal);
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error;
      }
      if (error.kind !== "aborted") {
        this.currentFailure = { error, action: goal.kind };
      }
    } finally {
      this.report(void 0);
    }
  }
  async readPages(goal) {
    const { kind } = goal;
    let events2 = 0;
    for (let pages = 0; pages < maxPagesPerStep && this.hasNext(goal); pages++) {
      this.report({ kind, pages, events: events2 });
      const page2 = await this.drain.next({
        signal: this.ending.signal,
        onRetry: (retry) => this.report({ kind, pages, events: events2, waiting: this.waitFor(retry) })
      });
      if (this.disposed) {
        return;
      }
      events2 += this.take(page2);
      if (goal.reached(page2, events2)) {
        return;
      }
    }
  }
  hasNext(goal) {
    if (goal.backTo !== void 0 && goal.backTo < this.stretch.sinceMs) {
      this.openWindowBefore();
    }
    return this.drain.state.kind === "more";
  }
  waitFor(retry) {
    return { message: retry.error.message, untilMs: this.environment.clock.now() + retry.delayMs };
  }
  take(page2) {
    const { added } = this.store.insert(page2.items);
    this.malformedItems += page2.malformed;
    this.lastReadAt = this.environment.clock.now();
    return added;
  }
  /** When the window is drained: the one just before it, so that both tile without gap or overlap. */
  openWindowBefore() {
    const { older } = this;
    if (older.kind === "windowBefore") {
      this.stretch = { sinceMs: older.sinceMs, untilMs: older.untilMs };
      this.drain = this.drainOf(this.stretch);
    }
  }
  drainOf(window) {
    const { client, pageSize } = this.environment;
    return new Drain(client, requestFor(this.query, window, pageSize));
  }
  report(activity) {
    this.currentActivity = activity;
    if (!this.disposed) {
      this.changed.fire();
    }
  }
};

// src/feed/feed.ts
var maxRowsPerRequest = 1e3;
var Feed = class extends Owner {
  constructor(wanted, environment) {
    super();
    this.wanted = wanted;
    this.environment = environment;
    this.client = environment.client;
  }
  wanted;
  environment;
  stateChanged = this.own(new Emitter());
  rowsChanged = this.own(new Emitter());
  shown = this.own(new Slot());
  coming = this.own(new Slot());
  client;
  zone = TimeZone.utc;
  layout;
  revision = 0;
  /** Event row that the page asked for last, farthest down: the place the person is at. */
  placeMs;
  onDidChangeState = this.stateChanged.event;
  /** Rows that the page holds may be out of date. */
  onDidChangeRows = this.rowsChanged.event;
  get query() {
    return this.wanted;
  }
  get state() {
    const shown = this.shown.value;
    const latest = this.coming.value ?? shown;
    const failure = this.coming.value?.failure ?? shown?.failure;
    return {
      query: this.wanted,
      ...latest === void 0 ? {} : { window: latest.window },
      content: !shown ? "none" : sameQuery(shown.query, this.wanted) ? "current" : "stale",
      older: shown?.older ?? { kind: "more" },
      ...latest?.activity === void 0 ? {} : { activity: latest.activity },
      ...failure === void 0 ? {} : { problem: problemOf(failure.error, failure.action) },
      malformed: shown?.malformed ?? 0,
      ...shown?.readAt === void 0 ? {} : { readAt: shown.readAt },
      facets: {
        types: shown?.store.typeFacets() ?? [],
        sectors: shown?.store.sectorFacets() ?? []
      }
    };
  }
  get rowsInfo() {
    return {
      revision: this.revision,
      rowCount: this.rowLayout?.rowCount ?? 0,
      eventCount: this.shown.value?.store.size ?? 0
    };
  }
  /** Asks the first page of the query given to the constructor. */
  start() {
    return this.follow((session) => session.start());
  }
  /** Another service stands behind the panel now: nothing of the old one stays. */
  reconnect(client) {
    this.client = client;
    this.shown.value = void 0;
    this.placeMs = void 0;
    this.rowsAreNew();
    return this.start();
  }
  /** Starts a session for another query. The same query again: back to what is shown. */
  async setQuery(query) {
    if (sameQuery(query, this.wanted) && !this.coming.value?.failure) {
      return;
    }
    this.wanted = query;
    if (this.shown.value && sameQuery(query, this.shown.value.query)) {
      this.coming.value = void 0;
      this.stateChanged.fire();
      return;
    }
    this.placeMs = void 0;
    await this.follow((session) => session.start());
  }
  /** Asks the query again from the top, back to the place the person was at. */
  async refresh() {
    const { placeMs } = this;
    const stale = this.state.content !== "current";
    await this.follow((session) => stale ? session.start() : session.readBackTo(placeMs));
  }
  async loadOlder() {
    if (!this.coming.value || this.coming.value.failure) {
      await this.shown.value?.loadOlder();
    }
  }
  /** Does again what failed last. */
  async retry() {
    const failure = this.coming.value?.failure ?? this.shown.value?.failure;
    switch (failure?.action) {
      case "first":
      case "refresh":
        return this.refresh();
      case "older":
        return this.loadOlder();
      case void 0:
        return;
    }
  }
  /** @param name IANA name of the zone in which days are counted. */
  setTimeZone(name2) {
    const zone = TimeZone.named(name2);
    if (zone.name !== this.zone.name) {
      this.zone = zone;
      this.rowsAreNew();
    }
  }
  rows({ start, end, anchor }) {
    const shift = anchor ? this.rowOf(anchor.id, anchor.publishedMs, anchor.index) - anchor.index : 0;
    const first = Math.max(0, start + shift);
    const last = Math.min(end + shift, first + maxRowsPerRequest);
    const rows = this.rowLayout?.rows(first, last) ?? [];
    this.placeMs = rows.findLast((row) => row.kind === "event")?.publishedMs ?? this.placeMs;
    return { ...this.rowsInfo, start: first, rows, shift };
  }
  event(id) {
    return this.shown.value?.store.get(id);
  }
  /** Where an event is now; one that is gone: where it would be; `otherwise` when not even that can be told. */
  rowOf(id, publishedMs2, otherwise) {
    const store = this.shown.value?.store;
    if (!store || !this.rowLayout || store.size === 0) {
      return otherwise;
    }
    const index = store.indexOf(id);
    if (index >= 0) {
      return this.rowLayout.rowOfEvent(index);
    }
    return publishedMs2 === void 0 ? otherwise : this.rowLayout.rowOfEvent(Math.min(store.countAfter(publishedMs2), store.size - 1));
  }
  get rowLayout() {
    if (!this.layout && this.shown.value) {
      this.layout = new RowLayout(this.shown.value.store, this.zone);
    }
    return this.layout;
  }
  /** Brings up a new session for the wanted query; it is shown once `begin` is through without a failure. */
  async follow(begin) {
    const { clock, pageSize } = this.environment;
    const session = new FeedSession(this.wanted, { client: this.client, clock, pageSize: pageSize() });
    this.coming.value = session;
    session.onDidChange(() => this.sessionChanged(session));
    await begin(session);
    if (this.coming.value === session && !session.failure) {
      this.coming.release();
      this.shown.value = session;
      this.rowsAreNew();
    }
    this.stateChanged.fire();
  }
  sessionChanged(session) {
    if (session === this.shown.value) {
      this.rowsAreNew();
    }
    this.stateChanged.fire();
  }
  rowsAreNew() {
    this.layout = void 0;
    this.revision++;
    this.rowsChanged.fire();
  }
};
function problemOf(error, action) {
  return { kind: problemKind(error), message: error.message, action };
}
function problemKind({ kind }) {
  switch (kind) {
    case "noKey":
    case "unauthorized":
    case "unsendable":
      return "key";
    case "forbidden":
      return "organization";
    case "unreachable":
    case "timeout":
    case "unavailable":
    case "untrusted":
      return "offline";
    case "notFound":
    case "rejected":
    case "malformed":
    case "tooLarge":
    case "redirected":
    case "aborted":
      return "service";
  }
}

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

// test/support/scriptedAnswers.ts
import { once } from "node:events";
import { promisify } from "node:util";
import { brotliCompress, deflate, gzip } from "node:zlib";
function page(body, headers = {}) {
  return status(200, body, headers);
}
function status(code, body = "", headers = {}) {
  return (response) => {
    const bytes = bytesOf(body);
    response.writeHead(code, { "Content-Type": "application/json", "Content-Length": bytes.length, ...headers }).end(bytes);
  };
}
function webPage(code) {
  const html = "<!DOCTYPE html><html><body><h1>Something went wrong</h1></body></html>";
  return status(code, html, { "Content-Type": "text/html; charset=utf-8" });
}
function redirect(code, location) {
  return status(code, "Moved", { "Content-Type": "text/plain", Location: location });
}
var encoders = { gzip: promisify(gzip), deflate: promisify(deflate), br: promisify(brotliCompress) };
function compressed(coding, body, keep) {
  return async (response, request) => {
    const bytes = Buffer.from(await encoders[coding](bytesOf(body)));
    const part = bytes.subarray(0, keep);
    await page(part, { "Content-Encoding": coding })(response, request);
  };
}
function reset() {
  return (response) => {
    response.socket?.resetAndDestroy();
  };
}
function resetBeforeBody(body) {
  return resetInBody(body, 0);
}
function resetInBody(body, at) {
  return breakingOff(body, at, true, (response) => response.socket?.resetAndDestroy());
}
function cutInBody(body, at) {
  return breakingOff(body, at, true, (response) => response.socket?.end());
}
function cutInChunks(body, at) {
  return breakingOff(body, at, false, (response) => response.socket?.end());
}
function silence() {
  return () => void 0;
}
function stall(body, at, code = 200) {
  return async (response) => {
    const bytes = bytesOf(body);
    response.writeHead(code, { "Content-Type": "application/json", "Content-Length": bytes.length });
    response.flushHeaders();
    if (at > 0) {
      await write(response, bytes.subarray(0, at));
    }
  };
}
function endless(chunk, headers = {}) {
  return async (response) => {
    const bytes = bytesOf(chunk);
    response.writeHead(200, { "Content-Type": "application/json", ...headers });
    while (!response.destroyed) {
      await write(response, bytes);
    }
  };
}
function raw(bytes) {
  return (response) => {
    response.socket?.end(bytes);
  };
}
function breakingOff(body, at, announced, end) {
  return async (response) => {
    const bytes = bytesOf(body);
    response.writeHead(200, {
      "Content-Type": "application/json",
      ...announced ? { "Content-Length": bytes.length } : {}
    });
    response.flushHeaders();
    if (at > 0) {
      await write(response, bytes.subarray(0, at));
    }
    for (let turn = 0; turn < 20; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    end(response);
  };
}
async function write(response, bytes) {
  if (!response.write(bytes) && !response.destroyed) {
    const done = new AbortController();
    const { signal } = done;
    await Promise.race([once(response, "drain", { signal }), once(response, "close", { signal })]);
    done.abort();
  } else {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
function bytesOf(body) {
  return Buffer.isBuffer(body) ? body : Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}

// test/support/faults.ts
var refused2 = (code, headers = {}) => status(code, { detail: "Not now." }, headers);
var year = String(365 * 24 * 3600);
var failing = [
  {
    name: "401",
    answer: () => refused2(401),
    kind: "unauthorized",
    sentence: /does not accept the API key/
  },
  {
    name: "401 with the key in its text",
    answer: () => (response, request) => status(401, { message: `No such key: ${request.headers.authorization}` })(response, request),
    kind: "unauthorized",
    sentence: /No such key: Bearer \[key\]/
  },
  { name: "403", answer: () => refused2(403), kind: "forbidden", sentence: /not for this organization/ },
  { name: "404", answer: () => refused2(404), kind: "notFound", sentence: /base URL or the dataset/ },
  { name: "408", answer: () => refused2(408), kind: "unavailable", sentence: /cannot answer.*\(408\)/ },
  { name: "422", answer: () => refused2(422), kind: "rejected", sentence: /does not accept this request/ },
  {
    name: "429 with advice in seconds",
    answer: () => refused2(429, { "Retry-After": "1" }),
    kind: "unavailable",
    sentence: /more requests than it allows/
  },
  {
    name: "429 with a date in the past",
    answer: () => refused2(429, { "Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT" }),
    kind: "unavailable",
    sentence: /more requests than it allows/
  },
  {
    name: "503 with advice that is nonsense",
    answer: () => refused2(503, { "Retry-After": "soon, I hope" }),
    kind: "unavailable",
    sentence: /cannot answer at the moment \(503\)/
  },
  {
    name: "503 with advice of a year",
    answer: () => refused2(503, { "Retry-After": year }),
    kind: "unavailable",
    sentence: /cannot answer at the moment \(503\)/
  },
  {
    name: "500 with a web page",
    answer: () => webPage(500),
    kind: "unavailable",
    sentence: /cannot answer at the moment \(500\)/
  },
  {
    name: "200 with a web page",
    answer: () => webPage(200),
    kind: "malformed",
    sentence: /a web page instead of data/
  },
  { name: "an empty body", answer: () => page(""), kind: "malformed", sentence: /nothing at all/ },
  { name: "null", answer: () => page("null"), kind: "malformed", sentence: /no list of/ },
  { name: "an array", answer: () => page("[]"), kind: "malformed", sentence: /no list of/ },
  {
    name: "a list that is none",
    answer: ({ list }) => page({ [list]: { length: 1 } }),
    kind: "malformed",
    sentence: /no list of/
  },
  {
    name: "half a page",
    answer: ({ long }) => page(long.slice(0, long.length / 2)),
    kind: "malformed",
    sentence: /no JSON/
  },
  {
    name: "lists in lists without end",
    answer: ({ list }) => page(`{"${list}":${"[".repeat(1e5)}${"]".repeat(1e5)}}`),
    kind: "malformed",
    sentence: /nested beyond all measure/
  },
  {
    name: "a body cut short",
    answer: ({ long }) => cutInBody(long, 2e4),
    kind: "unreachable",
    sentence: /cut short/
  },
  {
    name: "chunks without the last one",
    answer: ({ long }) => cutInChunks(long, long.length),
    kind: "unreachable",
    sentence: /cut short/
  },
  {
    name: "gzip cut short",
    answer: ({ long }) => compressed("gzip", long, 2e3),
    kind: "unreachable",
    sentence: /cut short/
  },
  {
    name: "gzip that is none",
    answer: ({ long }) => page(long, { "Content-Encoding": "gzip" }),
    kind: "malformed",
    sentence: /answered with/
  },
  { name: "a reset before the answer", answer: reset, kind: "unreachable", sentence: /connection/ },
  {
    name: "a reset before the body",
    answer: ({ long }) => resetBeforeBody(long),
    kind: "unreachable",
    sentence: /cut short/
  },
  {
    name: "a reset inside the body",
    answer: ({ long }) => resetInBody(long, 2e4),
    kind: "unreachable",
    sentence: /cut short/
  },
  {
    name: "what is no HTTP",
    answer: () => raw("SSH-2.0-OpenSSH_9.2\r\n"),
    kind: "unreachable",
    sentence: /does not speak HTTP/
  },
  {
    name: "headers that never come",
    answer: silence,
    kind: "timeout",
    sentence: /did not answer in full/,
    hangs: true
  },
  {
    name: "a body that stops",
    answer: ({ long }) => stall(long, 1e4),
    kind: "timeout",
    sentence: /did not answer in full/,
    hangs: true
  },
  {
    name: "a body larger than any sane page",
    answer: () => endless(" ".repeat(1 << 20)),
    kind: "tooLarge",
    sentence: /larger than \d+ MB/
  },
  {
    name: "a redirect to another port",
    answer: ({ elsewhere, target }) => redirect(307, `${elsewhere}${target}`),
    kind: "redirected",
    sentence: /127\.0\.0\.1/
  },
  {
    name: "a redirect to another scheme",
    answer: ({ elsewhere, target }) => redirect(302, `${elsewhere.replace("http:", "https:")}${target}`),
    kind: "redirected",
    sentence: /127\.0\.0\.1/
  },
  {
    name: "redirects in a circle",
    answer: ({ target }) => redirect(302, target),
    kind: "redirected",
    sentence: /sends requests on without end/
  }
];
var items = (page2, list) => page2[list];
var each = (list, change) => (page2) => ({
  ...page2,
  [list]: items(page2, list).map(change)
});
var fieldsOf = {
  events: [
    "type",
    "title",
    "subhead",
    "published_at",
    "sector",
    "confidence",
    "company",
    "event_data",
    "unknown_field"
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
    "unknown_field"
  ]
};
var strange = [
  ["null", null],
  ["a number", 7],
  ["a huge number", 1e308],
  ["beyond 2^53", 9007199254740992],
  ["negative", -1],
  ["a text", "seven"],
  ["an empty text", ""],
  ["a list", [[], {}]],
  ["an object", { amount: "12.5e6", name: 7, nested: { deep: [null] } }],
  ["a date that is none", "2026-02-31T25:61:00Z"],
  ["a date far away", "9999-12-31T23:59:59.999Z"],
  ["a date without a zone", "2026-11-20T10:00:00"]
];
var hostileTexts = [
  ["HTML", '<img src=x onerror="alert(1)"><script>alert(2)</script>'],
  ["Markdown", "[click](command:workbench.action.quit) **bold** ![x](https://evil.example/x.png)"],
  ["a command link", "command:workbench.action.quit"],
  ["icons", "$(trash) $(sync~spin) \\$(x)"],
  ["ANSI escapes", "\x1B[31mred\x1B[0m\x07"],
  ["control characters", "a\0b\bc\r\nd	e\u2028f"],
  ["right to left", "\u202Eevil\u202C \u2066abc\u2069 \u05E9\u05DC\u05D5\u05DD"],
  ["lone surrogates", "\uD800 and \uDC00"],
  ["a formula", '=HYPERLINK("https://evil.example","click")']
];
function oddFields(list) {
  const fields = fieldsOf[list];
  return [
    ...fields.map((field) => ({
      name: `${field} absent`,
      list,
      change: each(list, ({ [field]: _, ...rest }) => rest),
      malformed: 0
    })),
    ...strange.map(([name2, value]) => ({
      name: `every field ${name2}`,
      list,
      change: each(list, (item) => ({
        ...item,
        ...Object.fromEntries(fields.map((field) => [field, value]))
      })),
      malformed: 0
    })),
    ...hostileTexts.map(([name2, value]) => ({
      name: `texts with ${name2}`,
      list,
      change: each(list, (item) => ({
        ...item,
        ...Object.fromEntries(fields.map((field) => [field, value]))
      })),
      malformed: 0
    })),
    {
      name: "a text of 5 MB",
      list,
      change: each(
        list,
        (item, index) => index === 0 ? { ...item, [name[list]]: "x".repeat(5 << 20) } : item
      ),
      malformed: 0
    }
  ];
}
var name = { events: "title", collections: "database_name" };
var identity = { events: "id", collections: "collection_id" };
function oddItems(list) {
  const nothing = (item) => ({ [list]: item });
  const spoiled = [
    ["null", () => null],
    ["a number", () => 7],
    ["a list", () => []],
    ["without an identity", nothing],
    ["with an identity that is no text", () => ({ [identity[list]]: 7 })]
  ];
  return [
    ...spoiled.map(([name2, spoil]) => ({
      name: `an element ${name2}`,
      list,
      change: each(list, (item, index) => index === 0 ? spoil(item) : item),
      malformed: 1
    })),
    {
      name: "an element sent twice",
      list,
      change: (page2) => ({ ...page2, [list]: items(page2, list).flatMap((item) => [item, item]) }),
      malformed: 0
    },
    {
      name: "fields that no one knows, around the list",
      list,
      change: (page2) => ({ status: "ok", ...page2, meta: { [list]: [1, 2] } }),
      malformed: 0
    }
  ];
}
var envelope3 = (name2, list, patch) => ({
  name: name2,
  list,
  change: (page2) => ({ ...page2, ...patch }),
  malformed: 0
});
var odd = [
  ...["events", "collections"].flatMap((list) => [...oddFields(list), ...oddItems(list)]),
  envelope3("has_more false with a cursor", "events", { has_more: false, next_cursor: "more&#+\xFC" }),
  envelope3("page_size that is none", "events", { page_size: "forty" }),
  envelope3("a cursor that is no text", "events", { has_more: false, next_cursor: 7 }),
  envelope3("total_count absent", "collections", { total_count: void 0 }),
  envelope3("total_count that is none", "collections", { total_count: "many" }),
  envelope3("total_count too large", "collections", { total_count: 1e6 }),
  envelope3("total_count too small", "collections", { total_count: 1 }),
  envelope3("limit and offset absent", "collections", { limit: void 0, offset: void 0 }),
  envelope3("limit zero", "collections", { limit: 0 })
];

// src/sample/sampleHandler.ts
import { createHash, randomBytes, timingSafeEqual as timingSafeEqual2 } from "node:crypto";

// src/sample/cursor.ts
import { createHmac, timingSafeEqual } from "node:crypto";
var MAC_BYTES = 9;
var CursorCodec = class {
  /** @param secret what makes this codec's cursors its own. */
  constructor(secret) {
    this.secret = secret;
  }
  secret;
  encode({ position, since }) {
    const payload = Buffer.from([position.ms, since, position.id ?? ""].join(" "));
    return Buffer.concat([this.mac(payload), payload]).toString("base64");
  }
  /** Undefined when this codec did not write the cursor. */
  decode(cursor) {
    const bytes = Buffer.from(cursor, "base64");
    const payload = bytes.subarray(MAC_BYTES);
    const mac = bytes.subarray(0, MAC_BYTES);
    if (mac.length < MAC_BYTES || bytes.toString("base64") !== cursor || !timingSafeEqual(mac, this.mac(payload))) {
      return void 0;
    }
    const [ms, since, ...rest] = payload.toString().split(" ");
    const id = rest.join(" ");
    return { position: { ms: Number(ms), ...id ? { id } : {} }, since: Number(since) };
  }
  mac(payload) {
    return createHmac("sha256", this.secret).update(payload).digest().subarray(0, MAC_BYTES);
  }
};

// src/sample/sampleSource.ts
var DAY_MS = 864e5;
function dayStart(ms) {
  return Math.floor(ms / DAY_MS) * DAY_MS;
}

// src/sample/feedPage.ts
function readFeedSlice(source, query, now) {
  const { since, position } = query;
  const day = source.dayBefore(position.id === void 0 ? position.ms : position.ms + 1, now);
  if (day === void 0 || day + DAY_MS <= since) {
    return { events: [] };
  }
  const all2 = source.eventsOn(day, now);
  const events2 = [];
  for (let i = firstAfter(all2, position); i < all2.length; i++) {
    const event2 = all2[i];
    if (!event2 || publishedMs(event2) < since) {
      return { events: events2 };
    }
    if (matches(event2, query)) {
      const last = events2.at(-1);
      if (last && events2.length === query.pageSize) {
        return { events: events2, next: { ms: publishedMs(last), id: last.id } };
      }
      events2.push(event2);
    }
  }
  const older = source.dayBefore(day, now);
  const drained = older === void 0 || older + DAY_MS <= since;
  return drained ? { events: events2 } : { events: events2, next: { ms: day } };
}
function firstAfter(events2, position) {
  let low = 0;
  let high = events2.length;
  while (low < high) {
    const middle = low + high >> 1;
    const event2 = events2[middle];
    if (event2 && !follows(event2, position)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
function follows(event2, { ms, id }) {
  const published = publishedMs(event2);
  return published < ms || published === ms && id !== void 0 && event2.id > id;
}
function matches(event2, { types, sector: sector2, minAmount }) {
  const amount2 = event2.event_data?.["amount"];
  return (!types || event2.type !== void 0 && types.has(event2.type)) && (sector2 === void 0 || event2.sector === sector2) && (minAmount === void 0 || typeof amount2 === "number" && amount2 >= minAmount);
}
function publishedMs(event2) {
  return Date.parse(event2.published_at);
}

// src/sample/reply.ts
var Refusal = class extends Error {
  /** @param body JSON body; the shapes are those of `field-notes.md`, Error bodies. */
  constructor(status2, body, headers = {}) {
    super(`Refused with ${status2}`);
    this.status = status2;
    this.body = body;
    this.headers = headers;
  }
  status;
  body;
  headers;
};
function invalidParameter(name2, message, type = "value_error") {
  return new Refusal(422, { detail: [{ loc: ["query", name2], msg: message, type }] });
}

// src/sample/parameters.ts
function feedQuery(parameters, cursors) {
  const until = instant2(parameters, "until") ?? Infinity;
  const cursor = parameters.get("cursor");
  const start = cursor === null ? { position: { ms: until }, since: instant2(parameters, "since") ?? -Infinity } : resume(cursor, cursors, until);
  const types = parameters.getAll("types").flatMap((value) => value.split(","));
  const wanted = types.map((type) => type.trim()).filter((type) => type !== "");
  const sector2 = parameters.get("sector");
  const minAmount = decimal(parameters, "min_amount");
  return {
    ...start,
    pageSize: integer2(parameters, "page_size", { low: 1, high: 500 }) ?? 40,
    fields: fieldSet(parameters.get("fields")),
    ...wanted.length > 0 ? { types: new Set(wanted) } : {},
    ...sector2 === null ? {} : { sector: sector2 },
    ...minAmount === void 0 ? {} : { minAmount }
  };
}
function collectionsQuery(parameters) {
  return {
    limit: integer2(parameters, "limit", { low: 1 }) ?? 100,
    offset: integer2(parameters, "offset", { low: 0 }) ?? 0
  };
}
function resume(cursor, cursors, until) {
  const state = cursors.decode(cursor);
  if (!state) {
    throw new Refusal(400, {
      detail: "This cursor was not issued by this service. Start again without a cursor."
    });
  }
  return until <= state.position.ms ? { ...state, position: { ms: until } } : state;
}
function fieldSet(text2) {
  if (text2 === null || text2 === "full" || text2 === "ids") {
    return text2 ?? "full";
  }
  throw invalidParameter("fields", "Input should be 'full' or 'ids'", "enum");
}
function integer2(parameters, name2, { low, high = Number.MAX_SAFE_INTEGER }) {
  const text2 = parameters.get(name2);
  if (text2 === null) {
    return void 0;
  }
  const value = Number(text2);
  if (!/^-?\d+$/.test(text2) || !Number.isSafeInteger(value)) {
    throw invalidParameter(name2, "Input should be a valid integer", "int_parsing");
  }
  if (value < low) {
    throw invalidParameter(name2, `Input should be greater than or equal to ${low}`, "greater_than_equal");
  }
  if (value > high) {
    throw invalidParameter(name2, `Input should be less than or equal to ${high}`, "less_than_equal");
  }
  return value;
}
function decimal(parameters, name2) {
  const text2 = parameters.get(name2);
  if (text2 === null) {
    return void 0;
  }
  const value = Number(text2);
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text2) || !Number.isFinite(value)) {
    throw invalidParameter(name2, "Input should be a valid number", "float_parsing");
  }
  return value;
}
function instant2(parameters, name2) {
  const text2 = parameters.get(name2);
  if (text2 === null) {
    return void 0;
  }
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]00:00)$/.test(text2) ? Date.parse(text2) : NaN;
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text2.slice(0, 10)) {
    throw invalidParameter(name2, "Input should be a valid ISO 8601 date and time in UTC", "datetime_parsing");
  }
  return ms;
}

// src/sample/sampleHandler.ts
var MAX_LIMIT = 100;
function sampleHandler(options) {
  const endpoints = endpointsOf(options);
  return (request) => {
    const now = options.now();
    const answer = (status2, body, headers = {}) => ({
      status: status2,
      headers: {
        "content-type": "application/json; charset=utf-8",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        date: new Date(now).toUTCString(),
        ...headers
      },
      body: JSON.stringify(body)
    });
    try {
      return answer(200, dispatch(request, endpoints, options));
    } catch (error) {
      return error instanceof Refusal ? answer(error.status, error.body, error.headers) : answer(500, { status: "error", message: "The sample service failed." });
    }
  };
}
function dispatch(request, endpoints, { key: key2, source }) {
  admit(request, key2);
  const [path = "", ...query] = request.target.split("?");
  const endpoint = endpoints.get(path);
  if (!endpoint) {
    throw new Refusal(404, { detail: "Not Found" });
  }
  if (request.method !== "GET") {
    throw new Refusal(405, { detail: "Method Not Allowed" }, { allow: "GET" });
  }
  const collections = source.collections(header(request, "x-organization-id"));
  if (!collections) {
    throw new Refusal(403, {
      status: "error",
      message: "This API key does not belong to the organization in X-Organization-ID."
    });
  }
  return endpoint(new URLSearchParams(query.join("?")), collections);
}
function endpointsOf({ source, now, cursorSecret }) {
  const cursors = new CursorCodec(cursorSecret ?? randomBytes(32));
  return /* @__PURE__ */ new Map([
    ["/v2/collections", listCollections],
    ["/v2/datasets/companydata/feed", (parameters) => readFeed(source, parameters, now(), cursors)]
  ]);
}
function listCollections(parameters, all2) {
  const asked = collectionsQuery(parameters);
  const limit = Math.min(asked.limit, MAX_LIMIT);
  return {
    collections: all2.slice(asked.offset, asked.offset + limit),
    total_count: all2.length,
    limit,
    offset: asked.offset
  };
}
function readFeed(source, parameters, now, cursors) {
  const query = feedQuery(parameters, cursors);
  const { events: events2, next } = readFeedSlice(source, query, now);
  return {
    events: query.fields === "full" ? events2 : events2.map(({ id, title, published_at }) => ({ id, title, published_at })),
    has_more: next !== void 0,
    next_cursor: next ? cursors.encode({ position: next, since: query.since }) : null,
    page_size: query.pageSize
  };
}
function admit(request, key2) {
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(header(request, "host") ?? "")) {
    throw new Refusal(421, { detail: "This service answers to its loopback address alone." });
  }
  const [, given] = /^Bearer +(\S+)$/i.exec(header(request, "authorization") ?? "") ?? [];
  if (given === void 0 || !sameText(given, key2)) {
    const detail = given === void 0 ? "Missing API key" : "Invalid API key";
    throw new Refusal(401, { detail }, { "www-authenticate": "Bearer" });
  }
}
function sameText(a, b) {
  const digest = (text2) => createHash("sha256").update(text2).digest();
  return timingSafeEqual2(digest(a), digest(b));
}
function header(request, name2) {
  const value = request.headers[name2];
  return typeof value === "string" ? value : value?.[0];
}

// src/sample/transport.ts
import { promisify as promisify2 } from "node:util";
import { gzip as gzip2 } from "node:zlib";
var GZIP_FROM_BYTES = 1024;
var compress = promisify2(gzip2);
function requestOf(message) {
  return { method: message.method ?? "", target: message.url ?? "", headers: message.headers };
}
async function send(response, { status: status2, headers, body }, acceptEncoding2) {
  const plain = Buffer.from(body);
  const zip = plain.length >= GZIP_FROM_BYTES && takesGzip(acceptEncoding2);
  const bytes = zip ? await compress(plain) : plain;
  response.writeHead(status2, {
    ...headers,
    vary: "accept-encoding",
    ...zip ? { "content-encoding": "gzip" } : {},
    "content-length": bytes.length
  });
  response.end(bytes);
}
function takesGzip(acceptEncoding2) {
  return String(acceptEncoding2 ?? "").toLowerCase().split(",").some((part) => {
    const [coding = "", weight = "1"] = part.split(/;\s*q=/);
    return ["gzip", "*"].includes(coding.trim()) && Number(weight) > 0;
  });
}

// test/support/scriptedService.ts
import { EventEmitter, once as once2 } from "node:events";
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
    await once2(server, "listening");
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
  answerWhere(matches2, ...answers) {
    this.script.push(...answers.map((answer) => ({ answer, matches: matches2 })));
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
    const closed = once2(this.server, "close");
    this.server.close();
    this.accepted.forEach((socket) => socket.destroy());
    await closed;
  }
  async until(condition) {
    while (!condition()) {
      await once2(this.events, "change");
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
    const index = this.script.findIndex(({ matches: matches2 }) => matches2(seen));
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

// test/support/faultyService.ts
var FaultyService = class _FaultyService {
  constructor(service, elsewhere) {
    this.service = service;
    this.elsewhere = elsewhere;
  }
  static async start({ source, key: key2, now }) {
    const own = {};
    const handler = sampleHandler({ source, key: key2, now });
    const elsewhere = await ScriptedService.start();
    const service = await ScriptedService.start({
      fallback: (message, response) => {
        message.resume();
        const request = requestOf(message);
        const sound = handler(request);
        const { fault } = own.service ?? {};
        const list = request.target.includes("/feed") ? "events" : "collections";
        if (fault === void 0 || sound.status !== 200 || "list" in fault && fault.list !== list) {
          void send(response, sound, message.headers["accept-encoding"]);
          return;
        }
        const body = JSON.parse(sound.body);
        const whole = {
          list,
          page: body,
          long: JSON.stringify({ ...body, filler: filler() }),
          target: request.target,
          elsewhere: elsewhere.origin
        };
        const answer = "change" in fault ? page(fault.change(body)) : fault.answer(whole);
        Promise.resolve(answer(response, message)).catch(() => response.destroy());
      }
    });
    return own.service = new _FaultyService(service, elsewhere);
  }
  get origin() {
    return this.service.origin;
  }
  async dispose() {
    await Promise.all([this.service.dispose(), this.elsewhere.dispose()]);
  }
};
function filler() {
  return Array.from({ length: 4e3 }, (_, n) => `line ${n * 2654435761 % 4294967296}`);
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
  (name2, i) => investorKinds.slice(i % 3, i % 3 + 3).map((kind) => `${name2} ${kind}`)
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

// test/unit/sample/listSource.ts
function listSource(events2, collections = []) {
  const days = /* @__PURE__ */ new Map();
  for (const event2 of events2) {
    const day = dayStart(Date.parse(event2.published_at));
    const list = days.get(day) ?? [];
    list.push(event2);
    days.set(day, list);
  }
  for (const list of days.values()) {
    list.sort(feedOrder);
  }
  const starts = [...days.keys()].sort((a, b) => b - a);
  return {
    dayBefore: (ms) => starts.find((start) => start < ms),
    eventsOn: (start) => days.get(start) ?? [],
    collections: () => collections
  };
}
function feedOrder(a, b) {
  return Date.parse(b.published_at) - Date.parse(a.published_at) || (a.id < b.id ? -1 : Number(a.id > b.id));
}

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

// test/unit/faults/feed.test.ts
var key = "sk_test_7f3a9Zq-XYZ";
var timeoutMs = 3e4;
var lastWeek = { window: { kind: "last", days: 7 }, types: [] };
var events = Array.from(
  { length: 6 },
  (_, n) => sampleEvent(`evt_${n}`, new Date(Date.UTC(2026, 10, 21, 11 - n)).toISOString())
);
var all = events.map(({ id }) => id);
describe("every fault, under a feed", () => {
  let clock;
  let faulty;
  let feed;
  beforeEach(async () => {
    clock = new FakeClock();
    faulty = await FaultyService.start({ source: listSource(events), key, now: () => clock.now() });
    const client = createServiceClient(
      { baseUrl: faulty.origin, dataset: "companydata", key },
      { timeoutMs, typesFormat: "comma", attempts: 1 },
      { clock, random: () => 0.5, log: () => void 0 }
    );
    feed = new Feed(lastWeek, { client, clock, pageSize: () => 2 });
    await feed.start();
    assert.deepEqual(ids(), all.slice(0, 2));
  });
  afterEach(async () => {
    feed.dispose();
    assert.deepEqual(clock.pending, [], "a timer was left");
    await faulty.dispose();
  });
  function ids() {
    const { rows } = feed.rows({ start: 0, end: feed.rowsInfo.rowCount });
    return rows.flatMap((row) => row.kind === "event" ? [row.id] : []);
  }
  async function under(fault, act) {
    faulty.fault = fault;
    const before = faulty.service.requests.length;
    const acting = act();
    if (fault.hangs) {
      await faulty.service.received(before + 1);
      clock.advance(timeoutMs);
    }
    await acting;
    faulty.fault = void 0;
  }
  for (const fault of failing) {
    it(`${fault.name}: the rows stay, the reason is told, and nothing is missing or doubled afterwards`, async () => {
      const acts = [
        () => feed.loadOlder(),
        () => feed.refresh(),
        () => feed.setQuery({ ...lastWeek, sector: "x" })
      ];
      for (const act of acts) {
        const before = ids();
        await under(fault, act);
        assert.deepEqual(ids(), before);
        assert.match(feed.state.problem?.message ?? "", fault.sentence);
        assert.equal(feed.state.activity, void 0);
      }
      await feed.setQuery(lastWeek);
      await feed.refresh();
      while (feed.state.older.kind === "more") {
        await feed.loadOlder();
      }
      assert.equal(feed.state.problem, void 0);
      assert.deepEqual(ids(), all);
    });
  }
  for (const fault of odd.filter(({ list }) => list === "events")) {
    it(`${fault.name}: what can be shown is shown, each once`, async () => {
      faulty.fault = fault;
      await feed.refresh();
      assert.equal(feed.state.problem, void 0);
      assert.equal(feed.state.malformed, fault.malformed);
      assert.equal(new Set(ids()).size, ids().length);
      assert.ok(ids().length >= 2 - fault.malformed);
      for (const id of ids()) {
        assert.ok(feed.event(id)?.json.includes(`"${id}"`));
      }
      faulty.fault = void 0;
      await feed.refresh();
      while (feed.state.older.kind === "more") {
        await feed.loadOlder();
      }
      assert.deepEqual(ids(), all);
    });
  }
});
