import assert from "node:assert/strict";
import { decodePageState, type PageState } from "../../../src/shared/pageState";

const whole: PageState = {
  version: 1,
  connection: "Acme production",
  query: {
    window: { kind: "fixed", since: "2026-11-01T00:00:00.000Z", until: "2026-11-08T00:00:00.000Z" },
    types: ["funding", "ipo"],
    sector: "Fintech",
    minAmount: 10_000_000,
  },
  view: { text: "nova", span: { sinceMs: 5, untilMs: 9 } },
  chartHidden: true,
  zone: "utc",
  selected: { id: "evt_1", publishedMs: 1_793_500_000_000 },
  detailsOpen: true,
  topmost: { id: "evt_0" },
  detailsWidth: 420,
  columnWidths: { Type: 120, Company: 200.5 },
};

describe("decodePageState", () => {
  it("restores everything that was saved", () => {
    assert.deepEqual(decodePageState(structuredClone(whole)), whole);
  });

  it("drops only invalid members", () => {
    const invalid: Record<string, unknown> = {
      connection: 7,
      view: { text: "nova", span: { sinceMs: 9, untilMs: 5 } },
      chartHidden: "yes",
      zone: "Mars",
      selected: { id: 5 },
      topmost: [],
      detailsWidth: "wide",
      columnWidths: { Type: "wide" },
      detailsOpen: "yes",
      query: { window: { kind: "last", days: -1 }, types: [] },
    };
    for (const [part, value] of Object.entries(invalid)) {
      const rest = Object.fromEntries(Object.entries(whole).filter(([name]) => name !== part));
      assert.deepEqual(decodePageState({ ...whole, [part]: value }), rest, part);
    }
  });

  it("drops what older versions saved: column order, and a search that hides nothing", () => {
    const columns = { order: ["Amount", "Time"], hidden: ["Sector"] };
    assert.deepEqual(decodePageState({ version: 1, columns, view: { text: "nova", only: false } }), {
      version: 1,
      columns: { hidden: ["Sector"] },
      view: { text: "nova" },
    });
  });

  it("drops oversized values", () => {
    const huge = "x".repeat(5 << 20);
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`column ${n}`, 100]));
    const parts: Record<string, unknown> = {
      connection: huge,
      query: { window: { kind: "last", days: 7 }, types: [], sector: huge },
      view: { text: huge },
      selected: { id: huge },
      topmost: { id: huge, publishedMs: 5 },
      columnWidths: { ...many, [huge]: 100 },
      detailsWidth: Number.MAX_VALUE,
    };
    assert.deepEqual(decodePageState({ version: 1, ...parts }), { version: 1 });
  });
});
