import words from "./data/collections.json";
import { Random } from "./random";
import type { SampleCollection } from "./sampleSource";

/** The sample key's organization. */
export const { organization } = words;

export const environments: readonly string[] = Object.keys(words.environments);

const firstCreatedMs = Date.UTC(2021, 8, 1);
const lastCreatedMs = Date.UTC(2025, 8, 1);

/** Index of the collection with `largeDocumentCount` documents. */
const largeCollectionIndex = 4;
export const largeDocumentCount = 100_000;

/** Newest first. A pure function of the seed. */
export function collectionsOf(seed: number): SampleCollection[] {
  const random = new Random(`${seed}/collections/${organization.id}`);
  const names = new Set<string>();
  return Array.from({ length: organization.collections }, () =>
    Math.floor(firstCreatedMs + random.next() * (lastCreatedMs - firstCreatedMs)),
  )
    .sort((a, b) => b - a)
    .map((createdMs, index) => {
      const name = unusedName(collectionName(random), names);
      return collection(name, random, createdMs, index === largeCollectionIndex);
    });
}

/** Has old and new field names, some with different values (`docs/service.md`, Collection object). */
function collection(name: string, random: Random, createdMs: number, isLarge: boolean): SampleCollection {
  const files = isLarge ? largeDocumentCount : Math.round(random.spread(1, 40_000)) - 1;
  const documents = isLarge || random.chance(0.6) ? files : Math.round(files * (1 + random.next() * 3));
  return {
    database_name: random.chance(0.8) ? name : formerName(name, random),
    // Some lack the new field names.
    ...(isLarge || random.chance(0.94) ? { collection_name: name, document_count: documents } : {}),
    collection_id: `col_${random.token(20)}`,
    file_count: files,
    environment: random.weighted(Object.entries(words.environments)),
    is_active: random.chance(0.88),
    created_at: new Date(createdMs).toISOString(),
    request_count: random.chance(0.1) ? 0 : Math.round(random.spread(1, 3_000_000)),
  };
}

/** Makes the name unique, because paths identify a collection by it. */
function unusedName(name: string, used: Set<string>): string {
  let unused = name;
  for (let n = 2; used.has(unused); n++) {
    unused = `${name}-${n}`;
  }
  used.add(unused);
  return unused;
}

function formerName(name: string, random: Random): string {
  return random.pick([
    name.replaceAll("-", "_"),
    `kb-${name}`,
    `${name}-old`,
    name.split("-").reverse().join("-"),
  ]);
}

function collectionName(random: Random): string {
  const subject = random.pick(words.subjects);
  const nouns: Readonly<Record<string, readonly string[]>> = words.nouns;
  const parts = [subject, random.pick(nouns[subject] ?? words.commonNouns)];
  const extra = random.weighted([
    [0, 2],
    [1, 6],
    [2, 3],
  ]);
  return [...parts, ...random.several(words.qualifiers, extra)].join("-");
}
