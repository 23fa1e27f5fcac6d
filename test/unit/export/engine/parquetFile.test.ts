import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { ApiError } from "../../../../src/api/errors";
import { DamagedExportError, ExportInUseError } from "../../../../src/export/engine/exportErrors";
import { ExportWriter } from "../../../../src/export/engine/exportWriter";
import { readLines } from "../../../../src/export/engine/lineReader";
import { writeParquet } from "../../../../src/export/engine/parquetFile";
import {
  parquetColumnOf,
  parquetGroups,
  parquetMetadataOf,
  parseParquet,
  type ParquetTable,
} from "../../../support/parquet";
import { ExportFixture, item, items, paged, PagedClient } from "./fixture";

interface Written {
  readonly bytes: Buffer<ArrayBuffer>;
  /** Number of events that were read before each append. */
  readonly readBefore: readonly number[];
}

async function write(lines: Iterable<string>): Promise<Written> {
  const appended: Uint8Array[] = [];
  const readBefore: number[] = [];
  let read = 0;
  const batches = async function* (): AsyncGenerator<readonly string[]> {
    for (const line of lines) {
      read++;
      yield await Promise.resolve([line]);
    }
  };
  await writeParquet(batches(), {
    append: (chunk) => {
      appended.push(Buffer.from(chunk));
      readBefore.push(read);
      return Promise.resolve();
    },
  });
  return { bytes: Buffer.concat(appended), readBefore };
}

async function table(lines: Iterable<string>): Promise<ParquetTable> {
  return parseParquet((await write(lines)).bytes);
}

/** The only row of an event, without the cells that are null. */
async function row(event: object | string): Promise<Record<string, unknown>> {
  const json = typeof event === "string" ? event : JSON.stringify(event);
  const [found] = (await table([json])).rows;
  assert.ok(found);
  return withoutNulls(found);
}

function withoutNulls(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      if (value === null) {
        return [];
      }
      if (typeof value === "object" && !Array.isArray(value)) {
        const inner = withoutNulls(value as Record<string, unknown>);
        return Object.keys(inner).length === 0 ? [] : [[name, inner]];
      }
      return [[name, value]];
    }),
  );
}

describe("Parquet files", () => {
  it("have the same typed columns in every export", async () => {
    const text = "Utf8";
    const expected = {
      id: text,
      type: text,
      title: text,
      subhead: text,
      published_at: "Timestamp<MILLISECOND, UTC>",
      sector: text,
      confidence: "Float64",
      company:
        "Struct<{role:Utf8, name:Utf8, domain:Utf8, entity_id:Utf8, industry:Utf8, location:Utf8, other:Utf8}>",
      event_data:
        "Struct<{amount:Float64, round:Utf8, lead_investor:Utf8, investors:List<Utf8>, valuation:Float64, other:Utf8}>",
      other: text,
    };
    assert.deepEqual((await table([])).schema, expected);
    assert.deepEqual((await table(['{"id":"e","amount":1,"confidence":"high"}'])).schema, expected);
  });

  it("are valid without any events", async () => {
    assert.deepEqual((await table([])).rows, []);
  });

  it("have no page without events after a full one", async () => {
    const lengthWith = async (count: number): Promise<number> =>
      (await write(Array.from({ length: count }, () => '{"id":"e"}'))).bytes.length;
    // Each page has a header of more than ten bytes in each of 22 columns.
    assert.ok((await lengthWith(500)) - (await lengthWith(499)) < 100);
    assert.ok((await lengthWith(501)) - (await lengthWith(500)) > 200);
  });

  it("have a text once that many events repeat", async () => {
    const sectors = Array.from({ length: 100 }, (_, n) => `Sector ${n} ${"abcdefghij".repeat(30)}`);
    const lengthOf = async (count: number): Promise<number> => {
      const lines = Array.from({ length: count }, (_, n) => JSON.stringify({ sector: sectors[n % 100] }));
      return (await write(lines)).bytes.length;
    };
    // An index of a byte each, instead of a text.
    assert.ok((await lengthOf(400)) - (await lengthOf(200)) < 1000);
  });

  it("say what each column has, so that readers can skip it", async () => {
    const day = Date.UTC(2026, 10, 21);
    const { bytes } = await write(
      [
        { id: "b", confidence: 0.5, published_at: new Date(day).toISOString(), event_data: { amount: 7 } },
        { id: "a", confidence: -0.25, published_at: new Date(day + 1).toISOString() },
        {
          id: "c",
          confidence: 0.75,
          published_at: new Date(day - 1).toISOString(),
          event_data: { amount: 7 },
        },
        { id: "d" },
      ].map((event) => JSON.stringify(event)),
    );
    const statisticsOf = (path: string) => {
      const { null_count, min_value, max_value } = parquetColumnOf(bytes, path).statistics ?? {};
      return [Number(null_count), min_value, max_value];
    };
    assert.deepEqual(statisticsOf("confidence"), [1, -0.25, 0.75]);
    assert.deepEqual(statisticsOf("published_at"), [1, new Date(day - 1), new Date(day + 1)]);
    assert.deepEqual(statisticsOf("event_data.amount"), [2, 7, 7]);
    assert.deepEqual(statisticsOf("event_data.valuation"), [4, undefined, undefined]);
    assert.deepEqual(statisticsOf("id"), [0, undefined, undefined]);
    assert.equal(parquetMetadataOf(bytes).created_by, "Company Feed");
  });

  it("say how large their columns are without compression", async () => {
    const texts = Array.from({ length: 20 }, (_, n) => `${n} ${"abcdefghij".repeat(100)}`);
    const lines = Array.from({ length: 200 }, (_, n) => JSON.stringify({ sector: texts[n % 20] }));
    const { bytes } = await write(lines);
    const column = parquetColumnOf(bytes, "sector");
    assert.ok(column.encodings.includes("RLE_DICTIONARY"));
    const dictionaryOffset = Number(column.dictionary_page_offset);
    const { length: magic } = "PAR1";
    assert.ok(dictionaryOffset > magic && Number(column.data_page_offset) > dictionaryOffset);
    // Each text once, and little more than an index for each event.
    const { length } = texts.join("");
    const size = Number(column.total_uncompressed_size);
    assert.ok(size > length && size < length + 1000, `${size} for ${length}`);
    const [group] = parquetMetadataOf(bytes).row_groups;
    const sizes = group?.columns.map(({ meta_data }) => meta_data?.total_uncompressed_size ?? 0n) ?? [];
    assert.equal(
      group?.total_byte_size,
      sizes.reduce((sum, each) => sum + each, 0n),
    );
  });

  it("have the fields of an event in their columns", async () => {
    const event = {
      id: "evt_1",
      type: "funding",
      title: 'NovaGrid, "the grid" — Überraschung 🚀',
      subhead: "",
      published_at: "2026-11-14T10:41:00.125Z",
      sector: "Fintech",
      confidence: 0.93,
      company: { role: "primary_subject", name: "NovaGrid", domain: "novagrid.example" },
      event_data: {
        amount: 42_000_000,
        round: "Series B",
        investors: ["Terra", "Luna, Inc."],
        valuation: -0.5,
      },
    };
    assert.deepEqual(await row(event), { ...event, published_at: Date.UTC(2026, 10, 14, 10, 41, 0, 125) });
  });

  it("have fields without a column as JSON with the digits that were sent", async () => {
    const json =
      '{"id":"e","score":1.50,"company":{"ticker":"NVG","name":"N"},"event_data":{"acquirer":{"name":"A"},"price":12345678901234567890}}';
    assert.deepEqual(await row(json), {
      id: "e",
      company: { name: "N", other: '{"ticker":"NVG"}' },
      event_data: { other: '{"acquirer":{"name":"A"},"price":12345678901234567890}' },
      other: '{"score":1.50}',
    });
  });

  it("have values that do not fit their column's type as JSON", async () => {
    const json =
      '{"id":"e","title":{"en":"A"},"sector":false,"published_at":"yesterday","confidence":"0.9",' +
      '"company":"NovaGrid","event_data":{"amount":1e400,"valuation":[1],"investors":["A",1],"round":7}}';
    assert.deepEqual(await row(json), {
      id: "e",
      event_data: { other: '{"amount":1e400,"valuation":[1],"investors":["A",1],"round":7}' },
      other:
        '{"title":{"en":"A"},"sector":false,"published_at":"yesterday","confidence":"0.9","company":"NovaGrid"}',
    });
  });

  it("tell an empty list, an empty text and no value apart", async () => {
    const lines = [
      { id: "1", title: "", event_data: { investors: [] } },
      { id: "2", title: null, event_data: { investors: null } },
      { id: "3", event_data: null, company: null },
      { id: "4", event_data: { investors: [""] } },
    ].map((event) => JSON.stringify(event));
    const { rows } = await table(lines);
    assert.deepEqual(
      rows.map(({ title, event_data: data, other }) => [
        title,
        (data as { investors: unknown }).investors,
        other,
      ]),
      [
        ["", [], null],
        [null, null, null],
        [null, null, null],
        [null, [""], null],
      ],
    );
  });

  it("lose no field of any event", async () => {
    const value = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(null, true, [], ["a", "b"], ["a", 1], { x: 1 }, "2026-11-14T10:41:00Z"),
    );
    const fields = (...names: string[]): fc.Arbitrary<Record<string, unknown>> =>
      fc.dictionary(fc.constantFrom(...names, "x", "y"), value, { maxKeys: 6 });
    const event = fc
      .tuple(
        fields("type", "title", "published_at", "confidence", "other"),
        fc.oneof(value, fields("name", "domain", "other")),
        fc.oneof(value, fields("amount", "round", "investors", "valuation", "other")),
      )
      .map(([own, company, data]) => ({ id: "e", ...own, company, event_data: data }));
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 20 }), async (events) => {
        const { rows } = await table(events.map((sent) => JSON.stringify(sent)));
        assert.deepEqual(rows.map(eventOf), events.map(comparable));
      }),
      { numRuns: 100 },
    );
  });

  it("are written while events are still read, in groups of 25,000", async () => {
    const count = 80_000;
    const { bytes, readBefore } = await write(
      (function* () {
        for (let n = 0; n < count; n++) {
          yield `{"id":"evt_${n}","type":"t${n % 3}","title":"${n % 1_500}"}`;
        }
      })(),
    );
    assert.deepEqual(await parquetGroups(bytes), [25_000, 25_000, 25_000, 5_000]);
    assert.equal(parquetMetadataOf(bytes).num_rows, BigInt(count));
    assert.deepEqual([...new Set(readBefore)], [25_000, 50_000, 75_000, count]);
    const { rows } = parseParquet(bytes);
    const wrong = rows.findIndex(
      ({ id, type, title }, n) => id !== `evt_${n}` || type !== `t${n % 3}` || title !== `${n % 1_500}`,
    );
    assert.deepEqual([rows.length, wrong], [count, -1]);
  });

  it("have no group without events after a full one, and are written in few steps", async () => {
    const lines = Array.from({ length: 25_000 }, () => '{"id":"e"}');
    const { bytes, readBefore } = await write(lines);
    assert.deepEqual(await parquetGroups(bytes), [25_000]);
    assert.deepEqual(readBefore, [25_000, 25_000], "the group, and the end of the file");
  });

  it("start another group before events that are unusually large fill the memory", async () => {
    // Does not compress.
    const titles = Array.from({ length: 60 }, () => randomBytes(300_000).toString("base64"));
    const lines = titles.map((title, n) => JSON.stringify({ id: `evt_${n}`, title }));
    const { bytes, readBefore } = await write(lines);
    assert.ok(Math.min(...readBefore) < 55, String(readBefore));
    assert.deepEqual(
      parseParquet(bytes).rows.map(({ title }) => title),
      titles,
    );
  });
});

/** The event of a row, as `comparable` returns it. */
function eventOf({ company, event_data: data, other, ...fields }: Readonly<Record<string, unknown>>): object {
  const merged = (columns: unknown): Record<string, unknown> => {
    const { other: rest, ...typed } = columns as Record<string, unknown>;
    return withoutNulls({ ...typed, ...restOf(rest) });
  };
  const rest = restOf(other);
  return comparable({
    ...fields,
    company: "company" in rest ? rest["company"] : merged(company),
    event_data: "event_data" in rest ? rest["event_data"] : merged(data),
    ...rest,
  });
}

function restOf(json: unknown): Record<string, unknown> {
  return typeof json === "string" ? (JSON.parse(json) as Record<string, unknown>) : {};
}

/** An event whose null fields are left out, whose text is well-formed, and whose instant is in milliseconds. */
function comparable(event: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const json = JSON.stringify(event, (name, value: unknown) => {
    if (name === "published_at" && value === "2026-11-14T10:41:00Z") {
      return Date.UTC(2026, 10, 14, 10, 41);
    }
    if (
      value === null ||
      (typeof value === "object" && Object.keys(value).length === 0 && !Array.isArray(value))
    ) {
      return undefined;
    }
    return typeof value === "string" ? value.toWellFormed() : Object.is(value, -0) ? 0 : value;
  });
  return withoutNulls(JSON.parse(json) as Record<string, unknown>);
}

describe("Parquet exports", () => {
  let fixture: ExportFixture;
  beforeEach(async () => (fixture = await ExportFixture.create()));
  afterEach(() => fixture.dispose());

  const file = (): Promise<Buffer<ArrayBuffer>> => readFile(fixture.folder.pathOf("events.parquet"));

  it("have all events once, in their order, after an interruption", async () => {
    const all = items(50);
    await fixture.downloadPages(2, new PagedClient(paged(all, 10)), { format: "parquet" });
    await fixture.download(new PagedClient(paged([...all, item(1)], 10)));
    const { rows } = parseParquet(await file());
    assert.deepEqual(
      rows.map(({ id, published_at: at }) => [id, at]),
      all.map(({ value }) => [value.id, value.publishedMs]),
    );
  });

  it("have the events so far when they are saved early", async () => {
    await fixture.downloadPages(1, new PagedClient(paged(items(20), 10)), { format: "parquet" });
    await fixture.complete();
    assert.equal(parseParquet(await file()).rows.length, 10);
  });

  it("can be canceled while the file is converted, and saved later", async () => {
    await fixture.downloadPages(2, new PagedClient(paged(items(20), 10)), { format: "parquet" });
    const writer = await ExportWriter.open(fixture.folder);
    const canceling = new AbortController();
    const converting = writer.complete({ signal: canceling.signal, onConverted: () => canceling.abort() });
    await assert.rejects(converting, (error) => error instanceof ApiError && error.kind === "aborted");
    await writer.close();
    assert.equal((await fixture.checkpoint()).state, "complete");
    await fixture.complete();
    assert.equal(parseParquet(await file()).rows.length, 20);
  });

  it("are only written by the window that holds the export", async () => {
    await fixture.downloadPages(2, new PagedClient(paged(items(20), 10)), { format: "parquet" });
    const writer = await ExportWriter.open(fixture.folder);
    const converting = writer.complete({ onConverted: () => fixture.folder.release() });
    await assert.rejects(converting, ExportInUseError);
    await writer.close();
    assert.equal((await file()).length, 0);
  });

  it("report how much of the file is converted", async () => {
    await fixture.downloadPages(9, new PagedClient(paged(items(2_000), 500)), { format: "parquet" });
    const writer = await ExportWriter.open(fixture.folder);
    const fractions: number[] = [];
    await writer.complete({ onConverted: (fraction) => fractions.push(fraction) });
    await writer.close();
    assert.ok(fractions.length > 1);
    assert.ok(
      fractions.every((fraction, n) => fraction >= 0 && fraction < 1 && fraction >= (fractions[n - 1] ?? 0)),
    );
  });

  it("are the same when they are converted again", async () => {
    await fixture.download(new PagedClient(paged(items(20), 10)), { format: "parquet" });
    const first = await file();
    await fixture.complete();
    assert.deepEqual(await file(), first);
  });
});

describe("readLines", () => {
  /** Reads like a file with this content, at most `atOnce` bytes at a time. */
  const fileOf = (content: Buffer, atOnce: number) => ({
    read: (buffer: Uint8Array, length: number, position: number): Promise<number> =>
      Promise.resolve(content.copy(buffer, 0, position, position + Math.min(length, atOnce))),
  });

  async function lines(content: Buffer, atOnce: number, end = content.length): Promise<string[]> {
    const all: string[] = [];
    for await (const batch of readLines(fileOf(content, atOnce), end)) {
      all.push(...batch);
    }
    return all;
  }

  it("returns every line, wherever reading stops within it", async () => {
    const text = fc.array(
      fc.string({ unit: "binary" }).map((line) => line.replaceAll("\n", "").toWellFormed()),
    );
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 40 }), async (expected, atOnce) => {
        const content = Buffer.from(expected.map((line) => `${line}\n`).join(""));
        assert.deepEqual(await lines(content, atOnce), expected);
      }),
    );
  });

  it("returns a line that is longer than what is read at once", async () => {
    const long = "é".repeat(500_000);
    assert.deepEqual(await lines(Buffer.from(`a\n${long}\nb\n`), Infinity), ["a", long, "b"]);
  });

  it("ignores what follows its end, and fails when the file is shorter or ends within a line", async () => {
    const content = Buffer.from("a\nb\nrest");
    assert.deepEqual(await lines(content, 3, 4), ["a", "b"]);
    await assert.rejects(lines(content, 3, 20), DamagedExportError);
    await assert.rejects(lines(content, 3), DamagedExportError);
  });
});
