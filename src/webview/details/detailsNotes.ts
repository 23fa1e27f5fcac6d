/** Sentences above the details of an event: why they are missing or incomplete, and how the read of the event by its ID stands. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { EventDetails, EventRead, MissingReason } from "../../shared/feedState";
import { displayLine } from "../ui/text";

/** Why there are no details, or only earlier ones. */
export type DetailsNote = MissingReason | "failed";

/** @param isDated whether the event has a readable date, which is needed to show what is around it */
export function missingNote(note: DetailsNote, isDated: boolean, onShow: () => void): TemplateResult {
  const texts: Readonly<Record<DetailsNote, string>> = {
    outsideTimeRange: l10n.t("Not in this time range."),
    notLoaded: l10n.t("Not loaded."),
    filteredOut: l10n.t("Hidden by the current filters."),
    gone: l10n.t("No longer in the feed."),
    unlisted: l10n.t("Not listed in the feed."),
    failed: l10n.t("The details could not be read. Select it again in the list."),
  };
  const actions: Readonly<Partial<Record<DetailsNote, string>>> = {
    ...(isDated && { outsideTimeRange: l10n.t("Show around it") }),
    notLoaded: l10n.t("Show in feed"),
    filteredOut: l10n.t("Reset filters"),
  };
  const action = actions[note];
  return infoNote(
    html`${texts[note]} ${action === undefined ? nothing : linkButton(action, onShow)}`,
    note === "failed" ? "warning" : "info",
  );
}

/** What a read by ID adds to the details, or why they lack something. */
export function readNote(
  details: EventDetails | undefined,
  read: EventRead | undefined,
  onRetry: () => void,
): TemplateResult | typeof nothing {
  switch (read?.kind) {
    case "reading":
      return !details || details.titleOnly ? html`<p class="note">${l10n.t("Loading…")}</p>` : nothing;
    case "failed":
      return html`<div role="alert">
        ${infoNote(
          html`${displayLine(read.message)} ${read.canRetry ? linkButton(l10n.t("Retry"), onRetry) : nothing}`,
          "warning",
        )}
      </div>`;
    case "done":
    case undefined:
      return details?.titleOnly ? infoNote(l10n.t("Only the title is available.")) : nothing;
  }
}

function infoNote(text: string | TemplateResult, icon: "info" | "warning" = "info"): TemplateResult {
  return html`<p class="note">
    <span class="codicon codicon-${icon}" aria-hidden="true"></span><span>${text}</span>
  </p>`;
}

function linkButton(text: string, onClick: () => void): TemplateResult {
  return html`<button type="button" class="link" @click=${onClick}>${text}</button>`;
}
