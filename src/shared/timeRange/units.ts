/** In days. A month, a quarter and a year are the usual 30, 90 and 365 days. */
const units: readonly (readonly [RegExp, number])[] = [
  [/^(?:m|mins?|minutes?)$/, 1 / 1440],
  [/^(?:h|hrs?|hours?)$/, 1 / 24],
  [/^(?:d|days?)$/, 1],
  [/^(?:w|wks?|weeks?)$/, 7],
  [/^(?:fortnights?)$/, 14],
  [/^(?:mo|mos|months?)$/, 30],
  [/^(?:quarters?)$/, 90],
  [/^(?:y|yrs?|years?)$/, 365],
];

/** The length of what people call a unit: `h`, `days`. Undefined for anything else. */
export function daysOfUnit(unit: string | undefined): number | undefined {
  return units.find(([pattern]) => unit !== undefined && pattern.test(unit))?.[1];
}
