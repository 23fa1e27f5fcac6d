import { comparableText } from "../../../shared/text";

/** How many labels are compared, and how many characters of each: labels come from the service. */
const maxLabels = 2000;
const maxLength = 40;
/** Two texts that are less similar are not called near. */
const minSimilarity = 0.6;
/** Single words have to be more similar, and begin with the same letter: "technology" is not "biotechnology". */
const minWordSimilarity = 0.7;
/** A label that is less similar than the nearest one by more than this is hardly meant. */
const maxDistance = 0.12;

/** The parts of a text that are compared. */
interface FoldedText {
  readonly words: readonly string[];
  /** All words without what separates them: `E-commerce & Retail` is `ecommerceretail`. */
  readonly joined: string;
}

/** A label as it is compared: case, spacing, punctuation and "and" do not count. */
export function foldedLabel(label: string): string {
  return fold(label).joined;
}

/** The labels that a text may stand for, the nearest first: another spelling, a part, a beginning, initials. */
export function nearestLabels(wanted: string, labels: readonly string[], max = 3): string[] {
  const text = fold(wanted);
  if (text.joined === "") {
    return [];
  }
  return [...new Set(labels)]
    .slice(0, maxLabels)
    .map((label) => ({ label, similarity: similarity(text, fold(label)) }))
    .filter(({ similarity }) => similarity >= minSimilarity)
    .sort((a, b) => b.similarity - a.similarity)
    .filter(({ similarity }, _, [nearest = { similarity }]) => similarity >= nearest.similarity - maxDistance)
    .slice(0, max)
    .map(({ label }) => label);
}

function fold(text: string): FoldedText {
  const words = (
    comparableText(text.slice(0, 4 * maxLength).toWellFormed())
      .slice(0, maxLength)
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).filter((word) => word !== "and");
  return { words, joined: words.join("") };
}

/** How similar they are, from 0 to 1. */
function similarity(wanted: FoldedText, label: FoldedText): number {
  if (label.joined === "") {
    return 0;
  }
  if (wanted.joined === label.joined) {
    return 1;
  }
  const spelling = spellingSimilarity(wanted.joined, label.joined);
  const initials = label.words.length > 1 ? initialsOf(label.words) : undefined;
  const hasInitials = [wanted.joined, ...wanted.words].some((text) => text === initials);
  const words = wanted.words.flatMap((a) => label.words.map((b) => wordSimilarity(a, b)));
  return Math.max(
    spelling,
    hasInitials ? 0.9 : 0,
    beginsAlike(wanted.joined, label.joined) ? 0.85 : 0,
    0.8 * Math.max(0, ...words),
  );
}

function wordSimilarity(a: string, b: string): number {
  if (a === b || beginsAlike(a, b)) {
    return 1;
  }
  const similarity = a[0] === b[0] ? spellingSimilarity(a, b) : 0;
  return similarity >= minWordSimilarity ? similarity : 0;
}

/** Whether one is the beginning of the other. */
function beginsAlike(a: string, b: string): boolean {
  return Math.min(a.length, b.length) > 2 && (a.startsWith(b) || b.startsWith(a));
}

function initialsOf(words: readonly string[]): string {
  return words.map((word) => Array.from(word)[0]).join("");
}

/** How much of the longer text need not be changed to get the other one, from 0 to 1. */
function spellingSimilarity(a: string, b: string): number {
  const longer = Math.max(a.length, b.length);
  // More changes than this would not make them near.
  return Math.abs(a.length - b.length) > longer * (1 - minSimilarity) ? 0 : 1 - editDistance(a, b) / longer;
}

/** The number of inserted, deleted, replaced and swapped characters (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforePrevious: Uint8Array = new Uint8Array(b.length + 1);
  let previous: Uint8Array = Uint8Array.from(beforePrevious.keys());
  let current: Uint8Array = new Uint8Array(b.length + 1);
  for (let i = 1; i <= a.length; i++) {
    current[0] = i;
    const char = a.charCodeAt(i - 1);
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1);
      const replaced = at(previous, j - 1) + (char === other ? 0 : 1);
      const changed = Math.min(replaced, at(previous, j) + 1, at(current, j - 1) + 1);
      const isSwapped = i > 1 && j > 1 && char === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other;
      current[j] = isSwapped ? Math.min(changed, at(beforePrevious, j - 2) + 1) : changed;
    }
    [beforePrevious, previous, current] = [previous, current, beforePrevious];
  }
  return at(previous, b.length);
}

function at(row: Uint8Array, index: number): number {
  return row[index] ?? 0;
}
