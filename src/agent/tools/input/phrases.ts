import { quotedText } from "../answer/cleanText";

/** A text of the agent, of a setting or of the service, short enough to be part of a sentence. */
export function quoted(text: string): string {
  return quotedText(text, 60);
}

/** `a, b and 3 more` */
export function listed(texts: readonly string[], max: number): string {
  const more = texts.length - max;
  return `${texts.slice(0, max).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** How a sentence refers to these names: "Call again with it" or "with one of them". */
export function oneOfThem(names: readonly string[]): string {
  return names.length === 1 ? "it" : "one of them";
}
