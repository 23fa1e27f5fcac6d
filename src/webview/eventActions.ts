import * as l10n from "@vscode/l10n";
import { maxSelectedEvents } from "../shared/limits";
import type { CopyParams, EventAction } from "../shared/protocol";
import { formatNumber } from "../shared/text";
import type { FeedPage } from "./feedPage";
import type { GridSelection } from "./grid/gridSelection";
import type { MenuEvent } from "./ui/contextMenus";

const noticeMs = 4000;

/** What is done with events: the host is told which are selected, and menus copy them, or filter by one of them. */
export class EventActions {
  /** Result of the last action, for some seconds. */
  notice: string | undefined;
  private noticeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly page: FeedPage) {}

  private get selection(): GridSelection {
    return this.page.grid.input.selection;
  }

  /** @param text undefined: the last action is no longer of interest */
  say(text: string | undefined): void {
    clearTimeout(this.noticeTimer);
    this.notice = text;
    if (text !== undefined) {
      this.noticeTimer = setTimeout(() => this.say(undefined), noticeMs);
    }
    this.page.requestUpdate();
  }

  /** @param refused the selection is unchanged, because it would exceed the limit */
  selectionChanged(refused: boolean): void {
    const limit = formatNumber(maxSelectedEvents);
    this.say(refused ? l10n.t("At most {0} can be selected", limit) : undefined);
    this.announceSelection();
  }

  /** Tells the host what its commands are about. */
  announceSelection(): void {
    this.page.connection.post({ type: "select", ids: this.selection.ids });
  }

  /** Call when events may have been removed. */
  async deselectUnloaded(): Promise<void> {
    const { ids } = this.selection;
    if (ids.length > 0) {
      const loaded = new Set(await this.page.connection.request("stillLoaded", { ids }).catch(() => ids));
      // Others may have been selected meanwhile.
      const gone = new Set(ids.filter((id) => !loaded.has(id)));
      this.selection.keep((id) => !gone.has(id));
    }
  }

  copy(params: CopyParams): void {
    this.page.connection.post({ type: "copy", ...params });
  }

  /** Chosen in a context menu. */
  run(action: EventAction, { type, sector, company }: MenuEvent): void {
    if (action === "showDetails") {
      this.page.details.open();
    } else if (action === "onlyThisType" && type !== undefined) {
      this.page.filters.filterBy({ types: [type] });
    } else if (action === "onlyThisSector" && sector !== undefined) {
      this.page.filters.filterBy({ sector });
    } else if (action === "showCompanyEvents" && company !== undefined) {
      this.page.filters.showCompany(company);
    }
  }
}
