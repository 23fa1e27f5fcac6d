import * as l10n from "@vscode/l10n";
import type { CommandRegistrar } from "../../commands";
import type { Connections } from "../../connections/connections";
import { type CommandId, commands } from "../../ids";
import type { Clock } from "../../util/clock";
import type { CollectionsView } from "../tree/collectionsView";
import type { ChangeContext, ChangeTarget, CollectionTarget } from "./changeDialog";
import { ChangeSender } from "./changeSender";

const loadDialogs = () => import("./index");

/** Registers the commands that change what a service has. Their dialogs are loaded on first use. */
export function registerChangeCommands(
  registrar: CommandRegistrar,
  connections: Connections,
  view: CollectionsView,
  clock: Clock,
): void {
  const context: ChangeContext = { connections, view, sender: new ChangeSender(() => connections.active) };

  const requireTarget = (): ChangeTarget => {
    const client = connections.active;
    const { input } = view;
    if (!client || !input) {
      throw new Error(l10n.t("Connect to a service first."));
    }
    return { client, input };
  };
  /** The collection of a tree element, else the selected one, else one that the user picks. */
  const collectionOf = async (
    node: unknown,
    target: ChangeTarget,
    title: string,
  ): Promise<CollectionTarget | undefined> => {
    const selected = view.selected(node);
    if (selected) {
      // An element of a menu that was opened before another connection became active, or before a refresh.
      if (!target.input.list.state.items.includes(selected.item)) {
        throw new Error(l10n.t("This collection is no longer in the list. Nothing was sent."));
      }
      return { ...target, collection: selected.item.value };
    }
    const { findCollection } = await import("../find/collectionQuickPicks");
    const found = await view.withQuickPick(() => findCollection(target.input.list, clock, title));
    return found && { ...target, collection: found.value };
  };
  const register = (
    id: CommandId,
    title: () => string,
    run: (target: CollectionTarget) => Promise<void>,
  ): void =>
    registrar.registerCommand(id, async (node: unknown) => {
      const target = await collectionOf(node, requireTarget(), title());
      return target && run(target);
    });

  registrar.registerCommand(commands.createCollection, async () => {
    const target = requireTarget();
    await (await loadDialogs()).createCollection(target, context);
  });
  register(
    commands.changeCollectionEnvironment,
    () => l10n.t("Change Collection Environment"),
    async (target) => (await loadDialogs()).changeEnvironment(target, context),
  );
  register(
    commands.deleteCollection,
    () => l10n.t("Delete Collection"),
    async (target) => (await loadDialogs()).deleteCollectionOrDocuments("deleteCollection", target, context),
  );
  register(
    commands.deleteAllDocuments,
    () => l10n.t("Delete All Documents"),
    async (target) =>
      (await loadDialogs()).deleteCollectionOrDocuments("deleteAllDocuments", target, context),
  );
}
