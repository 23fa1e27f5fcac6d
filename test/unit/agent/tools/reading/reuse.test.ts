import assert from "node:assert/strict";
import {
  type EventsQuestion,
  type KnownEvents,
  narrowed,
} from "../../../../../src/agent/tools/reading/reuse";
import { decodeEvent } from "../../../../../src/api/decode/feedPage";
import { isWithin } from "../../../../../src/feed/paging/windowReader";
import type { CompanyEvent } from "../../../../../src/shared/companyEvent";
import type { FeedQuery } from "../../../../../src/shared/feedQuery";
import { questionOf } from "./readerFixture";

/** How a service may filter where docs/service.md does not say it. */
interface Semantics {
  readonly sameType: (a: string, b: string) => boolean;
  readonly keepsWithoutAmount: boolean;
}

const services: Record<string, Semantics> = {
  strict: { sameType: (a, b) => a === b, keepsWithoutAmount: false },
  lenient: { sameType: (a, b) => a.toLowerCase() === b.toLowerCase(), keepsWithoutAmount: true },
};

function served(
  events: readonly CompanyEvent[],
  { window, query: { types, sector, minAmount } }: EventsQuestion,
  { sameType, keepsWithoutAmount }: Semantics,
): CompanyEvent[] {
  return events.filter((event) => {
    const { type = "", amount: sent } = event;
    return (
      isWithin(event, window) &&
      (types.length === 0 || types.some((asked) => sameType(asked, type))) &&
      (sector === undefined || event.sector === sector) &&
      (minAmount === undefined || (sent === undefined ? keepsWithoutAmount : sent >= minAmount))
    );
  });
}

/** What a service sends for a question, as it is kept. */
function read(events: readonly CompanyEvent[], question: EventsQuestion): KnownEvents {
  return { ...question, readAtMs: 0, completeUntilMs: 0, isVague: false, events: () => events };
}

function event(ms: number, type: string | undefined, sector: string, data: object): CompanyEvent {
  const decoded = decodeEvent({
    id: `evt_${ms}`,
    type,
    sector,
    published_at: new Date(ms).toISOString(),
    event_data: data,
  });
  assert.ok(decoded);
  return decoded;
}

describe("Events that were read before", () => {
  /** Events with these fields, in every combination, newest first. */
  const all = (types: readonly (string | undefined)[], data: readonly object[]): CompanyEvent[] => {
    const events = types.flatMap((type) =>
      ["Fintech", "Health"].flatMap((sector) => data.map((one) => ({ type, sector, one }))),
    );
    return events.map(({ type, sector, one }, n) => event(events.length - n, type, sector, one));
  };
  const amounts = [{ amount: 1e6 }, { amount: 5e7 }, { amount: -1 }];

  it("answer a question with what any service would send, or not at all", () => {
    const corpora = {
      plain: all(["funding", "acquisition"], amounts),
      "without amounts": all(["funding", "layoff"], [...amounts, {}]),
      "with amounts in other fields": all(["acquisition"], [...amounts, { deal_value: 6e7 }]),
      "spelled in two ways": all(["funding", "Funding", undefined], amounts),
    };
    const filters: Partial<FeedQuery>[] = [
      undefined,
      ["funding"],
      ["acquisition", "funding"],
      ["layoff"],
    ].flatMap((types) =>
      [undefined, "Fintech", "fintech"].flatMap((sector) =>
        [undefined, 0, 1e6, 4e7].map((minAmount) => ({
          ...(types && { types }),
          ...(sector !== undefined && { sector }),
          ...(minAmount !== undefined && { minAmount }),
        })),
      ),
    );
    const windows = [{ sinceMs: 2 }, { sinceMs: 3 }, { sinceMs: 2, untilMs: 9 }, { sinceMs: 1, untilMs: 8 }];
    const questions = windows.flatMap((window) => filters.map((filter) => questionOf(window, filter)));
    const answered: Record<string, number> = {};
    for (const [corpus, events] of Object.entries(corpora)) {
      for (const [service, semantics] of Object.entries(services)) {
        for (const asked of questions) {
          const known = read(served(events, asked, semantics), asked);
          for (const question of questions) {
            const answer = narrowed(known, question);
            if (answer) {
              const expected = served(events, question, semantics);
              const text = JSON.stringify([corpus, service, asked, question]);
              assert.deepEqual(answer, expected, text);
              answered[corpus] = (answered[corpus] ?? 0) + 1;
            }
          }
        }
      }
    }
    // Each of 192 questions answers itself, for both services.
    assert.deepEqual(Object.keys(answered), Object.keys(corpora));
    assert.ok(
      Object.values(answered).every((count) => count > 2 * 192),
      JSON.stringify(answered),
    );
    assert.ok((answered["plain"] ?? 0) > (answered["without amounts"] ?? 0), JSON.stringify(answered));
  });

  it("answer questions about a type only if it is among them, in one spelling", () => {
    const known = (types: readonly string[]): KnownEvents =>
      read(
        types.map((type, n) => event(types.length - n, type, "Fintech", {})),
        questionOf({ sinceMs: 0 }),
      );
    const answers = (types: readonly string[], asked: string): number | undefined =>
      narrowed(known(types), questionOf({ sinceMs: 0 }, { types: [asked] }))?.length;
    assert.equal(answers(["funding", "layoff", "funding"], "funding"), 2);
    assert.equal(answers(["layoff"], "funding"), undefined);
    assert.equal(answers(["product_launch", "Product Launch"], "product_launch"), undefined);
    assert.equal(answers(["a,b", "a"], "a,b"), undefined);
  });

  it("answer questions about a larger amount only if all state one", () => {
    const answers = (events: readonly object[], filters: Partial<FeedQuery> = {}): number | undefined =>
      narrowed(
        read(
          events.map((data, n) => event(events.length - n, n === 0 ? "layoff" : "funding", "Fintech", data)),
          questionOf({ sinceMs: 0 }),
        ),
        questionOf({ sinceMs: 0 }, { ...filters, minAmount: 2 }),
      )?.length;
    assert.equal(answers([{ amount: 1 }, { amount: 2 }, { amount: 3 }]), 2);
    assert.equal(answers([{}, { amount: 2 }, { amount: 3 }]), undefined);
    assert.equal(answers([{}, { amount: 2 }, { amount: 3 }], { types: ["funding"] }), 2);
    assert.equal(answers([{ price: 3 }, { amount: 2 }]), undefined);
  });
});
