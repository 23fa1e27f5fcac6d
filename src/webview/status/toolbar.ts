/** The panel's own buttons, at the end of the status line. */
import { canLoadWindow } from "../../shared/feedState";
import type { PanelState } from "../../shared/protocol";
import { html, nothing, type TemplateResult } from "lit";
import type { MenuPlace } from "../grid/eventMenu";
import type { HostConnection } from "../host/hostConnection";

export interface ToolbarActions {
  readonly post: HostConnection["post"];
  openMenu(place: MenuPlace): void;
  exportEvents(): void;
  resetFilters(): void;
  refresh(): void;
  toggleChart(): void;
}

/** @param chart undefined where there is none to show or hide. */
export function toolbar(
  selected: number,
  panel: PanelState,
  chart: { readonly hidden: boolean } | undefined,
  actions: ToolbarActions,
): TemplateResult {
  return html`<div class="actions">
    ${
      selected === 0
        ? nothing
        : html`<vscode-toolbar-button
            icon="copy"
            label="Copy selected events"
            title="Copy or open the selected events"
            @click=${({ currentTarget }: Event) =>
              currentTarget instanceof HTMLElement && actions.openMenu(cornerOf(currentTarget))}
          ></vscode-toolbar-button>`
    }
    ${chart ? chartButton(chart.hidden, actions) : nothing} ${liveButton(panel, actions)}
    ${windowButton(panel, actions)}
    <vscode-toolbar-button
      icon="export"
      label="Export"
      title="Export events…"
      @click=${() => actions.exportEvents()}
    ></vscode-toolbar-button>
    <vscode-toolbar-button
      icon="clear-all"
      label="Reset filters"
      title="Reset filters"
      @click=${() => actions.resetFilters()}
    ></vscode-toolbar-button>
    <vscode-toolbar-button
      icon="refresh"
      label="Refresh"
      title="Refresh"
      @click=${() => actions.refresh()}
    ></vscode-toolbar-button>
  </div>`;
}

function cornerOf(button: HTMLElement): MenuPlace {
  const { right, bottom } = button.getBoundingClientRect();
  return { x: right, y: bottom };
}

function chartButton(hidden: boolean, actions: ToolbarActions): TemplateResult {
  const label = `${hidden ? "Show" : "Hide"} events over time`;
  return html`<vscode-toolbar-button
    icon="graph"
    label=${label}
    title=${label}
    @click=${() => actions.toggleChart()}
  ></vscode-toolbar-button>`;
}

function liveButton({ live }: PanelState, actions: ToolbarActions): TemplateResult | typeof nothing {
  if (live.kind === "off") {
    return nothing;
  }
  const paused = live.kind === "paused";
  const label = paused ? "Resume live" : "Pause live";
  return html`<vscode-toolbar-button
    icon=${paused ? "debug-start" : "debug-pause"}
    label=${label}
    title=${label}
    ?inert=${live.kind === "stopped"}
    @click=${() => actions.post({ type: paused ? "resumeLive" : "pauseLive" })}
  ></vscode-toolbar-button>`;
}

function windowButton(
  { activity, content, completeness }: PanelState,
  actions: ToolbarActions,
): TemplateResult {
  const loading = activity?.kind === "window";
  const label = loading ? "Stop loading" : "Load entire window";
  return html`<vscode-toolbar-button
    icon=${loading ? "debug-stop" : "cloud-download"}
    label=${label}
    title=${loading ? "Stop (keeps loaded events)" : label}
    ?inert=${!loading && (content === "none" || !canLoadWindow(completeness))}
    @click=${() => actions.post({ type: loading ? "cancelWindow" : "loadWindow" })}
  ></vscode-toolbar-button>`;
}
