import words from "./data/collections.json";
import { Random } from "./random";
import type { SampleCollection } from "./sampleSource";

/** The first is used without `X-Organization-ID`; the last has no collections. */
export const { organizations } = words;
type SampleOrganization = (typeof organizations)[number];

export const environments: readonly string[] = Object.keys(words.environments);

/** @param id value of `X-Organization-ID` in any letter case; undefined without the header */
export function organizationOf(id: string | undefined): SampleOrganization | undefined {
  return id === undefined ? organizations[0] : organizations.find((one) => one.id === id.toLowerCase());
}

const firstCreatedMs = Date.UTC(2021, 8, 1);
const lastCreatedMs = Date.UTC(2025, 8, 1);

/** Place of the collection with `largeDocumentCount` documents. */
const largeCollectionIndex = 4;
export const largeDocumentCount = 100_000;

/** The collections of an organization, newest first: a pure function of seed and organization. */
export function collectionsOf(seed: number, organization: SampleOrganization): SampleCollection[] {
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

/** With old and new field names, at times with different values (`docs/service.md`, Collection object). */
function collection(name: string, random: Random, createdMs: number, isLarge: boolean): SampleCollection {
  const files = Math.round(random.spread(1, 40_000)) - 1;
  const documents = random.chance(0.6) ? files : Math.round(files * (1 + random.next() * 3));
  return {
    database_name: random.chance(0.8) ? name : formerName(name, random),
    // Some lack the new field names.
    ...(random.chance(0.94) ? { collection_name: name, document_count: documents } : {}),
    collection_id: `col_${random.token(20)}`,
    file_count: files,
    environment: random.weighted(Object.entries(words.environments)),
    is_active: random.chance(0.88),
    created_at: new Date(createdMs).toISOString(),
    request_count: random.chance(0.1) ? 0 : Math.round(random.spread(1, 3_000_000)),
    ...(isLarge && {
      collection_name: name,
      document_count: largeDocumentCount,
      file_count: largeDocumentCount,
    }),
  };
}

/** Paths contain the name, so it must tell the collection. */
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
