import type { ReactiveControllerHost } from "lit";
import type { ViewState } from "../../shared/feedState";
import type { PanelState } from "../../shared/protocol";
import { type View, type ViewChanges, viewOf } from "../../shared/viewQueries";
import { type FeedQuery, fixedWindow, sameQuery } from "../../shared/feedQuery";
import { type FilterValues, isFilterText } from "../../shared/filters";
import { maxSearchLength } from "../../shared/limits";
import type { HostConnection } from "../host/hostConnection";
import { isNarrowed } from "./queryText";

type QueryChange = (query: FeedQuery) => FeedQuery;

/** Query and view as the controls show them: the host's, or changes that it has not confirmed yet. */
export class PendingFilters {
  private panel: PanelState | undefined;
  private pendingQuery: { readonly query: FeedQuery; readonly change: number } | undefined;
  /** `change` of the last `setQuery`. */
  private lastChange = 0;
  private pendingView: ViewState | undefined;

  constructor(
    private readonly host: Pick<ReactiveControllerHost, "requestUpdate">,
    private readonly connection: Pick<HostConnection, "post">,
  ) {}

  get query(): FeedQuery | undefined {
    return this.pendingQuery?.query ?? this.panel?.query;
  }

  get isQueryPending(): boolean {
    return this.pendingQuery !== undefined;
  }

  get view(): ViewState | undefined {
    return this.pendingView ?? this.panel?.view;
  }

  /** Call with each state from the host. */
  update(panel: PanelState): void {
    this.panel = panel;
    if (this.pendingQuery && panel.queryChange >= this.pendingQuery.change) {
      this.pendingQuery = undefined;
    }
    if (this.pendingView && sameView(this.pendingView, panel.view)) {
      this.pendingView = undefined;
    }
  }

  // ---- Query ------------------------------------------------------------------------------------------------------

  changeQuery(change: QueryChange): void {
    const { query } = this;
    const next = query && change(query);
    // Setting the same time range again drops the older events that were loaded beyond it.
    if (next && (!sameQuery(next, query) || this.panel?.window?.extended)) {
      this.pendingQuery = { query: next, change: ++this.lastChange };
      this.postQuery();
      this.host.requestUpdate();
    }
  }

  /** Call again when the host has lost what the page sent. */
  postQuery(): void {
    if (this.pendingQuery) {
      this.connection.post({ type: "setQuery", ...this.pendingQuery });
    }
  }

  /** Resets the query to the panel's default or another one, and ends the zoom. */
  reset(to = this.panel?.defaultQuery): void {
    this.changeQuery((query) => to ?? query);
    this.changeView({ span: undefined });
  }

  /** The host ends the zoom once the rows of the new query have loaded. */
  setTimeRangeToZoom(): void {
    const { query, view } = this;
    if (query && view?.span) {
      const next = { ...query, window: fixedWindow(view.span.sinceMs, view.span.untilMs) };
      if (sameQuery(query, next)) {
        this.changeView({ span: undefined });
      } else {
        this.changeQuery(() => next);
      }
    }
  }

  // ---- View -------------------------------------------------------------------------------------------------------

  changeView(changes: ViewChanges): void {
    const { view: before } = this;
    const view = before && viewOf(before, changes);
    if (view && !sameView(view, before)) {
      this.pendingView = { ...view, searching: true };
      this.connection.post({ type: "setView", view });
      this.host.requestUpdate();
    }
  }

  /** Ends search and zoom; if there is neither, shows all companies. */
  showAll(): void {
    if (this.view) {
      const leftOut = isNarrowed(this.view) ? {} : ({ allCompanies: true } as const);
      this.changeView({ text: "", span: undefined, ...leftOut });
    }
  }

  filterBy(values: FilterValues): void {
    this.changeQuery((query) => ({ ...query, ...values }));
  }

  /** Searches the loaded events for a company. */
  showCompany(name: string): void {
    this.changeView({ text: name.slice(0, maxSearchLength) });
  }
}

function sameView(a: View, b: View): boolean {
  return JSON.stringify(viewOf(a)) === JSON.stringify(viewOf(b));
}

/** False if the list shows only this type already. */
export function canFilterByType(type: string | undefined, query: FeedQuery | undefined): type is string {
  return isFilterText(type) && !query?.source && !(query?.types.length === 1 && query.types[0] === type);
}

export function canFilterBySector(
  sector: string | undefined,
  query: FeedQuery | undefined,
): sector is string {
  return isFilterText(sector) && !query?.source && query?.sector !== sector;
}
