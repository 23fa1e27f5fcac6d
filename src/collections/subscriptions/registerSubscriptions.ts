import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandRegistrar } from "../../commands";
import type { Connections } from "../../connections/connections";
import { type CommandId, commands, schemes } from "../../ids";
import type { JsonDocuments } from "../../jsonDocuments/jsonDocuments";
import type { Item, Subscription } from "../../service/types";
import { copyToClipboard } from "../../window";
import { startChange } from "../changes/changeFlow";
import type { FeedCompanies } from "./subscriptionForm";
import type { SubscriptionsView } from "./subscriptionsView";
import { subscriptionLabel } from "./subscriptionText";

/** Loaded on first use. */
const loadChanges = () => import("./subscriptionChanges");

/** Registers the commands of the view "Webhook Alerts". @param savedFeeds offered as sources of domains */
export function registerSubscriptions(
  registrar: CommandRegistrar,
  connections: Connections,
  view: SubscriptionsView,
  jsonDocuments: JsonDocuments,
  savedFeeds: () => Promise<readonly FeedCompanies[]>,
): void {
  const register = (id: CommandId, titleOf: () => string, run: (item: Item<Subscription>) => unknown): void =>
    registrar.registerCommand(id, async (row) => {
      const item = await view.choose(row, titleOf());
      await (item && run(item));
    });

  registrar.registerCommand(commands.refreshSubscriptions, () => view.refresh());
  register(
    commands.openSubscription,
    () => l10n.t("Open Webhook Alert as JSON"),
    async ({ value, json }) => {
      const { connection } = connections.active ?? {};
      if (connection) {
        const content = { id: value.id, title: subscriptionLabel(value), json };
        const uri = await jsonDocuments.open({ ...connection, scheme: schemes.subscription }, content);
        await vscode.window.showTextDocument(uri, { preview: true });
      }
    },
  );
  register(
    commands.copySubscriptionId,
    () => l10n.t("Copy Webhook Alert ID"),
    ({ value: { id } }) => copyToClipboard(id, l10n.t("Copied webhook alert ID")),
  );
  registrar.registerCommand(commands.createSubscription, async () => {
    const flow = await startChange(connections);
    if (flow) {
      await (await loadChanges()).createSubscription(flow, view, await savedFeeds());
    }
  });
  registrar.registerCommand(commands.editSubscription, async (row) => {
    const flow = await startChange(connections);
    const item = flow && (await view.choose(row, l10n.t("Edit Webhook Alert")));
    await (item && (await loadChanges()).editSubscription(flow, view, item.value, await savedFeeds()));
  });
  registrar.registerCommand(commands.deleteSubscription, async (row) => {
    const flow = await startChange(connections);
    const item = flow && (await view.choose(row, l10n.t("Delete Webhook Alert")));
    await (item && (await loadChanges()).deleteSubscription(flow, view, item.value));
  });
}
