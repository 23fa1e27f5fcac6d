import * as vscode from "vscode";
import type { CommandRegistrar } from "../commands";
import type { Connections } from "../connections/connections";
import { commands } from "../ids";
import type { FeedPanels } from "./feedPanels";

/** The commands of the feed panel, which is loaded with the first of them. */
export function registerFeedCommands(
  registrar: CommandRegistrar,
  connections: Connections,
  panels: () => Promise<FeedPanels>,
): void {
  registrar.register(commands.openFeed, async () => {
    if (!connections.active && !(await offerConnection(connections))) {
      return;
    }
    const { active } = connections;
    if (active) {
      await (await panels()).show(active);
    }
  });
  registrar.register(commands.refreshFeed, async () => (await openPanel(panels)).refresh());
  registrar.register(commands.loadOlderEvents, async () => (await openPanel(panels)).loadOlder());
}

async function openPanel(panels: () => Promise<FeedPanels>): Promise<NonNullable<FeedPanels["focusedLast"]>> {
  const panel = (await panels()).focusedLast;
  if (!panel) {
    throw new Error("No event feed is open. Open one with Company Feed: Open Event Feed.");
  }
  return panel;
}

/** Asks for a connection where there is none; true when there is one now. */
async function offerConnection(connections: Connections): Promise<boolean> {
  const connect = "Connect…";
  const sample = "Use Sample Service";
  const choice = await vscode.window.showInformationMessage(
    "The event feed needs a connection: connect to a service of yours, or to the sample.",
    connect,
    sample,
  );
  if (choice !== undefined) {
    await vscode.commands.executeCommand(choice === connect ? commands.connect : commands.connectSample);
  }
  return connections.active !== undefined;
}
