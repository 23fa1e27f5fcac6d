import * as l10n from "@vscode/l10n";
import type { ReactiveControllerHost } from "lit";
import type { EventRow } from "../../shared/feedState";
import type { CopyParams, EventAction } from "../../shared/protocol";
import type { CopyFormat } from "../../shared/viewQueries";
import type { ValueFilter } from "../filters/pendingFilters";
import type { FeedModel } from "../host/feedModel";
import type { HostConnection } from "../host/hostConnection";
import { formatNumber } from "../../shared/text";
import type { Notice } from "../ui/actionNotice";
import { copiedText } from "../ui/text";
import { maxSelectedEvents } from "../../shared/limits";
import type { GridSelection } from "./gridSelection";

/** What the commands of the context menu do with one event. */
export interface EventCommands {
  /** The active event, if it is the only selected one. */
  readonly event: () => EventRow | undefined;
  /** The event of the details, whatever is selected in the list. */
  readonly ofDetails: () => EventRow | undefined;
  readonly showDetails: () => void;
  readonly filterBy: (value: ValueFilter) => void;
  readonly showCompany: (name: string) => void;
}

/** Tells the host which events are selected, and keeps the selection to events that are still loaded. */
export class SelectionController {
  count = 0;
  /** Result of the last action. */
  notice: Notice | undefined;
  private checkAgain = false;
  private isChecking = false;

  constructor(
    private readonly host: Pick<ReactiveControllerHost, "requestUpdate">,
    private readonly connection: Pick<HostConnection, "post" | "request">,
    model: Pick<FeedModel, "onDidReceiveCommand" | "onDidReset">,
    private readonly getSelection: () => GridSelection,
    private readonly eventCommands: EventCommands,
  ) {
    model.onDidReceiveCommand((command) => {
      if (command.type === "eventAction") {
        this.runOnEvent(command.action, command.inDetails);
      } else if (command.type === "copied") {
        this.notice = { text: copiedText(command.count, command.requested, command.format) };
        this.host.requestUpdate();
      }
    });
    model.onDidReset(() => {
      if (this.count > 0) {
        this.announce();
      }
    });
  }

  /** @param refused the selection is unchanged, because it would exceed the limit */
  selectionChanged({ refused }: { readonly refused: boolean }): void {
    this.count = this.getSelection().size;
    this.notice = refused
      ? { text: l10n.t("At most {0} events can be selected", formatNumber(maxSelectedEvents)) }
      : undefined;
    this.host.requestUpdate();
    this.announce();
  }

  /** Tells the host what its commands are about. */
  private announce(): void {
    this.connection.post({ type: "select", ids: this.getSelection().ids });
  }

  private runOnEvent(action: EventAction, inDetails: boolean): void {
    const { event, ofDetails, filterBy, showCompany, showDetails } = this.eventCommands;
    const row = inDetails ? ofDetails() : event();
    if (!row) {
      return;
    }
    switch (action) {
      case "showDetails":
        showDetails();
        break;
      case "onlyThisType":
        if (row.type !== undefined) {
          filterBy({ type: row.type });
        }
        break;
      case "onlyThisSector":
        if (row.sector !== undefined) {
          filterBy({ sector: row.sector });
        }
        break;
      case "showCompanyEvents":
        if (row.company !== undefined) {
          showCompany(row.company);
        }
        break;
    }
  }

  copySelected(format: CopyFormat): void {
    this.copy({ ids: this.getSelection().ids, format });
  }

  copy(params: CopyParams): void {
    if (params.ids.length > 0) {
      this.connection.post({ type: "copy", ...params });
    }
  }

  copyUnread(): void {
    this.copy({ ids: "unread", format: "markdown" });
  }

  /** Deselects events that are no longer loaded; checks once more if rows change meanwhile. */
  async removeUnloaded(): Promise<void> {
    this.checkAgain = true;
    if (this.isChecking) {
      return;
    }
    this.isChecking = true;
    while (this.checkAgain && this.getSelection().size > 0) {
      this.checkAgain = false;
      const { ids } = this.getSelection();
      const loaded = new Set(await this.connection.request("stillLoaded", { ids }).catch(() => ids));
      this.getSelection().deselect(ids.filter((id) => !loaded.has(id)));
    }
    this.isChecking = false;
  }
}
