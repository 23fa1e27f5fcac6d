/** The parts of an event's details that are lists of facts, each with what can be done about it. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { CompanyEvent } from "../../shared/companyEvent";
import { isUsualName } from "../../shared/eventKind";
import type { FeedQuery } from "../../shared/feedQuery";
import { indentJson } from "../../shared/jsonText";
import type { ZoneChoice } from "../../shared/pageState";
import type { PageCommand } from "../../shared/protocol";
import { formatNumber } from "../../shared/text";
import { fullInstant, timeZoneOf } from "../../shared/times";
import type { CopyFormat } from "../../shared/viewQueries";
import { websiteOf } from "../../shared/website";
import type { ValueFilter } from "../filters/pendingFilters";
import { canFilterBySector, canFilterByType } from "../filters/valueFilters";
import { eventTypeInfo, typeIcon } from "../ui/eventTypes";
import { confidenceBar } from "../ui/eventValues";
import { iconButton } from "../ui/iconButton";
import { displayBlock, displayLine } from "../ui/text";
import type { Fact } from "./eventFacts";
import { longText } from "./jsonTree";

/** Maximum number of characters of raw JSON shown. */
const maxRawLength = 500_000;

type Content = TemplateResult | typeof nothing;

export interface EventActions {
  /** Whether the event can be copied and opened. */
  readonly areAvailable: boolean;
  copy(id: string, format: CopyFormat): void;
  filterBy(value: ValueFilter): void;
  showCompany(name: string): void;
  post(command: PageCommand): void;
}

/** The facts of the event's kind. */
export function dataSection(facts: readonly Fact[]): Content {
  return facts.length === 0
    ? nothing
    : html`<dl class="facts data">${facts.map(({ label, value }) => fact(label, value))}</dl>`;
}

/** When it happened, what it is, and how it is identified. */
export function occurrenceSection(
  { id, type, sector, confidence, publishedMs, publishedAt }: CompanyEvent,
  { zone, query }: { readonly zone: ZoneChoice; readonly query: FeedQuery | undefined },
  actions: EventActions,
): TemplateResult {
  const typeFilter =
    type !== undefined && canFilterByType({ type }, query)
      ? iconButton(l10n.t("Only this type"), "filter", () => actions.filterBy({ type }))
      : nothing;
  const sectorFilter =
    sector !== undefined && canFilterBySector({ sector }, query)
      ? iconButton(l10n.t("Only this sector"), "filter", () => actions.filterBy({ sector }))
      : nothing;
  return html`<dl class="facts">
    <dt>${l10n.t("Published")}</dt>
    <dd>${publishedText(publishedMs, publishedAt, zone)}</dd>
    <dt>${l10n.t("Type")}</dt>
    <dd>
      ${typeIcon(type ?? "")}<bdi>${displayLine(eventTypeInfo(type).label)}</bdi>${originalType(type)}${typeFilter}
    </dd>
    ${sector === undefined || sector.trim() === "" ? nothing : fact(l10n.t("Sector"), sector, sectorFilter)}
    ${
      confidence === undefined
        ? nothing
        : html`<dt>${l10n.t("Confidence")}</dt>
            <dd class="confidence">
              ${confidenceBar(confidence)}<span aria-hidden="true">${formatNumber(confidence)}</span>
            </dd>`
    }
    ${fact(l10n.t("Event ID"), id, idActions(id, actions))}
  </dl>`;
}

function idActions(id: string, actions: EventActions): Content {
  return actions.areAvailable
    ? html`${copyButton(id, "id", l10n.t("Copy ID"), actions)}${iconButton(l10n.t("Copy link to this event"), "link", () => actions.copy(id, "link"))}`
    : nothing;
}

/** @param facts of the company, as far as they are known */
export function companySection(event: CompanyEvent, facts: readonly Fact[], actions: EventActions): Content {
  return facts.length === 0
    ? nothing
    : html`<h3>${l10n.t("Company")}</h3>
        <dl class="facts">
          ${facts.map((it, index) =>
            fact(
              it.label,
              it.value,
              html`${companyAction(event, it, actions)}${
                // Beside the first fact, whichever is known.
                index === 0 ? followAction(event, actions) : nothing
              }`,
            ),
          )}
        </dl>`;
}

function companyAction({ id, company }: CompanyEvent, { name, value }: Fact, actions: EventActions): Content {
  if (!actions.areAvailable) {
    return nothing;
  }
  switch (name) {
    case "name":
      return iconButton(l10n.t("Events of this company"), "filter", () => actions.showCompany(value));
    case "entity_id":
      return company?.entityId === undefined
        ? nothing
        : copyButton(id, "entityId", l10n.t("Copy entity ID"), actions);
    case "domain":
      return websiteOf(company?.domain) === undefined
        ? nothing
        : iconButton(l10n.t("Open company website"), "link-external", () =>
            actions.post({ type: "openDomain", id }),
          );
    default:
      return nothing;
  }
}

function followAction({ id }: CompanyEvent, actions: EventActions): Content {
  return actions.areAvailable
    ? iconButton(l10n.t("Follow this company…"), "add", () => actions.post({ type: "followCompany", id }))
    : nothing;
}

export function rawJsonActions(id: string, actions: EventActions): Content {
  return actions.areAvailable
    ? html`<div class="raw-json-actions">
        ${copyButton(id, "json", l10n.t("Copy JSON"), actions)}
        ${iconButton(l10n.t("Open as JSON"), "json", () => actions.post({ type: "openJson", id }))}
      </div>`
    : nothing;
}

export function rawJson(json: string): TemplateResult {
  const isCut = json.length > maxRawLength;
  return html`<pre
      tabindex="0"
      aria-label=${l10n.t("Raw JSON")}
    ><bdi dir="ltr">${displayBlock(indentJson(isCut ? json.slice(0, maxRawLength) : json))}</bdi></pre>
    ${isCut ? html`<p class="secondary">${l10n.t("Only the first {0} characters are shown.", formatNumber(maxRawLength))}</p>` : nothing}`;
}

function copyButton(id: string, format: CopyFormat, label: string, actions: EventActions): TemplateResult {
  return iconButton(label, "copy", () => actions.copy(id, format));
}

function fact(label: string, value: string, action: Content = nothing): TemplateResult {
  return html`<dt>${label}</dt>
    <dd>${longText(value)}${action}</dd>`;
}

/** The type as the service sent it, if that is another word than its label. */
function originalType(type: string | undefined): Content {
  return type === undefined || isUsualName(type) || eventTypeInfo(type).label === type
    ? nothing
    : html` <bdi class="secondary">${displayLine(type)}</bdi>`;
}

function publishedText(ms: number | undefined, sent: string | undefined, zone: ZoneChoice): TemplateResult {
  if (ms === undefined) {
    return html`<bdi>${sent === undefined ? l10n.t("No date") : displayLine(sent)}</bdi>`;
  }
  const other: ZoneChoice = zone === "utc" ? "local" : "utc";
  return html`${fullInstant(ms, zone)}${
    timeZoneOf(other) === timeZoneOf(zone)
      ? nothing
      : html`<br /><span class="secondary">${fullInstant(ms, other)}</span>`
  }`;
}
