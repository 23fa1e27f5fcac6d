import type { Headline } from "./headline";
import { type HeadlineNumber, isMoney, sameNumber } from "./headlineNumbers";

/** How many words and numbers two titles must have in common before one can be said to say all that the other says. */
const minShared = 3;
/** Smaller amounts are prices rather than what an event is about. */
const minAmount = 1_000;
/** Smaller numbers of people may be the same by chance. */
const minPeople = 10;

/** Whether two headlines of one company and type cannot be the same story, whatever else they say. */
export function areDifferent(a: Headline, b: Headline): boolean {
  return !numbersAgree(a.numbers, b.numbers) || !sameSet(a.turns, b.turns);
}

/**
 * Whether two headlines of one company and type, a few days apart at most, are the same story. A wrong yes hides an event behind
 * another one, so this says no unless it is certain.
 */
export function isSameStory(a: Headline, b: Headline): boolean {
  if (areDifferent(a, b)) {
    return false;
  }
  const sharedNumbers = sharedNumbersOf(a.numbers, b.numbers);
  const shared = [...a.words].filter((word) => b.words.has(word));
  const sharedNames = shared.filter((word) => a.names.has(word) || b.names.has(word));
  return (
    hasSameFigure(a, b, sharedNumbers, shared, sharedNames) ||
    saysAll(a, b, shared, sharedNames, sharedNumbers.length) ||
    saysAll(b, a, shared, sharedNames, sharedNumbers.length) ||
    hasSameNames(a, b, shared, sharedNames)
  );
}

/** The numbers that both have, each once, with its currency if one of them states it. The result is the same if a and b are swapped. */
function sharedNumbersOf(a: readonly HeadlineNumber[], b: readonly HeadlineNumber[]): HeadlineNumber[] {
  const shared = new Map<HeadlineNumber["value"], HeadlineNumber>();
  for (const number of a) {
    for (const other of b.filter((each) => sameNumber(number, each))) {
      const stated = isMoney(number) ? number : other;
      if (isMoney(stated) || !shared.has(stated.value)) {
        shared.set(stated.value, stated);
      }
    }
  }
  return [...shared.values()];
}

/**
 * Whether the numbers do not contradict each other. Of each kind (sums, percentages, durations, others), one headline has all numbers
 * of the other. A number that may be a part of a name is in both, unless they have another number in common.
 */
function numbersAgree(a: readonly HeadlineNumber[], b: readonly HeadlineNumber[]): boolean {
  const onlyA = a.filter((number) => !b.some((other) => sameNumber(number, other)));
  const onlyB = b.filter((number) => !a.some((other) => sameNumber(number, other)));
  if (onlyA.some((number) => onlyB.some((other) => kindOfNumber(number) === kindOfNumber(other)))) {
    return false;
  }
  const shares = onlyA.length < a.length;
  return shares || ![...onlyA, ...onlyB].some(({ inName }) => inName);
}

function kindOfNumber(number: HeadlineNumber): string {
  const isSum =
    isMoney(number) || (number.unit === "" && typeof number.value === "number" && number.value >= 1e6);
  return isSum ? "sum" : number.unit;
}

/** Whether both state the same sum or, for layoffs, the same number of people. */
function hasSameFigure(
  a: Headline,
  b: Headline,
  sharedNumbers: readonly HeadlineNumber[],
  shared: readonly string[],
  sharedNames: readonly string[],
): boolean {
  const isAbout = (a.mentionsCompany && b.mentionsCompany) || shared.length >= 2;
  if (a.kind === "layoffs") {
    return isAbout && sharedNumbers.some(({ value }) => typeof value === "number" && value >= minPeople);
  }
  const sum = sharedNumbers.some(
    (number) => isMoney(number) && typeof number.value === "number" && number.value >= minAmount,
  );
  const isAlone = a.kind === "funding" || a.kind === "ipo";
  return sum && isAbout && (isAlone || shared.length >= minShared || sharedNames.length > 0);
}

/** Whether the long headline says all that the short one says. */
function saysAll(
  long: Headline,
  short: Headline,
  shared: readonly string[],
  sharedNames: readonly string[],
  sharedNumbers: number,
): boolean {
  if (shared.length < short.words.size) {
    return false;
  }
  const hasMoreNames = hasOtherNames(long, short);
  if (shared.length + sharedNumbers >= minShared) {
    return long.kind !== "launch" || !hasMoreNames;
  }
  const isAboutAnother =
    long.kind === "acquisition" || long.kind === "partnership" || long.kind === "executive";
  return isAboutAnother && sharedNames.length > 0 && shared.length > 1 && !hasMoreNames;
}

/** Whether both have the same names, such as those of a person or a partner. For most kinds, only one may have other names, too. */
function hasSameNames(
  a: Headline,
  b: Headline,
  shared: readonly string[],
  sharedNames: readonly string[],
): boolean {
  const withOthers = Number(hasOtherNames(a, b)) + Number(hasOtherNames(b, a));
  const isAlike = 10 * shared.length >= 3 * (a.words.size + b.words.size);
  if (sharedNames.length < 2) {
    return sharedNames.length > 0 && withOthers === 0 && isAlike && shared.length > minShared;
  }
  switch (a.kind) {
    case "launch":
      // "Widget Cloud" and "Widget Cloud Pro" are two products.
      return withOthers === 0 && isAlike;
    case "acquisition":
      return withOthers <= 1 && shared.length >= minShared;
    case "executive":
      // The same person and position: one headline names who leaves, another one where they come from.
      return shared.length > minShared && [...a.fullNames].some((name) => b.fullNames.has(name));
    default:
      return withOthers <= 1 && isAlike;
  }
}

/** Whether a headline has words that the other lacks and that may be names. */
function hasOtherNames(own: Headline, other: Headline): boolean {
  return [...own.words].some((word) => !other.words.has(word) && !own.plainWords.has(word));
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((item) => b.has(item));
}
