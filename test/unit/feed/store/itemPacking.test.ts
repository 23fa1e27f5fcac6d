import assert from "node:assert/strict";
import fc from "fast-check";
import { ItemPacking } from "../../../../src/feed/store/itemPacking";
import { Corpus } from "../../../bench/corpus";

function unpacked(packing: ItemPacking, packed: Uint8Array): string {
  return packing.unpack(packed, 0, packed.length);
}

describe("ItemPacking", () => {
  it("unpacks exactly what was packed, regardless of what was packed before and after", () => {
    const words = fc.constantFrom('{"id":"', "evt_", "Nova", "😀", "é", "\\ud800", "aaaa", '"}', "\u0000");
    const text = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.array(words, { maxLength: 60 }).map((parts) => parts.join("")),
      fc.integer({ min: 0, max: 3000 }).map((length) => "ab\n".repeat(length)),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 80 }), (items) => {
        const packing = new ItemPacking();
        const packed = items.map((item) => Uint8Array.from(packing.pack(item)));
        assert.deepEqual(
          packed.map((bytes) => unpacked(packing, bytes)),
          items,
        );
      }),
      { numRuns: 200 },
    );
  });

  it("packs items of any size, before and after its dictionary is full", () => {
    const packing = new ItemPacking();
    const items = [10, 200_000, 1, 0, 5_000_000, 300].map((length, index) => {
      const text = `item ${index} of `.repeat(1 + Math.ceil(length / 10));
      return text.slice(0, length) + (length > 100_000 ? text : "");
    });
    const many = [...items, ...new Corpus(2).events(0, 150)].map((item) => JSON.stringify(item));
    const packed = many.map((item) => Uint8Array.from(packing.pack(item)));
    packed.forEach((bytes, index) => assert.equal(unpacked(packing, bytes), many[index]));
  });

  it("compresses events like those of the benchmarks to less than two fifths", () => {
    const packing = new ItemPacking();
    let sent = 0;
    let kept = 0;
    for (const event of new Corpus(3).events(0, 3000)) {
      const json = JSON.stringify(event);
      sent += json.length;
      kept += packing.pack(json).length;
    }
    assert.ok(kept < 0.4 * sent, `${kept} of ${sent}`);
  });
});
