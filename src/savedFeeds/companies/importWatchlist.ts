import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { showPickStep } from "../../dialogSteps";
import { commands } from "../../ids";
import type { Settings } from "../../settings";
import { formatNumber } from "../../shared/text";
import type { TextReports } from "../../textReports";
import { logRejection, type Log } from "../../util/log";
import { oneLine } from "../../util/strings";
import { type PickItem, showInformation } from "../../window";
import { type ImportedCompanies, importedCompanies } from "./import/importedCompanies";
import { importReport, kindsText } from "./import/importReport";
import { readTable } from "./import/importedTable";
import type { SavedFeed, SavedFeedId } from "../model/savedFeed";
import { maxCompanies } from "../model/savedFeedEntries";
import { changedTexts } from "../model/textList";
import { addedTo } from "../model/watchlist";
import type { SavedFeedList } from "../savedFeedList";
import type { SavedFeedsView } from "../view/savedFeedsView";
import { type ColumnChoice, columnChoices } from "./columnChoices";
import { type ImportedDocument, importSources } from "./importSources";
import { companyCount } from "../model/feedSummary";
import { feedItem, pickTargetFeed, type TargetFeed } from "./targetFeed";

export interface CompaniesEnvironment {
  readonly list: SavedFeedList;
  readonly settings: Settings;
  readonly reports: () => Promise<TextReports>;
  readonly view: Pick<SavedFeedsView, "reveal" | "withDialog">;
  readonly log: Log;
}

/** What the last step offers. */
type Decision = "add" | "replace" | "report";

/** The command Import Companies into Saved Feed…: asks for feed, source and column, and shows what was found before it is saved. */
export class WatchlistImport {
  private readonly title: string;
  private readonly existing: readonly string[];

  constructor(
    private readonly feed: TargetFeed,
    private readonly environment: CompaniesEnvironment,
  ) {
    this.title = l10n.t('Import Companies into "{0}"', this.feedName);
    this.existing = feed.kind === "existing" ? feed.listed.feed.companies : [];
  }

  /** @param id of the saved feed; asked for if absent */
  static async run(id: SavedFeedId | undefined, environment: CompaniesEnvironment): Promise<void> {
    const { list } = environment;
    const listed = id === undefined ? undefined : list.find(id);
    const feed: TargetFeed | undefined = listed
      ? { kind: "existing", listed }
      : await pickTargetFeed(list.entries.map(feedItem), {
          title: l10n.t("Import Companies"),
          suggestedName: l10n.t("Companies"),
          list,
        });
    if (feed) {
      await new WatchlistImport(feed, environment).askForSource();
    }
  }

  private get feedName(): string {
    return oneLine(this.feed.kind === "new" ? this.feed.name : this.feed.listed.feed.name, 100);
  }

  private async askForSource(): Promise<void> {
    for (;;) {
      const picked = await showPickStep({
        title: this.title,
        step: 1,
        totalSteps: 2,
        placeholder: l10n.t("Domains, entity IDs or names: one on each line, or a CSV file"),
        items: importSources(),
      });
      const document = picked.kind === "next" ? await picked.item.read() : undefined;
      if (!document || (await this.importFrom(document)) === "done") {
        return;
      }
    }
  }

  /** @returns `back` to select another source */
  private async importFrom(document: ImportedDocument): Promise<"done" | "back"> {
    const table = await readTable(document.text);
    const choices = columnChoices(table, document.text);
    const [only, ...others] = choices;
    if (!only) {
      throw new Error(l10n.t("{0} is empty.", document.name));
    }
    if (others.length === 0) {
      return this.review(document, only, 2);
    }
    for (;;) {
      const picked = await showPickStep({
        title: this.title,
        step: 2,
        totalSteps: 3,
        placeholder: l10n.t("Select the column with the companies"),
        items: choices,
      });
      if (picked.kind !== "next") {
        return picked.kind === "back" ? "back" : "done";
      }
      if ((await this.review(document, picked.item, 3)) === "done") {
        return "done";
      }
    }
  }

  private async review(
    document: ImportedDocument,
    choice: ColumnChoice,
    step: number,
  ): Promise<"done" | "back"> {
    const companies = importedCompanies(choice.rows, choice.columns, this.existing, maxCompanies);
    const replacing = importedCompanies(choice.rows, choice.columns, [], maxCompanies);
    const report = async (): Promise<void> => {
      const text = importReport(
        { feed: this.feedName, source: document.name, column: choice.columns && choice.label },
        companies,
      );
      await (await this.environment.reports()).show(l10n.t("Companies for {0}", this.feedName), text);
    };
    for (;;) {
      const picked = await showPickStep({
        title: this.title,
        step,
        totalSteps: step,
        placeholder: this.summary(companies),
        items: this.decisions(companies, replacing),
      });
      if (picked.kind !== "next") {
        return picked.kind === "back" ? "back" : "done";
      }
      switch (picked.item.decision) {
        case "report":
          await report();
          break;
        case "add":
          await this.save(companies, "add", report);
          return "done";
        case "replace":
          await this.save(replacing, "replace", report);
          return "done";
      }
    }
  }

  private summary({ entries, repeated, notUnderstood }: ImportedCompanies): string {
    if (entries.length > 0) {
      return this.existing.length === 0 && this.feed.kind === "existing"
        ? l10n.t('"{0}" will show only these companies', this.feedName)
        : l10n.t("Select what to do with them");
    }
    return repeated.length > 0 && notUnderstood.length === 0
      ? l10n.t('"{0}" already has all of these companies', this.feedName)
      : l10n.t("No new companies were found");
  }

  private decisions(
    companies: ImportedCompanies,
    replacing: ImportedCompanies,
  ): readonly (PickItem & { readonly decision: Decision })[] {
    const { entries, counts, notUnderstood, repeated, beyondLimit } = companies;
    const leftOut = notUnderstood.length + beyondLimit.length;
    return [
      ...(entries.length === 0
        ? []
        : [
            {
              decision: "add" as const,
              icon: "add",
              label: this.addLabel(entries.length),
              description: kindsText(counts),
              detail: sampleText(entries),
            },
          ]),
      ...(this.existing.length === 0 || replacing.entries.length === 0
        ? []
        : [
            {
              decision: "replace" as const,
              icon: "replace-all",
              label: l10n.t('Replace the Companies of "{0}"', this.feedName),
              description: l10n.t(
                "{0} instead of {1}",
                companyCount(replacing.entries.length),
                formatNumber(this.existing.length),
              ),
            },
          ]),
      ...(leftOut + repeated.length === 0
        ? []
        : [
            {
              decision: "report" as const,
              icon: leftOut > 0 ? "warning" : "info",
              label: l10n.t("Show Report"),
              description: [...leftOutText(leftOut), ...repeatedText(repeated.length)].join(", "),
            },
          ]),
    ];
  }

  private addLabel(count: number): string {
    if (this.feed.kind === "new") {
      return l10n.t('Save "{0}" with {1}', this.feedName, companyCount(count));
    }
    return count === 1 ? l10n.t("Add 1 Company") : l10n.t("Add {0} Companies", formatNumber(count));
  }

  private async save(
    { entries, notUnderstood, beyondLimit }: ImportedCompanies,
    decision: "add" | "replace",
    report: () => Promise<void>,
  ): Promise<void> {
    const { log } = this.environment;
    const { id, undo } = await this.write(entries, decision);
    const leftOut = notUnderstood.length + beyondLimit.length;
    const count = companyCount(entries.length);
    const saved =
      this.feed.kind === "new"
        ? l10n.t('Saved "{0}" with {1}.', this.feedName, count)
        : decision === "add"
          ? l10n.t('Added {0} to "{1}".', count, this.feedName)
          : l10n.t('"{0}" now has {1}.', this.feedName, count);
    const [showReport, undoButton] = [l10n.t("Show Report"), l10n.t("Undo")];
    const buttons = [...(leftOut > 0 ? [showReport] : []), undoButton];
    // Not awaited: the command is done.
    const answer = async (): Promise<void> => {
      const button = await showInformation([saved, ...notImportedText(leftOut)].join(" "), ...buttons);
      if (button === showReport) {
        await report();
      } else if (button === undoButton) {
        await undo();
      }
    };
    logRejection(answer(), log);
    if (this.feed.kind === "new") {
      await this.environment.view.reveal(id);
      await vscode.commands.executeCommand(commands.followFeed, { id });
    }
  }

  private async write(
    entries: readonly string[],
    decision: "add" | "replace",
  ): Promise<{ readonly id: SavedFeedId; readonly undo: () => Promise<unknown> }> {
    const { list, settings } = this.environment;
    if (this.feed.kind === "new") {
      const feed = {
        name: this.feed.name,
        query: settings.defaultFeedQuery,
        companies: entries,
        mute: [],
        alert: "badge",
      } as const;
      const id = await list.add(feed, { kind: "user" });
      return { id, undo: () => list.remove(id) };
    }
    const { id } = this.feed.listed;
    let before: readonly string[] = [];
    let after: readonly string[] = [];
    await list.edit(id, (now) => {
      before = now.companies;
      after = (decision === "add" ? addedTo(before, entries) : entries).slice(0, maxCompanies);
      return { ...now, companies: after };
    });
    // Only the import: companies may have been added or removed since.
    const takeBack = (now: SavedFeed): SavedFeed => ({
      ...now,
      companies: changedTexts(now.companies, { from: after, to: before }).slice(0, maxCompanies),
    });
    const undo = async (): Promise<void> => {
      if (list.find(id)) {
        await list.edit(id, takeBack);
      }
    };
    return { id, undo };
  }
}

/** @returns nothing for none, so that it can be left out of a list */
function countText(count: number, one: string, several: string): string[] {
  return count === 0 ? [] : [count === 1 ? one : several];
}

function leftOutText(count: number): string[] {
  return countText(
    count,
    l10n.t("1 line not imported"),
    l10n.t("{0} lines not imported", formatNumber(count)),
  );
}

function repeatedText(count: number): string[] {
  return countText(count, l10n.t("1 repeated line"), l10n.t("{0} repeated lines", formatNumber(count)));
}

function notImportedText(count: number): string[] {
  return countText(
    count,
    l10n.t("1 line was not imported."),
    l10n.t("{0} lines were not imported.", formatNumber(count)),
  );
}

function sampleText(entries: readonly string[]): string {
  const sample = entries.slice(0, 5).join(", ");
  return entries.length > 5 ? `${sample}, …` : sample;
}
