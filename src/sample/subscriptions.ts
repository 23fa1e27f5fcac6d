import * as v from "valibot";
import { domainOf } from "../util/domain";
import { recurringCompanies } from "./companies";
import { invalid, notFound, type SampleRequest } from "./http";
import { bodyFields } from "./parameters";
import { Random } from "./random";
import { defaultSeed } from "./sampleData";

/** A webhook alert as the service sends it (`docs/service.md`, Webhook alert object). Its secret is never sent back, and so not kept. */
interface SampleSubscription {
  readonly id: string;
  readonly callback_url: string;
  readonly watchlist_domains: readonly string[];
  readonly watchlist_count: number;
  readonly feeds: readonly string[];
  readonly status: string;
  readonly created_at: string;
}

const feedNames = ["events", "publications"] as const;

const settingsSchema = v.object({
  callback_url: v.exactOptional(v.pipe(v.string(), v.url(), v.startsWith("https://"))),
  watchlist_domains: v.exactOptional(
    v.pipe(
      v.array(
        v.pipe(
          v.string(),
          v.check((text) => domainOf(text) === text, "Input should be a domain"),
        ),
      ),
      v.minLength(1),
      v.maxLength(10_000),
    ),
  ),
  feeds: v.exactOptional(v.pipe(v.array(v.picklist(feedNames)), v.minLength(1))),
  secret: v.exactOptional(v.pipe(v.string(), v.minLength(1))),
});

/** The webhook alerts of one organization, newest first. Nothing is delivered. */
export class Subscriptions {
  private subscriptions: readonly SampleSubscription[] | undefined;
  private createdCount = 0;

  get all(): readonly SampleSubscription[] {
    return (this.subscriptions ??= initialSubscriptions());
  }

  /** Throws `HttpError` 404. */
  find(id: string): SampleSubscription {
    const found = this.all.find((one) => one.id === id);
    if (!found) {
      throw notFound(`No subscription has the ID "${id}".`);
    }
    return found;
  }

  /** Throws `HttpError` 413 or 422. */
  create(request: SampleRequest, now: number): SampleSubscription {
    const { callback_url, watchlist_domains, feeds = feedNames } = readSettings(request);
    if (callback_url === undefined || watchlist_domains === undefined) {
      const missing = callback_url === undefined ? "callback_url" : "watchlist_domains";
      throw invalid(["body", missing], "Field required", "missing");
    }
    const id = `whk_${new Random(`created/${this.createdCount++}/${callback_url}`).token(16)}`;
    const settings = { callback_url, watchlist_domains, feeds };
    const created = subscription(id, settings, now);
    this.subscriptions = [created, ...this.all];
    return created;
  }

  /** Throws `HttpError` 404, 413 or 422. */
  update(id: string, request: SampleRequest): SampleSubscription {
    const found = this.find(id);
    const updated = subscription(id, { ...found, ...readSettings(request) }, Date.parse(found.created_at));
    this.subscriptions = this.all.map((one) => (one === found ? updated : one));
    return updated;
  }

  /** Throws `HttpError` 404. */
  remove(id: string): void {
    const found = this.find(id);
    this.subscriptions = this.all.filter((one) => one !== found);
  }
}

type Settings = Pick<SampleSubscription, "callback_url" | "watchlist_domains" | "feeds">;

function subscription(id: string, settings: Settings, createdMs: number): SampleSubscription {
  const { callback_url, watchlist_domains, feeds } = settings;
  return {
    id,
    callback_url,
    watchlist_domains,
    watchlist_count: watchlist_domains.length,
    feeds,
    status: "active",
    created_at: new Date(createdMs).toISOString(),
  };
}

/** Of companies that many events are about. */
function initialSubscriptions(): readonly SampleSubscription[] {
  const domains = recurringCompanies(defaultSeed, 12).map(({ domain }) => domain);
  const random = new Random(`${defaultSeed}/subscriptions`);
  const lists: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ["https://hooks.example.com/company-events", domains.slice(0, 8), feedNames],
    ["https://crm.example.org/webhooks/portfolio", domains.slice(8, 11), ["events"]],
    ["https://research.example.net/publications", domains.slice(11), ["publications"]],
  ];
  return lists.map(([callback_url, watchlist_domains, feeds], index) =>
    subscription(
      `whk_${random.token(16)}`,
      { callback_url, watchlist_domains, feeds },
      Date.UTC(2025, 8 - index, 14, 9, 30),
    ),
  );
}

/** The settings in a body, each of them optional. Throws `HttpError` 413 or 422. */
function readSettings(request: SampleRequest): v.InferOutput<typeof settingsSchema> {
  const fields = bodyFields(request, Object.keys(settingsSchema.entries));
  const parsed = v.safeParse(settingsSchema, fields, { abortEarly: true });
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw invalid(["body", v.getDotPath(issue) ?? ""], issue.message, "value_error");
  }
  return parsed.output;
}
