import * as vscode from "vscode";
import type { Connection } from "../connections/connection";
import { copyText } from "../feed/view/copyText";
import type { Feed } from "../feed/feed";
import { commands, settings } from "../ids";
import type { JsonDocuments } from "../jsonDocuments/jsonDocuments";
import type { CopyParams } from "../shared/protocol";
import { openEventDocument } from "./eventDocument";
import type { PageAction } from "./webviewBridge";
import { websiteOf } from "../shared/website";

/** @returns how many events were put on the clipboard */
export async function copyEvents({ ids, as }: CopyParams, feed: Feed): Promise<number> {
  const events = feed.events(ids);
  // What is gone from the feed cannot be copied, and must not empty the clipboard.
  if (events.length > 0) {
    await vscode.env.clipboard.writeText(copyText(events, as));
  }
  return events.length;
}

/**
 * Does for the page what is VS Code's to do: documents, the browser, commands.
 * @param panel id of the panel that the page is in: another one may have the focus by the time that a command runs
 */
export async function performAction(
  action: PageAction,
  feed: Feed,
  connection: Connection,
  panel: string,
  documents: JsonDocuments,
): Promise<void> {
  switch (action.type) {
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
    case "changeLimit":
      await vscode.commands.executeCommand(
        "workbench.action.openSettings",
        `@id:${settings.section}.${settings.feedMaxEvents}`,
      );
      break;
    case "export":
      await vscode.commands.executeCommand(commands.exportEvents, { panel, selected: action.ids });
      break;
    case "openJson": {
      const events = feed.events(action.ids);
      if (events.length > 0) {
        const uri = await openEventDocument(documents, connection, events);
        await vscode.window.showTextDocument(uri, { preview: true });
      }
      break;
    }
    case "openDomain": {
      const address = websiteOf(feed.event(action.id)?.value.company?.domain);
      if (address !== undefined) {
        await vscode.env.openExternal(vscode.Uri.parse(address, true));
      }
      break;
    }
  }
}
