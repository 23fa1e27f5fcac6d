import { dayMs } from "../shared/instant";
import { coinedName, type SampleCompany } from "./companies";
import texts from "./data/events.json";
import words from "./data/words.json";
import type { Random } from "./random";

/** An event before its texts are written. */
interface Occasion {
  readonly random: Random;
  readonly company: SampleCompany;
  /** Another company that appears in several events. */
  readonly other: SampleCompany;
  /** A company that appears only in this event. */
  readonly newcomer: SampleCompany;
  /** Milliseconds since 1970 UTC. */
  readonly publishedMs: number;
}

type Kind = keyof typeof texts;

const onlyKinds = { startup: ["shutdown", "funding"], growth: ["ipo"], public: ["takeover"] } as const;

/** Values for the texts and `event_data` in `events.json`. Texts with an undefined value are skipped. */
type Values = Readonly<Record<string, unknown>>;

/** @param isOnly this is the company's only event: it may go public, close or be acquired */
export function eventContent(occasion: Occasion, isOnly: boolean) {
  const { random, company } = occasion;
  const { sector, stage, staff, ...profile } = company;
  const kind = isOnly ? random.pick<Kind>(onlyKinds[stage]) : recurringKind(occasion);
  const common = {
    company: profile.name,
    location: profile.location,
    staff,
    mission: random.pick(sector.missions),
  };
  const values: Values = { ...common, ...valuesOf[kind](occasion) };
  const { titles, subheads, data } = texts[kind];
  const write = (templates: readonly string[]): string =>
    random.pick(templates.flatMap((template) => filled(template, values) ?? []));
  return {
    type: kind === "takeover" ? "acquisition" : kind,
    title: write(titles),
    subhead: write(subheads),
    // Only the shape for funding is specified (`docs/service.md`, Event data).
    event_data: Object.fromEntries(
      data.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
    ),
    sector: sector.label,
    company: { role: kind === "takeover" ? "target" : "primary_subject", ...profile },
  };
}

function recurringKind({ random, company: { stage } }: Occasion): Kind {
  return random.weighted([
    ["partnership", 28],
    ["product_launch", 28],
    ["executive_change", 22],
    ["funding", { startup: 37, growth: 34, public: 5 }[stage]],
    ["acquisition", stage === "startup" ? 3 : 14],
    ["layoff", stage === "startup" ? 4 : 11],
  ]);
}

const valuesOf: Readonly<Record<Kind, (occasion: Occasion) => Values>> = {
  funding({ random, company }) {
    const { round, low, high } = random.pick(words.fundingRounds[company.stage]);
    const investors = random.several(words.investors, random.int(2, 5));
    // Some amounts are undisclosed.
    const amount = random.chance(0.94) ? rounded(random.spread(low, high)) : undefined;
    const valuation = amount && rounded(amount * (3.5 + random.next() * 5));
    return { round, lead_investor: investors[0], investors, others: investors.slice(1), amount, valuation };
  },

  acquisition: (occasion) => dealOf(occasion, occasion.company, occasion.newcomer),

  takeover: (occasion) => dealOf(occasion, occasion.other, occasion.company),

  ipo: ({ random, company, publishedMs }) => ({
    amount: rounded(random.spread(45e6, 1.6e9)),
    share_price: random.int(8, 64),
    exchange: random.pick(words.exchanges),
    ticker: company.name.replaceAll(" ", "").slice(0, 4).toUpperCase(),
    first_trading_day: dateAfter(publishedMs, random.int(0, 90)),
  }),

  partnership: ({ random, company, other }) => ({
    partner: other.name,
    partner_entity_id: other.entity_id,
    scope: random.pick(company.sector.missions),
    product: random.pick(other.sector.products),
    term_years: random.int(2, 7),
    exclusive: random.chance(0.2),
  }),

  executive_change: ({ random, company, other, publishedMs }) => ({
    person: personName(random),
    position: random.pick(words.positions),
    predecessor: personName(random),
    from: other.name,
    to: company.name,
    effective: dateAfter(publishedMs, random.int(0, 75)),
  }),

  layoff({ random, company }) {
    const headcount = Math.max(3, Math.round(company.staff * (0.04 + 0.34 * random.next())));
    return {
      headcount,
      percentage: Math.round((100 * headcount) / company.staff),
      staff_before: company.staff,
      departments: random.several(words.departments, random.int(1, 3)),
      reason: random.pick(words.reasons),
    };
  },

  product_launch: ({ random, company }) => ({
    product: coinedName(random),
    category: random.pick(company.sector.products),
    availability: random.pick(["general", "beta", "waitlist"]),
    price_from: random.int(9, 990),
    markets: random.several(words.markets, random.int(1, 4)),
    audience: random.pick(words.audiences),
  }),

  shutdown: ({ random, company, publishedMs }) => ({
    reason: random.pick(words.reasons),
    last_day: dateAfter(publishedMs, random.int(3, 60)),
    employees_affected: company.staff,
    total_raised: rounded(random.spread(8e5, 90e6)),
    years_active: random.int(2, 11),
  }),
};

/** Has `price` instead of `amount`, so the filter `min_amount` drops acquisitions. */
function dealOf({ random, publishedMs }: Occasion, buyer: SampleCompany, target: SampleCompany): Values {
  return {
    acquirer: buyer.name,
    target: target.name,
    product: random.pick(target.sector.products),
    price: random.chance(0.7) ? rounded(random.spread(2e6, 2.4e9)) : undefined,
    payment: random.pick(["cash", "stock", "cash and stock"]),
    expected_close: dateAfter(publishedMs, random.int(14, 240)),
  };
}

export function personName(random: Random): string {
  return `${random.pick(words.givenNames)} ${random.pick(words.familyNames)}`;
}

/** Replaces `{name}` with a value and `{$name}` with money. @returns undefined if a value is undefined */
function filled(template: string, values: Values): string | undefined {
  const names = [...template.matchAll(/\{\$?(\w+)\}/g)].map(([, name = ""]) => name);
  return names.some((name) => values[name] === undefined)
    ? undefined
    : template.replace(/\{(\$?)(\w+)\}/g, (_, sign: string, name: string) =>
        sign === "" ? written(values[name]) : money.format(Number(values[name])),
      );
}

const grouped = new Intl.NumberFormat("en-US");
const list = new Intl.ListFormat("en-GB");
/** The style of headlines: `$3.8M`, `$42M`, `$1.2B`. */
const usd = { style: "currency", currency: "USD", notation: "compact", maximumSignificantDigits: 3 } as const;
const money = new Intl.NumberFormat("en-US", usd);

/** `a, b and c`, `1,234` */
function written(value: unknown): string {
  if (Array.isArray(value)) {
    return list.format(value.map(String));
  }
  return typeof value === "number" ? grouped.format(value) : String(value);
}

/** Rounds to two significant digits. */
function rounded(value: number): number {
  return Number(value.toPrecision(2));
}

function dateAfter(ms: number, days: number): string {
  return new Date(ms + days * dayMs).toISOString().slice(0, 10);
}
