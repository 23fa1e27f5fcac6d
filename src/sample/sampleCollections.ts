import { Random } from "./random";
import type { SampleCollection } from "./sampleSource";

/** An organization that the sample service knows by its `X-Organization-ID`. */
export interface SampleOrganization {
  /** A UUID. */
  readonly id: string;
  readonly name: string;
  /** Number of its collections. */
  readonly collections: number;
}

const defaultOrganization = {
  id: "6f0c2b1e-58a4-4d0b-9a37-2c1e7f3b9d10",
  name: "Default",
  collections: 2_314,
} as const satisfies SampleOrganization;

/** The first one stands in when no organization is asked for; the last one owns nothing. */
export const sampleOrganizations: readonly SampleOrganization[] = [
  defaultOrganization,
  { id: "b3d9e0c4-1f76-4c52-8e0d-7a54c2f81e33", name: "Research", collections: 187 },
  { id: "e81a47f2-90bd-4a6e-b1c8-0d5f36a2c794", name: "Pilot", collections: 6 },
  { id: "2c75d6a9-3e08-4f9b-8d21-94b0e7c6f158", name: "Empty", collections: 0 },
];

/** @param id as sent; undefined when no organization was asked for. Letter case does not matter. */
export function organizationOf(id: string | undefined): SampleOrganization | undefined {
  return id === undefined
    ? defaultOrganization
    : sampleOrganizations.find((organization) => organization.id === id.toLowerCase());
}

const words = (text: string): readonly string[] => text.split(" ");
const subjects = words(
  "legal research support compliance sales procurement finance clinical patent security onboarding engineering marketing customer investor policy tender insurance logistics product training audit brand privacy",
);
const things: Readonly<Record<string, readonly string[]>> = {
  legal: words("contracts cases opinions filings"),
  research: words("papers notes datasets interviews"),
  support: words("tickets macros transcripts articles"),
  clinical: words("trials protocols reports"),
  patent: words("filings claims searches"),
};
const commonThings = words(
  "documents reports memos archive playbooks reviews briefings records requests guides",
);
const qualifiers = words(
  "eu us apac latam emea uk dach nordics 2021 2022 2023 2024 2025 v2 v3 internal public legacy",
);

const firstCreatedMs = Date.UTC(2021, 8, 1);
const lastCreatedMs = Date.UTC(2025, 8, 1);

/** The collections of an organization, the newest first: a pure function of seed and organization. */
export function collectionsOf(seed: number, organization: SampleOrganization): SampleCollection[] {
  const random = new Random(`${seed}/collections/${organization.id}`);
  return Array.from({ length: organization.collections }, () =>
    Math.floor(firstCreatedMs + random.next() * (lastCreatedMs - firstCreatedMs)),
  )
    .sort((a, b) => b - a)
    .map((createdMs) => collection(random, createdMs));
}

/** The old names of the fields and the new ones side by side, at times with different values, as services do it. */
function collection(random: Random, createdMs: number): SampleCollection {
  const name = collectionName(random);
  const files = Math.round(random.spread(1, 40_000)) - 1;
  const documents = random.chance(0.6) ? files : Math.round(files * (1 + random.next() * 3));
  return {
    database_name: random.chance(0.8) ? name : formerName(name, random),
    // Some answers are older than the new names.
    ...(random.chance(0.94) ? { collection_name: name, document_count: documents } : {}),
    collection_id: `col_${random.token(20)}`,
    file_count: files,
    environment: random.weighted([
      ["production", 46],
      ["staging", 24],
      ["development", 22],
      ["sandbox", 5],
      ["qa-eu", 3],
    ]),
    is_active: random.chance(0.88),
    created_at: new Date(createdMs).toISOString(),
    request_count: random.chance(0.1) ? 0 : Math.round(random.spread(1, 3_000_000)),
  };
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
  const subject = random.pick(subjects);
  const parts = [subject, random.pick(things[subject] ?? commonThings)];
  const extra = random.weighted([
    [0, 2],
    [1, 6],
    [2, 3],
  ]);
  return [...parts, ...random.several(qualifiers, extra)].join("-");
}
