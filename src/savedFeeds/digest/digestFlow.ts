import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { connectionLabelOf } from "../../connections/connection";
import { connectedClient } from "../../connections/connectedClient";
import { showInputStep } from "../../dialogSteps";
import { commands, schemes, storageKeys } from "../../ids";
import { dayMs } from "../../shared/instant";
import { lastDaysText } from "../../shared/feedQuery";
import { maxWindowDays } from "../../shared/limits";
import { formatNumber } from "../../shared/text";
import { instantText, recentInstant } from "../../shared/times";
import { showInformation, showQuickPick, withProgressNotification } from "../../window";
import type { Digest, DigestPeriod } from "./engine/digest";
import { type DigestArgument, decodeDigestArgument } from "./engine/digestArgument";
import { decodeDigestHistory, digestFeeds, type DigestHistory, historyAfter } from "./engine/digestHistory";
import { readDigest } from "./engine/digestReader";
import { digestText } from "./engine/digestText";
import { digestClients } from "./digestClients";
import type { DigestEnvironment } from "./digestEnvironment";
import { formatDigestLink } from "./digestLink";
import type { SavedFeedStatus } from "../savedFeeds";

/** Open Digest…: asks for the time range unless an argument has it, reads, and opens or writes the digest. */
export class DigestFlow {
  constructor(private readonly environment: DigestEnvironment) {}

  /**
   * @param argument of a task or keybinding; undefined asks
   * @returns the URI of the digest, or undefined if it was canceled
   * @throws {Error} with a sentence
   */
  async run(argument: unknown): Promise<string | undefined> {
    const given = argument === undefined ? undefined : decodeDigestArgument(argument);
    const savedFeeds = await this.environment.savedFeeds();
    const feeds = feedsOf(savedFeeds.feeds, given);
    if (!feeds.some(({ following }) => following)) {
      await this.offerFeeds(feeds.length > 0, given !== undefined);
      return undefined;
    }
    const history = decodeDigestHistory(this.environment.globalState.get(storageKeys.digestHistory));
    const period = given ? this.periodOf(given, history) : await this.pickPeriod(history);
    const digest = period && (await this.read(feeds, period, history));
    if (!digest) {
      if (given) {
        throw new Error(l10n.t("The digest was canceled."));
      }
      return undefined;
    }
    const uri = await this.open(digest);
    const followed = savedFeeds.feeds.filter(({ following }) => following).map(({ id }) => id);
    await this.environment.globalState.update(
      storageKeys.digestHistory,
      historyAfter(history, digest.sections, followed, digest.createdMs),
    );
    return uri.toString();
  }

  /** Says what is missing for a digest, and offers it. @throws {Error} with the sentence if nobody is to be asked */
  private async offerFeeds(hasFeeds: boolean, isGiven: boolean): Promise<void> {
    const { connections, panels } = this.environment;
    const sentence = hasFeeds
      ? l10n.t("No saved feed is followed. Follow one to get a digest of its events.")
      : l10n.t("There are no saved feeds. Save a feed to get a digest of its events.");
    if (isGiven) {
      throw new Error(sentence);
    }
    if (!hasFeeds && !connections.active) {
      const message = l10n.t("Connect to a service and save a feed to get a digest of its events.");
      if (await connectedClient(connections, message)) {
        await vscode.commands.executeCommand(commands.openFeed);
      }
      return;
    }
    const [label, command] = hasFeeds
      ? [l10n.t("Follow…"), commands.followSavedFeed]
      : (await panels()).focusedLast
        ? [l10n.t("Save This Feed…"), commands.saveFeed]
        : [l10n.t("Open Event Feed"), commands.openFeed];
    if ((await showInformation(sentence, label)) === label) {
      await vscode.commands.executeCommand(command);
    }
  }

  private periodOf({ days }: DigestArgument, history: DigestHistory | undefined): DigestPeriod {
    return days === undefined && history
      ? { kind: "sinceLast", lastMs: history.lastMs }
      : this.lastDays(days ?? this.environment.defaultDays());
  }

  private lastDays(days: number): DigestPeriod {
    return { kind: "lastDays", days, sinceMs: this.environment.clock.now() - days * dayMs };
  }

  private async pickPeriod(history: DigestHistory | undefined): Promise<DigestPeriod | undefined> {
    const nowMs = this.environment.clock.now();
    const items = [
      ...(history
        ? [
            {
              label: l10n.t("Since the last digest"),
              description: recentInstant(Math.min(history.lastMs, nowMs), "local", nowMs),
              period: () => this.periodOf({}, history),
            },
          ]
        : []),
      ...[1, 7, 30].map((days) => ({ label: lastDaysText(days), period: () => this.lastDays(days) })),
      { label: l10n.t("Custom number of days…"), period: () => this.askDays() },
    ];
    const picked = await showQuickPick(items, {
      title: dialogTitle(),
      placeHolder: l10n.t("Select the time range of the digest"),
    });
    return picked?.period();
  }

  private async askDays(): Promise<DigestPeriod | undefined> {
    const result = await showInputStep({
      title: dialogTitle(),
      step: 1,
      totalSteps: 1,
      prompt: l10n.t("Enter the number of days"),
      value: "",
      validate: (text) =>
        parseDays(text) === undefined
          ? l10n.t("Enter a number of days up to {0}.", formatNumber(maxWindowDays))
          : undefined,
    });
    const days = result.kind === "next" ? parseDays(result.value) : undefined;
    return days === undefined ? undefined : this.lastDays(days);
  }

  /** @returns undefined if it was canceled */
  private async read(
    feeds: readonly SavedFeedStatus[],
    period: DigestPeriod,
    history: DigestHistory | undefined,
  ): Promise<Digest | undefined> {
    const { clock, connections, overlapMs } = this.environment;
    const clientFor = await digestClients(feeds, connections);
    const toRead = digestFeeds(feeds, period, history, (connection) => {
      const client = clientFor(connection);
      return typeof client === "string" ? undefined : client.keyFingerprint;
    });
    const createdMs = clock.now();
    return withProgressNotification(l10n.t("Creating digest"), async (report, signal) => {
      try {
        let read = 0;
        const sections = await readDigest(
          toRead,
          { clock, overlapMs: overlapMs(), clientFor },
          { signal },
          (count) => {
            read += count;
            report(
              l10n.t("{0} of {1} feeds", formatNumber(read), formatNumber(toRead.length)),
              (100 * count) / toRead.length,
            );
          },
        );
        return { createdMs, period, sections, notFollowedCount: feeds.length - toRead.length };
      } catch (error) {
        if (signal.aborted) {
          return undefined;
        }
        throw error;
      }
    });
  }

  private async open(digest: Digest): Promise<vscode.Uri> {
    const title = `${dialogTitle()} ${instantText(digest.createdMs, "local").replaceAll(":", ".")}`;
    const uri = await this.environment.documents.openMarkdown(
      { scheme: schemes.digest, name: dialogTitle(), baseUrl: "" },
      { id: String(digest.createdMs), title, markdown: digestText(digest, textOptions()) },
    );
    await showPreview(uri);
    return uri;
  }
}

function dialogTitle(): string {
  return l10n.t("Digest");
}

function textOptions(): Parameters<typeof digestText>[1] {
  return {
    zone: "local",
    linkTo: ({ id }, eventId) => formatDigestLink(id, eventId),
    connectionLabel: connectionLabelOf,
  };
}

/** @throws {Error} if the argument names a feed that does not exist */
function feedsOf(
  statuses: readonly SavedFeedStatus[],
  given: DigestArgument | undefined,
): readonly SavedFeedStatus[] {
  const { feeds: names } = given ?? {};
  const unknown = names?.find((name) => !statuses.some(({ feed }) => feed.name === name));
  if (unknown !== undefined) {
    throw new Error(l10n.t('There is no saved feed "{0}".', unknown));
  }
  return names ? statuses.filter(({ feed }) => names.includes(feed.name)) : statuses;
}

function parseDays(text: string): number | undefined {
  const days = /^\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(",", ".")) : Number.NaN;
  return days > 0 && days <= maxWindowDays ? days : undefined;
}

/** The preview, or the text where VS Code's Markdown extension is disabled. */
async function showPreview(uri: vscode.Uri): Promise<void> {
  try {
    await vscode.commands.executeCommand("vscode.openWith", uri, "vscode.markdown.preview.editor");
  } catch {
    await vscode.window.showTextDocument(uri);
  }
}
