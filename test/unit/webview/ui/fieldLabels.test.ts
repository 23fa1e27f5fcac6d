import assert from "node:assert/strict";
import { dayMs } from "../../../../src/shared/instant";
import { eventFacts } from "../../../../src/webview/details/eventFacts";
import { usePseudoLanguage } from "../../../support/l10n/pseudoLanguage";
import { sampleEvents } from "../../../support/services/sampleEvents";

describe("The labels of the fields of an event", () => {
  usePseudoLanguage();

  it("are translated for every field of the sample's events, and so are the roles of companies", () => {
    const untranslated = new Map<string, string>();
    const seen = new Set<string>();
    const until = Date.UTC(2026, 10, 20);
    for (const item of sampleEvents(until - 30 * dayMs, until, until)) {
      const facts = eventFacts(
        {
          event: { id: item.id, ...(item.type !== undefined && { type: item.type }) },
          json: JSON.stringify(item),
        },
        "utc",
      );
      for (const { name, label, value } of [...facts.data, ...facts.company]) {
        seen.add(name);
        for (const text of name === "role" ? [label, value] : [label]) {
          if (/[A-Za-z]/.test(text)) {
            untranslated.set(name, text);
          }
        }
      }
    }
    assert.deepEqual(Object.fromEntries(untranslated), {});
    // Of each kind one field that no other has.
    for (const name of [
      "investors",
      "acquirer",
      "ticker",
      "predecessor",
      "headcount",
      "scope",
      "price_from",
    ]) {
      assert.ok(seen.has(name), name);
    }
    assert.ok(seen.has("last_day") && seen.has("role"));
  });
});
