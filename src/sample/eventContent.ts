import { dayMs } from "../shared/instant";
import { coinedName, type SampleCompany } from "./companies";
import * as templates from "./data/templates";
import {
  audiences,
  departments,
  exchanges,
  familyNames,
  givenNames,
  investors,
  markets,
  positions,
  reasons,
} from "./data/words";
import type { Random } from "./random";

/** What the content of an event is generated from. */
export interface EventContext {
  readonly random: Random;
  readonly company: SampleCompany;
  /** Milliseconds since 1970 UTC. */
  readonly publishedMs: number;
  /** Increases with each event of the company; determines its funding rounds. */
  readonly sequence: number;
  /** Picks another company that appears in several events. */
  readonly otherCompany: () => SampleCompany;
  /** Creates a company that appears only in this event. */
  readonly newCompany: () => SampleCompany;
}

export interface EventContent {
  readonly title: string;
  readonly subhead: string;
  /** `event_data`. Only the shape for funding is specified (`docs/service.md`, Event data). */
  readonly data: Readonly<Record<string, unknown>>;
  /** The company's role; `primary_subject` by default. */
  readonly role?: string;
}

/** The content of an event of a company that has several, so it neither closes nor goes public. */
export function recurringEvent(context: EventContext): { type: string; content: EventContent } {
  const type = recurringType(context);
  return { type, content: recurringTypes[type](context) };
}

/** The content of the only event of a company. */
export function singleEvent(context: EventContext): { type: string; content: EventContent } {
  const { stage } = context.company;
  if (stage === "growth") {
    return { type: "ipo", content: ipo(context) };
  }
  if (stage === "public") {
    return { type: "acquisition", content: takeover(context) };
  }
  return context.random.chance(0.5)
    ? { type: "shutdown", content: shutdown(context) }
    : { type: "funding", content: funding(context) };
}

const recurringTypes = {
  funding,
  acquisition,
  executive_change: executiveChange,
  layoff,
  partnership,
  product_launch: productLaunch,
};

function recurringType({ random, company, sequence }: EventContext): keyof typeof recurringTypes {
  const fundingShare = { startup: 0.9, growth: 0.75, public: 0.15 }[company.stage];
  // Every third event may be a funding round, so that two rounds are never close together.
  if (sequence % 3 === 0 && random.chance(fundingShare)) {
    return "funding";
  }
  return random.weighted([
    ["partnership", 28],
    ["product_launch", 28],
    ["executive_change", 22],
    ["acquisition", company.stage === "startup" ? 3 : 14],
    ["layoff", company.stage === "startup" ? 4 : 11],
  ]);
}

/** Sometimes without an amount, as in undisclosed rounds. */
function funding(context: EventContext): EventContent {
  const { random, company, sequence } = context;
  const template = templates.funding;
  const rounds = templates.fundingRounds[company.stage];
  const [round, low, high] = rounds[Math.floor(sequence / 3) % rounds.length] ?? rounds[0];
  const amount = rounded(random.spread(low, high), random.chance(0.4) ? 3 : 2);
  const [lead = "", ...others] = random.several(investors, random.int(2, 5));
  const mission = random.pick(company.sector.missions);
  const valuation = random.chance(0.7) ? rounded(amount * (3.5 + random.next() * 5)) : undefined;
  const values = { ...valuesOf(company), round, lead, others: listed(others), mission };
  const data = { round, lead_investor: lead, investors: [lead, ...others] };
  if (random.chance(0.06)) {
    const { title, subhead } = template.undisclosed;
    return { title: fill(title, values), subhead: fill(subhead, values), data };
  }
  const city = company.location.split(",")[0] ?? company.location;
  const total = money(rounded(amount * (1.2 + random.next() * 2), 3));
  const title = fill(random.pick(template.titles), { ...values, sum: money(amount), city });
  const details = valuation === undefined ? { hires: random.int(8, 120) } : { valuation: money(valuation) };
  const last = valuation === undefined ? template.notValued : template.valued;
  const subhead = random.pick([...template.subheads, last]);
  return {
    title,
    subhead: fill(subhead, { ...values, ...details, total }),
    data: { amount, ...data, ...(valuation === undefined ? {} : { valuation }) },
  };
}

/** The terms of an acquisition. The sum is called `price`, so `min_amount` drops acquisitions. */
function dealTerms({ random, publishedMs, company }: EventContext, acquirer: string, target: string) {
  const price = random.chance(0.7)
    ? rounded(random.spread(company.stage === "startup" ? 2e6 : 12e6, 2.4e9))
    : undefined;
  const payment = random.pick(["cash", "stock", "cash and stock"]);
  const close = isoDate(publishedMs + random.int(14, 240) * dayMs);
  return {
    values: { payment, close, price: price === undefined ? "" : money(price) },
    hasPrice: price !== undefined,
    data: {
      acquirer,
      target,
      ...(price === undefined ? {} : { price }),
      payment,
      expected_close: close,
    },
  };
}

/** The company acquires another. */
function acquisition(context: EventContext): EventContent {
  const { random, company } = context;
  const template = templates.acquisition;
  const target = context.newCompany();
  const terms = dealTerms(context, company.name, target.name);
  const values = {
    ...valuesOf(company),
    ...terms.values,
    target: target.name,
    targetLocation: target.location,
    targetStaff: grouped(target.staff),
    mission: random.pick(company.sector.missions),
    product: random.pick(target.sector.products),
  };
  return {
    title: fill(terms.hasPrice ? random.pick(template.titles) : template.titleWithoutPrice, values),
    subhead: fill(template.subhead, values),
    data: terms.data,
  };
}

/** The company is acquired. */
function takeover(context: EventContext): EventContent {
  const { random, company } = context;
  const template = templates.takeover;
  const buyer = context.otherCompany();
  const terms = dealTerms(context, buyer.name, company.name);
  const values = {
    ...valuesOf(company),
    ...terms.values,
    buyer: buyer.name,
    mission: random.pick(buyer.sector.missions),
  };
  return {
    title: fill(terms.hasPrice ? template.title : template.titleWithoutPrice, values),
    subhead: fill(template.subhead, values),
    data: terms.data,
    role: "target",
  };
}

function ipo({ random, company, publishedMs }: EventContext): EventContent {
  const amount = rounded(random.spread(45e6, 1.6e9));
  const sharePrice = random.int(8, 64);
  const exchange = random.pick(exchanges);
  const status = random.pick(["filed", "priced", "listed"] as const);
  const values = {
    ...valuesOf(company),
    sum: money(amount),
    sharePrice,
    exchange,
    gain: random.int(2, 58),
    shares: grouped(Math.round(amount / sharePrice / 1000) * 1000),
    mission: random.pick(company.sector.missions),
  };
  const letters = company.name.replaceAll(/[^A-Za-z]/g, "");
  return {
    title: fill(templates.ipo.titles[status], values),
    subhead: fill(templates.ipo.subhead, values),
    data: {
      amount,
      status,
      share_price: sharePrice,
      exchange,
      ticker: letters.slice(0, 4).toUpperCase(),
      first_trading_day: isoDate(publishedMs + (status === "filed" ? random.int(20, 90) : 0) * dayMs),
    },
  };
}

function partnership(context: EventContext): EventContent {
  const { random, company } = context;
  const partner = context.otherCompany();
  const mission = random.pick(company.sector.missions);
  const product = random.pick(partner.sector.products);
  const years = random.int(2, 7);
  const values = {
    ...valuesOf(company),
    partner: partner.name,
    partnerLocation: partner.location,
    mission,
    product,
    years,
  };
  const title = fill(random.pick(templates.partnership.titles), values);
  const customers = random.int(2, 30);
  return {
    title,
    subhead: fill(random.pick(templates.partnership.subheads), { ...values, customers }),
    data: {
      partner: partner.name,
      partner_entity_id: partner.entityId,
      scope: mission,
      term_years: years,
      exclusive: random.chance(0.2),
    },
  };
}

function executiveChange(context: EventContext): EventContent {
  const { random, company, publishedMs } = context;
  const template = templates.executiveChange;
  const position = random.pick(positions);
  const arriving = personName(random);
  const leaving = personName(random);
  const isPromotion = random.chance(0.3);
  const former = isPromotion ? company.name : context.otherCompany().name;
  const effective = isoDate(publishedMs + random.int(0, 75) * dayMs);
  const years = random.int(2, 14);
  const values = { ...valuesOf(company), position, arriving, leaving, former, effective, years };
  const title = fill(isPromotion ? template.titleOfPromotion : random.pick(template.titles), values);
  const mission = random.pick(company.sector.missions);
  const department = random.pick(departments);
  return {
    title,
    subhead: fill(random.pick(template.subheads), { ...values, mission, department }),
    data: { person: arriving, position, predecessor: leaving, from: former, to: company.name, effective },
  };
}

function layoff(context: EventContext): EventContent {
  const { random, company } = context;
  const headcount = Math.max(3, Math.round(company.staff * (0.04 + 0.34 * random.next())));
  const percentage = Math.round((100 * headcount) / company.staff);
  const reason = random.pick(reasons);
  const affected = random.several(departments, random.int(1, 3));
  const values = {
    ...valuesOf(company),
    jobs: grouped(headcount),
    remaining: grouped(company.staff - headcount),
    percentage,
    reason,
    departments: listed(affected),
  };
  const title = fill(random.pick(templates.layoff.titles), values);
  const weeks = random.int(4, 20);
  return {
    title,
    subhead: fill(random.pick(templates.layoff.subheads), { ...values, weeks }),
    data: { headcount, percentage, staff_before: company.staff, departments: affected, reason },
  };
}

function productLaunch(context: EventContext): EventContent {
  const { random, company } = context;
  const template = templates.productLaunch;
  const product = `${coinedName(random)}${random.chance(0.5) ? ` ${random.int(2, 9)}` : ""}`;
  const category = random.pick(company.sector.products);
  const audience = random.pick(audiences);
  const availability = random.pick(["general", "general", "beta", "waitlist"]);
  const places = random.several(markets, random.int(1, 4));
  const price = random.chance(0.5) ? random.int(9, 990) : undefined;
  const article = /^[aeio]/i.test(category) ? "an" : "a";
  const values = {
    ...valuesOf(company),
    product,
    category,
    aCategory: `${article} ${category}`,
    ACategory: `${article === "an" ? "An" : "A"} ${category}`,
    audience,
    phase: availability === "general" ? "sales" : availability,
    markets: listed(places),
    price: price ?? "",
  };
  return {
    title: fill(random.pick(template.titles), values),
    subhead: fill(price === undefined ? template.subhead : template.subheadWithPrice, values),
    data: {
      product,
      category,
      availability,
      ...(price === undefined ? {} : { price_from: price }),
      markets: places,
    },
  };
}

function shutdown(context: EventContext): EventContent {
  const { random, company, publishedMs } = context;
  const reason = random.pick(reasons);
  const age = random.int(2, 11);
  const raised = rounded(random.spread(8e5, 90e6));
  const lastDay = isoDate(publishedMs + random.int(3, 60) * dayMs);
  const mission = random.pick(company.sector.missions);
  const values = { ...valuesOf(company), reason, age, raised: money(raised), lastDay, mission };
  return {
    title: fill(random.pick(templates.shutdown.titles), values),
    subhead: fill(templates.shutdown.subhead, values),
    data: {
      reason,
      last_day: lastDay,
      employees_affected: company.staff,
      total_raised: raised,
      years_active: age,
    },
  };
}

function valuesOf({ name, location, staff }: SampleCompany) {
  return { company: name, location, staff: grouped(staff) };
}

function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) {
      throw new RangeError(`There is no value for {${name}}.`);
    }
    return String(value);
  });
}

function personName(random: Random): string {
  return `${random.pick(givenNames)} ${random.pick(familyNames)}`;
}

/** US dollars as headlines write them: `$3.8M`, `$42M`, `$1.2B`. */
function money(usd: number): string {
  const [unit, letter] = usd >= 1e9 ? [1e9, "B"] : usd >= 1e6 ? [1e6, "M"] : [1e3, "K"];
  const value = usd / unit;
  const digits = Number(value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0));
  return `$${digits}${letter}`;
}

/** Rounded to `digits` significant digits. */
function rounded(value: number, digits = 2): number {
  return Number(value.toPrecision(digits));
}

/** "a, b and c" */
function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1) ?? ""}`;
}

/** 1234 as "1,234". */
function grouped(value: number): string {
  return value.toLocaleString("en-US");
}

function isoDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
