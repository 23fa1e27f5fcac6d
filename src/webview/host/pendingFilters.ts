import { type FeedQuery, sameQuery } from "../../shared/feedQuery";
import type { Match, ViewState } from "../../shared/feedState";
import type { PanelState } from "../../shared/protocol";
import type { EventRef, TimeSpan, View } from "../../shared/viewQueries";
import type { HostConnection } from "./hostConnection";

/** What a person changes about the query. */
export type QueryChange = (query: FeedQuery) => FeedQuery;

/** A value of an event by which to filter. */
export type ValueFilter = { readonly type: string } | { readonly sector: string };

/** The query and the view as the person wants them: those of the host, or what it was told and has not taken up yet. */
export class PendingFilters {
  private panel: PanelState | undefined;
  private pendingQuery: FeedQuery | undefined;
  private pendingView: ViewState | undefined;
  private grace: ReturnType<typeof setTimeout> | undefined;
  /** Place among the matches of the one gone to last, from 1. */
  matchPlace: number | undefined;

  constructor(
    private readonly link: Pick<HostConnection, "post" | "request">,
    private readonly changed: () => void,
    /** How long a query is shown that the host has not taken up yet. */
    private readonly graceMs = 5000,
  ) {}

  get query(): FeedQuery | undefined {
    return this.pendingQuery ?? this.panel?.query;
  }

  get view(): ViewState | undefined {
    return this.pendingView ?? this.panel?.view;
  }

  panelIs(panel: PanelState): void {
    this.panel = panel;
    if (this.pendingQuery && sameQuery(this.pendingQuery, panel.query)) {
      this.pendingQuery = undefined;
    }
    if (this.pendingView && sameView(this.pendingView, panel.view)) {
      this.pendingView = undefined;
    }
  }

  // ---- What the service is asked for ----

  changeQuery(change: QueryChange): void {
    const { query } = this;
    const next = query && change(query);
    if (next && !sameQuery(next, query)) {
      this.pendingQuery = next;
      clearTimeout(this.grace);
      this.grace = setTimeout(() => {
        this.pendingQuery = undefined;
        this.changed();
      }, this.graceMs);
      this.link.post({ type: "setQuery", query: next });
      this.changed();
    }
  }

  resetQuery(): void {
    const { panel } = this;
    this.changeQuery((query) => panel?.defaultQuery ?? query);
  }

  filterBy(value: ValueFilter): void {
    this.changeQuery((query) =>
      "type" in value ? { ...query, types: [value.type] } : { ...query, sector: value.sector },
    );
  }

  /** Asks for the stretch that is zoomed to. The zoom ends with the window it was made in, once the other is there. */
  takeSpan(): void {
    const { query } = this;
    const { span } = this.view ?? {};
    if (!query || !span) {
      return;
    }
    const [since, until] = [new Date(span.sinceMs).toISOString(), new Date(span.untilMs).toISOString()];
    const next: FeedQuery = { ...query, window: { kind: "fixed", since, until } };
    if (sameQuery(query, next)) {
      this.zoom(undefined);
    } else {
      this.changeQuery(() => next);
    }
  }

  // ---- What is looked at of what is loaded ----

  setView(view: View): void {
    this.matchPlace = undefined;
    this.pendingView = { ...view, searching: true };
    this.link.post({ type: "setView", view });
    this.changed();
  }

  /** @param span undefined: all of it */
  zoom(span: TimeSpan | undefined): void {
    if (this.view) {
      const { text, only } = this.view;
      this.setView({ text, only, ...(span && { span }) });
    }
  }

  /** Searches for nothing and zooms to nothing. */
  showAll(): void {
    if (this.view) {
      this.setView({ text: "", only: this.view.only });
    }
  }

  /** The match after `from`, or before it; null where there is none, or where by now something else is looked at. */
  async nextMatch(from: EventRef | undefined, older: boolean): Promise<Match | null> {
    const { view } = this;
    const match = await this.link.request("match", { ...(from && { from }), older }).catch(() => null);
    if (!match || !view || !this.view || !sameView(view, this.view)) {
      return null;
    }
    this.matchPlace = match.place;
    this.changed();
    return match;
  }
}

function sameView(a: View, b: View): boolean {
  return (
    a.text === b.text &&
    a.only === b.only &&
    a.span?.sinceMs === b.span?.sinceMs &&
    a.span?.untilMs === b.span?.untilMs
  );
}
