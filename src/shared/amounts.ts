const suffixes: Readonly<Record<string, number>> = {
  k: 3,
  thousand: 3,
  m: 6,
  mn: 6,
  mm: 6,
  mio: 6,
  million: 6,
  b: 9,
  bn: 9,
  billion: 9,
  t: 12,
  tn: 12,
  trillion: 12,
};

/** Number, optional exponent, optional word: `10M`, `2.5 bn`, `1,000,000`, `1e6`. Commas only between groups of thousands. */
const amountShape = /^(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?:e\+?(\d{1,3}))?\s*([a-z]*)$/;

type ParsedAmount =
  | { readonly ok: true; readonly value: number }
  /** A sentence for the user. */
  | { readonly ok: false; readonly message: string };

/** Reads an amount of zero or more as the user types it. */
export function parseAmount(text: string): ParsedAmount {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/^(?:usd|us\$|\$)\s*/, "")
    .replace(/\s*(?:usd|\$)$/, "")
    .replaceAll("_", "");
  if (/^[-−]/.test(plain)) {
    return { ok: false, message: "Enter an amount of zero or more." };
  }
  const [, whole, fraction = "", exponent = "0", suffix = ""] = amountShape.exec(plain) ?? [];
  const power = suffix === "" ? 0 : suffixes[suffix];
  if (whole === undefined || power === undefined) {
    return { ok: false, message: "Enter an amount such as 300k, 10M, 2.5B or 1,000,000." };
  }
  // Multiplication would make 1.1M slightly different from 1100000.
  const value = Number(`${whole.replaceAll(",", "")}${fraction}e${Number(exponent) + power}`);
  return value <= Number.MAX_SAFE_INTEGER
    ? { ok: true, value }
    : { ok: false, message: "Enter a smaller amount." };
}

const steps = [
  { from: 1e12, letter: "T" },
  { from: 1e9, letter: "B" },
  { from: 1e6, letter: "M" },
  { from: 1e3, letter: "K" },
] as const;

/** At most three significant digits: `$42M`, `$1.25B`, `$950K`, `-$5M`, `$0`. Without a suffix for the size: `$1e+21`. */
export function compactUsd(amount: number): string {
  const size = Math.abs(amount);
  const sign = amount < 0 ? "-" : "";
  if (size >= 1e18) {
    return `${sign}$${Number(size.toPrecision(3)).toExponential()}`;
  }
  // The rounded size decides: 999,999 is $1M, not $1000K.
  const step = steps.find(({ from }) => Number((size / from).toPrecision(3)) >= 1);
  const shown = step ? size / step.from : size;
  const digits = shown >= 100 ? shown.toFixed(0) : String(Number(shown.toPrecision(3)));
  return `${sign}$${groupThousands(digits)}${step?.letter ?? ""}`;
}

/** With all digits of the number: `$42,000,000`, `$0.5`, `$1.5e+20`. */
export function exactUsd(amount: number): string {
  const sign = amount < 0 ? "-" : "";
  const size = Math.abs(amount);
  return `${sign}$${size > Number.MAX_SAFE_INTEGER ? size.toExponential() : groupThousands(String(size))}`;
}

/**
 * Short, followed by the full amount if that differs: `$42M ($42,000,000)`. An amount that a number cannot hold is
 * written as sent: `$1e400`.
 * @param digits a JSON number
 */
export function sentUsd(digits: string): string {
  const amount = Number(digits);
  const [, sign = "", size = ""] = /^(-?)(.*)$/.exec(digits) ?? [];
  const exact = holds(amount, digits) ? exactUsd(amount) : `${sign}$${groupThousands(size)}`;
  const short = Number.isFinite(amount) && (amount !== 0 || exact === "$0") ? compactUsd(amount) : exact;
  return short === exact ? exact : `${short} (${exact})`;
}

/** Whether the number preserves all of the digits: fifteen always fit. */
function holds(amount: number, digits: string): boolean {
  const significant = digits
    .replace(/e.*$/i, "")
    .replace(/[-.]/g, "")
    .replace(/^0+|0+$/g, "");
  return significant.length <= 15 && Number.isFinite(amount) && (amount !== 0 || significant === "");
}

function groupThousands(digits: string): string {
  return /^\d+(?:\.\d+)?$/.test(digits) ? digits.replace(/\B(?<!\.\d*)(?=(?:\d{3})+(?!\d))/g, ",") : digits;
}
