/** Notes above the details: why they are missing or incomplete, and the state of a read by ID. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { EventDetails, EventRead, MissingReason } from "../../shared/feedState";
import { linkButton } from "../ui/buttons";
import { displayLine } from "../ui/text";

/** Why the event is not in the list, or its details could not be read. */
export type DetailsNote = MissingReason | "failed";

/** @param isDated the event has a readable date, which "Show around it" needs */
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
