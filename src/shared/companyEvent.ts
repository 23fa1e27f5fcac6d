/**
 * A company event (docs/service.md, Event item). Every field but the ID may be missing: one of an unexpected type
 * is left out here, and is still part of the JSON as sent.
 */
export interface CompanyEvent {
  readonly id: string;
  /** Kind of event; only `funding` is confirmed as a value. */
  readonly type?: string;
  readonly title?: string;
  readonly subhead?: string;
  /** As sent. */
  readonly publishedAt?: string;
  /** `publishedAt` in milliseconds since 1970 UTC; absent when it cannot be read. */
  readonly publishedMs?: number;
  readonly sector?: string;
  /** 0 to 1. */
  readonly confidence?: number;
  readonly company?: Company;
  /** `event_data.amount`, USD. */
  readonly amount?: number;
}

/** The `company` object of an event (docs/service.md, Event item). */
export interface Company {
  readonly role?: string;
  readonly name?: string;
  readonly domain?: string;
  readonly entityId?: string;
  readonly industry?: string;
  readonly location?: string;
}

/** The URL of a company's domain; undefined unless that is a host name, with or without http or https. */
export function websiteOf(domain: string | undefined): string | undefined {
  // The last label starts with a letter: browsers treat a name that ends in a number as an IP address.
  const match =
    /^(?:(https?):\/\/)?((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9])\/?$/i.exec(
      domain?.trim() ?? "",
    );
  const host = match?.[2]?.toLowerCase();
  if (host === undefined || host.length > 253) {
    return undefined;
  }
  return `${match?.[1]?.toLowerCase() ?? "https"}://${host}/`;
}
