import { describeFeedRequest, type TypesFormat } from "../api/address";
import type { FeedRequest } from "../api/types";
import type { Connection } from "../connections/connection";

/** A feed request as a command for a POSIX shell; the key is left to the variable API_KEY. @throws {ApiError} unsendable */
export function curlCommand(connection: Connection, request: FeedRequest, typesFormat: TypesFormat): string {
  const { origin, path, query } = describeFeedRequest(connection, request, typesFormat);
  const headers = ['-H "Authorization: Bearer $API_KEY"'];
  if (connection.organizationId !== undefined) {
    headers.push(`-H ${quoted(`X-Organization-ID: ${connection.organizationId}`)}`);
  }
  return ["curl -sS", ...headers, quoted(origin + path + query)].join(" ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
