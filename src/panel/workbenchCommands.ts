import * as vscode from "vscode";
import type { Item } from "../api/types";
import type { Connection } from "../connections/connection";
import { copyText, eventsJson } from "../feed/view/copyText";
import type { LoadedEvents } from "../feed/view/loadedEvents";
import { commands, schemes, settings } from "../ids";
import type { JsonDocuments } from "../jsonDocuments/jsonDocuments";
import type { CompanyEvent } from "../shared/companyEvent";
import type { CopyParams, WorkbenchCommand } from "../shared/protocol";
import { websiteOf } from "../shared/website";
import { formatEventLink } from "./eventLink";

/** @returns how many events were copied to the clipboard */
export async function copyEvents({ ids, format }: CopyParams, loaded: LoadedEvents): Promise<number> {
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
  { panelId, connection, events, documents }: WorkbenchCommandContext,
): Promise<void> {
  switch (command.type) {
    case "showLog":
      await vscode.commands.executeCommand(commands.showLog);
      break;
    case "connect":
      await vscode.commands.executeCommand(commands.connect);
      break;
    case "setApiKey":
      await vscode.commands.executeCommand(commands.setApiKey, connection.name);
      break;
    case "editConnection":
      await vscode.commands.executeCommand(commands.editConnection, connection.name);
      break;
    case "testConnection":
      await vscode.commands.executeCommand(commands.testConnection, connection.name);
      break;
    case "changeLimit":
      await vscode.commands.executeCommand(
        "workbench.action.openSettings",
        `@id:${settings.section}.${settings.feedMaxEvents}`,
      );
      break;
    case "export":
      await vscode.commands.executeCommand(commands.exportEvents, { panel: panelId, selected: command.ids });
      break;
    case "openJson": {
      const found = events.getAll(command.ids);
      if (found.length > 0) {
        const uri = await openEventDocument(documents, connection, found);
        await vscode.window.showTextDocument(uri, { preview: true });
      }
      break;
    }
    case "openDomain": {
      const url = websiteOf(events.get(command.id)?.value.company?.domain);
      if (url !== undefined) {
        await vscode.env.openExternal(vscode.Uri.parse(url, true));
      }
      break;
    }
    case "followCompany": {
      const company = events.get(command.id)?.value.company;
      if (company) {
        await vscode.commands.executeCommand(commands.followCompany, {
          company,
          connection: connection.name,
        });
      }
      break;
    }
    case "saveFeed":
      await vscode.commands.executeCommand(commands.saveFeed, { panelId });
      break;
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
