import { randomBytes } from "node:crypto";
import * as v from "valibot";
import { domainOf } from "../util/url";
import { recurringCompanies } from "./companies";
import alerts from "./data/subscriptions.json";
import { found } from "./http";
import { defaultSeed } from "./sampleData";

const feedNames = ["events", "publications"] as const;

const domain = v.pipe(
  v.string(),
  v.check((text) => domainOf(text) === text, "Input should be a domain"),
);

const settings = v.strictObject({
  callback_url: v.pipe(v.string(), v.url(), v.startsWith("https://")),
  watchlist_domains: v.pipe(v.array(domain), v.minLength(1), v.maxLength(10_000)),
  feeds: v.pipe(v.array(v.picklist(feedNames)), v.minLength(1)),
  /** Not kept, because it is never sent back. */
  secret: v.pipe(v.string(), v.minLength(1)),
});

export const newSubscription = v.partial(settings, ["feeds", "secret"]);
export const changedSubscription = v.partial(settings);

export type NewSubscription = v.InferOutput<typeof newSubscription>;
type Changes = v.InferOutput<typeof changedSubscription>;

/** A webhook alert as the service sends it (`docs/service.md`, Webhook alert object). */
interface SampleSubscription {
  readonly id: string;
  readonly callback_url: string;
  readonly watchlist_domains: readonly string[];
  readonly watchlist_count: number;
  readonly feeds: readonly string[];
  readonly status: string;
  readonly created_at: string;
}

/** The webhook alerts of one organization, newest first. They deliver nothing. */
export class Subscriptions {
  constructor(public all: readonly SampleSubscription[] = initialSubscriptions()) {}

  /** Throws `HttpError` 404. */
  find(id: string): SampleSubscription {
    return found(
      this.all.find((one) => one.id === id),
      `No subscription has the ID "${id}".`,
    );
  }

  create(settings: NewSubscription, now: number): SampleSubscription {
    const { callback_url, feeds = [...feedNames], watchlist_domains } = settings;
    const id = `whk_${randomBytes(6).toString("hex")}`;
    const alert = { id, callback_url, feeds, created_at: new Date(now).toISOString() };
    const created = withCount(alert, watchlist_domains);
    this.all = [created, ...this.all];
    return created;
  }

  /** Throws `HttpError` 404. */
  update(id: string, { callback_url, watchlist_domains, feeds }: Changes): SampleSubscription {
    const current = this.find(id);
    const updated = {
      ...current,
      ...(callback_url !== undefined && { callback_url }),
      ...(watchlist_domains && { watchlist_domains, watchlist_count: watchlist_domains.length }),
      ...(feeds && { feeds }),
    };
    this.all = this.all.map((one) => (one === current ? updated : one));
    return updated;
  }

  /** Throws `HttpError` 404. */
  remove(id: string): void {
    const current = this.find(id);
    this.all = this.all.filter((one) => one !== current);
  }
}

/** Uses companies that appear in many events. */
function initialSubscriptions(): readonly SampleSubscription[] {
  const domains = recurringCompanies(defaultSeed, 12).map(({ domain }) => domain);
  return alerts.map(({ companies: [start, end], ...alert }) => withCount(alert, domains.slice(start, end)));
}

function withCount<T>(alert: T, watchlist_domains: readonly string[]) {
  return { ...alert, watchlist_domains, watchlist_count: watchlist_domains.length, status: "active" };
}
