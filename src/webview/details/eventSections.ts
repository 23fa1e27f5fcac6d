/** The sections of an event's details, with the actions of their fields. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { type CompanyEvent, websiteOf } from "../../shared/companyEvent";
import { indentJson, stringOf } from "../../shared/jsonText";
import type { ZoneChoice } from "../../shared/calendar";
import { formatNumber } from "../../shared/text";
import { fullInstant, timeZoneOf } from "../../shared/times";
import type { CopyFormat } from "../../shared/viewQueries";
import type { FeedModel } from "../feedModel";
import { canFilterBySector, canFilterByType } from "../filters/pendingFilters";
import { typeIcon, typeName } from "../ui/eventTypes";
import { iconButton } from "../ui/buttons";
import { displayBlock, displayLine } from "../ui/text";
import { fieldList, fieldValue, longText } from "./fieldList";
import { fieldLabel, sentUsd } from "./fieldText";

/** Characters of raw JSON that are shown. */
const maxRawLength = 500_000;

type Content = TemplateResult | typeof nothing;

/** `event_data` as sent, except for its two amounts, which are formatted as USD. */
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

/** Digits of a number, which may be sent as a string to keep its precision. */
function digitsOf(json: string): string | undefined {
  const digits = (stringOf(json) ?? json).trim();
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(digits) ? digits : undefined;
}

/** Date, type, sector, confidence and ID. */
export function occurrenceSection(
  { id, type, sector, confidence, publishedMs, publishedAt }: CompanyEvent,
  isAvailable: boolean,
  model: FeedModel,
): TemplateResult {
  const { zone, filters } = model;
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
    ${fact(fieldLabel("id"), id, isAvailable ? idActions(id, model) : nothing)}
  </dl>`;
}

function idActions(id: string, model: FeedModel): TemplateResult {
  return html`${copyButton(id, "id", l10n.t("Copy ID"), model)}${model.filters.query?.source ? nothing : iconButton(l10n.t("Copy link to this event"), "link", () => model.post({ type: "copy", ids: [id], format: "link" }))}`;
}

const companyFields = ["name", "role", "domain", "industry", "location", "entity_id"];

/** @param model undefined: shows no actions */
export function companySection(
  event: CompanyEvent,
  company: ReadonlyMap<string, string>,
  model: FeedModel | undefined,
): Content {
  const names = [...companyFields.filter((name) => company.has(name)), ...company.keys()];
  const inOrder = new Map(names.map((name) => [name, company.get(name) ?? "null"]));
  return company.size === 0
    ? nothing
    : html`<h3>${l10n.t("Company")}</h3>
        ${fieldList(
          inOrder,
          (name, json) =>
            html`${name === "role" ? roleText(json) : fieldValue(json)}${model ? companyAction(event, name, model) : nothing}`,
        )}`;
}

function roleText(json: string): TemplateResult {
  const role = stringOf(json) ?? "";
  return /^[a-z_]+$/.test(role) ? longText(fieldLabel(role)) : fieldValue(json);
}

function companyAction({ id, company }: CompanyEvent, field: string, model: FeedModel): Content {
  const { name, entityId, domain } = company ?? {};
  if (field === "name" && name !== undefined) {
    return iconButton(l10n.t("Events of this company"), "filter", () => model.filters.showCompany(name));
  }
  if (field === "entity_id" && entityId !== undefined) {
    return copyButton(id, "entityId", l10n.t("Copy entity ID"), model);
  }
  return field === "domain" && websiteOf(domain) !== undefined
    ? iconButton(l10n.t("Open company website"), "link-external", () =>
        model.post({ type: "openDomain", id }),
      )
    : nothing;
}

export function rawJsonActions(id: string, model: FeedModel): TemplateResult {
  return html`<div class="raw-json-actions">
    ${copyButton(id, "json", l10n.t("Copy JSON"), model)}
    ${iconButton(l10n.t("Open as JSON"), "json", () => model.post({ type: "openJson", id }))}
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

function copyButton(id: string, format: CopyFormat, label: string, model: FeedModel): TemplateResult {
  return iconButton(label, "copy", () => model.post({ type: "copy", ids: [id], format }));
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
