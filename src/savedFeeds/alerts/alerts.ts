import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { commands, views } from "../../ids";
import type { Clock } from "../../util/clock";
import { Disposable } from "../../util/disposable";
import { logRejection, type Log } from "../../util/log";
import { showInformation } from "../../window";
import type { SavedFeeds } from "../savedFeeds";
import { type Badge, badgeOf, toastText, type ToldFeed } from "./alertText";
import { SnoozeTimer } from "./snoozeTimer";
import { Toasts } from "./toasts";

export interface AlertsEnvironment {
  readonly clock: Clock;
  readonly log: Log;
  readonly quietMs: () => number;
  /** Whether a visible feed of this window shows an event. */
  readonly isOnScreen: (eventId: string) => boolean;
  readonly setBadge: (badge: Badge | undefined) => void;
}

/** Announces new events of the followed feeds: by the badge in every window, by toasts in the window that checks. */
export class Alerts extends Disposable {
  private badge: Badge | undefined;

  constructor(
    private readonly savedFeeds: SavedFeeds,
    private readonly environment: AlertsEnvironment,
  ) {
    super();
    const { clock, log } = environment;
    this.register(new SnoozeTimer(savedFeeds, clock, log));
    this.register(
      new Toasts(savedFeeds, {
        ...environment,
        show: (feeds) => logRejection(this.showToast(feeds), log),
      }),
    );
    this.register(savedFeeds.onDidChange(() => this.updateBadge()));
    this.updateBadge();
  }

  private updateBadge(): void {
    const badge = badgeOf(this.savedFeeds.feeds, this.environment.clock.now());
    if (badge?.value !== this.badge?.value || badge?.tooltip !== this.badge?.tooltip) {
      this.badge = badge;
      this.environment.setBadge(badge);
    }
  }

  /** Of information severity, which VS Code holds back in its do-not-disturb mode. */
  private async showToast(feeds: readonly ToldFeed[]): Promise<void> {
    const open = l10n.t("Open");
    const snooze = l10n.t("Snooze…");
    const choice = await showInformation(toastText(feeds), open, snooze);
    if (choice === open) {
      await this.open(feeds);
    } else if (choice === snooze) {
      const { snooze } = await import("./snoozeDialog");
      // Some may have been removed since.
      const statuses = feeds
        .flatMap(({ id }) => this.savedFeeds.find(id) ?? [])
        .filter(({ following }) => following);
      if (statuses.length === 0) {
        await showInformation(l10n.t("This saved feed was removed or renamed."));
        return;
      }
      await snooze(this.savedFeeds, statuses, this.environment.clock);
    }
  }

  private async open([first, ...others]: readonly ToldFeed[]): Promise<void> {
    if (!first || others.length > 0) {
      await vscode.commands.executeCommand(`${views.savedFeeds}.focus`);
      return;
    }
    const [event, ...older] = first.events;
    await vscode.commands.executeCommand(commands.openSavedFeed, {
      id: first.id,
      eventId: older.length === 0 ? event?.id : undefined,
    });
  }
}
