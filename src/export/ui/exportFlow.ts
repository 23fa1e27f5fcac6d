import type { CompanyEvent } from "../../shared/companyEvent";
import type { FeedQuery } from "../../shared/feedQuery";
import type { Completeness } from "../../shared/feedState";
import * as vscode from "vscode";
import type { Item } from "../../api/types";
import type { Connections } from "../../connections/connections";
import { commands } from "../../ids";
import type { ShownQuery } from "../../feed/feed";
import type { FeedPanel } from "../../panel/feedPanel";
import type { FeedPanels } from "../../panel/feedPanels";
import type { Clock } from "../../util/clock";
import { decodeExportArgument, type ExportArgument } from "./exportArgument";
import { windowOf } from "../../feed/query";
import { pickFormat, pickTarget, pickScope, type Choice } from "./exportQuestions";
import type { ExportedEvents, ExportManager } from "./exportManager";
import type { StoredExport } from "./exportStorage";
import { fileName } from "./exportTarget";
import { counted } from "../../shared/text";
import { loadedWords, queryWords, suggestedName } from "./exportText";
import { parseTarget } from "./taskTarget";

export { ExportManager as Exports } from "./exportManager";

export interface FlowEnvironment {
  readonly clock: Clock;
  readonly connections: Connections;
  readonly panels: () => Promise<FeedPanels>;
  readonly defaultQuery: () => FeedQuery;
}

/** What was chosen; `part` says in a file's name which of the query's events they are, where they are not all. */
type What =
  | { readonly kind: "events"; readonly events: ExportedEvents; readonly part?: string }
  | { readonly kind: "kept"; readonly kept: StoredExport };

/** The command "Export Events…": what, as which kind of file, where to. */
export class ExportFlow {
  constructor(
    private readonly exports: ExportManager,
    private readonly environment: FlowEnvironment,
  ) {}

  /**
   * @param given what the caller passed (see `ExportArgument`); what it leaves out is asked for.
   * @returns path or URI of the file that was written; nothing when none was
   */
  async run(given: unknown): Promise<string | undefined> {
    const argument = decodeExportArgument(given, this.environment.defaultQuery());
    const { query, format, target, selected } = argument;
    const panel = await this.panelOf(argument);
    // Only the page knows what is selected there: it comes back with this command.
    if (given === undefined && panel?.askForSelection()) {
      return undefined;
    }
    const what = query ? await this.wholeWindow(query, panel) : await this.what(panel, selected ?? []);
    if (!what) {
      return undefined;
    }
    if (what.kind === "kept") {
      return this.exports.resume(what.kept);
    }
    const chosenFormat = format ?? (await pickFormat());
    if (!chosenFormat) {
      return undefined;
    }
    const { events, part } = what;
    const nowMs = this.environment.clock.now();
    const window = events.kind === "window" ? windowOf(events.query, nowMs) : events.window;
    const name = suggestedName(events.query, window, chosenFormat, nowMs, part);
    const place =
      target === undefined
        ? await pickTarget(name, chosenFormat, await this.exports.targets())
        : parseTarget(target);
    return place && this.exports.begin(events, chosenFormat, place);
  }

  /** The panel whose page asks, else the one that was focused last. */
  private async panelOf({ panel: id }: ExportArgument): Promise<FeedPanel | undefined> {
    const panels = await this.environment.panels();
    if (id === undefined) {
      return panels.focusedLast;
    }
    const panel = panels.find(id);
    if (!panel) {
      throw new Error("This event feed was closed.");
    }
    return panel;
  }

  private async what(panel: FeedPanel | undefined, selected: readonly string[]): Promise<What | undefined> {
    const query = panel?.query ?? this.environment.defaultQuery();
    const service = panel?.service ?? this.environment.connections.active;
    const name = service?.connection.name;
    const choice = await pickScope<() => What | undefined | Promise<What | undefined>>([
      ...(panel ? choicesOf(panel, selected) : []),
      {
        label: "Entire time range (download)",
        description: [...(name === undefined ? [] : [name]), queryWords(query)].join(" · "),
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
    if (access && connections.clientFor(access.connection.name) !== access) {
      throw new Error(`The connection "${access.connection.name}" of this feed was changed or removed.`);
    }
    return access && { kind: "events", events: { kind: "window", query, access } };
  }
}

/** What a panel has to export itself, what is most likely meant first. */
function choicesOf(panel: FeedPanel, selected: readonly string[]): Choice<() => What | undefined>[] {
  const { countInView, countLoaded, shownQuery: shown } = panel;
  if (!shown) {
    return [];
  }
  const description = `${panel.connection.name} · ${loadedWords(shown.query, shown.window)}`;
  const chosen = panel.events(selected);
  const selection = chosen.length > 0 && {
    label: `Selected events (${chosen.length.toLocaleString("en-US")})`,
    description,
    value: (): What => loaded(shown, chosen, { kind: "complete" }, `selection-of-${chosen.length}`),
  };
  const inView = countInView > 0 && {
    label:
      countInView < countLoaded
        ? `Loaded events in view (${countInView.toLocaleString("en-US")} of ${countLoaded.toLocaleString("en-US")})`
        : `Loaded events (${countLoaded.toLocaleString("en-US")})`,
    description,
    // Others may be shown by the time that somebody chooses.
    value: (): What | undefined =>
      panel.shownQuery &&
      loaded(panel.shownQuery, panel.eventsInView(), panel.completeness, `loaded-${panel.countInView}`),
  };
  // A single event is selected as soon as it is looked at.
  const choices = chosen.length > 1 ? [selection, inView] : [inView, selection];
  return choices.filter((choice) => choice !== false);
}

function loaded(
  { query, window }: ShownQuery,
  events: Iterable<Item<CompanyEvent>>,
  completeness: Completeness,
  part: string,
): What {
  return { kind: "events", events: { kind: "loaded", query, window, events, completeness }, part };
}

function choiceOf(kept: StoredExport): Choice<() => What> {
  const { order, state, totals } = kept.checkpoint;
  return {
    label: `${state === "complete" ? "Save" : "Resume"} export to ${fileName(vscode.Uri.parse(order.target))}`,
    description: `${counted(totals.events, "event")}${state === "complete" ? "" : " so far"} · ${queryWords(order.query)}`,
    value: () => ({ kind: "kept", kept }),
  };
}
