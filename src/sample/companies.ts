import sectors from "./data/sectors.json";
import words from "./data/words.json";
import { Random } from "./random";

/** Decides which events a company may have. */
export type Stage = "startup" | "growth" | "public";

/** An invented company. */
export interface SampleCompany {
  readonly name: string;
  /** Ends with `.example`, a reserved domain. */
  readonly domain: string;
  readonly entity_id: string;
  readonly industry: string;
  readonly location: string;
  readonly sector: (typeof sectors)[number];
  readonly stage: Stage;
  /** Number of employees. */
  readonly staff: number;
}

const staffRange = { startup: [8, 140], growth: [120, 1_600], public: [900, 24_000] } as const;

/** A company for a single event, such as going public or closing. */
export function singleCompany(seed: number, label: string, stage: Stage): SampleCompany {
  const random = new Random(`${seed}/fresh/${label}`);
  const sector = random.pick(sectors);
  return companyNamed(seed, `${coinedName(random)} ${random.pick(sector.suffixes)}`, sector, stage);
}

/** `count` companies with different names that appear in several events, the larger ones first. */
export function recurringCompanies(seed: number, count: number): SampleCompany[] {
  const random = new Random(`${seed}/companies`);
  const byName = new Map<string, SampleCompany>();
  while (byName.size < count) {
    const sector = random.pick(sectors);
    const name = random.chance(0.35)
      ? random.pick(words.nameStarts) + random.pick(sector.endings)
      : `${coinedName(random)} ${random.pick(sector.suffixes)}`;
    if (!byName.has(name)) {
      const rank = byName.size / count;
      const stage = rank < 0.12 ? "public" : rank < 0.45 ? "growth" : "startup";
      byName.set(name, companyNamed(seed, name, sector, stage));
    }
  }
  return [...byName.values()];
}

/** An invented word that could be a name, e.g. "Fennora". */
export function coinedName(random: Random): string {
  return random.pick(words.nameStarts) + random.pick(words.nameEnds);
}

/** Derives everything else from the name, so that the same name is always the same company. */
function companyNamed(
  seed: number,
  name: string,
  sector: SampleCompany["sector"],
  stage: Stage,
): SampleCompany {
  const random = new Random(`${seed}/company/${name}`);
  const [low, high] = staffRange[stage];
  return {
    name,
    domain: `${name.toLowerCase().replaceAll(" ", "")}.example`,
    entity_id: `ent_${random.token(14)}`,
    industry: random.pick(sector.industries),
    location: random.pick(words.places),
    sector,
    stage,
    staff: Math.round(random.spread(low, high)),
  };
}
