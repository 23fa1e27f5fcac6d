import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { connectionLabel } from "../../shared/connectionLabel";
import type { ConnectionClient } from "../../connections/connectionClient";
import type { Connections } from "../../connections/connections";
import { connectedClient } from "../../connections/connectedClient";
import { windowOf } from "../../feed/feedRequest";
import type { FeedPanel } from "../../panel/feedPanel";
import type { FeedPanels } from "../../panel/feedPanels";
import type { FeedQuery } from "../../shared/feedQuery";
import { eventCount, formatNumber } from "../../shared/text";
import type { Clock } from "../../util/clock";
import { type PickItem, showQuickPick } from "../../window";
import type { InterruptedExport } from "../engine/exportStorage";
import { type ExportFormat, exportFormats } from "../engine/exportFormat";
import { decodeExportArgument, type ExportArgument } from "./exportArgument";
import type { EventsToExport, ExportManager } from "./exportManager";
import { parseTarget, pickTarget } from "./exportTarget";
import { fileName } from "./workspaceTarget";
import { dialogTitle, formatText, loadedText, querySummary, suggestedName } from "./exportText";

/** exportCommands.ts loads both with this module: one chunk, read when the first export starts. */
export { ExportManager } from "./exportManager";

export interface FlowEnvironment {
  readonly clock: Clock;
  readonly connections: Connections;
  readonly panels: () => Promise<FeedPanels>;
  readonly defaultQuery: () => FeedQuery;
}

/** `subset`: see `suggestedName`. */
type Scope =
  | { readonly kind: "start"; readonly events: EventsToExport; readonly subset?: string }
  | { readonly kind: "resume"; readonly interrupted: InterruptedExport };

interface ScopeItem extends PickItem {
  readonly scope: () => Scope | undefined | Promise<Scope | undefined>;
}

/** The command Export Events…: asks for the events, the format and the target, then starts or resumes an export. */
export class ExportFlow {
  constructor(
    private readonly manager: ExportManager,
    private readonly environment: FlowEnvironment,
  ) {}

  /**
   * @param commandArgument see `ExportArgument`
   * @returns path or URI of the file; undefined when none was written
   */
  async run(commandArgument: unknown): Promise<string | undefined> {
    const argument = decodeExportArgument(commandArgument, this.environment.defaultQuery());
    const panel = await this.findPanel(argument);
    const { query, selected = panel?.bridge.selectedIds ?? [] } = argument;
    const scope = query ? await this.download(query, panel) : await this.pickScope(panel, selected);
    if (!scope) {
      return undefined;
    }
    if (scope.kind === "resume") {
      return this.manager.resume(scope.interrupted);
    }
    const format = argument.format ?? (await pickFormat());
    if (!format) {
      return undefined;
    }
    const target =
      argument.target === undefined
        ? await this.pickTarget(scope.events, format, scope.subset)
        : parseTarget(argument.target);
    return target && this.manager.start(scope.events, format, target);
  }

  private async findPanel({ panel: id }: ExportArgument): Promise<FeedPanel | undefined> {
    const panels = await this.environment.panels();
    return id === undefined ? panels.focusedLast : panels.get(id);
  }

  private async pickScope(
    panel: FeedPanel | undefined,
    selected: readonly string[],
  ): Promise<Scope | undefined> {
    const query = panel?.feed.query ?? this.environment.defaultQuery();
    const interrupted = await this.manager.storage.listInterrupted();
    const onlyDownload = !panel && interrupted.length === 0;
    if (onlyDownload && !(await this.connected())) {
      return undefined;
    }
    const client = panel?.client ?? this.environment.connections.active;
    const items: ScopeItem[] = [
      ...(panel ? loadedItems(panel, selected) : []),
      {
        label: l10n.t("Entire time range (download)"),
        description: [...(client ? [connectionLabel(client.connection)] : []), querySummary(query)].join(
          " · ",
        ),
        scope: () => this.download(query, panel),
      },
      ...interrupted.map(resumeItem),
    ];
    const picked = await showQuickPick(items, {
      title: dialogTitle(),
      placeHolder: l10n.t("Select what to export"),
    });
    return picked?.scope();
  }

  /** Offers to connect if there is no connection. @returns undefined if the user does not connect */
  private async download(query: FeedQuery, panel: FeedPanel | undefined): Promise<Scope | undefined> {
    const { connections } = this.environment;
    const client = panel?.client ?? (await this.connected());
    if (client && connections.clientFor(client.connection.name) !== client) {
      throw new Error(
        l10n.t('The connection "{0}" of this feed was changed or removed.', client.connection.name),
      );
    }
    return client && { kind: "start", events: { kind: "download", query, client } };
  }

  private connected(): Promise<ConnectionClient | undefined> {
    return connectedClient(this.environment.connections, l10n.t("Connect to a service to export events."));
  }

  private async pickTarget(
    events: EventsToExport,
    format: ExportFormat,
    subset: string | undefined,
  ): Promise<vscode.Uri | undefined> {
    const nowMs = this.environment.clock.now();
    const window = events.kind === "download" ? windowOf(events.query, nowMs) : events.window;
    const name = suggestedName(events.query, window, format, nowMs, subset);
    return pickTarget(name, format, await this.manager.storage.targets());
  }
}

async function pickFormat(): Promise<ExportFormat | undefined> {
  const items = exportFormats.map((format) => {
    const { label, description } = formatText(format);
    return { label, description, format };
  });
  return (await showQuickPick(items, { title: dialogTitle(), placeHolder: l10n.t("Select a format") }))
    ?.format;
}

/** The selected and the loaded events of a panel, the more likely choice first. */
function loadedItems(panel: FeedPanel, selected: readonly string[]): ScopeItem[] {
  const { feed } = panel;
  const { shownQuery } = feed;
  const { countInView } = feed.events;
  const { eventCount } = feed.rows.info;
  if (!shownQuery) {
    return [];
  }
  const connection = connectionLabel(panel.connection);
  const [inView, loaded] = [formatNumber(countInView), formatNumber(eventCount)];
  const viewItem: ScopeItem = {
    label:
      countInView < eventCount
        ? l10n.t("Loaded events in view ({0} of {1})", inView, loaded)
        : l10n.t("Loaded events ({0})", loaded),
    description: `${connection} · ${loadedText(shownQuery.query, feed.state.completeness)}`,
    // The feed may show other events by the time this is picked.
    scope: () =>
      feed.shownQuery && {
        kind: "start",
        events: {
          kind: "loaded",
          ...feed.shownQuery,
          events: feed.events.inView(),
          completeness: feed.state.completeness,
        },
        subset: `loaded-${feed.events.countInView}`,
      },
  };
  const events = feed.events.getAll(selected);
  const selectionItem: ScopeItem = {
    label: l10n.t("Selected events ({0})", formatNumber(events.length)),
    description: `${connection} · ${querySummary(shownQuery.query)}`,
    scope: () => ({
      kind: "start",
      events: { kind: "loaded", ...shownQuery, events, completeness: { kind: "complete" } },
      subset: `selection-of-${events.length}`,
    }),
  };
  const viewItems = countInView > 0 ? [viewItem] : [];
  // An event whose details are open is selected, too, so a single one is not a likely choice.
  return events.length > 1
    ? [selectionItem, ...viewItems]
    : [...viewItems, ...(events.length === 1 ? [selectionItem] : [])];
}

function resumeItem(interrupted: InterruptedExport): ScopeItem {
  const { job, state, totals } = interrupted.checkpoint;
  const isComplete = state === "complete";
  const name = fileName(vscode.Uri.parse(job.target));
  const count = eventCount(totals.events);
  return {
    label: isComplete ? l10n.t("Save export to {0}", name) : l10n.t("Resume export to {0}", name),
    description: [isComplete ? count : l10n.t("{0} so far", count), querySummary(job.query)].join(" · "),
    scope: () => ({ kind: "resume", interrupted }),
  };
}
