import * as vscode from "vscode";
import type { Item } from "../service/types";
import type { Connection } from "../connections/connection";
import type { Feed } from "../feed/feed";
import { eventsJson } from "../feed/view/copyText";
import { commands, schemes, settings } from "../ids";
import type { JsonDocuments } from "../jsonDocuments/jsonDocuments";
import type { CompanyEvent } from "../shared/companyEvent";
import type { WorkbenchCommand } from "../shared/protocol";
import { websiteOf } from "../shared/website";

/** The panel that a command comes from. */
interface CommandPanel {
  readonly id: string;
  readonly connection: Connection;
  readonly feed: Feed;
  openAsJson(ids: readonly string[]): Promise<void>;
}

/** Runs what a panel's page asks of VS Code: commands, documents, the browser. */
export async function runWorkbenchCommand(command: WorkbenchCommand, panel: CommandPanel): Promise<void> {
  const { executeCommand } = vscode.commands;
  switch (command.type) {
    case "showLog":
    case "connect":
      await executeCommand(commands[command.type]);
      break;
    case "setApiKey":
    case "editConnection":
    case "testConnection":
      await executeCommand(commands[command.type], panel.connection.name);
      break;
    // The page's own panel: another one may be active by the time that the command runs.
    case "saveFeed":
      await executeCommand(commands.saveFeed, { panelId: panel.id });
      break;
    case "export":
      await executeCommand(commands.exportEvents, { panel: panel.id });
      break;
    case "changeLimit":
      await executeCommand(
        "workbench.action.openSettings",
        `@id:${settings.section}.${settings.feedMaxEvents}`,
      );
      break;
    case "openJson":
      await panel.openAsJson([command.id]);
      break;
    case "openDomain": {
      const url = websiteOf(panel.feed.events.get(command.id)?.value.company?.domain);
      if (url !== undefined) {
        await vscode.env.openExternal(vscode.Uri.parse(url, true));
      }
    }
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
