import { decodeFeedPage } from "../../src/service/decode";
import { maxPageSize } from "../../src/service/types";
import { Watchlist } from "../../src/savedFeeds/model/watchlist";
import type { CompanyEvent } from "../../src/shared/companyEvent";
import { benchmark } from "./benchmark";
import { Corpus } from "./corpus";
import { costOf, takeSamples } from "./sampling";

const companies = 10_000;
const plan = { runs: 25, warmUps: 5 };

/** The companies of a saved feed, matched against a page of events. */
export const companiesBenchmark = benchmark({
  rows: {
    "companies: compilation": {
      measures: `CPU time of preparing a list of ${companies} domains, entity IDs and names, once for each change of the list`,
      unit: "ms",
      atMost: 16,
    },
    "companies: page": {
      measures: `CPU time of matching the ${maxPageSize} events of a page against ${companies} companies`,
      unit: "ms",
      atMost: 16,
    },
  },
  async run() {
    const { events, list } = pageAndList();
    const watchlist = new Watchlist(list);
    const found = events.filter((event) => watchlist.matches(event.company)).length;
    if (found === 0 || found === events.length) {
      throw new Error(`${found} of ${events.length} events match.`);
    }
    const compiling = await takeSamples(plan, () => costOf(() => Promise.resolve(new Watchlist(list))));
    const matching = await takeSamples(plan, () =>
      costOf(() => Promise.resolve(events.filter(({ company }) => watchlist.matches(company)).length)),
    );
    return {
      "companies: compilation": { samples: compiling.map(({ cpuMs }) => cpuMs) },
      "companies: page": { samples: matching.map(({ cpuMs }) => cpuMs) },
    };
  },
});

/** Every other event is of a company on the list. */
function pageAndList(): { readonly events: readonly CompanyEvent[]; readonly list: readonly string[] } {
  const text = JSON.stringify({ events: [...new Corpus().events(0, maxPageSize)] });
  const events = decodeFeedPage({ text, status: 200, host: "bench" }).items.map(({ value }) => value);
  const listed = events.flatMap(({ company }, n) => {
    const entry = [company?.domain, company?.entityId, company?.name][n % 3];
    return n % 2 === 0 && entry !== undefined ? [entry] : [];
  });
  const others = Array.from({ length: companies - listed.length }, (_, n) =>
    n % 3 === 0 ? `www.company-${n}.example` : n % 3 === 1 ? `ent_${n}aBcDeF` : `Société Nº ${n}, Inc.`,
  );
  return { events, list: [...listed, ...others] };
}
