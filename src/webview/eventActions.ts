import * as l10n from "@vscode/l10n";
import type { ReactiveControllerHost } from "lit";
import type { EventRow } from "../shared/feedState";
import { maxSelectedEvents } from "../shared/limits";
import type { CopyParams, EventAction } from "../shared/protocol";
import { formatNumber } from "../shared/text";
import type { ActiveEvent } from "./details/activeEvent";
import type { PendingFilters } from "./filters/pendingFilters";
import type { GridSelection } from "./grid/gridSelection";
import type { HostConnection } from "./host/hostConnection";
import type { Notice } from "./status/statusLine";

/** What is done with events: the host is told which are selected, and menus copy them, or filter by one of them. */
export class EventActions {
  /** Result of the last action. */
  notice: Notice | undefined;

  constructor(
    private readonly host: Pick<ReactiveControllerHost, "requestUpdate">,
    private readonly connection: HostConnection,
    private readonly filters: PendingFilters,
    private readonly details: ActiveEvent,
  ) {}

  /** @param text undefined: the last action is no longer of interest */
  say(text: string | undefined): void {
    this.notice = text === undefined ? undefined : { text };
    this.host.requestUpdate();
  }

  /** @param refused the selection is unchanged, because it would exceed the limit */
  selectionChanged(selection: GridSelection, refused: boolean): void {
    const limit = formatNumber(maxSelectedEvents);
    this.say(refused ? l10n.t("At most {0} events can be selected", limit) : undefined);
    this.announce(selection);
  }

  /** Tells the host what its commands are about. */
  announce({ ids }: GridSelection): void {
    this.connection.post({ type: "select", ids });
  }

  /** Call when events may have been removed. */
  async deselectUnloaded(selection: GridSelection): Promise<void> {
    const { ids } = selection;
    if (ids.length > 0) {
      const loaded = new Set(await this.connection.request("stillLoaded", { ids }).catch(() => ids));
      // Others may have been selected meanwhile.
      const gone = new Set(ids.filter((id) => !loaded.has(id)));
      selection.keep((id) => !gone.has(id));
    }
  }

  copy(params: CopyParams): void {
    if (params.ids.length > 0) {
      this.connection.post({ type: "copy", ...params });
    }
  }

  /** Chosen in a context menu. */
  run(action: EventAction, { type, sector, company }: EventRow): void {
    if (action === "showDetails") {
      this.details.open();
    } else if (action === "onlyThisType" && type !== undefined) {
      this.filters.filterBy({ type });
    } else if (action === "onlyThisSector" && sector !== undefined) {
      this.filters.filterBy({ sector });
    } else if (action === "showCompanyEvents" && company !== undefined) {
      this.filters.showCompany(company);
    }
  }
}
