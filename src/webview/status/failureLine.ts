import * as l10n from "@vscode/l10n";
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { remediesOf, type RemedyKind, remedyLabel } from "../../shared/problemKind";
import { type PageCommand, type PanelState, reloadWindowCommand } from "../../shared/protocol";
import { retryingText } from "../../shared/times";
import { displayLine } from "../ui/text";

/**
 * What is wrong with the feed, on a line of its own: one sentence, when the next attempt starts, and what can be done.
 *
 * Fires `host-message` (detail: PageCommand).
 */
@customElement("failure-line")
export class FailureLine extends LitElement {
  @property({ attribute: false }) panel!: PanelState;

  /** When `panel` was received, by this machine's clock. */
  private receivedAt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  protected override createRenderRoot(): this {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("panel")) {
      this.receivedAt = Date.now();
    }
  }

  protected override updated(): void {
    clearTimeout(this.timer);
    if (nextAttemptMs(this.panel) !== undefined) {
      this.timer = setTimeout(() => this.requestUpdate(), 1000);
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    const message = failureMessage(this.panel);
    if (message === undefined) {
      return nothing;
    }
    const { problem, activity, connection } = this.panel;
    const waiting = activity?.waiting;
    const isWaiting = nextAttemptMs(this.panel) !== undefined;
    const remedies = problem && !waiting ? remediesOf(problem.kind, connection.sample) : (["retry"] as const);
    const needsUser = !remedies.includes("retry");
    const showsLog = !needsUser && !remedies.includes("testConnection");
    return line(
      needsUser ? "error" : "warning",
      message,
      html`${isWaiting ? this.renderCountdown() : nothing}
        <span class="failure-actions">
          ${remedies.map((kind) => this.action(labelOf(kind, isWaiting), kind))}
          ${showsLog ? this.action(l10n.t("Show log"), "showLog") : nothing}
        </span>`,
    );
  }

  /** Not read out by screen readers, for which it would change every second. */
  private renderCountdown(): TemplateResult {
    const delayMs = (nextAttemptMs(this.panel) ?? 0) - (Date.now() - this.receivedAt);
    return html`<span class="countdown" aria-hidden="true">${retryingText(delayMs)}</span>`;
  }

  private action(label: string, type: RemedyKind | "showLog"): TemplateResult {
    return html`<button
      type="button"
      class="link"
      @click=${() => this.dispatchEvent(new CustomEvent<PageCommand>("host-message", { detail: { type } }))}
    >
      ${label}
    </button>`;
  }
}

/** VS Code itself follows the link (see `panel/feedPanel.ts`): there is no extension that could. */
export function silentHostLine(): TemplateResult {
  return line(
    "error",
    l10n.t("The extension doesn't answer."),
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

/** Why something failed, as a sentence; undefined: nothing did. */
function failureMessage({ problem, activity }: PanelState): string | undefined {
  const message = activity?.waiting?.message ?? problem?.message;
  return message === undefined || /[.!?…]$/.test(message) ? message : `${message}.`;
}

/** How long after the state was received what failed is tried again; undefined: not by itself. */
function nextAttemptMs({ activity, live, problem }: PanelState): number | undefined {
  if (activity?.waiting) {
    return activity.waiting.inMs;
  }
  const isRetried = problem && (live.kind === "waiting" || live.kind === "checking") && live.failing;
  return isRetried ? live.nextInMs : undefined;
}

function labelOf(kind: RemedyKind, isWaiting: boolean): string {
  return kind === "retry" && isWaiting ? l10n.t("Retry Now") : remedyLabel(kind);
}
