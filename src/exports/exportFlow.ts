import * as vscode from "vscode";
import type { Item } from "../api/types";
import type { Connections } from "../connections/connections";
import { commands } from "../ids";
import type { FeedPanel } from "../panel/feedPanel";
import type { FeedPanels } from "../panel/feedPanels";
import type { CompanyEvent } from "../shared/companyEvent";
import type { FeedQuery } from "../shared/feedQuery";
import type { Clock } from "../util/clock";
import { decodeExportArgument } from "./exportArgument";
import { askFormat, askTarget, askWhat, type Choice } from "./exportQuestions";
import type { ExportedEvents, Exports } from "./exports";
import type { KeptExport } from "./exportStorage";
import { fileName, parseTarget } from "./exportTarget";
import { counted, queryWords, suggestedName } from "./exportText";

export { Exports } from "./exports";

export interface FlowEnvironment {
  readonly clock: Clock;
  readonly connections: Connections;
  readonly panels: () => Promise<FeedPanels>;
  readonly defaultQuery: () => FeedQuery;
}

/** What was chosen; `part` says in a file's name which of the query's events they are, where they are not all. */
type What =
  | { readonly kind: "events"; readonly events: ExportedEvents; readonly part?: string }
  | { readonly kind: "kept"; readonly kept: KeptExport };

/** The command "Export Events…": what, as which kind of file, where to. */
export class ExportFlow {
  constructor(
    private readonly exports: Exports,
    private readonly environment: FlowEnvironment,
  ) {}

  /**
   * @param given what the caller passed (see `ExportArgument`); what it leaves out is asked for.
   * @returns path or URI of the file that was written; nothing when none was
   */
  async run(given: unknown): Promise<string | undefined> {
    const { query, format, target, selected } = decodeExportArgument(given, this.environment.defaultQuery());
    const panel = (await this.environment.panels()).focusedLast;
    // Only the page knows what is selected there: it comes back with this command.
    if (given === undefined && panel?.askForSelection()) {
      return undefined;
    }
    const what = query ? await this.wholeWindow(query, panel) : await this.what(panel, selected ?? []);
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
    const { events, part } = what;
    const name = suggestedName(events.query, chosenFormat, this.environment.clock.now(), part);
    const place =
      target === undefined
        ? await askTarget(name, chosenFormat, await this.exports.targets())
        : parseTarget(target);
    return place && this.exports.begin(events, chosenFormat, place);
  }

  private async what(panel: FeedPanel | undefined, selected: readonly string[]): Promise<What | undefined> {
    const query = panel?.query ?? this.environment.defaultQuery();
    const service = panel?.service ?? this.environment.connections.active;
    const description = [...(service ? [service.connection.name] : []), queryWords(query)].join(" · ");
    const choice = await askWhat<() => What | Promise<What | undefined>>([
      ...(panel ? choicesOf(panel, selected, description) : []),
      {
        label: "The whole window, from the service",
        description,
        value: () => this.wholeWindow(query, panel),
      },
      ...(await this.exports.kept()).map((kept) => choiceOf(kept)),
    ]);
    return choice?.();
  }

  /** Nothing where the person does not want to connect. */
  private async wholeWindow(query: FeedQuery, panel: FeedPanel | undefined): Promise<What | undefined> {
    const { connections } = this.environment;
    if (!panel && !connections.active) {
      await vscode.commands.executeCommand(commands.connect);
    }
    const access = panel?.service ?? connections.active;
    if (access && connections.access(access.connection.name) !== access) {
      throw new Error(`The connection "${access.connection.name}" of this feed was changed or removed.`);
    }
    return access && { kind: "events", events: { kind: "window", query, access } };
  }
}

/** What a panel has to export itself, what is most likely meant first. */
function choicesOf(panel: FeedPanel, selected: readonly string[], description: string): Choice<() => What>[] {
  const { query, countInView } = panel;
  const chosen = panel.events(selected);
  const selection = chosen.length > 0 && {
    label: `The selection, ${counted(chosen.length, "event")}`,
    description,
    value: () => loaded(query, chosen, `selection-of-${chosen.length}`),
  };
  const inView = countInView > 0 && {
    label: `What is loaded and in view, ${counted(countInView, "event")}`,
    description,
    value: () => loaded(query, panel.eventsInView(), `loaded-${countInView}`),
  };
  // A single event is selected as soon as it is looked at.
  const choices = chosen.length > 1 ? [selection, inView] : [inView, selection];
  return choices.filter((choice) => choice !== false);
}

function loaded(query: FeedQuery, events: Iterable<Item<CompanyEvent>>, part: string): What {
  return { kind: "events", events: { kind: "loaded", query, events }, part };
}

function choiceOf(kept: KeptExport): Choice<() => What> {
  const { order, state, totals } = kept.checkpoint;
  return {
    label: `${state === "complete" ? "Save the file of" : "Go on with"} the export to ${fileName(vscode.Uri.parse(order.target))}`,
    description: `${counted(totals.events, "event")} so far · ${queryWords(order.query)}`,
    value: () => ({ kind: "kept", kept }),
  };
}
