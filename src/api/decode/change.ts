import * as v from "valibot";
import type { ChangeResponse } from "../types";
import { errorMessageFromBody } from "../http/errorBody";
import { count, lenient, type Mutable, put, text } from "./page";

const changeSchema = v.object({ collection_id: text, documents_deleted: lenient(count) });

/**
 * What the body of a successful change says (`docs/service.md`, Changes): nothing if it is absent or unreadable.
 * @param redact removes the key, should the service echo it
 */
export function decodeChange(
  status: number,
  body: Buffer | undefined,
  redact: (text: string) => string,
): ChangeResponse {
  const response: Mutable<ChangeResponse> = { status };
  const sent = new TextDecoder().decode(body);
  put(response, "message", errorMessageFromBody(sent, null, redact));
  const result = v.safeParse(changeSchema, parseJson(sent));
  if (result.success) {
    put(response, "collectionId", result.output.collection_id);
    put(response, "documentsDeleted", result.output.documents_deleted);
  }
  return response;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
