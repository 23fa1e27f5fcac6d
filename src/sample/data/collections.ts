/** An organization of the sample service. */
export interface SampleOrganization {
  /** A UUID, for `X-Organization-ID`. */
  readonly id: string;
  readonly name: string;
  /** Number of its collections. */
  readonly collections: number;
}

export const defaultOrganization = {
  id: "6f0c2b1e-58a4-4d0b-9a37-2c1e7f3b9d10",
  name: "Default",
  collections: 2_314,
} as const satisfies SampleOrganization;

/** The first is used without `X-Organization-ID`; the last has no collections. */
export const sampleOrganizations: readonly SampleOrganization[] = [
  defaultOrganization,
  { id: "b3d9e0c4-1f76-4c52-8e0d-7a54c2f81e33", name: "Research", collections: 187 },
  { id: "e81a47f2-90bd-4a6e-b1c8-0d5f36a2c794", name: "Pilot", collections: 6 },
  { id: "2c75d6a9-3e08-4f9b-8d21-94b0e7c6f158", name: "Empty", collections: 0 },
];

const words = (text: string): readonly string[] => text.split(" ");

/** First words of collection names. */
export const subjects = words(
  "legal research support compliance sales procurement finance clinical patent security onboarding engineering marketing customer investor policy tender insurance logistics product training audit brand privacy",
);
/** Second words that fit a subject; `commonNouns` for the others. */
export const nouns: Readonly<Record<string, readonly string[]>> = {
  legal: words("contracts cases opinions filings"),
  research: words("papers notes datasets interviews"),
  support: words("tickets macros transcripts articles"),
  clinical: words("trials protocols reports"),
  patent: words("filings claims searches"),
};
export const commonNouns = words(
  "documents reports memos archive playbooks reviews briefings records requests guides",
);
/** Further words. */
export const qualifiers = words(
  "eu us apac latam emea uk dach nordics 2021 2022 2023 2024 2025 v2 v3 internal public legacy",
);

export const environments: readonly (readonly [label: string, weight: number])[] = [
  ["production", 46],
  ["staging", 24],
  ["development", 22],
  ["sandbox", 5],
  ["qa-eu", 3],
];
