import type { Span } from "./protocol";

/** Whether all events of the window are loaded, and where they are not, why. */
export type Completeness =
  /** All are loaded. "Load older" opens the window just before, where there is one. */
  | { readonly kind: "complete"; readonly before?: Span }
  /** The service has older events of the window. */
  | { readonly kind: "more" }
  /** The window is loaded down to its start, but not all of what is newer. */
  | { readonly kind: "gap"; readonly before?: Span }
  /** As many events are loaded, over all panels, as the setting `feed.maxEvents` allows. */
  | { readonly kind: "limit"; readonly maxEvents: number }
  /** Paging got no further. `message` is a sentence. */
  | { readonly kind: "stopped"; readonly message: string };

/** Whether there is a use in loading the entire window. */
export function canLoadWindow({ kind }: Completeness): boolean {
  return kind === "more" || kind === "gap" || kind === "stopped";
}
