import fetch from "node-fetch";
import { type ServiceProcess, startService } from "./processes";

/** A feed in pages. */
export interface PagesOptions {
  /** Number of events, newest first. */
  readonly events: number;
  /** Of every page, regardless of the request. */
  readonly pageSize: number;
  /** Before each response; 0 by default. */
  readonly latencyMs?: number;
}

/** A feed that grows all at once. */
export interface BurstOptions {
  /** Number of events of the last ten minutes. */
  readonly loaded: number;
  /** Number of further events, just published, between requests for `/burst` and `/calm`. */
  readonly burst: number;
}

/** A service over the corpus. */
export function startCorpusService(options: PagesOptions | BurstOptions): Promise<ServiceProcess> {
  return startService("services", options);
}

/** The bare loop that figures are compared with: fetches and parses all pages. @returns number of events */
export async function fetchAll(
  baseUrl: string,
  onBody: (body: string) => unknown = () => undefined,
): Promise<number> {
  let read = 0;
  for (let cursor: string | null = "page-0"; cursor !== null;) {
    const response = await fetch(`${baseUrl}/v2/datasets/companydata/feed?cursor=${cursor}`);
    const body = await response.text();
    await onBody(body);
    const page = JSON.parse(body) as { events: unknown[]; next_cursor: string | null };
    read += page.events.length;
    cursor = page.next_cursor;
  }
  return read;
}
