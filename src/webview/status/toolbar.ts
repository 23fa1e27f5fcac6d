/** The panel's own buttons: the most used ones, and a menu of the others. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { sameQuery } from "../../shared/feedQuery";
import { canLoadWindow } from "../../shared/feedState";
import type { PanelState } from "../../shared/protocol";
import { openSelectionMenu, selectionMenuContext } from "../grid/selectionMenu";
import type { HostConnection } from "../host/hostConnection";
import { iconButton } from "../ui/iconButton";

export interface ToolbarActions {
  readonly post: HostConnection["post"];
  exportEvents(): void;
  refresh(): void;
  toggleChart(): void;
  chooseColumns(): void;
}

interface ToolbarState {
  readonly selectedCount: number;
  /** Undefined if there is no room for a chart. */
  readonly chart: { readonly isHidden: boolean } | undefined;
  /** In a narrow panel, nearly all is in the menu. */
  readonly isCompact: boolean;
}

interface Item {
  readonly icon: string;
  readonly label: string;
  readonly isEnabled?: boolean;
  readonly run: () => void;
}

const menuId = "more-actions";

export function toolbar(panel: PanelState, state: ToolbarState, actions: ToolbarActions): TemplateResult {
  const { post } = actions;
  const usual: Item[] = [
    ...(isSaved(panel)
      ? []
      : [{ icon: "bookmark", label: l10n.t("Save this feed…"), run: () => post({ type: "saveFeed" }) }]),
    { icon: "export", label: l10n.t("Export"), run: () => actions.exportEvents() },
    { icon: "refresh", label: l10n.t("Refresh"), run: () => actions.refresh() },
  ];
  const { chart, isCompact, selectedCount } = state;
  const others: Item[] = [
    windowItem(panel, actions),
    ...(chart
      ? [
          {
            icon: "graph",
            label: chart.isHidden ? l10n.t("Show events over time") : l10n.t("Hide events over time"),
            run: () => actions.toggleChart(),
          },
        ]
      : []),
    { icon: "settings", label: l10n.t("Columns"), run: () => actions.chooseColumns() },
  ];
  return html`<div class="actions" role="toolbar" aria-label=${l10n.t("Feed actions")}>
      ${panel.live.kind === "off" ? nothing : button(liveItem(panel, actions))}
      ${isCompact ? nothing : usual.map(button)}
      <button
        type="button"
        class="icon more"
        popovertarget=${menuId}
        aria-label=${l10n.t("More actions")}
        title=${l10n.t("More actions")}
      >
        <span class="codicon codicon-ellipsis" aria-hidden="true"></span>
      </button>
    </div>
    <div class="menu more-actions" id=${menuId} popover>
      ${[...(isCompact ? usual : []), ...others].map(menuButton)}
      ${selectedCount > 0 ? copyButton(selectedCount) : nothing}
    </div>`;
}

/** Whether the panel shows a saved feed with its own filters. */
function isSaved({ savedFeed, query, defaultQuery }: PanelState): boolean {
  return savedFeed?.name !== undefined && sameQuery(query, defaultQuery);
}

function liveItem({ live }: PanelState, { post }: ToolbarActions): Item {
  const isEnabled = live.kind !== "stopped";
  return live.kind === "paused"
    ? { icon: "debug-start", label: l10n.t("Resume live"), run: () => post({ type: "resumeLive" }) }
    : {
        icon: "debug-pause",
        label: l10n.t("Pause live"),
        isEnabled,
        run: () => post({ type: "pauseLive" }),
      };
}

function windowItem({ activity, content, completeness }: PanelState, { post }: ToolbarActions): Item {
  return activity?.kind === "window"
    ? { icon: "debug-stop", label: l10n.t("Stop loading"), run: () => post({ type: "cancelWindow" }) }
    : {
        icon: "cloud-download",
        label: l10n.t("Load entire window"),
        isEnabled: content !== "none" && canLoadWindow(completeness),
        run: () => post({ type: "loadWindow" }),
      };
}

function button({ icon, label, isEnabled = true, run }: Item): TemplateResult {
  return iconButton(label, icon, run, { isEnabled });
}

function menuButton({ icon, label, isEnabled = true, run }: Item): TemplateResult {
  const onClick = (event: Event): void => {
    closeMenu(event);
    run();
  };
  return html`<button type="button" class="menu-button" ?disabled=${!isEnabled} @click=${onClick}>
    <span class="codicon codicon-${icon}" aria-hidden="true"></span>${label}
  </button>`;
}

/** Opens VS Code's own menu, which has the formats. */
function copyButton(selectedCount: number): TemplateResult {
  const onClick = (event: Event): void => {
    const button = event.currentTarget as HTMLElement;
    const { left, top } = button.getBoundingClientRect();
    closeMenu(event);
    openSelectionMenu(button, left, top);
  };
  return html`<button
    type="button"
    class="menu-button"
    aria-haspopup="menu"
    data-vscode-context=${selectionMenuContext(selectedCount)}
    @click=${onClick}
  >
    <span class="codicon codicon-copy" aria-hidden="true"></span>${l10n.t("Copy selected events")}
  </button>`;
}

function closeMenu({ currentTarget }: Event): void {
  (currentTarget as Element).closest<HTMLElement>("[popover]")?.hidePopover();
}
