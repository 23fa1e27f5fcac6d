import { grouped, isoDate, listed, money, roundSum } from "./phrasing";
import type { Scene, Story } from "./story";
import { dayMs } from "../shared/day";
import { exchanges, investors } from "./words";

/** Rounds in the order they come, with the range of their sums in USD. */
const rounds = {
  startup: [
    ["Pre-Seed", 4e5, 3e6],
    ["Seed", 1.5e6, 9e6],
    ["Seed Extension", 1e6, 5e6],
    ["Series A", 6e6, 28e6],
    ["Series A Extension", 4e6, 14e6],
    ["Series B", 18e6, 70e6],
  ],
  growth: [
    ["Series B", 20e6, 80e6],
    ["Series C", 45e6, 180e6],
    ["Venture Debt", 10e6, 90e6],
    ["Series D", 90e6, 350e6],
    ["Growth Equity", 60e6, 400e6],
    ["Series E", 150e6, 900e6],
  ],
  public: [
    ["Post-IPO Debt", 120e6, 1.4e9],
    ["Post-IPO Equity", 80e6, 9e8],
  ],
} as const;

/** A funding round, its `event_data` as shown in `interface.md`. Now and then the sum is not disclosed. */
export function funding({ random, company, chapter }: Scene): Story {
  const { name, sector, location } = company;
  const ladder = rounds[company.stage];
  const [round, low, high] = ladder[Math.floor(chapter / 3) % ladder.length] ?? ladder[0];
  const amount = roundSum(random.spread(low, high), random.chance(0.4) ? 3 : 2);
  const [lead = "", ...others] = random.several(investors, random.int(2, 5));
  const mission = random.pick(sector.missions);
  const valuation = random.chance(0.7) ? roundSum(amount * (3.5 + random.next() * 5)) : undefined;
  const data = { round, lead_investor: lead, investors: [lead, ...others] };
  if (random.chance(0.06)) {
    return {
      title: `${name} closes ${round} round with ${lead} to ${mission}`,
      subhead: `Terms were not disclosed. ${listed(others)} also took part in the financing of the ${location} company.`,
      data,
    };
  }
  const sum = money(amount);
  const city = location.split(",")[0] ?? location;
  const total = money(roundSum(amount * (1.2 + random.next() * 2), 3));
  return {
    title: random.pick([
      `${name} raises ${sum} ${round} to ${mission}`,
      `${name} raises ${sum} ${round} to ${mission}`,
      `${name} secures ${sum} in ${round} funding to ${mission}`,
      `${name} lands ${sum} ${round} led by ${lead} to ${mission}`,
      `${lead} leads ${sum} ${round} in ${city}'s ${name} to ${mission}`,
    ]),
    subhead: random.pick([
      `The round was led by ${lead} with participation from ${listed(others)}.`,
      `${listed(others)} joined ${lead} in the round, which brings the total raised to ${total}.`,
      valuation === undefined
        ? `The ${location} company has now raised ${total} and plans to hire ${random.int(8, 120)} people this year.`
        : `The deal, led by ${lead}, values the ${location} company at ${money(valuation)}.`,
    ]),
    data: { amount, ...data, ...(valuation === undefined ? {} : { valuation }) },
  };
}

/** What both sides of an acquisition share. Its sum stands under `price`, so that `min_amount` drops it. */
function takeover({ random, publishedMs }: Scene, acquirer: string, target: string, stage: string) {
  const price = random.chance(0.7)
    ? roundSum(random.spread(stage === "startup" ? 2e6 : 12e6, 2.4e9))
    : undefined;
  return {
    price,
    data: {
      acquirer,
      target,
      ...(price === undefined ? {} : { price }),
      payment: random.pick(["cash", "stock", "cash and stock"]),
      expected_close: isoDate(publishedMs + random.int(14, 240) * dayMs),
    },
  };
}

/** The company buys another. */
export function acquisition(scene: Scene): Story {
  const { random, company } = scene;
  const target = scene.stranger();
  const { price, data } = takeover(scene, company.name, target.name, company.stage);
  const mission = random.pick(company.sector.missions);
  const product = random.pick(target.sector.products);
  return {
    title:
      price === undefined
        ? `${company.name} acquires ${target.name} to ${mission}`
        : random.pick([
            `${company.name} acquires ${target.name} for ${money(price)} to ${mission}`,
            `${company.name} to buy ${target.name}, known for its ${product}, for ${money(price)}`,
            `${company.name} agrees ${money(price)} deal for ${target.name}`,
          ]),
    subhead: `${target.name}, based in ${target.location} with ${grouped(target.staff)} employees, brings its ${product} to ${company.name}; the ${data.payment} deal should close by ${data.expected_close}.`,
    data,
  };
}

/** The company is bought. */
export function acquisitionOfTarget(scene: Scene): Story {
  const { random, company } = scene;
  const buyer = scene.other();
  const { price, data } = takeover(scene, buyer.name, company.name, company.stage);
  return {
    title: `${company.name} agrees to ${price === undefined ? "be taken over" : `${money(price)} takeover`} by ${buyer.name}`,
    subhead: `The board recommends the ${data.payment} offer; ${grouped(company.staff)} employees in ${company.location} are to join ${buyer.name}, which wants to ${random.pick(buyer.sector.missions)}.`,
    data,
    role: "target",
  };
}

/** The company sells its shares to the public. */
export function ipo({ random, company, publishedMs }: Scene): Story {
  const { name, location } = company;
  const amount = roundSum(random.spread(45e6, 1.6e9));
  const sharePrice = random.int(8, 64);
  const exchange = random.pick(exchanges);
  const status = random.pick(["filed", "priced", "listed"] as const);
  const sum = money(amount);
  const titles = {
    filed: `${name} files for ${exchange} listing, seeking to raise ${sum}`,
    priced: `${name} prices IPO at $${sharePrice} a share, raising ${sum}`,
    listed: `${name} shares climb ${random.int(2, 58)}% in ${exchange} debut after ${sum} IPO`,
  };
  return {
    title: titles[status],
    subhead: `The ${location} company offers ${grouped(Math.round(amount / sharePrice / 1000) * 1000)} shares and wants to ${random.pick(company.sector.missions)} with the proceeds.`,
    data: {
      amount,
      status,
      share_price: sharePrice,
      exchange,
      ticker: name
        .replaceAll(/[^A-Za-z]/g, "")
        .slice(0, 4)
        .toUpperCase(),
      first_trading_day: isoDate(publishedMs + (status === "filed" ? random.int(20, 90) : 0) * dayMs),
    },
  };
}

/** The company and another do something together. */
export function partnership(scene: Scene): Story {
  const { random, company } = scene;
  const partner = scene.other();
  const mission = random.pick(company.sector.missions);
  const product = random.pick(partner.sector.products);
  const years = random.int(2, 7);
  return {
    title: random.pick([
      `${company.name} and ${partner.name} team up for ${years} years to ${mission}`,
      `${company.name} partners with ${partner.name} to ${mission}`,
      `${company.name} picks ${partner.name}'s ${product} in ${years}-year deal`,
      `${company.name} signs ${years}-year pact with ${partner.name} to ${mission}`,
    ]),
    subhead: random.pick([
      `The ${years}-year agreement pairs ${company.name} with the ${partner.location} company and its ${product}.`,
      `Both companies will start with ${random.int(2, 30)} joint customers before a wider rollout.`,
      `Financial terms were not disclosed; work in ${company.location} begins next quarter.`,
    ]),
    data: {
      partner: partner.name,
      partner_entity_id: partner.entityId,
      scope: mission,
      term_years: years,
      exclusive: random.chance(0.2),
    },
  };
}
