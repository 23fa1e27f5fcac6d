/** The panel's own buttons, at the end of the status line. */
import { html, nothing, type TemplateResult } from "lit";

export interface ToolbarActions {
  copyMenu(button: HTMLElement): void;
  exportEvents(): void;
  resetFilters(): void;
  refresh(): void;
}

export function toolbar(selected: number, actions: ToolbarActions): TemplateResult {
  return html`<div class="actions">
    ${
      selected === 0
        ? nothing
        : html`<vscode-toolbar-button
            icon="copy"
            label="Copy selected events"
            title="Copy or open the selected events"
            @click=${({ currentTarget }: Event) =>
              currentTarget instanceof HTMLElement && actions.copyMenu(currentTarget)}
          ></vscode-toolbar-button>`
    }
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
