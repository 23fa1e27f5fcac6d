import type { SampleData } from "../../../src/sample/sampleData";
import { documentAt, documentCount } from "../../../src/sample/documents";
import { Subscriptions } from "../../../src/sample/subscriptions";

/** A request that shows an operation of the sample service. */
export interface SampleCommand {
  readonly title: string;
  readonly method: string;
  readonly target: string;
  readonly body?: object;
}

/**
 * One for each operation, with names and IDs that exist. All succeed when they are sent in this order.
 * @param now milliseconds since 1970 UTC
 */
export function sampleCommands(data: SampleData, now: number): SampleCommand[] {
  const collection = data.collections(undefined)?.find((one) => documentCount(one) > 0) ?? {};
  const path = `/v2/collections/${encodeURIComponent(String(collection["database_name"]))}`;
  const mine = "/v2/collections/my-collection";
  const document = `${path}/documents/${documentAt(collection, 0).file_id}`;
  const feed = "/v2/datasets/companydata";
  const alerts = `${feed}/webhooks/subscriptions`;
  const alert = `${alerts}/${new Subscriptions().all[0]?.id ?? ""}`;
  const settings = {
    callback_url: "https://hooks.example.com/alerts",
    watchlist_domains: ["acme.example"],
  };
  // The current day may have no events yet.
  const [event] = data.eventsOn(data.dayBefore(data.dayBefore(Infinity, now) ?? now, now) ?? now, now);
  return [
    { title: "List collections", method: "GET", target: "/v2/collections?limit=3&offset=0" },
    { title: "Create a collection", method: "PUT", target: mine, body: { description: "Drafts" } },
    {
      title: "Change its environment",
      method: "PATCH",
      target: `${mine}/environment`,
      body: { new_environment: "production" },
    },
    { title: "List documents", method: "GET", target: `${path}/documents?limit=3&offset=0` },
    { title: "Read a document", method: "GET", target: document },
    { title: "Delete a document", method: "DELETE", target: document },
    { title: "Delete all documents", method: "DELETE", target: `${path}/documents` },
    { title: "Delete a collection", method: "DELETE", target: path },
    { title: "Read the feed", method: "GET", target: `${feed}/feed?page_size=3` },
    { title: "Read an event", method: "GET", target: `${feed}/events/${event?.id ?? ""}` },
    { title: "List webhook alerts", method: "GET", target: alerts },
    { title: "Create a webhook alert", method: "POST", target: alerts, body: settings },
    { title: "The same", method: "POST", target: `${feed}/webhooks/subscribe`, body: settings },
    { title: "Read a webhook alert", method: "GET", target: alert },
    { title: "Update it", method: "PATCH", target: alert, body: { feeds: ["events"] } },
    { title: "Delete it", method: "DELETE", target: alert },
  ];
}

/** As a line for a POSIX shell. */
export function curlLine(
  { method, target, body }: SampleCommand,
  { baseUrl, key }: { readonly baseUrl: string; readonly key: string },
): string {
  return [
    "curl -s --compressed",
    ...(method === "GET" ? [] : [`-X ${method}`]),
    `-H 'Authorization: Bearer ${key}'`,
    ...(body ? ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`] : []),
    `'${baseUrl}${target}'`,
  ].join(" ");
}
