import { Random } from "../../src/sample/random";
import {
  countries,
  firms,
  firstSyllables,
  industries,
  lastSyllables,
  middleSyllables,
  sectors,
  tails,
  townEnds,
} from "./corpusWords";

/** Number of different invented names. */
const nameCount = firstSyllables.length * middleSyllables.length * lastSyllables.length;

/** Spreads consecutive numbers over all names; coprime to their number. */
const stride = 48_271;

/** An invented name, unique for each number below `nameCount`. */
export function inventedName(number: number): string {
  let rest = Math.abs((number * stride) % nameCount);
  const part = (list: readonly string[]): string => {
    const word = list[rest % list.length] ?? "";
    rest = Math.floor(rest / list.length);
    return word;
  };
  const name = part(firstSyllables) + part(middleSyllables) + part(lastSyllables);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** An invented person, unique for each number. */
export function personName(number: number): string {
  return `${inventedName(number * 7 + 3)} ${inventedName(number)}`;
}

/** An invented investor, unique for each number. */
export function investorName(number: number): string {
  return `${inventedName(number)} ${firms[number % firms.length] ?? ""}`;
}

/** The `company` of an event (`docs/service.md`, Company). */
export interface CorpusCompany {
  readonly name: string;
  readonly domain: string;
  readonly entityId: string;
  readonly industry: string;
  readonly location: string;
  readonly sector: string;
}

/** Companies with events; others are only mentioned. */
export const corpusCompanies = 40_000;

/** A pure function of the seed, with a unique name for each number. */
export function corpusCompany(seed: number, number: number): CorpusCompany {
  const random = new Random(`${seed}/company/${number}`);
  const word = inventedName(number);
  const name = random.chance(0.7) ? `${word} ${random.pick(tails)}` : word;
  const host = name.toLowerCase().replaceAll(" ", random.chance(0.5) ? "" : "-");
  const town = inventedName(random.int(0, 3_000)).slice(0, 5) + random.pick(townEnds);
  return {
    name,
    domain: `${random.chance(0.2) ? "get" : ""}${host}.${random.pick(["com", "io", "co", "ai"])}.example`,
    entityId: `ent_${random.token(14)}`,
    industry: random.pick(industries),
    location: `${town}, ${random.pick(countries)}`,
    sector: random.pick(sectors),
  };
}
