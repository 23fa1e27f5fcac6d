import type { Random } from "../../src/sample/random";
import {
  corpusCompanies,
  corpusCompany,
  type CorpusCompany,
  inventedName,
  investorName,
  personName,
} from "./corpusNames";
import {
  adjectives,
  exchanges,
  openings,
  positions,
  qualifiers,
  reasons,
  rounds,
  things,
  verbs,
} from "./corpusWords";

export interface CorpusScene {
  readonly random: Random;
  readonly seed: number;
  readonly company: CorpusCompany;
  /** Different for each event of a company; the details of the title follow from it. */
  readonly detail: number;
}

export interface CorpusText {
  readonly title: string;
  /** The event's `event_data`. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** "verb adjective qualifier things", of some 20 million. */
export function aim(random: Random): string {
  return [verbs, adjectives, qualifiers, things].map((list) => random.pick(list)).join(" ");
}

/** One sentence of at most 200 bytes. */
export function sentence(random: Random): string {
  const opening = random.pick(openings);
  switch (random.int(0, 3)) {
    case 0:
      return `${opening} ${aim(random)} by ${random.int(2026, 2034)}.`;
    case 1:
      return `${opening} ${aim(random)} and ${aim(random)}.`;
    case 2:
      return `"We ${aim(random)}," said ${personName(random.int(0, 50_000))}, ${random.pick(positions)}.`;
    default:
      return `Rivals ${inventedName(random.int(0, 50_000))} and ${inventedName(random.int(0, 50_000))} ${aim(random)}.`;
  }
}

function sum(random: Random, low: number, high: number): number {
  return Number(random.spread(low, high).toPrecision(random.chance(0.7) ? 2 : 3));
}

function dollars(amount: number): string {
  return amount >= 1e9 ? `$${+(amount / 1e9).toFixed(2)} billion` : `$${+(amount / 1e6).toFixed(2)}M`;
}

/** A company without events, so that no company does business with itself. */
function companyBeside(seed: number, detail: number): CorpusCompany {
  return corpusCompany(seed, corpusCompanies + detail);
}

function funding({ random, company, detail }: CorpusScene): CorpusText {
  const amount = sum(random, 4e5, 9e8);
  const round = random.pick(rounds);
  const lead = investorName(detail);
  const others = Array.from({ length: random.int(0, 4) }, () => investorName(random.int(0, 4_000)));
  return {
    title: random.pick([
      `${company.name} raises ${dollars(amount)} ${round} led by ${lead} to ${aim(random)}`,
      `${company.name} closes ${dollars(amount)} ${round} round with ${lead}`,
      `${lead} leads ${dollars(amount)} ${round} in ${company.name}`,
    ]),
    data: {
      amount,
      round,
      lead_investor: lead,
      investors: [lead, ...others],
      ...(random.chance(0.4) ? { valuation: sum(random, 4e6, 2e10) } : {}),
    },
  };
}

function acquisition({ random, seed, company, detail }: CorpusScene): CorpusText {
  const target = companyBeside(seed, detail);
  const price = random.chance(0.6) ? sum(random, 2e6, 8e9) : undefined;
  return {
    title: `${company.name} ${random.pick(["acquires", "to buy", "agrees to take over"])} ${target.name}${price === undefined ? "" : ` for ${dollars(price)}`} to ${aim(random)}`,
    data: {
      target: target.name,
      target_entity_id: target.entityId,
      ...(price === undefined ? {} : { amount: price }),
      stake_percent: random.chance(0.7) ? 100 : random.int(20, 90),
    },
  };
}

function executiveChange({ random, company, detail }: CorpusScene): CorpusText {
  const person = personName(detail);
  const position = random.pick(positions);
  return {
    title: random.pick([
      `${company.name} names ${person} ${position}`,
      `${person} joins ${company.name} as ${position}`,
      `${company.name}: ${person} steps down as ${position}`,
    ]),
    data: { person, position, previous: inventedName(random.int(0, 40_000)), years: random.int(1, 25) },
  };
}

function partnership({ random, seed, company, detail }: CorpusScene): CorpusText {
  const partner = companyBeside(seed, detail);
  return {
    title: `${company.name} and ${partner.name} ${random.pick(["join forces", "sign a deal", "team up", "start a pilot"])} to ${aim(random)}`,
    data: { partner: partner.name, partner_entity_id: partner.entityId, term_months: random.int(6, 60) },
  };
}

function productLaunch({ random, company, detail }: CorpusScene): CorpusText {
  const product = `${inventedName(detail)}${random.chance(0.4) ? ` ${random.int(2, 12)}` : ""}`;
  return {
    title: `${company.name} ${random.pick(["launches", "unveils", "previews", "ships"])} ${product} to ${aim(random)}`,
    data: {
      product,
      markets: Array.from({ length: random.int(1, 3) }, () => random.pick(things)),
      price: random.int(5, 9_000),
    },
  };
}

function layoff({ random, company, detail }: CorpusScene): CorpusText {
  const reason = random.pick(reasons);
  const headcount = detail + 12;
  return {
    title: `${company.name} cuts ${headcount.toLocaleString("en-US")} jobs after ${reason}`,
    data: { headcount, percentage: random.int(2, 45), reason },
  };
}

function ipo({ random, company, detail }: CorpusScene): CorpusText {
  const bank = investorName(detail);
  const amount = sum(random, 2e7, 5e9);
  return {
    title: `${company.name} seeks ${dollars(amount)} in ${random.pick(exchanges)} listing run by ${bank}`,
    data: { exchange: random.pick(exchanges), amount, underwriter: bank },
  };
}

function shutdown({ random, company, detail }: CorpusScene): CorpusText {
  const reason = random.pick(reasons);
  const product = inventedName(detail);
  return {
    title: `${company.name} shuts down ${product}, citing ${reason}`,
    data: { product, reason, employees_affected: random.int(3, 900), years_active: random.int(1, 14) },
  };
}

const tellers = {
  funding,
  acquisition,
  executive_change: executiveChange,
  partnership,
  product_launch: productLaunch,
  layoff,
  ipo,
  shutdown,
};

export type CorpusType = keyof typeof tellers;

const weights: readonly (readonly [CorpusType, number])[] = [
  ["funding", 34],
  ["product_launch", 20],
  ["partnership", 16],
  ["executive_change", 13],
  ["acquisition", 8],
  ["layoff", 4],
  ["shutdown", 3],
  ["ipo", 2],
];

/** The text and data of one event. Titles are unique. */
export function writeText(scene: CorpusScene): { type: CorpusType; text: CorpusText } {
  const type = scene.random.weighted(weights);
  return { type, text: tellers[type](scene) };
}
