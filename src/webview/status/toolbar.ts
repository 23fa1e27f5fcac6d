/** The panel's own buttons, at the end of the status line. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { sameQuery } from "../../shared/feedQuery";
import { canLoadWindow } from "../../shared/feedState";
import type { PanelState } from "../../shared/protocol";
import { openSelectionMenu, selectionMenuContext } from "../grid/selectionMenu";
import type { HostConnection } from "../host/hostConnection";

export interface ToolbarActions {
  readonly post: HostConnection["post"];
  exportEvents(): void;
  refresh(): void;
  toggleChart(): void;
}

/** @param chart undefined if there is no chart to show or hide */
export function toolbar(
  panel: PanelState,
  selectedCount: number,
  chart: { readonly isHidden: boolean } | undefined,
  actions: ToolbarActions,
): TemplateResult {
  const { live } = panel;
  return html`<div class="actions" role="toolbar" aria-label=${l10n.t("Feed actions")}>
    ${selectedCount > 0 ? selectionMenuButton(selectedCount) : nothing}
    ${live.kind === "off" ? nothing : liveButton(panel, actions)} ${windowButton(panel, actions)}
    ${isSaved(panel) ? nothing : button("bookmark", l10n.t("Save this feed…"), () => actions.post({ type: "saveFeed" }))}
    ${button("export", l10n.t("Export"), () => actions.exportEvents(), { title: l10n.t("Export events…") })}
    ${
      chart
        ? button(
            "graph",
            chart.isHidden ? l10n.t("Show events over time") : l10n.t("Hide events over time"),
            () => actions.toggleChart(),
          )
        : nothing
    }
    ${button("refresh", l10n.t("Refresh"), () => actions.refresh())}
  </div>`;
}

/** Whether the panel shows a saved feed with its own filters. */
function isSaved({ savedFeed, query, defaultQuery }: PanelState): boolean {
  return savedFeed?.name !== undefined && sameQuery(query, defaultQuery);
}

function button(
  icon: string,
  label: string,
  onClick: (event: MouseEvent) => void,
  { title = label, disabled = false }: { readonly title?: string; readonly disabled?: boolean } = {},
): TemplateResult {
  return html`<vscode-toolbar-button
    icon=${icon}
    label=${label}
    title=${title}
    ?inert=${disabled}
    @click=${onClick}
  ></vscode-toolbar-button>`;
}

function selectionMenuButton(selectedCount: number): TemplateResult {
  return html`<vscode-toolbar-button
    class="selection-menu"
    icon="copy"
    label=${l10n.t("Copy selected events")}
    title=${l10n.t("Copy or open the selected events")}
    ${ref((element) => void announceMenu(element))}
    data-vscode-context=${selectionMenuContext(selectedCount)}
    @click=${({ currentTarget }: Event) => {
      if (currentTarget instanceof Element) {
        const { left, bottom } = currentTarget.getBoundingClientRect();
        openSelectionMenu(currentTarget, left, bottom);
      }
    }}
    ><span class="codicon codicon-chevron-down" aria-hidden="true"></span
  ></vscode-toolbar-button>`;
}

/** The focusable part of the element is in its shadow root. */
async function announceMenu(element: Element | undefined): Promise<void> {
  // Its button is there after its first update.
  await (element as Partial<ReactiveControllerHost> | undefined)?.updateComplete;
  element?.shadowRoot?.querySelector("button")?.setAttribute("aria-haspopup", "menu");
}

function liveButton({ live }: PanelState, { post }: ToolbarActions): TemplateResult {
  const disabled = live.kind === "stopped";
  return live.kind === "paused"
    ? button("debug-start", l10n.t("Resume live"), () => post({ type: "resumeLive" }), { disabled })
    : button("debug-pause", l10n.t("Pause live"), () => post({ type: "pauseLive" }), { disabled });
}

function windowButton(
  { activity, content, completeness }: PanelState,
  { post }: ToolbarActions,
): TemplateResult {
  return activity?.kind === "window"
    ? button("debug-stop", l10n.t("Stop loading"), () => post({ type: "cancelWindow" }), {
        title: l10n.t("Stop (keeps loaded events)"),
      })
    : button("cloud-download", l10n.t("Load entire window"), () => post({ type: "loadWindow" }), {
        disabled: content === "none" || !canLoadWindow(completeness),
      });
}
