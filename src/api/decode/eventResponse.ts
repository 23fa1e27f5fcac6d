import * as l10n from "@vscode/l10n";
import { malformedError } from "../errors";
import type { EventIdMatch, EventResponse } from "../types";
import { decodeEvent } from "./feedPage";
import { scanMember } from "./jsonScanner";
import { parseObject, type ResponseBody } from "./page";

/** Keys under which an event is looked for first. */
const wrappers = ["event", "data", "item", "result"];

/**
 * Decodes the response for one event (`docs/service.md`, Event by ID): the event itself, or an object with the event under one
 * key. Throws `malformed` where neither looks like an event.
 */
export function decodeEventResponse(body: ResponseBody, requestedId: string): EventResponse {
  const { value, json } = parseObject(body);
  const key = wrapperOf(value);
  const event: unknown = key === undefined ? value : Reflect.get(value, key);
  if (!isObject(event) || (key === undefined && !hasId(event) && !looksLikeEvent(event))) {
    throw malformedError(body.status, l10n.t("{0} responded with JSON without an event.", body.host));
  }
  const ids = [Reflect.get(event, "id"), Reflect.get(event, "event_id")].filter(isNonEmpty);
  const idMatch: EventIdMatch = ids.length === 0 ? "missing" : ids.includes(requestedId) ? "same" : "other";
  const decoded = decodeEvent({ ...event, id: ids[0] ?? requestedId });
  if (!decoded) {
    throw malformedError(body.status, l10n.t("{0} responded with JSON without an event.", body.host));
  }
  return { item: { value: decoded, json: key === undefined ? json : scanMember(json, key) }, idMatch };
}

/** The key of the event in an envelope; undefined if the object is the event itself. */
function wrapperOf(value: object): string | undefined {
  if (looksLikeEvent(value)) {
    return undefined;
  }
  const keys = Object.keys(value).filter((key) => {
    const member: unknown = Reflect.get(value, key);
    return isObject(member) && (hasId(member) || looksLikeEvent(member));
  });
  return wrappers.find((key) => keys.includes(key)) ?? (keys.length === 1 ? keys[0] : undefined);
}

/** Whether it has what only an event has, with or without an ID. */
function looksLikeEvent(value: object): boolean {
  return ["title", "published_at", "event_data"].some((key) => Reflect.has(value, key));
}

function hasId(value: object): boolean {
  return isNonEmpty(Reflect.get(value, "id")) || isNonEmpty(Reflect.get(value, "event_id"));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isNonEmpty(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
