import type { CompanyEvent } from "../../../shared/companyEvent";
import { isFilterText } from "../../../shared/feedQuery";
import type { SeenLabels } from "../input/eventFilters";

/** How many types or sectors are remembered at most: more than there usually are. */
const maxLabels = 1000;

/** The types and sectors of the events that agents have read on a connection. */
export class LabelCounts implements SeenLabels {
  private readonly counts = { types: new Map<string, number>(), sectors: new Map<string, number>() };

  add(events: Iterable<CompanyEvent>): void {
    for (const { type, sector } of events) {
      count(this.counts.types, type);
      count(this.counts.sectors, sector);
    }
  }

  get types(): readonly string[] {
    return mostFrequentFirst(this.counts.types);
  }

  get sectors(): readonly string[] {
    return mostFrequentFirst(this.counts.sectors);
  }
}

/** The labels of all of them, each once. */
export function combinedLabels(labels: readonly SeenLabels[]): SeenLabels {
  const distinct = (values: readonly string[]): string[] => [...new Set(values)].slice(0, maxLabels);
  return {
    types: distinct(labels.flatMap(({ types }) => types)),
    sectors: distinct(labels.flatMap(({ sectors }) => sectors)),
  };
}

function count(counts: Map<string, number>, label: string | undefined): void {
  if (isFilterText(label) && (counts.has(label) || counts.size < maxLabels)) {
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
}

function mostFrequentFirst(counts: ReadonlyMap<string, number>): string[] {
  return [...counts].sort(([, a], [, b]) => b - a).map(([label]) => label);
}
