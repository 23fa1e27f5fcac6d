import { feedUrl } from "../api/http/urls";
import type { FeedRequest, ServiceTarget, TypesFormat } from "../api/types";

export interface CurlTarget extends Pick<ServiceTarget, "baseUrl" | "dataset" | "organizationId"> {
  /** Only if it is not secret; otherwise the command uses the variable API_KEY. */
  readonly key?: string;
}

/** A feed request as a command for a POSIX shell. @throws {ApiError} invalidRequest */
export function curlCommand(target: CurlTarget, request: FeedRequest, typesFormat: TypesFormat): string {
  const { key, organizationId } = target;
  const headers = [
    key === undefined
      ? '-H "Authorization: Bearer $API_KEY"'
      : `-H ${quoted(`Authorization: Bearer ${key}`)}`,
  ];
  if (organizationId !== undefined) {
    headers.push(`-H ${quoted(`X-Organization-ID: ${organizationId}`)}`);
  }
  return ["curl -sS", ...headers, quoted(feedUrl(target, request, typesFormat).href)].join(" ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
