import * as l10n from "@vscode/l10n";
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { LiveState, Problem } from "../../shared/feedState";
import type { ZoneChoice } from "../../shared/calendar";
import type { PageCommand, PanelState } from "../../shared/protocol";
import { formatNumber } from "../../shared/text";
import { displayLine } from "../ui/text";
import { timeOfDay, timeZoneOf } from "../../shared/times";
import { hidesEvents } from "../filters/queryText";
import { problemIcons, needsUserAction, type Remedy, remediesFor } from "./problems";
import { activityText, completenessText, hasCountdown, liveText } from "./statusText";

/** There is no room for more. */
const maxRemedies = 2;

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
  /** Result of the last action, such as `Copied 5 events (TSV)`, for screen readers: it is visible where the user acted. */
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
      visible.querySelectorAll(".sr-only, .problem-reason, [hidden]").forEach((part) => part.remove());
      text.setAttribute("title", visible.textContent.replace(/\s+/g, " ").trim());
    }
  }

  protected override render(): TemplateResult {
    const { connection, problem } = this.panel;
    const shownProblem = this.showProblem ? problem : undefined;
    const now = this.currentParts(shownProblem);
    const { activity, live } = this.panel;
    const progress =
      shownProblem && isRetried(live) ? "retried" : activity && !activity.waiting ? "busy" : "";
    return html`<div class="status-line ${this.severity} ${progress}">
      ${
        connection.sample
          ? html`<span class="sample" title=${l10n.t("Fictional companies and events")}
              >${l10n.t({ message: "sample", args: [], comment: ["A mark on sample data"] })}</span
            >`
          : nothing
      }
      <span role="status" class="status-text"
        ><span class="status-now"
          >${problem && !shownProblem ? html`<span class="sr-only">${problemText(problem)}</span>` : nothing}${separated(now, false)}</span
        ><span class="status-loaded">${separated(this.loadedParts(), now.length > 0)}</span
        >${this.notice ? html`<span class="sr-only"> ${this.notice}</span>` : nothing}</span
      >
      ${
        shownProblem
          ? html`<span class="status-actions"
              >${remediesFor(shownProblem, connection)
                .slice(0, maxRemedies)
                .map((remedy) => this.remedyLink(remedy))}</span
            >`
          : nothing
      }
    </div>`;
  }

  /** Failures that are retried are warnings; those that need the user are errors. */
  private get severity(): "warning" | "error" | "" {
    const { connection, problem, activity } = this.panel;
    if (problem) {
      return needsUserAction(problem, connection) ? "error" : "warning";
    }
    return activity?.waiting ? "warning" : "";
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

  /**
   * What went wrong and what the feed is doing. While live updates are retried, that comes first: a long problem would leave no
   * room for it.
   */
  private currentParts(problem: Problem | undefined): (string | TemplateResult)[] {
    const { activity, content, readAt } = this.panel;
    const nowMs = Date.now();
    const isEmpty = content === "none";
    const showCountdown = activity?.kind !== "window" && !activity?.waiting;
    const live = liveText(this.panel.live, nowMs, showCountdown);
    const liveParts = live ? [live] : [];
    const problemParts = problem ? [problemWithReason(problem)] : [];
    return [
      ...(isRetried(this.panel.live) ? [...liveParts, ...problemParts] : [...problemParts, ...liveParts]),
      ...(activity ? [activityText(activity, nowMs)] : []),
      ...(isEmpty && !activity ? [l10n.t("Nothing loaded")] : []),
      ...(readAt === undefined || isEmpty || live || (activity && !activity.waiting)
        ? []
        : [l10n.t("Updated {0}", `${timeOfDay(readAt, this.zone)} ${timeZoneOf(this.zone)}`)]),
    ];
  }

  private loadedParts(): string[] {
    const { content, malformed } = this.panel;
    if (content === "none") {
      return [];
    }
    return [
      ...(this.selectedCount > 1 ? [l10n.t("{0} selected", formatNumber(this.selectedCount))] : []),
      ...(malformed === 1 ? [l10n.t("1 event couldn't be read")] : []),
      ...(malformed > 1 ? [l10n.t("{0} events couldn't be read", formatNumber(malformed))] : []),
      ...(content === "previous"
        ? [l10n.t("Showing previous results")]
        : [this.loadedText(), ...this.extentText()]),
    ];
  }

  /** How much of the time range is loaded; while the entire window is loaded, the activity says so. */
  private extentText(): string[] {
    const { completeness, activity, preloading } = this.panel;
    if (preloading) {
      return [l10n.t("loading more…")];
    }
    return activity?.kind === "window" ? [] : [completenessText(completeness, this.eventCount)];
  }

  private loadedText(): string {
    const { inView } = this.panel;
    const count = formatNumber(this.eventCount);
    return hidesEvents(this.panel)
      ? l10n.t("{0} of {1} loaded", formatNumber(inView), count)
      : l10n.t({ message: "{0} loaded", args: [count], comment: ["A number of events"] });
  }
}

function isRetried(live: LiveState): boolean {
  return (live.kind === "waiting" || live.kind === "checking") && live.failing === true;
}

function problemText({ message }: Problem): TemplateResult {
  return html`<bdi class="problem-text">${displayLine(message)}</bdi>`;
}

/** The reason first, since the sentence may be cut off where it seems to say the opposite; screen readers read the sentence. */
function problemWithReason(problem: Problem): TemplateResult {
  const icon = problemIcons[problem.kind];
  return html`<span class="codicon codicon-${icon}" aria-hidden="true"></span
    ><span class="problem-reason" aria-hidden="true">${problem.reason}</span>${problemText(problem)}`;
}

/** Parts of a line with dots between them. @param afterOthers whether a dot comes before the first one, too */
function separated(parts: readonly (string | TemplateResult)[], afterOthers: boolean): TemplateResult[] {
  return parts.map(
    (part, i) =>
      html`<span class="part"
        >${i > 0 || afterOthers ? html`<span class="dot" aria-hidden="true"> · </span>` : nothing}<span
          >${part}</span
        ></span
      >`,
  );
}
