import * as l10n from "@vscode/l10n";
import { membersOf } from "../../shared/jsonText";
import { malformedError } from "../errors";
import type { EventIdMatch, EventResponse } from "../types";
import { decodeEvent } from "./feedPage";
import { isObject, parseObject, type ResponseBody } from "./page";

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
  const source = key === undefined ? json : membersOf(json).get(key);
  const ids = isObject(event) ? idsOf(event) : [];
  const isEvent = isObject(event) && (key !== undefined || ids.length > 0 || looksLikeEvent(event));
  const decoded = isEvent ? decodeEvent({ ...event, id: ids[0] ?? requestedId }) : undefined;
  if (!decoded || source === undefined) {
    throw malformedError(body.status, l10n.t("{0} responded with JSON without an event.", body.host));
  }
  const idMatch: EventIdMatch = ids.length === 0 ? "missing" : ids.includes(requestedId) ? "same" : "other";
  return { item: { value: decoded, json: source }, idMatch };
}

/** The key of the event in an envelope; undefined if the object is the event itself. */
function wrapperOf(value: object): string | undefined {
  if (looksLikeEvent(value)) {
    return undefined;
  }
  const keys = Object.keys(value).filter((key) => {
    const member: unknown = Reflect.get(value, key);
    return isObject(member) && (idsOf(member).length > 0 || looksLikeEvent(member));
  });
  return wrappers.find((key) => keys.includes(key)) ?? (keys.length === 1 ? keys[0] : undefined);
}

/** Whether it has what only an event has, with or without an ID. */
function looksLikeEvent(value: object): boolean {
  return ["title", "published_at", "event_data"].some((key) => Reflect.has(value, key));
}

function idsOf(value: object): string[] {
  const ids: unknown[] = [Reflect.get(value, "id"), Reflect.get(value, "event_id")];
  return ids.filter((id): id is string => typeof id === "string" && id !== "");
}
