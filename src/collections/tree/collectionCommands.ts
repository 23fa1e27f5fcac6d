import * as vscode from "vscode";
import type { CommandRegistrar } from "../../commands";
import { commands } from "../../ids";
import type { Clock } from "../../util/clock";
import { showStatusBarMessage } from "../../window";
import type { JsonDocuments } from "../../jsonDocuments/jsonDocuments";
import { openCollectionDocument } from "../documents/collectionDocuments";
import type { ChosenCollection, CollectionsView } from "./collectionsView";

/** The commands of the view "Collections"; what they ask with is loaded on first use. */
export function registerCollectionCommands(
  registrar: CommandRegistrar,
  view: CollectionsView,
  documents: JsonDocuments,
  clock: Clock,
): void {
  registrar.registerCommand(commands.refreshCollections, () => view.refresh());
  registrar.registerCommand(commands.loadMoreCollections, () => view.loadMore());
  registrar.registerCommand(commands.loadAllCollections, () => view.loadAll());
  registrar.registerCommand(commands.findCollection, async () => {
    const found = await find(view, clock, "Find Collection");
    if (found && found.shown === view.shown) {
      await found.shown.pages.settled();
      await view.reveal(found.item.value.id);
    }
  });
  registrar.registerCommand(commands.arrangeCollections, async () => {
    const { pickArrangement } = await import("../find/index");
    const arrangement = await view.pick(() => pickArrangement(view.arrangement));
    if (arrangement) {
      await view.arrange(arrangement);
    }
  });
  registrar.registerCommand(commands.openCollection, async (row) => {
    const chosen = view.chosen(row) ?? (await find(view, clock, "Open Collection as JSON"));
    if (chosen) {
      const uri = await openCollectionDocument(documents, chosen.shown.access.connection, chosen.item);
      await vscode.window.showTextDocument(uri, { preview: true });
    }
  });
  registrar.registerCommand(commands.copyCollectionId, async (row) => {
    const chosen = view.chosen(row) ?? (await find(view, clock, "Copy Collection ID"));
    if (chosen) {
      await copyId(chosen);
    }
  });
}

async function find(
  view: CollectionsView,
  clock: Clock,
  title: string,
): Promise<ChosenCollection | undefined> {
  const { shown } = view;
  if (!shown) {
    return undefined;
  }
  const { findCollection } = await import("../find/index");
  const item = await view.pick(() => findCollection(shown.pages, clock, title));
  return item && { shown, item };
}

async function copyId({ item: { value } }: ChosenCollection): Promise<void> {
  if (!value.collectionId) {
    throw new Error("The service gave this collection no ID.");
  }
  await vscode.env.clipboard.writeText(value.collectionId);
  showStatusBarMessage("Collection ID copied", { icon: "check" });
}
