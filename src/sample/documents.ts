import { dayMs } from "../shared/instant";
import texts from "./data/documents.json";
import words from "./data/words.json";
import { personName } from "./eventContent";
import { Random } from "./random";
import type { SampleCollection } from "./sampleSource";

/** Length of an ID before the index. */
const idPrefixLength = "file_".length + 14;
/** All documents are added within this time after their collection was created. */
const uploadMs = 90 * dayMs;
const defaultCreatedMs = Date.UTC(2025, 0, 1);

const fileTypes = texts.fileTypes.map((type) => [type, type.weight] as const);
/** Identifies a collection within its organization. */
export function collectionKey(collection: SampleCollection): string {
  return String(collection["collection_id"] ?? collection["database_name"] ?? collection["collection_name"]);
}

/** Number of documents before any were deleted. */
export function documentCount({ document_count, file_count }: SampleCollection): number {
  return Number(document_count ?? file_count ?? 0);
}

/**
 * @param index newest first. The document is a pure function of collection and index, so that large
 *   collections need no memory, and all of their pages take the same time.
 */
export function documentAt(collection: SampleCollection, index: number) {
  const random = new Random(`${collectionKey(collection)}/document/${index}`);
  const id = `file_${random.token(14)}${index.toString(36)}`;
  const { extension, contentType } = random.weighted(fileTypes);
  const name = random.chance(0.6) ? ` ${random.pick(words.familyNames)}` : "";
  const title = `${random.pick(texts.topics)} ${random.int(2019, 2025)}${name}`;
  const created = Date.parse(String(collection["created_at"])) || defaultCreatedMs;
  const uploaded = created + Math.floor(uploadMs * (1 - (index + 1) / documentCount(collection)));
  const indexed = uploaded + Math.round(random.spread(2_000, 900_000));
  return {
    file_id: id,
    filename: `${title.toLowerCase().replaceAll(" ", "-")}.${extension}`,
    // Some documents have no known type, or are not indexed yet.
    ...(random.chance(0.95) && { content_type: contentType }),
    created_at: new Date(uploaded).toISOString(),
    ...(random.chance(0.96) && {
      chunk_count: Math.round(random.spread(1, 220)),
      indexed_at: new Date(indexed).toISOString(),
    }),
  };
}

/** Also finds documents that were deleted. */
export function documentIndex(collection: SampleCollection, id: string): number | undefined {
  const digits = id.slice(idPrefixLength);
  const index = /^[0-9a-z]{1,6}$/.test(digits) ? parseInt(digits, 36) : NaN;
  return index < documentCount(collection) && documentAt(collection, index).file_id === id
    ? index
    : undefined;
}

/** `docs/service.md`, One document */
export function documentContent(collection: SampleCollection, index: number): unknown {
  const { chunk_count = 0, ...metadata } = documentAt(collection, index);
  const random = new Random(`${collectionKey(collection)}/content/${index}`);
  return {
    metadata: {
      ...metadata,
      size_bytes: Math.round(random.spread(1_000, 20_000_000)),
      author: personName(random),
    },
    chunk_count,
    chunks: Array.from({ length: chunk_count }, (_, n) => ({
      chunk_id: `chunk_${random.token(16)}`,
      index: n,
      text: random.several(texts.sentences, random.int(2, 5)).join(" "),
    })),
  };
}
