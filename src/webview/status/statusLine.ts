import type { Activity } from "../../shared/feedState";
import type { ZoneChoice } from "../../shared/pageState";
import type { PageCommand, PanelState } from "../../shared/protocol";
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { counted } from "../../shared/text";
import { displayLine } from "../ui/text";
import { timeOfDay, timeZoneOf } from "../ui/times";
import { isFiltered } from "../filters/queryText";
import { completenessText } from "./completenessText";
import { liveText, ticks } from "./liveText";
import { problemIcons, type Remedy, remedyFor } from "./problems";
import { windowProgressText } from "./windowProgress";

/**
 * The one line that tells it all: what went wrong, what is under way, how much is loaded.
 *
 * Fires `tell-host` (detail: PageCommand), what a button asks of the host.
 */
@customElement("status-line")
export class StatusLine extends LitElement {
  @property({ attribute: false }) panel!: PanelState;
  @property({ type: Number }) eventCount = 0;
  @property({ attribute: false }) zone: ZoneChoice = "local";
  @property({ type: Number }) selectedCount = 0;
  /** Said of the last thing the person did. */
  @property() remark = "";
  /** The problem stands here, not in the middle of the list. */
  @property({ type: Boolean }) actions = false;

  /** Draws the countdown anew. */
  @state() private ticks = 0;
  private ticking: ReturnType<typeof setInterval> | undefined;

  protected override createRenderRoot(): this {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.ticking);
  }

  protected override willUpdate(): void {
    const { activity, live } = this.panel;
    if (activity?.waiting || activity?.progress || ticks(live)) {
      this.ticking ??= setInterval(() => this.ticks++, 1000);
    } else {
      clearInterval(this.ticking);
      this.ticking = undefined;
    }
  }

  /** What has no room in the line is told by its tooltip. */
  protected override updated(): void {
    const text = this.querySelector(".status-text");
    const seen = text?.cloneNode(true);
    if (text && seen instanceof Element) {
      seen.querySelectorAll(".sr-only, [hidden]").forEach((part) => part.remove());
      text.setAttribute("title", seen.textContent.replace(/\s+/g, " ").trim());
    }
  }

  protected override render(): TemplateResult {
    const { connection, problem } = this.panel;
    return html`<div class="status-line ${problem ? "problem" : ""}">
      ${
        connection.sample
          ? html`<span
              class="sample"
              title="Made-up data of the sample service that ships with this extension"
              >sample</span
            >`
          : nothing
      }
      <span role="status" class="status-text"
        >${
          problem
            ? html`<span
                  class="codicon codicon-${problemIcons[problem.kind]}"
                  aria-hidden="true"
                  ?hidden=${!this.actions}
                ></span>
                <bdi class="problem-text ${this.actions ? "" : "sr-only"}"
                  >${displayLine(problem.message)}</bdi
                >`
            : nothing
        }${this.parts().map(
          (part, i) =>
            html`${i > 0 || (problem && this.actions) ? html`<span class="dot" aria-hidden="true"> · </span>` : nothing}<span
                >${part}</span
              >`,
        )}</span
      >
      ${
        problem && this.actions
          ? html`<span class="status-actions">${this.remedyLink(remedyFor(problem, connection))}</span>`
          : nothing
      }
    </div>`;
  }

  private remedyLink({ label, message }: Remedy): TemplateResult {
    return html`<button type="button" class="link" @click=${() => this.tell(message)}>${label}</button>`;
  }

  private parts(): (string | TemplateResult)[] {
    const { activity, content, malformed, readAt } = this.panel;
    const loaded = content === "none" ? [] : this.loadedParts();
    const doing = activity?.waiting
      ? [this.waitingText(activity.waiting)]
      : activity
        ? [activityText(activity)]
        : [];
    const brief = activity?.kind === "window" || activity?.waiting !== undefined;
    const live = liveText(this.panel.live, Date.now(), brief);
    return [
      ...(live ? [live] : []),
      ...doing,
      ...loaded,
      ...(this.selectedCount > 1 ? [`${this.selectedCount.toLocaleString()} selected`] : []),
      ...(this.remark ? [this.remark] : []),
      ...(malformed > 0 ? [`${counted(malformed, "item")} could not be read`] : []),
      ...(content === "none" && doing.length === 0 ? ["Nothing loaded"] : []),
      ...(readAt === undefined || content === "none" || live
        ? []
        : [`read at ${timeOfDay(readAt, this.zone)} ${timeZoneOf(this.zone)}`]),
    ];
  }

  private loadedParts(): string[] {
    const { content, inView, completeness, view, activity } = this.panel;
    if (content === "stale") {
      return ["Showing previous results"];
    }
    const count = this.eventCount.toLocaleString();
    const loaded = `${isFiltered(view) ? `${inView.toLocaleString()} of ${count}` : count} loaded`;
    return activity?.kind === "window" ? [loaded] : [loaded, completenessText(completeness)];
  }

  /** Ticks for who sees it only: nobody wants to hear every second. */
  private waitingText({ message, untilMs }: NonNullable<Activity["waiting"]>): TemplateResult {
    const seconds = Math.max(0, Math.ceil((untilMs - Date.now()) / 1000));
    const sentence = displayLine(message).replace(/(?<![.!?…])$/, ".");
    return html`<span class="codicon codicon-warning" aria-hidden="true"></span> <bdi>${sentence}</bdi
      ><span class="sr-only"> Waiting for the next try</span
      ><span class="countdown" aria-hidden="true"> Next try in ${seconds} s</span>`;
  }

  private tell(message: PageCommand): void {
    this.dispatchEvent(new CustomEvent<PageCommand>("tell-host", { detail: message }));
  }
}

const activityWords: Readonly<Record<Activity["kind"], string>> = {
  first: "Loading events…",
  older: "Loading older events…",
  refresh: "Refreshing…",
  gap: "Loading what is missing…",
  window: "Loading the entire window…",
};

function activityText(activity: Activity): string {
  const { kind, pages, events } = activity;
  if (kind === "window") {
    return windowProgressText(activity, Date.now());
  }
  const word = activityWords[kind];
  return pages > 1 ? `${word} ${counted(events, "event")} on ${counted(pages, "page")} so far` : word;
}
