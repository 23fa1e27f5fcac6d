/** The panel's buttons, and a menu of more actions. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { type FeedQuery, sameQuery } from "../../shared/feedQuery";
import type { PanelState } from "../../shared/protocol";
import type { FeedModel } from "../feedModel";
import { type Column, columns, defaultHidden } from "../grid/columns";
import { openSelectionMenu, selectionMenuContext } from "../ui/contextMenus";
import type { Layout } from "../layout";
import { iconButton } from "../ui/buttons";
import { canLoadAll } from "./statusText";

interface Item {
  readonly icon: string;
  readonly label: string;
  readonly isEnabled?: boolean;
  readonly run: () => void;
}

const menuId = "more-actions";

export function toolbar(panel: PanelState, model: FeedModel): TemplateResult {
  const { isCompact, fitsChart, chartHidden } = model.layout;
  const selectedCount = model.list.selection.size;
  const usual: Item[] = [
    ...(panel.query.source || isSaved(panel)
      ? []
      : [
          { icon: "bookmark", label: l10n.t("Save this feed…"), run: () => model.post({ type: "saveFeed" }) },
        ]),
    { icon: "export", label: l10n.t("Export"), run: () => model.post({ type: "export" }) },
    { icon: "refresh", label: l10n.t("Refresh"), run: () => model.refresh() },
  ];
  // Rows of two lines never show some columns.
  const fixed = ["Title", ...(isCompact ? ["Sector", "Confidence"] : [])];
  const chartLabel = chartHidden ? l10n.t("Show chart") : l10n.t("Hide chart");
  const others: Item[] = [
    {
      icon: "cloud-download",
      label: l10n.t("Load entire window"),
      isEnabled: canLoadAll(panel),
      run: () => model.post({ type: "loadWindow" }),
    },
    ...(fitsChart ? [{ icon: "graph", label: chartLabel, run: () => model.toggleChart() }] : []),
  ];
  return html`<div class="actions" role="group" aria-label=${l10n.t("Feed actions")}>
      ${panel.live.kind === "off" ? nothing : button(liveItem(panel, model))}
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
    <div class="menu more-actions" id=${menuId} popover @keydown=${moveFocus}>
      <div @click=${closeMenu}>
        ${[...(isCompact ? usual : []), ...others].map(menuButton)}
        ${selectedCount > 0 ? copyButton(selectedCount) : nothing}
      </div>
      <div role="group" aria-labelledby="columns-heading">
        <div id="columns-heading">${l10n.t("Columns")}</div>
        ${columns.filter(({ name }) => !fixed.includes(name)).map((column) => columnButton(column, model.layout, panel.query))}
      </div>
    </div>`;
}

/** False if the saved feed's filters were changed. */
function isSaved({ savedFeed, query, defaultQuery }: PanelState): boolean {
  return savedFeed?.name !== undefined && sameQuery(query, defaultQuery);
}

function liveItem({ live }: PanelState, model: FeedModel): Item {
  const isPaused = live.kind === "paused";
  return {
    icon: isPaused ? "debug-start" : "debug-pause",
    label: isPaused ? l10n.t("Resume live") : l10n.t("Pause live"),
    isEnabled: live.kind !== "stopped",
    run: () => model.post({ type: isPaused ? "resumeLive" : "pauseLive" }),
  };
}

function button({ icon, label, isEnabled = true, run }: Item): TemplateResult {
  return iconButton(label, icon, run, { isEnabled });
}

function menuButton({ icon, label, isEnabled = true, run }: Item): TemplateResult {
  return html`<button type="button" class="menu-button" autofocus ?disabled=${!isEnabled} @click=${run}>
    <span class="codicon codicon-${icon}" aria-hidden="true"></span>${label}
  </button>`;
}

function columnButton({ name, label }: Column, layout: Layout, query: FeedQuery): TemplateResult {
  const hiddenColumns = layout.hiddenColumns ?? defaultHidden(query);
  const others = hiddenColumns.filter((other) => other !== name);
  const isShown = others.length === hiddenColumns.length;
  return html`<button
    type="button"
    class="menu-button"
    autofocus
    aria-pressed=${isShown}
    @click=${() => layout.set({ hiddenColumns: isShown ? [...others, name] : others })}
  >
    <span class="codicon codicon-${isShown ? "check" : "blank"}" aria-hidden="true"></span>${label()}
  </button>`;
}

/** Opens VS Code's context menu of the selection, which has the formats. */
function copyButton(selectedCount: number): TemplateResult {
  const onClick = (event: Event): void => {
    const button = event.currentTarget as HTMLElement;
    const { left, top } = button.getBoundingClientRect();
    openSelectionMenu(button, left, top);
  };
  return html`<button
    type="button"
    class="menu-button"
    aria-haspopup="menu"
    data-vscode-context=${selectionMenuContext(selectedCount)}
    @click=${onClick}
  >
    <span class="codicon codicon-copy" aria-hidden="true"></span>${l10n.t("Copy selected")}
  </button>`;
}

/** Up and Down go from button to button, as in VS Code's menus. */
function moveFocus(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined) {
    const buttons = [...(event.currentTarget as Element).querySelectorAll<HTMLElement>("button:enabled")];
    buttons.at((buttons.indexOf(event.target as HTMLElement) + step) % buttons.length)?.focus();
    event.preventDefault();
  }
}

function closeMenu({ currentTarget }: Event): void {
  (currentTarget as Element).closest<HTMLElement>("[popover]")?.hidePopover();
}
