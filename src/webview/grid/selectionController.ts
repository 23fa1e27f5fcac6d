import * as l10n from "@vscode/l10n";
import type { ReactiveControllerHost } from "lit";
import type { EventRow } from "../../shared/feedState";
import type { CopyParams, SelectionCommand } from "../../shared/protocol";
import type { CopyFormat } from "../../shared/viewQueries";
import type { ValueFilter } from "../filters/pendingFilters";
import type { FeedModel } from "../host/feedModel";
import type { HostConnection } from "../host/hostConnection";
import { formatNumber } from "../../shared/text";
import type { Notice } from "../ui/actionNotice";
import { copiedText } from "../ui/text";
import { maxSelectedEvents } from "../../shared/limits";
import type { GridSelection } from "./gridSelection";

type EventCommand = Exclude<SelectionCommand["type"], "exportSelected" | "copySelected" | "openSelected">;

/** What the commands of the context menu do with one event. */
export interface EventCommands {
  /** The active event, if it is the only selected one. */
  readonly event: () => EventRow | undefined;
  /** The event of the details, if the focus is there: the context menu is about it, whatever is selected in the list. */
  readonly focusedDetails: () => EventRow | undefined;
  readonly showDetails: () => void;
  readonly filterBy: (value: ValueFilter) => void;
  readonly showCompany: (name: string) => void;
}

/** Copies, opens and exports the selected events, and keeps the selection to events that are still loaded. */
export class SelectionController {
  count = 0;
  /** Result of the last action. */
  notice: Notice | undefined;
  private checkAgain = false;
  private isChecking = false;

  constructor(
    private readonly host: Pick<ReactiveControllerHost, "requestUpdate">,
    private readonly connection: Pick<HostConnection, "post" | "request">,
    model: Pick<FeedModel, "onDidReceiveCommand">,
    private readonly getSelection: () => GridSelection,
    private readonly eventCommands: EventCommands,
  ) {
    model.onDidReceiveCommand((command) => {
      switch (command.type) {
        case "exportSelected":
          this.export();
          break;
        case "copySelected":
          void this.copy({ ids: this.menuIds, format: command.format });
          break;
        case "openSelected":
          this.open();
          break;
        case "showDetails":
        case "onlyThisType":
        case "onlyThisSector":
        case "showCompanyEvents":
        case "openWebsite":
        case "followCompany":
          this.runOnEvent(command.type);
          break;
        case "focus":
        case "find":
        case "showEvent":
          break;
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
  }

  /** The events that the context menu is about. */
  private get menuIds(): string[] {
    const details = this.eventCommands.focusedDetails();
    return details ? [details.id] : this.getSelection().ids;
  }

  /** Opens the events as a JSON document. */
  private open(): void {
    const ids = this.menuIds;
    if (ids.length > 0) {
      this.connection.post({ type: "openJson", ids });
    }
  }

  private runOnEvent(command: EventCommand): void {
    const { event, focusedDetails, filterBy, showCompany, showDetails } = this.eventCommands;
    const row = focusedDetails() ?? event();
    if (!row) {
      return;
    }
    switch (command) {
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
      case "openWebsite":
        this.connection.post({ type: "openDomain", id: row.id });
        break;
      case "followCompany":
        this.connection.post({ type: "followCompany", id: row.id });
        break;
    }
  }

  copySelected(format: CopyFormat): void {
    void this.copy({ ids: this.getSelection().ids, format });
  }

  export(): void {
    this.connection.post({ type: "export", ids: this.getSelection().ids });
  }

  async copy(params: CopyParams): Promise<void> {
    const { ids, format } = params;
    if (ids.length > 0) {
      const copied = await this.connection.request("copy", params).catch(() => undefined);
      this.notice = { text: copiedText(copied, ids.length, format) };
      this.host.requestUpdate();
    }
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
