/** More values than a person picks from. */
const maxMet = 500;

/**
 * The types and sectors that came up in a panel so far: suggestions that stay when the filters leave other events loaded, or
 * none. Only what the service sent.
 */
export class FilterSuggestions {
  private readonly types = new Set<string>();
  private readonly sectors = new Set<string>();

  /** Those of a session that goes. */
  remember({ types, sectors }: Facets): void {
    meetAll(this.types, types);
    meetAll(this.sectors, sectors);
  }

  /** What is loaded, then what was met before. */
  suggestions({ types, sectors }: Facets): Facets {
    return { types: withMet(types, this.types), sectors: withMet(sectors, this.sectors) };
  }

  /** Another service stands behind the panel. */
  clear(): void {
    this.types.clear();
    this.sectors.clear();
  }
}

function meetAll(met: Set<string>, loaded: readonly Facet[]): void {
  for (const { value } of loaded) {
    if (met.size < maxMet) {
      met.add(value);
    }
  }
}

function withMet(loaded: readonly Facet[], met: ReadonlySet<string>): readonly Facet[] {
  const others = new Set(met);
  for (const { value } of loaded) {
    others.delete(value);
  }
  return [...loaded, ...Array.from(others, (value) => ({ value, count: 0 }))];
}
import type { Facet, Facets } from "../../shared/feedState";
