/** The line of a failure: one sentence, the time until the next attempt, and actions. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { remediesOf, type RemedyKind, remedyLabels } from "../../shared/problemKind";
import { type PanelState, reloadWindowCommand } from "../../shared/protocol";
import { withFullStop } from "../../shared/text";
import { retryingText } from "../../shared/times";
import type { FeedModel } from "../feedModel";
import { linkButton } from "../ui/buttons";
import { displayLine } from "../ui/text";

export function failureLine(panel: PanelState, model: FeedModel): TemplateResult | typeof nothing {
  const { problem, connection, activity, live } = panel;
  if (!problem) {
    return nothing;
  }
  const remedies = remediesOf(problem.kind, connection.sample);
  const needsUser = !remedies.includes("retry");
  const isLive = live.kind === "waiting" || live.kind === "checking";
  const waitMs = activity?.waitMs ?? (isLive && live.failing ? live.nextInMs : undefined);
  /** Milliseconds from receiving the state until the next attempt; undefined: no automatic retry. */
  const inMs = needsUser ? undefined : waitMs;
  const showsLog = !needsUser && !remedies.includes("testConnection");
  const action = (label: string, type: RemedyKind | "showLog"): TemplateResult =>
    linkButton(label, () => model.post({ type }));
  return line(
    needsUser ? "error" : "warning",
    withFullStop(problem.message),
    html`${
        inMs === undefined
          ? nothing
          : html`<ticking-text
              .text=${() => retryingText(inMs - (Date.now() - model.receivedAt))}
            ></ticking-text>`
      }
      <span class="failure-actions">
        ${remedies.map(
          (kind) =>
            html`${action(kind === "retry" && inMs !== undefined ? l10n.t("Retry Now") : remedyLabels[kind](), kind)} `,
        )}
        ${showsLog ? action(l10n.t("Show Log"), "showLog") : nothing}
      </span>`,
  );
}

/** A command link, which works without the extension (`enableCommandUris` in panel/feedPanel.ts). */
export function unresponsiveHostLine(): TemplateResult {
  return line(
    "error",
    l10n.t("The extension isn't responding."),
    html`<span class="failure-actions">
      <a class="link" href="command:${reloadWindowCommand}">${l10n.t("Reload Window")}</a>
    </span>`,
  );
}

function line(severity: "error" | "warning", message: string, actions: TemplateResult): TemplateResult {
  return html`<div class="failure-line ${severity}" tabindex="-1">
    <span class="codicon codicon-${severity}" aria-hidden="true"></span>
    <div>
      <span role="alert"><bdi class="failure-text">${displayLine(message)}</bdi></span>
      ${actions}
    </div>
  </div>`;
}
