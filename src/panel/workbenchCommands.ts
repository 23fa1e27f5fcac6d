import * as vscode from "vscode";
import type { Item } from "../service/types";
import type { Connection } from "../connections/connection";
import { copyText, eventsJson } from "../feed/view/copyText";
import type { LoadedEvents } from "../feed/view/loadedEvents";
import { type CommandId, commands, schemes, settings } from "../ids";
import type { JsonDocuments } from "../jsonDocuments/jsonDocuments";
import type { CompanyEvent } from "../shared/companyEvent";
import type { WorkbenchCommand } from "../shared/protocol";
import type { CopyFormat } from "../shared/viewQueries";
import { websiteOf } from "../shared/website";
import { formatEventLink } from "./eventLink";

/** @returns how many events were copied to the clipboard */
export async function copyEvents(
  ids: readonly string[],
  format: CopyFormat,
  loaded: LoadedEvents,
): Promise<number> {
  const events = loaded.getAll(ids);
  // If none is loaded, the clipboard keeps its content.
  if (events.length > 0) {
    const text = format === "link" ? eventLinks(events) : copyText(events, format);
    await vscode.env.clipboard.writeText(text);
  }
  return events.length;
}

function eventLinks(events: readonly Item<CompanyEvent>[]): string {
  return events.map(({ value }) => formatEventLink(value.id, vscode.env.uriScheme)).join("\n");
}

export interface WorkbenchCommandContext {
  /** The page's own panel: another one may be active by the time that a command runs. */
  readonly panelId: string;
  readonly connection: Connection;
  readonly events: LoadedEvents;
  readonly documents: JsonDocuments;
}

/** Runs what the page asks of VS Code: commands, documents, the browser. */
export async function runWorkbenchCommand(
  command: WorkbenchCommand,
  context: WorkbenchCommandContext,
): Promise<void> {
  const { panelId, connection, events } = context;
  const run = async (id: CommandId, argument?: unknown): Promise<void> => {
    await vscode.commands.executeCommand(id, argument);
  };
  switch (command.type) {
    case "showLog":
    case "connect":
      return run(commands[command.type]);
    case "setApiKey":
    case "editConnection":
    case "testConnection":
      return run(commands[command.type], connection.name);
    case "saveFeed":
      return run(commands.saveFeed, { panelId });
    case "export":
      return run(commands.exportEvents, { panel: panelId });
    case "changeLimit":
      await vscode.commands.executeCommand(
        "workbench.action.openSettings",
        `@id:${settings.section}.${settings.feedMaxEvents}`,
      );
      return;
    case "openJson":
      return openEventsAsJson([command.id], context);
    case "openDomain": {
      const url = websiteOf(events.get(command.id)?.value.company?.domain);
      if (url !== undefined) {
        await vscode.env.openExternal(vscode.Uri.parse(url, true));
      }
      return;
    }
  }
}

export async function openEventsAsJson(
  ids: readonly string[],
  { documents, connection, events }: WorkbenchCommandContext,
): Promise<void> {
  const found = events.getAll(ids);
  if (found.length > 0) {
    const uri = await openEventDocument(documents, connection, found);
    await vscode.window.showTextDocument(uri, { preview: true });
  }
}

/** One event opens as its item, several as an array, as the service sent them. */
export function openEventDocument(
  documents: JsonDocuments,
  connection: Connection,
  events: readonly Item<CompanyEvent>[],
): Promise<vscode.Uri> {
  const [first, ...others] = events;
  const title =
    first && others.length === 0 ? first.value.title || first.value.id : `${events.length} events`;
  const id = JSON.stringify(events.map(({ value }) => value.id));
  return documents.open({ ...connection, scheme: schemes.events }, { id, title, json: eventsJson(events) });
}
