import * as l10n from "@vscode/l10n";
import { connectionLabel, formatNumber } from "../shared/text";
import type { ConnectionClient } from "../connections/connectionClient";
import type { Connections } from "../connections/connections";
import { ensureConnected } from "../connections/connectionCommands";
import type { FeedPanel } from "../panel/feedPanel";
import type { FeedPanels } from "../panel/feedPanels";
import type { FeedQuery } from "../shared/feedQuery";
import { type PickItem, showQuickPick } from "../window";
import { type ExportFormat, exportFormats } from "./formats/exportFormat";
import { decodeExportArgument } from "./exportArgument";
import type { DownloadSource, Exports, ExportSource } from "./exports";
import { dialogTitle, formatDescription, formatLabels, querySummary, suggestedFileName } from "./exportText";
import { parseTarget, pickTarget } from "./targetPath";

/** Exported so that exportCommands.ts loads both with one chunk. */
export { Exports } from "./exports";

interface SourceItem extends PickItem {
  readonly source: () => ExportSource | undefined | Promise<ExportSource | undefined>;
}

/** Export Events…: asks for the events, the format and the target, then runs the export. */
export class ExportDialog {
  constructor(
    private readonly exports: Exports,
    private readonly connections: Connections,
    private readonly panels: () => Promise<FeedPanels>,
    private readonly defaultQuery: () => FeedQuery,
  ) {}

  /**
   * @param commandArgument see `ExportArgument`
   * @returns path of the file; undefined if none was written
   */
  async run(commandArgument: unknown): Promise<string | undefined> {
    const argument = decodeExportArgument(commandArgument, this.defaultQuery());
    const panels = await this.panels();
    const { query, panelId } = argument;
    const panel = panelId === undefined ? panels.focusedLast : panels.get(panelId);
    const source = query ? await this.download(query, panel) : await this.pickSource(panel);
    const format = source && (argument.format ?? (await pickFormat()));
    if (!format) {
      return undefined;
    }
    const target =
      argument.target === undefined
        ? await pickTarget(suggestedFileName(source.query, format, this.exports.clock.now()), format)
        : parseTarget(argument.target);
    return target === undefined ? undefined : this.exports.run({ source, target, format });
  }

  private async pickSource(panel: FeedPanel | undefined): Promise<ExportSource | undefined> {
    const client = panel?.client ?? (await this.connected());
    if (!client) {
      return undefined;
    }
    const query = panel?.feed.query ?? this.defaultQuery();
    const companies = panel?.feed.view.companyCount === undefined ? "" : ` · ${l10n.t("All companies")}`;
    const items: SourceItem[] = [
      ...(panel ? loadedItems(panel) : []),
      {
        label: l10n.t("Entire time range (download)"),
        description: `${connectionLabel(client.connection)} · ${querySummary(query)}${companies}`,
        source: () => this.download(query, panel),
      },
    ];
    const options = { title: dialogTitle(), placeHolder: l10n.t("Select what to export") };
    return (await showQuickPick(items, options))?.source();
  }

  /** Offers to connect if there is no connection. @returns undefined if the user declines */
  private async download(
    query: FeedQuery,
    panel: FeedPanel | undefined,
  ): Promise<DownloadSource | undefined> {
    const client = panel?.client ?? (await this.connected());
    if (client?.blockingError?.kind === "connectionChanged") {
      throw client.blockingError;
    }
    return client && { kind: "download", query, client };
  }

  private connected(): Promise<ConnectionClient | undefined> {
    return ensureConnected(this.connections, l10n.t("Connect to a service to export events."));
  }
}

async function pickFormat(): Promise<ExportFormat | undefined> {
  const items = exportFormats.map((format) => ({
    label: formatLabels[format],
    description: formatDescription(format),
    format,
  }));
  const options = { title: dialogTitle(), placeHolder: l10n.t("Select a format") };
  return (await showQuickPick(items, options))?.format;
}

/** Items for a panel's selected and loaded events, the more likely choice first. */
function loadedItems({ bridge, connection, feed }: FeedPanel): SourceItem[] {
  const { shownQuery } = feed;
  if (!shownQuery) {
    return [];
  }
  const description = `${connectionLabel(connection)} · ${querySummary(shownQuery)}`;
  const { countInView } = feed.events;
  const { eventCount } = feed.rows.info;
  const [inView, loaded] = [formatNumber(countInView), formatNumber(eventCount)];
  const hasMore = (): boolean => feed.state.completeness.kind !== "complete";
  const viewItem: SourceItem = {
    label:
      countInView < eventCount
        ? l10n.t("Loaded events in view ({0} of {1})", inView, loaded)
        : l10n.t("Loaded events ({0})", loaded),
    description: hasMore() ? `${description} · ${l10n.t("not all loaded")}` : description,
    // Read when picked: the feed may show other events by then.
    source: () =>
      feed.shownQuery && {
        kind: "loaded",
        query: feed.shownQuery,
        events: feed.events.inView(),
        hasMore: hasMore(),
      },
  };
  const events = feed.events.getAll(bridge.selectedIds);
  const selectionItem: SourceItem = {
    label: l10n.t("Selected events ({0})", formatNumber(events.length)),
    description,
    source: () => ({ kind: "loaded", query: shownQuery, events, hasMore: false }),
  };
  const viewItems = countInView > 0 ? [viewItem] : [];
  // A single event is selected whenever its details are open, so it is the less likely choice.
  return events.length > 1
    ? [selectionItem, ...viewItems]
    : [...viewItems, ...(events.length === 1 ? [selectionItem] : [])];
}
