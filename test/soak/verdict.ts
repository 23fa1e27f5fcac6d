import { cacheLimits } from "../../src/jsonDocuments/jsonCache";
import { rememberedRequests } from "../../src/savedFeeds/storage/followedFeedsStore";
import type { Counts } from "./heapSnapshot";
import type { State } from "./measure";
import { documentsFolder } from "./storage";

const mebibyte = 1024 * 1024;

/**
 * How much more there may be after the last round than after the first one, which loads code and fills caches. Well above what
 * was measured, see docs/soak.md.
 */
export const margins = {
  dataBytes: 0.5 * mebibyte,
  windowHeapBytes: 6 * mebibyte,
  /** Of a file. */
  fileBytes: 256,
  /** Of an entry in the storage of VS Code. */
  storedLength: 256,
  /** As much as a document in a webview that was left has, even if it was just opened. */
  windowNodes: 300,
  windowListeners: 300,
  /** Those of the probe, and of VS Code. */
  handles: 1,
  /** Of a feed that was used: as many as some of its rows have. */
  panelNodes: 300,
};

/** Once a feed was followed, its window asks VS Code's state every 5 s whether another window follows one. */
export const savedFeedTimers = 1;

/** A request's ID, quoted, and a comma. */
const requestIdBytes = 26;

/** Files that may grow, up to a limit. */
const bounds = [
  { files: documentsFolder, maxFiles: cacheLimits.files, maxBytes: cacheLimits.bytes },
  {
    files: /\/savedFeeds\/\w+\/followed\.json$/,
    maxFiles: 1,
    maxBytes: 1024 + rememberedRequests * requestIdBytes,
  },
  // Its name counts how often it was taken.
  { files: /\/savedFeeds\/\w+\/lease\.\d+$/, maxFiles: 1, maxBytes: 256 },
] as const;

/** More names than these are only counted. */
const maxNames = 20;

export interface Round {
  readonly state: State;
  /** Nodes in a feed as it is opened, and after it was used for a while. */
  readonly panelNodes: readonly [number, number];
}

/**
 * @param begin before anything was used
 * @param timersLeft once those that end by themselves had time to
 * @returns what did not return, a sentence each. The first round loads code and fills caches: the others are compared with it
 */
export function complaints(begin: State, rounds: readonly Round[], timersLeft: readonly string[]): string[] {
  const states = rounds.map(({ state }) => state);
  const handles = rounds.map(({ state }) => state.handles);
  return [
    ...rounds.flatMap(leftAfter),
    ...more(
      "Data in the extension host's heap",
      states.map(({ heap }) => heap.dataBytes),
      margins.dataBytes,
      inMebibytes,
    ),
    ...eachRound(
      "objects in the extension host's heap",
      states.map(({ heap }) => heap.objects),
    ),
    ...more(
      "The window's heap",
      states.map(({ window }) => window.heapBytes),
      margins.windowHeapBytes,
      inMebibytes,
    ),
    ...more(
      "The window's nodes",
      states.map(({ window }) => window.nodes),
      margins.windowNodes,
    ),
    ...more(
      "The window's listeners",
      states.map(({ window }) => window.listeners),
      margins.windowListeners,
    ),
    ...eachRound(
      "documents in the window",
      states.map(({ window }) => ({ documents: window.documents })),
    ),
    ...eachRound(
      "processes",
      states.map(({ processes }) => countsOf(processes)),
    ),
    ...more(
      `Handles of the extension host (${handles.at(-1)?.join(", ") ?? ""})`,
      [begin.handles, ...handles.slice(-1)].map(({ length }) => length),
      margins.handles,
    ),
    ...more(
      "Nodes of a feed after it was used",
      rounds.map(({ panelNodes }) => panelNodes[1]),
      margins.panelNodes,
    ),
    ...fileComplaints(states.map(({ files }) => files)),
    ...storageComplaints(states.map(({ stored }) => stored)),
    ...timerComplaints(begin.timers, timersLeft),
  ];
}

/** What must not be there after any round. */
function leftAfter({ state }: Round, index: number): string[] {
  const { requests, sockets, processes } = state;
  const hosts = processes.filter((name) => name === "extensionHost").length;
  const after = `After round ${index + 1}`;
  return [
    ...(requests.length > 0
      ? [`${after}, ${requests.length} requests arrived while nothing was open: ${listed(requests)}`]
      : []),
    ...(sockets > 0 ? [`${after}, ${sockets} connections to the service were open`] : []),
    ...(hosts === 1 ? [] : [`${after}, there were ${hosts} extension hosts`]),
  ];
}

/** Of one amount, which may vary. */
function more(
  what: string,
  values: readonly number[],
  margin: number,
  text: (value: number) => string = String,
): string[] {
  const growth = (values.at(-1) ?? 0) - (values[0] ?? 0);
  return growth <= margin
    ? []
    : [
        `${what} grew by ${text(growth)}, from ${values.map(text).join(" to ")}: ${text(margin)} are tolerated`,
      ];
}

/** Of amounts by name, of which there are more with each round: one that is in use at the end of a round is no leak. */
function eachRound(what: string, rounds: readonly Counts[]): string[] {
  const grown = Object.keys(rounds.at(-1) ?? {})
    .map((name) => ({ name, counts: rounds.map((counts) => counts[name] ?? 0) }))
    .filter(({ counts }) => counts.slice(1).every((count, n) => count > (counts[n] ?? 0)))
    .sort((a, b) => (b.counts.at(-1) ?? 0) - (a.counts.at(-1) ?? 0));
  const texts = grown.map(({ name, counts }) => `${name} (${counts.join(", ")})`);
  return rounds.length < 2 || grown.length === 0 ? [] : [`More ${what} after each round: ${listed(texts)}`];
}

function fileComplaints(rounds: readonly Counts[]): string[] {
  const [first = {}] = rounds;
  const last = rounds.at(-1) ?? {};
  const boundOf = (name: string): (typeof bounds)[number] | undefined =>
    bounds.find(({ files }) => (typeof files === "string" ? name.startsWith(`${files}/`) : files.test(name)));
  const names = Object.keys(last).filter((name) => !boundOf(name));
  return [
    ...listOf(
      "Files appeared",
      names.filter((name) => !(name in first)),
      (name) => `${name} (${last[name]} bytes)`,
    ),
    ...listOf(
      "Files grew",
      names.filter((name) => name in first && (last[name] ?? 0) > (first[name] ?? 0) + margins.fileBytes),
      (name) => `${name} (from ${first[name]} to ${last[name]} bytes)`,
    ),
    ...bounds.flatMap((bound) => {
      const bounded = Object.keys(last).filter((name) => boundOf(name) === bound);
      const bytes = bounded.reduce((sum, name) => sum + (last[name] ?? 0), 0);
      return bounded.length <= bound.maxFiles && bytes <= bound.maxBytes
        ? []
        : [
            `${bounded.length} files with ${bytes} bytes are more than ${bound.maxFiles} with ${bound.maxBytes}: ${listed(bounded)}`,
          ];
    }),
  ];
}

function storageComplaints(rounds: readonly Counts[]): string[] {
  const [first = {}] = rounds;
  const last = rounds.at(-1) ?? {};
  return listOf(
    "Stored entries grew",
    Object.keys(last).filter((name) => (last[name] ?? 0) > (first[name] ?? 0) + margins.storedLength),
    (name) => `${name} (from ${first[name] ?? 0} to ${last[name]} characters)`,
  );
}

function timerComplaints(begin: readonly string[], left: readonly string[]): string[] {
  return left.length <= begin.length + savedFeedTimers
    ? []
    : listOf("Timers did not end", Object.entries(countsOf(left)), ([timer, count]) => `${count} × ${timer}`);
}

function countsOf(names: readonly string[]): Counts {
  const counts: Record<string, number> = {};
  names.forEach((name) => (counts[name] = (counts[name] ?? 0) + 1));
  return counts;
}

function listOf<T>(what: string, names: readonly T[], text: (name: T) => string): string[] {
  return names.length === 0 ? [] : [`${what}: ${listed(names.map(text))}`];
}

function listed(texts: readonly string[]): string {
  const rest = texts.length - maxNames;
  return [...texts.slice(0, maxNames), ...(rest > 0 ? [`and ${rest} more`] : [])].join(", ");
}

function inMebibytes(bytes: number): string {
  return `${(bytes / mebibyte).toFixed(2)} MiB`;
}
