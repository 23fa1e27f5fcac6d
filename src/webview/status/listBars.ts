/** Lines above the list: how it is sorted or filtered, with a button to end that. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { companyCountText } from "../../shared/text";
import type { SortOrder } from "../../shared/viewQueries";
import type { FeedModel } from "../feedModel";
import { linkButton } from "../ui/buttons";
import { separated } from "../ui/text";

export function listBars(model: FeedModel): TemplateResult {
  const { panel } = model;
  const { sort } = model.list;
  const { companyCount = 0 } = panel ?? {};
  return html`${companyCount > 0 ? companiesBar(companyCount, model) : nothing}
  ${sort ? sortBar(sort, model) : nothing}`;
}

function sortBar({ by, descending }: SortOrder, { panel, filters }: FeedModel): TemplateResult {
  const texts = {
    amount: descending ? l10n.t("Sorted by amount, highest first") : l10n.t("Sorted by amount, lowest first"),
    company: descending ? l10n.t("Sorted by company, Z to A") : l10n.t("Sorted by company, A to Z"),
  };
  return listBar(
    descending ? "arrow-down" : "arrow-up",
    panel?.completeness.kind === "complete" ? texts[by] : l10n.t("{0} (loaded events only)", texts[by]),
    l10n.t("Back to newest first"),
    () => filters.changeView({ sort: undefined }),
  );
}

function companiesBar(count: number, { filters }: FeedModel): TemplateResult {
  const showsAll = filters.view?.allCompanies;
  return listBar(
    "organization",
    showsAll
      ? l10n.t("Events of all companies")
      : l10n.t("Only {0} (filtered in VS Code)", companyCountText(count)),
    showsAll ? l10n.t("Show only the companies of this feed") : l10n.t("Show all companies"),
    () => filters.changeView({ allCompanies: showsAll ? undefined : true }),
  );
}

function listBar(icon: string, text: string, action: string, onClick: () => void): TemplateResult {
  return html`<div class="list-bar">
    <span class="codicon codicon-${icon}" aria-hidden="true"></span>
    ${separated([html`<span role="status"><bdi>${text}</bdi></span>`, linkButton(action, onClick)])}
  </div>`;
}
