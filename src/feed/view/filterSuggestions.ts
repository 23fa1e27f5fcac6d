import { isFilterText } from "../../shared/filters";
import type { Facet, Facets } from "../../shared/feedState";
import type { EventStore } from "../store/eventStore";

const maxRemembered = 500;

/** The types and sectors to filter by: those of the loaded events, and of the sessions shown before. */
export class FilterSuggestions {
  private earlier: Facets = { types: [], sectors: [] };

  remember(store: EventStore | undefined): void {
    const { types, sectors } = this.facets(store);
    this.earlier = { types: types.slice(0, maxRemembered), sectors: sectors.slice(0, maxRemembered) };
  }

  facets(store: EventStore | undefined): Facets {
    return {
      types: combined(store?.columns.types.facets, this.earlier.types),
      sectors: combined(store?.columns.sectors.facets, this.earlier.sectors),
    };
  }

  clear(): void {
    this.earlier = { types: [], sectors: [] };
  }
}

function combined(loaded: readonly Facet[] = [], earlier: readonly Facet[]): Facet[] {
  const usable = loaded.filter(({ value }) => isFilterText(value));
  const values = new Set(usable.map(({ value }) => value));
  return [
    ...usable,
    ...earlier.filter(({ value }) => !values.has(value)).map(({ value }) => ({ value, count: 0 })),
  ];
}
