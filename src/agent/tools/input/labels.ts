import { eventKind } from "../../../shared/eventKind";
import { foldedLabel, nearestLabels } from "./nearestLabels";
import { listed, oneOfThem, quoted } from "./phrases";

/** How many known values a sentence lists. */
const maxListed = 20;

export interface ResolvedLabels {
  /** The labels that are sent to the service. */
  readonly labels: readonly string[];
  /** Sentences about labels that are not as the agent wrote them, or were not seen. */
  readonly notes: readonly string[];
}

/** What differs between types and sectors. */
export interface LabelKind {
  readonly name: "type" | "sector";
  /** Values of events seen, most frequent first. */
  readonly seen: readonly string[];
  /** Whether two spellings mean the same. */
  readonly isSame?: (wanted: string, label: string) => boolean;
}

/** Whether both name the same kind of event, such as `layoff` and `layoffs`, or `merger` and `acquisition`. */
export function isSameType(wanted: string, label: string): boolean {
  const kind = eventKind(wanted);
  return kind !== undefined && kind === eventKind(label);
}

/**
 * Finds the label of the service that an agent means: the same text, the same in another case and spacing, or another name of the same
 * kind. A label that was not seen is sent as it is, because not all labels were seen. But it is a problem if another label is near: it
 * is probably misspelled, and would be answered with "no events". A label in quotation marks is never compared.
 * @returns a problem in sentences if another label is near
 */
export function resolveLabel(wanted: string, kind: LabelKind): ResolvedLabels | { readonly problem: string } {
  const { name, seen, isSame = () => false } = kind;
  const verbatim = /^"(.+)"$/s.exec(wanted)?.[1]?.trim();
  if (verbatim !== undefined && verbatim !== "") {
    return { labels: [verbatim], notes: [] };
  }
  if (seen.length === 0) {
    return {
      labels: [wanted],
      notes: [`The ${name} is sent as written: no events were seen to compare it with.`],
    };
  }
  if (seen.includes(wanted)) {
    return { labels: [wanted], notes: [] };
  }
  const folded = foldedLabel(wanted);
  const spelledAlike = seen.filter((label) => folded !== "" && foldedLabel(label) === folded);
  const same = spelledAlike.length > 0 ? spelledAlike : seen.filter((label) => isSame(wanted, label));
  if (same.length > 0) {
    return { labels: same, notes: [`${quoted(wanted)} is the ${name} ${same.map(quoted).join(", ")}.`] };
  }
  const nearest = nearestLabels(wanted, seen);
  // A usual name of a kind is right even if there was no such event lately.
  if (nearest.length > 0 && !isSame(wanted, wanted)) {
    return {
      problem:
        `No event seen recently has the ${name} ${quoted(wanted)}. Nearest: ${nearest.map(quoted).join(", ")}. ` +
        `Call again with ${oneOfThem(nearest)}, or put the value in quotation marks to ask for exactly ${quoted(wanted)}.`,
    };
  }
  return {
    labels: [wanted],
    notes: [
      `No event seen recently has the ${name} ${quoted(wanted)}; the service may have another name for it. Seen: ${listed(seen.map(quoted), maxListed)}.`,
    ],
  };
}
