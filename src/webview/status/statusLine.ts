import * as l10n from "@vscode/l10n";
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { ZoneChoice } from "../../shared/pageState";
import type { PageCommand, PanelState } from "../../shared/protocol";
import { counted } from "../../shared/text";
import { displayLine } from "../ui/text";
import { timeOfDay, timeZoneOf } from "../ui/times";
import { isFiltered } from "../filters/queryText";
import { problemIcons, type Remedy, remedyFor } from "./problems";
import { activityText, completenessText, hasCountdown, liveText } from "./statusText";

/**
 * One line: live updates, the problem, the activity, and how much is loaded.
 *
 * Fires `host-message` (detail: PageCommand) for the remedy of the problem.
 */
@customElement("status-line")
export class StatusLine extends LitElement {
  @property({ attribute: false }) panel!: PanelState;
  @property({ type: Number }) eventCount = 0;
  @property({ attribute: false }) zone: ZoneChoice = "local";
  @property({ type: Number }) selectedCount = 0;
  /** Result of the last action, such as `Copied 5 events (TSV)`. */
  @property() notice = "";
  /** False if the problem is shown in the middle of the list instead. */
  @property({ type: Boolean }) showProblem = false;

  private timer: ReturnType<typeof setInterval> | undefined;

  protected override createRenderRoot(): this {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
    this.timer = undefined;
  }

  protected override willUpdate(): void {
    if (hasCountdown(this.panel)) {
      this.timer ??= setInterval(() => this.requestUpdate(), 1000);
    } else {
      clearInterval(this.timer);
      this.timer = undefined;
    }
  }

  /** The tooltip contains the full text, which may be cut off. */
  protected override updated(): void {
    const text = this.querySelector(".status-text");
    const visible = text?.cloneNode(true);
    if (text && visible instanceof Element) {
      visible.querySelectorAll(".sr-only, [hidden]").forEach((part) => part.remove());
      text.setAttribute("title", visible.textContent.replace(/\s+/g, " ").trim());
    }
  }

  protected override render(): TemplateResult {
    const { connection, problem } = this.panel;
    const shownProblem = this.showProblem ? problem : undefined;
    return html`<div class="status-line ${problem ? "problem" : ""}">
      ${
        connection.sample
          ? html`<span class="sample" title="Fictional companies and events">sample</span>`
          : nothing
      }
      <span role="status" class="status-text"
        >${
          problem
            ? html`<span
                  class="codicon codicon-${problemIcons[problem.kind]}"
                  aria-hidden="true"
                  ?hidden=${!shownProblem}
                ></span>
                <bdi class="problem-text ${shownProblem ? "" : "sr-only"}"
                  >${displayLine(problem.message)}</bdi
                >`
            : nothing
        }${this.parts().map(
          (part, i) =>
            html`${i > 0 || shownProblem ? html`<span class="dot" aria-hidden="true"> · </span>` : nothing}<span
                >${part}</span
              >`,
        )}</span
      >
      ${
        shownProblem
          ? html`<span class="status-actions">${this.remedyLink(remedyFor(shownProblem, connection))}</span>`
          : nothing
      }
    </div>`;
  }

  private remedyLink({ label, message }: Remedy): TemplateResult {
    return html`<button
      type="button"
      class="link"
      @click=${() => this.dispatchEvent(new CustomEvent<PageCommand>("host-message", { detail: message }))}
    >
      ${label}
    </button>`;
  }

  private parts(): (string | TemplateResult)[] {
    const { activity, content, malformed, readAt } = this.panel;
    const nowMs = Date.now();
    const isEmpty = content === "none";
    const showCountdown = activity?.kind !== "window" && !activity?.waiting;
    const live = liveText(this.panel.live, nowMs, showCountdown);
    return [
      ...(live ? [live] : []),
      ...(activity ? [activityText(activity, nowMs)] : []),
      ...(isEmpty ? [] : this.loadedParts()),
      ...(this.selectedCount > 1 ? [`${this.selectedCount.toLocaleString("en-US")} selected`] : []),
      ...(this.notice ? [this.notice] : []),
      ...(malformed > 0 ? [`${counted(malformed, "item")} could not be read`] : []),
      ...(isEmpty && !activity ? ["Nothing loaded"] : []),
      ...(readAt === undefined || isEmpty || live
        ? []
        : [`updated ${timeOfDay(readAt, this.zone)} ${timeZoneOf(this.zone)}`]),
    ];
  }

  private loadedParts(): string[] {
    const { content, inView, completeness, view, activity, preloading } = this.panel;
    if (content === "previous") {
      return ["Showing previous results"];
    }
    const count = this.eventCount.toLocaleString("en-US");
    const loaded = `${isFiltered(view) ? `${inView.toLocaleString("en-US")} of ${count}` : count} loaded`;
    if (preloading) {
      return [loaded, l10n.t("loading more…")];
    }
    return activity?.kind === "window" ? [loaded] : [loaded, completenessText(completeness, this.eventCount)];
  }
}
