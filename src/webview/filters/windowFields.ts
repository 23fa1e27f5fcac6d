import { html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import { dayMs } from "../../shared/instant";
import { type FeedQuery, type FeedWindow, sameQuery } from "../../shared/feedQuery";
import type { ZoneChoice } from "../../shared/pageState";
import type { PanelState } from "../../shared/protocol";
import { capitalize } from "../ui/text";
import { instantText, parseTypedInstant, timeZoneOf } from "../ui/times";
import type { Validation } from "./entryField";
import { lastDaysText, zonedWindowText } from "./queryText";

const presetDays = [1, 7, 30];

type Edge = "since" | "until";

/**
 * The fields of the feed query's window, which users know as the time range: presets, From, To, and the time zone of everything
 * shown.
 *
 * Fires `window-change` (detail: FeedWindow) and `zone-change` (detail: ZoneChoice); both bubble.
 */
@customElement("window-fields")
export class WindowFields extends LitElement {
  @property({ attribute: false }) query!: FeedQuery;
  @property({ attribute: false }) panel!: PanelState;
  @property({ attribute: false }) zone: ZoneChoice = "local";

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    const { selectedPreset, zone } = this;
    const local = timeZoneOf("local");
    return html`<div class="field window">
        <label for="window">Time range</label>
        <select id="window" @change=${this.onPreset}>
          ${this.presets.map((days) => {
            const isSelected = String(days) === selectedPreset;
            const text = isSelected ? shownWindowText(this.query, this.panel, zone) : lastDaysText(days);
            return html`<option value=${days} .selected=${live(isSelected)}>${capitalize(text)}</option>`;
          })}
          <option value="custom" .selected=${live(selectedPreset === "custom")}>Custom</option>
        </select>
      </div>
      ${this.edgeField("since", "From", "2026-11-14 10:02")} ${this.edgeField("until", "To", "now")}
      <div class="field zone">
        <label for="zone">Time zone</label>
        <select id="zone" @change=${this.onZone}>
          <option value="local" .selected=${live(zone === "local")}>
            ${local === "UTC" ? "UTC (local)" : local}
          </option>
          <option value="utc" .selected=${live(zone === "utc")}>UTC</option>
        </select>
      </div>`;
  }

  private edgeField(edge: Edge, label: "From" | "To", placeholder: string): TemplateResult {
    return html`<entry-field
      class="field instant"
      label=${label}
      field-id=${label.toLowerCase()}
      placeholder=${placeholder}
      text=${this.edgeText(edge)}
      .validate=${(typed: string) => this.validateEdge(edge, typed)}
      @value-change=${({ detail }: CustomEvent<string>) => this.changeEdge(edge, detail)}
    ></entry-field>`;
  }

  /** With those of the default query and of the current one. */
  private get presets(): number[] {
    const windows = [this.query.window, this.panel.defaultQuery.window];
    const days = [
      ...presetDays,
      ...windows.flatMap((window) => (window.kind === "last" ? [window.days] : [])),
    ];
    return [...new Set(days)].sort((a, b) => a - b);
  }

  private get selectedPreset(): string {
    const { window } = this.query;
    return window.kind === "last" ? String(window.days) : "custom";
  }

  /** Milliseconds since 1970 UTC. */
  private get edges(): { since?: number | undefined; until?: number | undefined } {
    const { window } = this.query;
    if (window.kind === "last") {
      // The host decides when a relative window starts, so the start is unknown until it has.
      const current = sameQuery(this.query, this.panel.query) ? this.panel.window : undefined;
      // Without seconds, which the user did not choose.
      return { since: current && Math.floor(current.sinceMs / 60_000) * 60_000 };
    }
    return {
      since: Date.parse(window.since),
      until: window.until === undefined ? undefined : Date.parse(window.until),
    };
  }

  private edgeText(edge: Edge): string {
    const ms = this.edges[edge];
    return ms === undefined ? "" : instantText(ms, this.zone);
  }

  private validateEdge(edge: Edge, typed: string): Validation {
    const valid = { hint: "" };
    if (typed === this.edgeText(edge)) {
      return valid;
    }
    if (typed === "" || (edge === "until" && typed.toLowerCase() === "now")) {
      return edge === "until" ? valid : { error: "Enter a start date." };
    }
    const parsed = parseTypedInstant(typed, this.zone);
    if (!parsed.ok) {
      return { error: parsed.message };
    }
    const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = this.edges;
    if (edge === "since") {
      if (parsed.ms > Date.now()) {
        return { error: "From is in the future." };
      }
      return parsed.ms < until ? valid : { error: "From must be before To." };
    }
    return parsed.ms > since ? valid : { error: "To must be after From." };
  }

  private changeEdge(edge: Edge, typed: string): void {
    const parsed = parseTypedInstant(typed, this.zone);
    const edges = this.edges;
    edges[edge] = parsed.ok ? parsed.ms : undefined;
    const { since, until } = edges;
    const { window } = this.query;
    const start = since ?? Date.now() - (window.kind === "last" ? window.days : 1) * dayMs;
    this.fire("window-change", {
      kind: "fixed",
      since: new Date(start).toISOString(),
      ...(until !== undefined && { until: new Date(until).toISOString() }),
    });
  }

  private readonly onPreset = (event: Event) => {
    const { value } = event.target as HTMLSelectElement;
    if (value === "custom") {
      // Fixes the window at its current bounds.
      this.changeEdge("until", "");
    } else {
      this.fire("window-change", { kind: "last", days: Number(value) });
    }
  };

  private readonly onZone = (event: Event) => {
    this.fire("zone-change", (event.target as HTMLSelectElement).value === "utc" ? "utc" : "local");
  };

  private fire(type: "window-change" | "zone-change", detail: FeedWindow | ZoneChoice): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }
}

/** The window of the query or, once loading older events extended it, what is loaded. */
export function shownWindowText(query: FeedQuery, { window, content }: PanelState, zone: ZoneChoice): string {
  const shown: FeedWindow =
    content === "current" && window?.extended
      ? {
          kind: "fixed",
          since: new Date(window.sinceMs).toISOString(),
          ...(window.untilMs !== undefined && { until: new Date(window.untilMs).toISOString() }),
        }
      : query.window;
  return zonedWindowText(shown, zone, Date.now());
}
