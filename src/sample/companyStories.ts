import { coinedName } from "./companies";
import { capitalized, grouped, isoDate, listed, money, roundSum, withArticle } from "./phrasing";
import type { Random } from "./random";
import { dayMs } from "../shared/day";
import type { Scene, Story } from "./story";
import { audiences, departments, familyNames, givenNames, hardTimes, markets, positions } from "./words";

function person(random: Random): string {
  return `${random.pick(givenNames)} ${random.pick(familyNames)}`;
}

/** Someone takes or leaves one of the company's top positions. */
export function executiveChange(scene: Scene): Story {
  const { random, company, publishedMs } = scene;
  const position = random.pick(positions);
  const arriving = person(random);
  const leaving = person(random);
  const promoted = random.chance(0.3);
  const former = promoted ? company.name : scene.other().name;
  const effective = isoDate(publishedMs + random.int(0, 75) * dayMs);
  const years = random.int(2, 14);
  return {
    title: promoted
      ? `${company.name} promotes ${arriving} to ${position} as ${leaving} departs`
      : random.pick([
          `${company.name} names ${arriving} ${position}`,
          `${company.name} hires ${arriving} from ${former} as ${position}`,
          `${leaving} to step down as ${position} of ${company.name}; ${arriving} named successor`,
        ]),
    subhead: random.pick([
      `${arriving} succeeds ${leaving}, who spent ${years} years at the ${company.location} company, effective ${effective}.`,
      `The appointment comes as ${company.name} wants to ${random.pick(company.sector.missions)}.`,
      `${arriving} previously led ${random.pick(departments)} at ${former} and starts on ${effective}.`,
    ]),
    data: { person: arriving, position, predecessor: leaving, from: former, to: company.name, effective },
  };
}

/** The company lets people go. */
export function layoff({ random, company }: Scene): Story {
  const { name, staff } = company;
  const headcount = Math.max(3, Math.round(staff * (0.04 + 0.34 * random.next())));
  const percentage = Math.round((100 * headcount) / staff);
  const jobs = grouped(headcount);
  const reason = random.pick(hardTimes);
  const hit = random.several(departments, random.int(1, 3));
  return {
    title: random.pick([
      `${name} cuts ${jobs} jobs, about ${percentage}% of its staff, citing ${reason}`,
      `${name} to lay off ${jobs} people amid ${reason}`,
      `${name} eliminates ${jobs} roles in ${listed(hit)} after ${reason}`,
    ]),
    subhead: random.pick([
      `The cuts fall mainly on ${listed(hit)}; those affected receive ${random.int(4, 20)} weeks of pay.`,
      `In a note to employees the ${company.location} company pointed to ${reason}; ${grouped(staff - headcount)} people remain.`,
    ]),
    data: { headcount, percentage, staff_before: staff, departments: hit, reason },
  };
}

/** The company brings out something new. */
export function productLaunch({ random, company }: Scene): Story {
  const product = `${coinedName(random)}${random.chance(0.5) ? ` ${random.int(2, 9)}` : ""}`;
  const category = random.pick(company.sector.products);
  const audience = random.pick(audiences);
  const availability = random.pick(["general", "general", "beta", "waitlist"]);
  const places = random.several(markets, random.int(1, 4));
  const price = random.chance(0.5) ? random.int(9, 990) : undefined;
  return {
    title: random.pick([
      `${company.name} launches ${product}, ${withArticle(category)} for ${audience}`,
      `${company.name} unveils ${product}, its new ${category} for ${audience}`,
      `${company.name} opens ${availability === "general" ? "sales" : availability} of ${category} ${product}`,
    ]),
    subhead:
      price === undefined
        ? `${capitalized(withArticle(category))} built for ${audience}, ${product} arrives first in ${listed(places)}.`
        : `${product} starts at $${price} a month and is available in ${listed(places)}.`,
    data: {
      product,
      category,
      availability,
      ...(price === undefined ? {} : { price_from: price }),
      markets: places,
    },
  };
}

/** The company closes. */
export function shutdown({ random, company, publishedMs }: Scene): Story {
  const reason = random.pick(hardTimes);
  const age = random.int(2, 11);
  const raised = roundSum(random.spread(8e5, 90e6));
  const lastDay = isoDate(publishedMs + random.int(3, 60) * dayMs);
  return {
    title: random.pick([
      `${company.name} shuts down ${age} years after launch, citing ${reason}`,
      `${company.name} to cease operations after raising ${money(raised)}`,
      `${company.name} winds down after failing to ${random.pick(company.sector.missions)}`,
    ]),
    subhead: `${grouped(company.staff)} employees in ${company.location} are affected; customers can export their data until ${lastDay}.`,
    data: {
      reason,
      last_day: lastDay,
      employees_affected: company.staff,
      total_raised: raised,
      years_active: age,
    },
  };
}
