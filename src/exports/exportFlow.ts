import * as vscode from "vscode";
import type { Connections } from "../connections/connections";
import type { ServiceAccess } from "../connections/serviceAccess";
import { commands } from "../ids";
import type { FeedPanel } from "../panel/feedPanel";
import type { FeedPanels } from "../panel/feedPanels";
import type { FeedQuery } from "../shared/feedQuery";
import type { Clock } from "../util/clock";
import { decodeExportArgument } from "./exportArgument";
import { askFormat, askTarget, askWhat, type Choice } from "./exportQuestions";
import type { ExportedEvents, Exports, KeptExport } from "./exports";
import { fileName, targetOf } from "./exportTarget";
import { counted, queryWords, suggestedName } from "./exportText";

export { Exports } from "./exports";

export interface FlowEnvironment {
  readonly clock: Clock;
  readonly connections: Connections;
  readonly panels: () => Promise<FeedPanels>;
  readonly defaultQuery: () => FeedQuery;
}

type What = ExportedEvents | { readonly kind: "kept"; readonly kept: KeptExport };

/** The command "Export Events…": what, as which kind of file, where to. */
export class ExportFlow {
  constructor(
    private readonly exports: Exports,
    private readonly environment: FlowEnvironment,
  ) {}

  /**
   * @param sent what the caller passed (see `ExportArgument`); what it leaves out is asked for.
   * @returns path or URI of the file that was written; nothing when none was
   */
  async run(sent: unknown): Promise<string | undefined> {
    // A menu passes the resource of its editor.
    const given = sent instanceof vscode.Uri ? undefined : sent;
    const { query, format, target, selected } = decodeExportArgument(given, this.environment.defaultQuery());
    const panel = (await this.environment.panels()).focusedLast;
    // Only the page knows what is selected there: it comes back with this command.
    if (given === undefined && panel?.askForSelection()) {
      return undefined;
    }
    const what: What | undefined = query
      ? { kind: "window", query, access: await this.access(panel) }
      : await this.what(panel, selected ?? []);
    if (!what) {
      return undefined;
    }
    if (what.kind === "kept") {
      return this.exports.takeUp(what.kept);
    }
    const chosenFormat = format ?? (await askFormat());
    if (!chosenFormat) {
      return undefined;
    }
    const place =
      target === undefined
        ? await askTarget(suggestedName(what.query, chosenFormat, this.environment.clock.now()), chosenFormat)
        : targetOf(target);
    return place && this.exports.begin(what, chosenFormat, place);
  }

  private async what(panel: FeedPanel | undefined, selected: readonly string[]): Promise<What | undefined> {
    const query = panel?.query ?? this.environment.defaultQuery();
    const choice = await askWhat<() => What | Promise<What>>([
      ...(panel ? choicesOf(panel, selected) : []),
      {
        label: "The whole window, from the service",
        description: queryWords(query),
        value: async () => ({ kind: "window", query, access: await this.access(panel) }),
      },
      ...(await this.exports.kept()).map((kept) => choiceOf(kept)),
    ]);
    return choice?.();
  }

  /** The service of the panel, else the active one. */
  private async access(panel: FeedPanel | undefined): Promise<ServiceAccess> {
    const { connections } = this.environment;
    if (!panel && !connections.active) {
      await vscode.commands.executeCommand(commands.connect);
    }
    const access = panel?.service ?? connections.active;
    if (!access) {
      throw new Error("An export needs a connection. Make one with Company Feed: Connect….");
    }
    return access;
  }
}

/** What a panel has to export itself. */
function choicesOf(panel: FeedPanel, selected: readonly string[]): Choice<() => What>[] {
  const { query, countInView } = panel;
  const chosen = panel.events(selected);
  const choices: Choice<() => What>[] = [];
  if (chosen.length > 0) {
    choices.push({
      label: `The selection, ${counted(chosen.length, "event")}`,
      value: () => ({ kind: "loaded", query, events: chosen }),
    });
  }
  if (countInView > 0) {
    choices.push({
      label: `What is loaded and in view, ${counted(countInView, "event")}`,
      value: () => ({ kind: "loaded", query, events: panel.eventsInView() }),
    });
  }
  return choices;
}

function choiceOf(kept: KeptExport): Choice<() => What> {
  const { order, totals } = kept.checkpoint;
  return {
    label: `Go on with the export to ${fileName(vscode.Uri.parse(order.target))}`,
    description: `${counted(totals.events, "event")} so far · ${queryWords(order.query)}`,
    value: () => ({ kind: "kept", kept }),
  };
}
