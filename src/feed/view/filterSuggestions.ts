import { isFilterText } from "../../shared/filters";
import type { Facet, Facets } from "../../shared/feedState";
import type { EventStore } from "../store/eventStore";
import { maxFacets } from "../store/valueColumn";

/** Suggests types and sectors to filter by: those of the loaded events, then those of the sessions shown before. */
export class FilterSuggestions {
  private earlier: Facets = { types: [], sectors: [] };

  remember(store: EventStore | undefined): void {
    this.earlier = this.facets(store);
  }

  facets(store: EventStore | undefined): Facets {
    return {
      types: combined(store?.columns.types.facets, this.earlier.types),
      sectors: combined(store?.columns.sectors.facets, this.earlier.sectors),
    };
  }
}

function combined(loaded: readonly Facet[] = [], earlier: readonly Facet[]): Facet[] {
  const usable = loaded.filter(({ value }) => isFilterText(value));
  const values = new Set(usable.map(({ value }) => value));
  const others = earlier.filter(({ value }) => !values.has(value)).map(({ value }) => ({ value, count: 0 }));
  return [...usable, ...others].slice(0, maxFacets);
}
