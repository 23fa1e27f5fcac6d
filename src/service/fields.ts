/** Reads a value that the service sent. One of another type counts as absent. */
type Reader<T> = (sent: unknown) => T | undefined;

/** For each field of an object that is read: its name as sent, and how it is read. */
type Fields = Readonly<Record<string, readonly [name: string, read: Reader<unknown>]>>;

type FieldsOf<F extends Fields> = { readonly [K in keyof F]?: NonNullable<ReturnType<F[K][1]>> };

function reader<const F extends Fields>(fields: F): (sent: unknown) => FieldsOf<F> {
  // Computed once, as each event of a feed is read by several readers.
  const entries = Object.entries(fields);
  return (sent) => {
    const values: Record<string, unknown> = {};
    if (typeof sent === "object" && sent !== null) {
      for (const [name, [sentName, read]] of entries) {
        const value = read(Reflect.get(sent, sentName));
        if (value !== undefined) {
          values[name] = value;
        }
      }
    }
    return values as FieldsOf<F>;
  };
}

const text: Reader<string> = (sent) => (typeof sent === "string" ? sent : undefined);
const nonEmpty: Reader<string> = (sent) => text(sent) || undefined;
const flag: Reader<boolean> = (sent) => (typeof sent === "boolean" ? sent : undefined);
const finite: Reader<number> = (sent) =>
  typeof sent === "number" && Number.isFinite(sent) ? sent : undefined;
const count: Reader<number> = (sent) =>
  typeof sent === "number" && Number.isSafeInteger(sent) && sent >= 0 ? sent : undefined;
const texts: Reader<readonly string[]> = (sent) =>
  Array.isArray(sent) && sent.every((each) => typeof each === "string") ? sent : undefined;

/** A finite number, or a string that spells one. With a very long text, the pattern would take hours. */
const amount: Reader<number> = (sent) => {
  const spelled = typeof sent === "string" && sent.length <= 100 ? sent.trim() : "";
  return finite(/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(spelled) ? Number(spelled) : sent);
};

/** `docs/service.md`, Event item */
export const eventFieldsOf = reader({
  id: ["id", nonEmpty],
  type: ["type", text],
  title: ["title", text],
  subhead: ["subhead", text],
  publishedAt: ["published_at", text],
  sector: ["sector", text],
  confidence: ["confidence", finite],
});

export const companyFieldsOf = reader({
  role: ["role", text],
  name: ["name", text],
  domain: ["domain", text],
  entityId: ["entity_id", text],
  industry: ["industry", text],
  location: ["location", text],
});

export const dataFieldsOf = reader({ amount: ["amount", amount] });

export const eventIdsOf = reader({ id: ["id", nonEmpty], eventId: ["event_id", nonEmpty] });

export const pageFieldsOf = reader({
  hasMore: ["has_more", flag],
  nextCursor: ["next_cursor", nonEmpty],
});

export const collectionFieldsOf = reader({
  databaseName: ["database_name", text],
  collectionName: ["collection_name", text],
  collectionId: ["collection_id", text],
  fileCount: ["file_count", count],
  documentCount: ["document_count", count],
  environment: ["environment", text],
  isActive: ["is_active", flag],
  /** As sent, ISO 8601 UTC. */
  createdAt: ["created_at", text],
  requestCount: ["request_count", count],
});

/** `docs/service.md`, Collection object. `id` is `collection_id` or else `database_name` or else `collection_name`. */
export type Collection = { readonly id: string } & ReturnType<typeof collectionFieldsOf>;

export const documentFieldsOf = reader({
  filename: ["filename", text],
  contentType: ["content_type", text],
  chunkCount: ["chunk_count", count],
  /** As sent, ISO 8601 UTC. */
  createdAt: ["created_at", text],
});

export const documentIdsOf = reader({
  fileId: ["file_id", text],
  documentId: ["document_id", text],
  id: ["id", text],
});

/** `docs/service.md`, Document object. `id` is `file_id` or else `document_id` or else `id`. */
export type CollectionDocument = { readonly id: string } & ReturnType<typeof documentFieldsOf>;

export const listFieldsOf = reader({ totalCount: ["total_count", count] });

export const subscriptionFieldsOf = reader({
  id: ["id", nonEmpty],
  callbackUrl: ["callback_url", text],
  domains: ["watchlist_domains", texts],
  domainCount: ["watchlist_count", count],
  feeds: ["feeds", texts],
  status: ["status", text],
});

/** `docs/service.md`, Webhook alert object */
export type Subscription = ReturnType<typeof subscriptionFieldsOf> & { readonly id: string };

export const changeFieldsOf = reader({
  documentsDeleted: ["documents_deleted", count],
  id: ["id", nonEmpty],
});
