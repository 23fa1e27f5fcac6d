import { dayMs } from "../shared/instant";
import { coinedName, type SampleCompany } from "./companies";
import texts from "./data/events.json";
import words from "./data/words.json";
import type { Random } from "./random";

/** An event before it is written. */
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

/** What the texts and `event_data` in `events.json` name. A text with an undefined value is not used. */
type Values = Readonly<Record<string, unknown>>;

/** @param isOnly whether this is the company's only event: it may go public, close or be acquired */
export function eventContent(occasion: Occasion, isOnly: boolean) {
  const { random, company } = occasion;
  const kind = isOnly ? random.pick<Kind>(onlyKinds[company.stage]) : recurringKind(occasion);
  const common = {
    company: company.name,
    location: company.location,
    city: company.location.split(",")[0],
    staff: company.staff,
    mission: random.pick(company.sector.missions),
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
    role: kind === "takeover" ? "target" : "primary_subject",
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
  /** Sometimes without an amount, as in undisclosed rounds. */
  funding({ random, company }) {
    const { round, low, high } = random.pick(words.fundingRounds[company.stage]);
    const investors = random.several(words.investors, random.int(2, 5));
    const isDisclosed = random.chance(0.94);
    const amount = rounded(random.spread(low, high), random.chance(0.4) ? 3 : 2);
    return {
      round,
      lead_investor: investors[0],
      investors,
      others: investors.slice(1),
      hires: random.int(8, 120),
      ...(isDisclosed && { amount, total: rounded(amount * (1.2 + random.next() * 2), 3) }),
      ...(isDisclosed && random.chance(0.7) && { valuation: rounded(amount * (3.5 + random.next() * 5)) }),
      ...(!isDisclosed && { undisclosed: company.name }),
    };
  },

  acquisition: (occasion) => ({
    ...dealOf(occasion, occasion.company, occasion.newcomer),
    product: occasion.random.pick(occasion.newcomer.sector.products),
    targetLocation: occasion.newcomer.location,
    targetStaff: occasion.newcomer.staff,
  }),

  takeover: (occasion) => ({
    ...dealOf(occasion, occasion.other, occasion.company),
    mission: occasion.random.pick(occasion.other.sector.missions),
  }),

  ipo({ random, company, publishedMs }) {
    const amount = rounded(random.spread(45e6, 1.6e9));
    const share_price = random.int(8, 64);
    const status = random.pick(["filed", "priced", "listed"]);
    return {
      amount,
      status,
      share_price,
      exchange: random.pick(words.exchanges),
      ticker: company.name
        .replaceAll(/[^A-Za-z]/g, "")
        .slice(0, 4)
        .toUpperCase(),
      first_trading_day: dateAfter(publishedMs, status === "filed" ? random.int(20, 90) : 0),
      shares: Math.round(amount / share_price / 1000) * 1000,
      ...(status === "filed" && { sought: amount }),
      ...(status === "priced" && { raised: amount }),
      ...(status === "listed" && { gain: random.int(2, 58) }),
    };
  },

  partnership: ({ random, company, other }) => ({
    partner: other.name,
    partner_entity_id: other.entityId,
    partnerLocation: other.location,
    scope: random.pick(company.sector.missions),
    product: random.pick(other.sector.products),
    term_years: random.int(2, 7),
    exclusive: random.chance(0.2),
    customers: random.int(2, 30),
  }),

  executive_change({ random, company, other, publishedMs }) {
    const person = personName(random);
    const isPromotion = random.chance(0.3);
    return {
      person,
      ...(isPromotion ? { promoted: person } : { hired: person }),
      position: random.pick(words.positions),
      predecessor: personName(random),
      from: isPromotion ? company.name : other.name,
      to: company.name,
      effective: dateAfter(publishedMs, random.int(0, 75)),
      years: random.int(2, 14),
      department: random.pick(words.departments),
    };
  },

  layoff({ random, company }) {
    const headcount = Math.max(3, Math.round(company.staff * (0.04 + 0.34 * random.next())));
    return {
      headcount,
      percentage: Math.round((100 * headcount) / company.staff),
      staff_before: company.staff,
      remaining: company.staff - headcount,
      departments: random.several(words.departments, random.int(1, 3)),
      reason: random.pick(words.reasons),
      weeks: random.int(4, 20),
    };
  },

  product_launch({ random, company }) {
    const availability = random.pick(["general", "general", "beta", "waitlist"]);
    return {
      product: `${coinedName(random)}${random.chance(0.5) ? ` ${random.int(2, 9)}` : ""}`,
      category: random.pick(company.sector.products),
      availability,
      phase: availability === "general" ? "sales" : availability,
      price_from: random.chance(0.5) ? random.int(9, 990) : undefined,
      markets: random.several(words.markets, random.int(1, 4)),
      audience: random.pick(words.audiences),
    };
  },

  shutdown: ({ random, company, publishedMs }) => ({
    reason: random.pick(words.reasons),
    last_day: dateAfter(publishedMs, random.int(3, 60)),
    employees_affected: company.staff,
    total_raised: rounded(random.spread(8e5, 90e6)),
    years_active: random.int(2, 11),
  }),
};

/** The terms of an acquisition. The sum is called `price`, so `min_amount` drops acquisitions. */
function dealOf({ random, company, publishedMs }: Occasion, buyer: SampleCompany, target: SampleCompany) {
  return {
    acquirer: buyer.name,
    target: target.name,
    price: random.chance(0.7)
      ? rounded(random.spread(company.stage === "startup" ? 2e6 : 12e6, 2.4e9))
      : undefined,
    payment: random.pick(["cash", "stock", "cash and stock"]),
    expected_close: dateAfter(publishedMs, random.int(14, 240)),
  };
}

export function personName(random: Random): string {
  return `${random.pick(words.givenNames)} ${random.pick(words.familyNames)}`;
}

/** Replaces `{name}` with a value and `{$name}` with a sum of money; undefined if a value is. */
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
/** As headlines write it: `$3.8M`, `$42M`, `$1.2B`. */
const usd = { style: "currency", currency: "USD", notation: "compact", maximumSignificantDigits: 3 } as const;
const money = new Intl.NumberFormat("en-US", usd);

/** Lists as "a, b and c", numbers as "1,234". */
function written(value: unknown): string {
  if (Array.isArray(value)) {
    return list.format(value.map(String));
  }
  return typeof value === "number" ? grouped.format(value) : String(value);
}

/** Rounded to `digits` significant digits. */
function rounded(value: number, digits = 2): number {
  return Number(value.toPrecision(digits));
}

function dateAfter(ms: number, days: number): string {
  return new Date(ms + days * dayMs).toISOString().slice(0, 10);
}
