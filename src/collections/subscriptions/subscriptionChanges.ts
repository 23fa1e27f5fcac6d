/** The commands that change webhook alerts. Loaded on first use. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { views } from "../../ids";
import type { Subscription, SubscriptionChange, SubscriptionSettings } from "../../service/types";
import { withFullStop } from "../../shared/text";
import { showConfirmation, showModalWarning, showStatusBarMessage, showWarning } from "../../window";
import type { ChangeFlow } from "../changes/changeFlow";
import { type FeedCompanies, generatedSecret, SubscriptionForm } from "./subscriptionForm";
import type { SubscriptionsView } from "./subscriptionsView";
import {
  allFeeds,
  changedSettings,
  domainsText,
  hostOf,
  settingsOf,
  shownSettings,
  subscriptionLabel,
} from "./subscriptionText";

/** The texts of a change. */
interface Texts {
  readonly title: string;
  readonly question: string;
  readonly consequences: readonly string[];
  readonly button: string;
  readonly done: string;
}

export async function createSubscription(
  flow: ChangeFlow,
  view: SubscriptionsView,
  savedFeeds: readonly FeedCompanies[],
): Promise<void> {
  const title = l10n.t("Create webhook alert");
  const form = new SubscriptionForm(flow.titleOf(title), undefined, savedFeeds);
  let settings: SubscriptionSettings | undefined = {
    callbackUrl: "",
    domains: [],
    feeds: allFeeds,
    secret: generatedSecret(),
  };
  let isEnded = false;
  while (!isEnded && (settings = await form.show(settings))) {
    const host = hostOf(settings.callbackUrl);
    const change = { kind: "createSubscription", settings } as const;
    isEnded = await confirmAndSend(flow, view, change, {
      title,
      question: l10n.t("Create a webhook alert for {0}?", host),
      consequences: [],
      button: l10n.t("Create"),
      done: l10n.t("Created webhook alert for {0}", host),
    });
  }
}

/** Sends only the settings that were changed. */
export async function editSubscription(
  flow: ChangeFlow,
  view: SubscriptionsView,
  subscription: Subscription,
  savedFeeds: readonly FeedCompanies[],
): Promise<void> {
  flow.requireActive();
  const title = l10n.t("Edit webhook alert");
  const form = new SubscriptionForm(flow.titleOf(title), subscription, savedFeeds);
  const before = settingsOf(subscription);
  const label = subscriptionLabel(subscription);
  let after: SubscriptionSettings | undefined = before;
  let isEnded = false;
  while (!isEnded && (after = await form.show(after))) {
    const settings = changedSettings(before, after);
    if (Object.keys(settings).length === 0) {
      showStatusBarMessage(l10n.t("Nothing was changed"));
      return;
    }
    const change = { kind: "updateSubscription", id: subscription.id, settings } as const;
    isEnded = await confirmAndSend(flow, view, change, {
      title,
      question: l10n.t("Save the changes to the webhook alert for {0}?", label),
      consequences: settings.domains
        ? [l10n.t("The list of domains replaces the one that the service has.")]
        : [],
      button: l10n.t("Save"),
      done: l10n.t("Updated webhook alert for {0}", label),
    });
  }
}

export async function deleteSubscription(
  flow: ChangeFlow,
  view: SubscriptionsView,
  subscription: Subscription,
): Promise<void> {
  flow.requireActive();
  const { id } = subscription;
  const label = subscriptionLabel(subscription);
  const watched = domainsText(subscription);
  const change = { kind: "deleteSubscription", id } as const;
  await confirmAndSend(flow, view, change, {
    title: l10n.t("Delete webhook alert"),
    question: l10n.t("Delete the webhook alert for {0}?", label),
    consequences: [...(watched ? [l10n.t("Domains: {0}", watched)] : []), l10n.t("This can't be undone.")],
    button: l10n.t("Delete"),
    done: l10n.t("Deleted webhook alert for {0}", label),
  });
}

/**
 * Shows the request, sends it once, reports the outcome and reads the list again.
 * @returns false if the user canceled, or can correct the change and try again
 */
async function confirmAndSend(
  flow: ChangeFlow,
  view: SubscriptionsView,
  change: SubscriptionChange,
  { title, question, consequences, button, done }: Texts,
): Promise<boolean> {
  const secret = change.kind === "deleteSubscription" ? undefined : change.settings.secret;
  const detail = [
    ...consequences,
    ...(consequences.length > 0 ? [""] : []),
    l10n.t("Connection: {0}", flow.connectionName),
    l10n.t("Request: {0}", flow.requestText(shownChange(change))),
  ];
  if (!(await showConfirmation(question, detail, button))) {
    return false;
  }
  const refresh = () => flow.refresh(() => view.refresh());
  const refreshAfterFailure = async (warning: string, mayHaveBeenApplied: boolean): Promise<boolean> => {
    await showSecret(mayHaveBeenApplied ? secret : undefined, warning);
    return refresh();
  };
  const outcome = await flow.sendAndTell(change, views.subscriptions, title, refreshAfterFailure);
  if (outcome.kind === "refused") {
    void showWarning(outcome.message);
    return false;
  }
  if (outcome.kind === "made") {
    showStatusBarMessage(done, { icon: "check" });
    await showSecret(secret, withFullStop(done));
    const { id } = outcome.response;
    if ((await refresh()) && id !== undefined) {
      await view.reveal(id);
    }
  }
  return true;
}

function shownChange(change: SubscriptionChange): SubscriptionChange {
  switch (change.kind) {
    case "createSubscription":
      return { ...change, settings: shownSettings(change.settings) };
    case "updateSubscription":
      return { ...change, settings: shownSettings(change.settings) };
    case "deleteSubscription":
      return change;
  }
}

/** @param outcome sentence that says what happened to the change */
async function showSecret(secret: string | undefined, outcome: string): Promise<void> {
  if (secret === undefined) {
    return;
  }
  const copy = l10n.t("Copy");
  const detail = [outcome, "", secret, "", l10n.t("It isn't stored anywhere and can't be shown again.")];
  if ((await showModalWarning(l10n.t("Copy the signing secret"), detail, copy)) === copy) {
    await vscode.env.clipboard.writeText(secret);
  }
}
