import * as v from "valibot";

/** The fields of an object that are read: the name as sent, and the type. One of another type counts as absent. */
type Fields = Readonly<Record<string, readonly [name: string, type: v.GenericSchema]>>;

type FieldsOf<F extends Fields> = { readonly [K in keyof F]?: v.InferOutput<F[K][1]> };

export function readFields<F extends Fields>(fields: F, value: unknown): FieldsOf<F> {
  const read: Record<string, unknown> = {};
  for (const [name, [sentName, type]] of typeof value === "object" && value !== null
    ? Object.entries(fields)
    : []) {
    const sent: unknown = Reflect.get(value as object, sentName);
    const result = sent === undefined ? undefined : v.safeParse(type, sent);
    if (result?.success) {
      read[name] = result.output;
    }
  }
  return read;
}

const text = v.string();
const nonEmpty = v.pipe(v.string(), v.minLength(1));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** A finite number, or a string that spells one. Of a longer text, the pattern would take hours. */
const amount = v.pipe(
  v.union([
    v.number(),
    v.pipe(
      v.string(),
      v.maxLength(100),
      v.trim(),
      v.regex(/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i),
      v.transform(Number),
    ),
  ]),
  v.finite(),
);

/** `docs/service.md`, Event item */
export const eventFields = {
  id: ["id", nonEmpty],
  type: ["type", text],
  title: ["title", text],
  subhead: ["subhead", text],
  publishedAt: ["published_at", text],
  sector: ["sector", text],
  confidence: ["confidence", v.pipe(v.number(), v.finite())],
} as const;

export const companyFields = {
  role: ["role", text],
  name: ["name", text],
  domain: ["domain", text],
  entityId: ["entity_id", text],
  industry: ["industry", text],
  location: ["location", text],
} as const;

export const dataFields = { amount: ["amount", amount] } as const;

export const eventIds = { id: ["id", nonEmpty], eventId: ["event_id", nonEmpty] } as const;

export const feedFields = {
  hasMore: ["has_more", v.boolean()],
  nextCursor: ["next_cursor", nonEmpty],
} as const;

export const collectionFields = {
  databaseName: ["database_name", text],
  collectionName: ["collection_name", text],
  collectionId: ["collection_id", text],
  fileCount: ["file_count", count],
  documentCount: ["document_count", count],
  environment: ["environment", text],
  isActive: ["is_active", v.boolean()],
  /** As sent, ISO 8601 UTC. */
  createdAt: ["created_at", text],
  requestCount: ["request_count", count],
} as const;

/** `docs/service.md`, Collection object. `id`: `collection_id`; if that is missing `database_name`, else `collection_name`. */
export type Collection = { readonly id: string } & FieldsOf<typeof collectionFields>;

export const documentFields = {
  filename: ["filename", text],
  contentType: ["content_type", text],
  chunkCount: ["chunk_count", count],
  /** As sent, ISO 8601 UTC. */
  createdAt: ["created_at", text],
  /** As sent, ISO 8601 UTC. */
  indexedAt: ["indexed_at", text],
} as const;

export const documentIds = {
  fileId: ["file_id", text],
  documentId: ["document_id", text],
  id: ["id", text],
} as const;

/** `docs/service.md`, Document object. `id`: `file_id`; if that is missing `document_id`, else `id`. */
export type CollectionDocument = { readonly id: string } & FieldsOf<typeof documentFields>;

export const offsetFields = {
  totalCount: ["total_count", count],
  limit: ["limit", v.pipe(count, v.minValue(1))],
  offset: ["offset", count],
} as const;

export const subscriptionFields = {
  callbackUrl: ["callback_url", text],
  domains: ["watchlist_domains", v.array(text)],
  domainCount: ["watchlist_count", count],
  feeds: ["feeds", v.array(text)],
  status: ["status", text],
} as const;

export const subscriptionIds = { id: ["id", nonEmpty] } as const;

/** `docs/service.md`, Webhook alert object */
export type Subscription = { readonly id: string } & FieldsOf<typeof subscriptionFields>;

export const changeFields = {
  documentsDeleted: ["documents_deleted", count],
  id: ["id", nonEmpty],
} as const;
