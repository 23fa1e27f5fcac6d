/** US dollars as headlines write them: `$3.8M`, `$42M`, `$1.2B`. */
export function money(usd: number): string {
  const [unit, letter] = usd >= 1e9 ? [1e9, "B"] : usd >= 1e6 ? [1e6, "M"] : [1e3, "K"];
  const value = usd / unit;
  return `$${Number(value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0))}${letter}`;
}

/** Rounded to `digits` significant digits, as announced sums are. */
export function roundSum(value: number, digits = 2): number {
  return Number(value.toPrecision(digits));
}

/** With its indefinite article. */
export function withArticle(noun: string): string {
  return `${/^[aeio]/i.test(noun) ? "an" : "a"} ${noun}`;
}

/** "a, b and c" */
export function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1) ?? ""}`;
}

/** 1234 as "1,234". */
export function grouped(value: number): string {
  return value.toLocaleString("en-US");
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** UTC date of an instant, `YYYY-MM-DD`. */
export function isoDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
