/** Amounts in English, whatever the display language is: models read them. */

const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: 6 });
const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 20 });

/** A short amount that is never rounded, so that it is on the right side of any threshold: `$42M`, `$49.96M`, `$49,999,999` */
export function shortUsd(amount: number): string {
  return withSign(amount, (size) =>
    size < 1e15 && Number(size.toPrecision(6)) === size ? compact.format(size) : exactDigits(size),
  );
}

/** An amount with all its digits: `$42,000,000`, `$1.5e+20` */
export function fullUsd(amount: number): string {
  return withSign(amount, exactDigits);
}

/** All digits of an exact sum (src/util/exactSum.ts): `$512,345,000.5` */
export function sumUsd(digits: string): string {
  const [, sign = "", whole = digits, fraction = ""] = /^(-?)(\d+)(\.\d+)?$/.exec(digits) ?? [];
  return `${sign}$${whole.replace(/\B(?=(?:\d{3})+$)/g, ",")}${fraction}`;
}

function exactDigits(size: number): string {
  return size > Number.MAX_SAFE_INTEGER || (size > 0 && size < 1e-6)
    ? size.toExponential()
    : grouped.format(size);
}

function withSign(amount: number, digits: (size: number) => string): string {
  return `${amount < 0 ? "-" : ""}$${digits(Math.abs(amount))}`;
}
