/** Adds numbers as the decimals that they are written as, without the rounding of floating-point sums. */
export class ExactSum {
  /** The sum, times ten to the power of `decimals`. */
  private units = 0n;
  private decimals = 0;

  /** @param value finite */
  add(value: number): void {
    const [, sign = "", whole = "0", fraction = "", exponent = "0"] =
      /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
    const power = Number(exponent) - fraction.length;
    const decimals = Math.max(this.decimals, -power);
    this.units *= 10n ** BigInt(decimals - this.decimals);
    this.decimals = decimals;
    this.units += BigInt(sign + whole + fraction) * 10n ** BigInt(power + decimals);
  }

  /** All digits of the sum, as in JSON: `512345000`, `0.5`. */
  toString(): string {
    const sign = this.units < 0n ? "-" : "";
    const digits = String(this.units < 0n ? -this.units : this.units).padStart(this.decimals + 1, "0");
    const end = digits.length - this.decimals;
    const fraction = digits.slice(end).replace(/0+$/, "");
    return `${sign}${digits.slice(0, end)}${fraction === "" ? "" : `.${fraction}`}`;
  }
}
