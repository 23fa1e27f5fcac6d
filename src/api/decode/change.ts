import * as v from "valibot";
import { parseJson } from "../../shared/schemas";
import type { ChangeResponse } from "../types";
import { count, lenient, type Mutable, put, text } from "./page";

const changeSchema = v.object({ collection_id: text, documents_deleted: lenient(count) });

/** What the body of a successful change says (`docs/service.md`, Changes): nothing if it is absent or unreadable. */
export function decodeChange(status: number, body: Buffer | undefined): ChangeResponse {
  const response: Mutable<ChangeResponse> = { status };
  const result = v.safeParse(changeSchema, parseJson(new TextDecoder().decode(body)));
  if (result.success) {
    put(response, "collectionId", result.output.collection_id);
    put(response, "documentsDeleted", result.output.documents_deleted);
  }
  return response;
}
