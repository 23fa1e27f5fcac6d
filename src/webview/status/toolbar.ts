/** The panel's own buttons, at the end of the status line. */
import { html, nothing, type TemplateResult } from "lit";
import { canLoadWindow } from "../../shared/feedState";
import type { PanelState } from "../../shared/protocol";
import { openSelectionMenu, selectionMenuContext } from "../grid/selectionMenu";
import type { HostConnection } from "../host/hostConnection";

export interface ToolbarActions {
  readonly post: HostConnection["post"];
  exportEvents(): void;
  resetFilters(): void;
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
  const chartLabel = `${chart?.isHidden ? "Show" : "Hide"} events over time`;
  return html`<div class="actions">
    ${selectedCount > 0 ? selectionMenuButton() : nothing}
    ${chart ? button("graph", chartLabel, () => actions.toggleChart()) : nothing}
    ${panel.live.kind === "off" ? nothing : liveButton(panel, actions)} ${windowButton(panel, actions)}
    ${button("export", "Export", () => actions.exportEvents(), { title: "Export events…" })}
    ${button("clear-all", "Reset filters", () => actions.resetFilters())}
    ${button("refresh", "Refresh", () => actions.refresh())}
  </div>`;
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

function selectionMenuButton(): TemplateResult {
  return html`<vscode-toolbar-button
    icon="copy"
    label="Copy selected events"
    title="Copy or open the selected events"
    aria-haspopup="menu"
    data-vscode-context=${selectionMenuContext}
    @click=${({ currentTarget }: Event) => {
      if (currentTarget instanceof Element) {
        const { left, bottom } = currentTarget.getBoundingClientRect();
        openSelectionMenu(currentTarget, left, bottom);
      }
    }}
  ></vscode-toolbar-button>`;
}

function liveButton({ live }: PanelState, { post }: ToolbarActions): TemplateResult {
  const disabled = live.kind === "stopped";
  return live.kind === "paused"
    ? button("debug-start", "Resume live", () => post({ type: "resumeLive" }), { disabled })
    : button("debug-pause", "Pause live", () => post({ type: "pauseLive" }), { disabled });
}

function windowButton(
  { activity, content, completeness }: PanelState,
  { post }: ToolbarActions,
): TemplateResult {
  return activity?.kind === "window"
    ? button("debug-stop", "Stop loading", () => post({ type: "cancelWindow" }), {
        title: "Stop (keeps loaded events)",
      })
    : button("cloud-download", "Load entire window", () => post({ type: "loadWindow" }), {
        disabled: content === "none" || !canLoadWindow(completeness),
      });
}
