import * as l10n from "@vscode/l10n";
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { canLoadWindow, type LiveState } from "../../shared/feedState";
import type { ZoneChoice } from "../../shared/calendar";
import type { PageCommand, PanelState } from "../../shared/protocol";
import { formatNumber } from "../../shared/text";
import { timeOfDay, timeZoneOf } from "../../shared/times";
import { hidesEvents } from "../filters/queryText";
import { dot } from "../ui/text";
import { activityText, checkedText, completenessText } from "./statusText";

/** What an action did, such as `Copied 5 events (TSV)`. A new object each time, so that the same text is shown again. */
export interface Notice {
  readonly text: string;
}

const noticeMs = 4000;

/**
 * Live updates or, for some seconds, what an action did; what is loading, and how much is loaded.
 *
 * Fires `host-message` (detail: PageCommand).
 */
@customElement("status-line")
export class StatusLine extends LitElement {
  @property({ attribute: false }) panel!: PanelState;
  @property({ type: Number }) eventCount = 0;
  @property({ attribute: false }) zone: ZoneChoice = "local";
  @property({ type: Number }) selectedCount = 0;
  @property({ attribute: false }) notice: Notice | undefined;

  @state() private shownNotice: Notice | undefined;
  /** When `panel` was received, by this machine's clock. */
  private receivedAt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private noticeTimer: ReturnType<typeof setTimeout> | undefined;

  protected override createRenderRoot(): this {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    clearTimeout(this.noticeTimer);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("panel")) {
      this.receivedAt = Date.now();
    }
    if (changed.has("notice")) {
      clearTimeout(this.noticeTimer);
      this.shownNotice = this.notice;
      this.noticeTimer = setTimeout(() => (this.shownNotice = undefined), noticeMs);
    }
  }

  /** The time since the last check changes every second. */
  protected override updated(): void {
    clearTimeout(this.timer);
    if (this.panel.live.kind === "waiting") {
      this.timer = setTimeout(() => this.requestUpdate(), 1000);
    }
  }

  protected override render(): TemplateResult {
    const { completeness, activity, content } = this.panel;
    const canLoad = content === "current" && !activity && canLoadWindow(completeness);
    return html`<div class="status-line">
      <span role="status" class="status-text"
        ><span class="status-now">${separated(this.currentParts())}</span
        ><span class="status-loaded"
          >${separated(this.loadedParts())}${canLoad ? this.renderLoadAll() : nothing}</span
        ></span
      >
    </div>`;
  }

  private renderLoadAll(): TemplateResult {
    const load = (): void => {
      this.dispatchEvent(new CustomEvent<PageCommand>("host-message", { detail: { type: "loadWindow" } }));
    };
    return html`${dot}<button type="button" class="link" @click=${load}>${l10n.t("Load all")}</button>`;
  }

  private currentParts(): (string | TemplateResult)[] {
    const { activity, content, problem, readAt, live } = this.panel;
    if (this.shownNotice) {
      return [html`<span class="notice">${this.shownNotice.text}</span>`];
    }
    const liveNow = liveText(live);
    const isLoading = activity !== undefined && !activity.waiting;
    if (isLoading) {
      return [...(liveNow && activity.kind !== "window" ? [liveNow] : []), activityText(activity)];
    }
    if (content === "none") {
      return problem || activity ? [l10n.t("Nothing loaded")] : [];
    }
    if (liveNow) {
      const checked = checkedText(live, Date.now() - this.receivedAt);
      // The time is not read out by screen readers, for which it would change every second.
      return checked === ""
        ? [liveNow]
        : [liveNow, html`<span class="countdown" aria-hidden="true">${checked}</span>`];
    }
    return readAt === undefined
      ? []
      : [l10n.t("Updated {0}", `${timeOfDay(readAt, this.zone)} ${timeZoneOf(this.zone)}`)];
  }

  private loadedParts(): string[] {
    const { content, malformed, activity, preloading } = this.panel;
    if (content === "none") {
      return [];
    }
    const extent = preloading ? l10n.t("loading more…") : completenessText(this.panel, this.eventCount);
    return [
      ...(this.selectedCount > 1 ? [l10n.t("{0} selected", formatNumber(this.selectedCount))] : []),
      ...(malformed === 1 ? [l10n.t("1 event couldn't be read")] : []),
      ...(malformed > 1 ? [l10n.t("{0} events couldn't be read", formatNumber(malformed))] : []),
      ...(content === "previous" ? [l10n.t("Showing previous results")] : [this.loadedText()]),
      // While the entire window is loaded, the activity says so.
      ...(content === "previous" || activity?.kind === "window" ? [] : [extent]),
    ];
  }

  private loadedText(): string {
    const { inView } = this.panel;
    const count = formatNumber(this.eventCount);
    return hidesEvents(this.panel)
      ? l10n.t("{0} of {1} loaded", formatNumber(inView), count)
      : l10n.t({ message: "{0} loaded", args: [count], comment: ["A number of events"] });
  }
}

/** The same while a check runs and after it, so that screen readers announce nothing then. */
function liveText(live: LiveState): TemplateResult | undefined {
  switch (live.kind) {
    case "off":
      return undefined;
    case "paused":
      return withDot("idle", l10n.t("Live updates paused"));
    case "stopped":
      return withDot("idle", l10n.t("Live updates stopped"));
    case "checking":
    case "waiting":
      return live.failing ? withDot("idle", l10n.t("Not live")) : withDot("", l10n.t("Live"));
  }
}

function withDot(state: "idle" | "", text: string): TemplateResult {
  return html`<span class="live-dot ${state}" aria-hidden="true"></span>${text}`;
}

/** Parts of a line with dots between them, none of which begins a line. */
function separated(parts: readonly (string | TemplateResult)[]): (string | TemplateResult)[] {
  return parts.flatMap((part, i) => (i > 0 ? [dot, part] : [part]));
}
