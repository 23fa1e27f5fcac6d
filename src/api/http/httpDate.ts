const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The three forms a recipient has to read (RFC 9110, 5.6.7), the first being the one that is sent today. */
const forms = [
  /^[A-Z][a-z]{2}, (?<day>\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<h>\d{2}):(?<m>\d{2}):(?<s>\d{2}) GMT$/,
  /^[A-Z][a-z]+day, (?<day>\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\d{2}) (?<h>\d{2}):(?<m>\d{2}):(?<s>\d{2}) GMT$/,
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<h>\d{2}):(?<m>\d{2}):(?<s>\d{2}) (?<year>\d{4})$/,
];

/**
 * Reads a date as HTTP headers carry it, in milliseconds since 1970 UTC. Anything else is undefined; `Date.parse` would
 * make a date out of nearly everything.
 */
export function parseHttpDate(text: string): number | undefined {
  for (const form of forms) {
    const parts = form.exec(text.trim())?.groups;
    if (parts) {
      const month = months.indexOf(parts["month"] ?? "");
      const [day, h, m, s] = ["day", "h", "m", "s"].map((name) => Number(parts[name]));
      const ms = Date.UTC(fullYear(parts["year"] ?? ""), month, day, h, m, s);
      return month < 0 || Number.isNaN(ms) ? undefined : ms;
    }
  }
  return undefined;
}

/** Two digits are of this century: no service that is alive sends a date of the last one. */
function fullYear(year: string): number {
  return Number(year) + (year.length === 2 ? 2000 : 0);
}
