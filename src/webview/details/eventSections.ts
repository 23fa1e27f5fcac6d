/** The parts of an event's details that are lists of fields, each with what can be done about it. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { CompanyEvent } from "../../shared/companyEvent";
import type { EventDetails } from "../../shared/feedState";
import { indentJson, jsonKind, membersOf, stringOf } from "../../shared/jsonText";
import type { ZoneChoice } from "../../shared/calendar";
import { formatNumber } from "../../shared/text";
import { fullInstant, timeZoneOf } from "../../shared/times";
import type { CopyFormat } from "../../shared/viewQueries";
import { websiteOf } from "../../shared/companyEvent";
import type { FeedPage } from "../feedPage";
import { canFilterBySector, canFilterByType } from "../filters/pendingFilters";
import { typeIcon, typeName } from "../ui/eventTypes";
import { iconButton } from "../ui/iconButton";
import { displayBlock, displayLine } from "../ui/text";
import { fieldList, fieldValue, hasValue, longText } from "./fieldList";
import { fieldLabel, sentUsd } from "./fieldText";

/** Maximum number of characters of raw JSON shown. */
const maxRawLength = 500_000;

type Content = TemplateResult | typeof nothing;

/** The fields of an event by the section that shows them. */
export interface EventFields {
  readonly data: ReadonlyMap<string, string>;
  readonly company: ReadonlyMap<string, string>;
  readonly others: ReadonlyMap<string, string>;
}

/** A field whose value is not of the specified type is shown as it is, with all others. */
export function eventFields({ event, json }: EventDetails): EventFields {
  const others = membersOf(json);
  const { id, type, title, subhead, publishedAt: published_at, sector, confidence } = event;
  const shownElsewhere = { id, type, title, subhead, published_at, sector, confidence };
  for (const [name, value] of Object.entries(shownElsewhere)) {
    if (value !== undefined) {
      others.delete(name);
    }
  }
  // The service may send the same ID under another name.
  if (stringOf(others.get("event_id") ?? "null") === id) {
    others.delete("event_id");
  }
  const [data, company] = [takeObject(others, "event_data"), takeObject(others, "company")];
  return { data, company, others: withValues(others) };
}

function takeObject(members: Map<string, string>, name: string): ReadonlyMap<string, string> {
  const json = members.get(name) ?? "null";
  if (jsonKind(json) === "object") {
    members.delete(name);
  }
  return withValues(membersOf(json));
}

function withValues(members: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...members].filter(([, json]) => hasValue(json)));
}

/** The fields of `event_data` as sent, with its two amounts in USD. */
export function dataSection(data: ReadonlyMap<string, string>): Content {
  return data.size === 0
    ? nothing
    : html`<div class="event-data">
        ${fieldList(data, (name, json) => {
          const digits = name === "amount" || name === "valuation" ? digitsOf(json) : undefined;
          return digits === undefined ? fieldValue(json) : longText(sentUsd(digits));
        })}
      </div>`;
}

/** Of a number, or of a string that spells one: so that no digit is lost, decimal numbers are often sent as strings. */
function digitsOf(json: string): string | undefined {
  const digits = (stringOf(json) ?? json).trim();
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(digits) ? digits : undefined;
}

/** When it happened, what it is, and how it is identified. */
export function occurrenceSection(
  { id, type, sector, confidence, publishedMs, publishedAt }: CompanyEvent,
  isAvailable: boolean,
  page: FeedPage,
): TemplateResult {
  const { zone, filters } = page;
  const typeFilter = canFilterByType(type, filters.query)
    ? iconButton(l10n.t("Only this type"), "filter", () => filters.filterBy({ types: [type] }))
    : nothing;
  const sectorFilter = canFilterBySector(sector, filters.query)
    ? iconButton(l10n.t("Only this sector"), "filter", () => filters.filterBy({ sector }))
    : nothing;
  return html`<dl class="facts">
    <dt>${l10n.t("Published")}</dt>
    <dd>${publishedText(publishedMs, publishedAt, zone)}</dd>
    ${
      filters.query?.source && type === undefined
        ? nothing
        : html`<dt>${l10n.t("Type")}</dt>
            <dd>${typeIcon(type ?? "")}<bdi>${typeName(type)}</bdi>${typeFilter}</dd>`
    }
    ${sector === undefined || sector.trim() === "" ? nothing : fact(l10n.t("Sector"), sector, sectorFilter)}
    ${confidence === undefined ? nothing : fact(l10n.t("Confidence"), formatNumber(confidence))}
    ${fact(fieldLabel("id"), id, isAvailable ? idActions(id, page) : nothing)}
  </dl>`;
}

function idActions(id: string, page: FeedPage): TemplateResult {
  return html`${copyButton(id, "id", l10n.t("Copy ID"), page)}${page.filters.query?.source ? nothing : iconButton(l10n.t("Copy link to this event"), "link", () => page.eventActions.copy({ ids: [id], format: "link" }))}`;
}

const companyFields = ["name", "role", "domain", "industry", "location", "entity_id"];

/** @param page undefined: nothing can be done about the event */
export function companySection(
  event: CompanyEvent,
  company: ReadonlyMap<string, string>,
  page: FeedPage | undefined,
): Content {
  const names = [...companyFields.filter((name) => company.has(name)), ...company.keys()];
  const inOrder = new Map(names.map((name) => [name, company.get(name) ?? "null"]));
  return company.size === 0
    ? nothing
    : html`<h3>${l10n.t("Company")}</h3>
        ${fieldList(
          inOrder,
          (name, json) =>
            html`${name === "role" ? roleText(json) : fieldValue(json)}${page ? companyAction(event, name, page) : nothing}`,
        )}`;
}

function roleText(json: string): TemplateResult {
  const role = stringOf(json) ?? "";
  return /^[a-z_]+$/.test(role) ? longText(fieldLabel(role)) : fieldValue(json);
}

function companyAction({ id, company }: CompanyEvent, field: string, page: FeedPage): Content {
  const { name, entityId, domain } = company ?? {};
  if (field === "name" && name !== undefined) {
    return iconButton(l10n.t("Events of this company"), "filter", () => page.filters.showCompany(name));
  }
  if (field === "entity_id" && entityId !== undefined) {
    return copyButton(id, "entityId", l10n.t("Copy entity ID"), page);
  }
  return field === "domain" && websiteOf(domain) !== undefined
    ? iconButton(l10n.t("Open company website"), "link-external", () =>
        page.connection.post({ type: "openDomain", id }),
      )
    : nothing;
}

export function rawJsonActions(id: string, page: FeedPage): TemplateResult {
  return html`<div class="raw-json-actions">
    ${copyButton(id, "json", l10n.t("Copy JSON"), page)}
    ${iconButton(l10n.t("Open as JSON"), "json", () => page.connection.post({ type: "openJson", id }))}
  </div>`;
}

export function rawJson(json: string): TemplateResult {
  const isCut = json.length > maxRawLength;
  return html`<pre
      tabindex="0"
      aria-label=${l10n.t("Raw JSON")}
    ><bdi dir="ltr">${displayBlock(indentJson(isCut ? json.slice(0, maxRawLength) : json))}</bdi></pre>
    ${isCut ? html`<p class="secondary">${l10n.t("Only the first {0} characters are shown.", formatNumber(maxRawLength))}</p>` : nothing}`;
}

function copyButton(id: string, format: CopyFormat, label: string, page: FeedPage): TemplateResult {
  return iconButton(label, "copy", () => page.eventActions.copy({ ids: [id], format }));
}

function fact(label: string, value: string, action: Content = nothing): TemplateResult {
  return html`<dt>${label}</dt>
    <dd>${longText(value)}${action}</dd>`;
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
