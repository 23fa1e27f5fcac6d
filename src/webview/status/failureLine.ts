/** What is wrong with the feed, on a line of its own: one sentence, when the next attempt starts, and what can be done. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { remediesOf, type RemedyKind, remedyLabel } from "../../shared/problemKind";
import { type PanelState, reloadWindowCommand } from "../../shared/protocol";
import { withFullStop } from "../../shared/text";
import { retryingText } from "../../shared/times";
import type { FeedPage } from "../feedPage";
import { displayLine } from "../ui/text";

export function failureLine(panel: PanelState, page: FeedPage): TemplateResult | typeof nothing {
  const { problem, activity, connection } = panel;
  const waiting = activity?.waiting;
  const message = waiting?.message ?? problem?.message;
  if (message === undefined) {
    return nothing;
  }
  const inMs = nextAttemptMs(panel);
  const remedies = problem && !waiting ? remediesOf(problem.kind, connection.sample) : (["retry"] as const);
  const needsUser = !remedies.includes("retry");
  const showsLog = !needsUser && !remedies.includes("testConnection");
  const action = (label: string, type: RemedyKind | "showLog"): TemplateResult =>
    html`<button type="button" class="link" @click=${() => page.connection.post({ type })}>${label}</button>`;
  return line(
    needsUser ? "error" : "warning",
    withFullStop(message),
    html`${
        inMs === undefined
          ? nothing
          : html`<ticking-text
              .text=${() => retryingText(inMs - (Date.now() - page.receivedAt))}
            ></ticking-text>`
      }
      <span class="failure-actions">
        ${remedies.map(
          (kind) =>
            html`${action(kind === "retry" && inMs !== undefined ? l10n.t("Retry Now") : remedyLabel(kind), kind)} `,
        )}
        ${showsLog ? action(l10n.t("Show Log"), "showLog") : nothing}
      </span>`,
  );
}

/** VS Code itself follows the link (see `panel/feedPanel.ts`): there is no extension that could. */
export function silentHostLine(): TemplateResult {
  return line(
    "error",
    l10n.t("The extension isn't responding."),
    html`<span class="failure-actions">
      <a class="link" href="command:${reloadWindowCommand}">${l10n.t("Reload Window")}</a>
    </span>`,
  );
}

function line(severity: "error" | "warning", message: string, actions: TemplateResult): TemplateResult {
  return html`<div class="failure-line ${severity}">
    <span class="codicon codicon-${severity}" aria-hidden="true"></span>
    <div>
      <span role="alert"><bdi class="failure-text">${displayLine(message)}</bdi></span>
      ${actions}
    </div>
  </div>`;
}

/** How long after the state was received what failed is tried again; undefined: not by itself. */
function nextAttemptMs({ activity, live, problem }: PanelState): number | undefined {
  if (activity?.waiting) {
    return activity.waiting.inMs;
  }
  const isLive = live.kind === "waiting" || live.kind === "checking";
  return problem && isLive && live.failing ? live.nextInMs : undefined;
}
