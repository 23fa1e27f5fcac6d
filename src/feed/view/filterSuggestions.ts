import { isFilterText } from "../../shared/feedQuery";
import type { Facet, Facets } from "../../shared/feedState";
import type { EventStore } from "../store/eventStore";

/** More values than anyone picks from. */
const maxRemembered = 500;

/** The types and sectors to filter by: those of the loaded events, and of the sessions shown before. */
export class FilterSuggestions {
  private readonly types = new Set<string>();
  private readonly sectors = new Set<string>();

  /** @param store of a session that will no longer be shown */
  remember(store: EventStore | undefined): void {
    rememberAll(this.types, store?.typeFacets);
    rememberAll(this.sectors, store?.sectorFacets);
  }

  facets(store: EventStore | undefined): Facets {
    return {
      types: withRemembered(store?.typeFacets, this.types),
      sectors: withRemembered(store?.sectorFacets, this.sectors),
    };
  }

  clear(): void {
    this.types.clear();
    this.sectors.clear();
  }
}

function rememberAll(remembered: Set<string>, facets: readonly Facet[] = []): void {
  for (const { value } of facets.filter(isUsable)) {
    if (remembered.size < maxRemembered) {
      remembered.add(value);
    }
  }
}

function withRemembered(facets: readonly Facet[] = [], remembered: ReadonlySet<string>): readonly Facet[] {
  const usable = facets.filter(isUsable);
  const others = new Set(remembered);
  for (const { value } of usable) {
    others.delete(value);
  }
  return [...usable, ...Array.from(others, (value) => ({ value, count: 0 }))];
}

function isUsable({ value }: Facet): boolean {
  return isFilterText(value);
}
