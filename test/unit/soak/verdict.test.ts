import assert from "node:assert/strict";
import type { State } from "../../soak/measure";
import { documentsFolder } from "../../soak/storage";
import { complaints, margins, type Round } from "../../soak/verdict";

const mebibyte = 1024 * 1024;

const state: State = {
  heapBytes: 90 * mebibyte,
  heap: { dataBytes: 60 * mebibyte, objects: { FeedSession: 0, Emitter: 30 } },
  timers: [],
  sockets: 0,
  handles: ["TCPServerWrap"],
  requests: [],
  processes: ["extensionHost", "renderer"],
  files: { "globalStorage/state.json": 100 },
  stored: { visits: 300 },
  window: { heapBytes: 64 * mebibyte, nodes: 2000, documents: 1, listeners: 500 },
};

const played = (...changes: readonly Partial<State>[]): Round[] =>
  changes.map((change) => ({ state: { ...state, ...change }, panelNodes: [1000, 1100] }));

const judge = (rounds: readonly Round[], timers: readonly string[] = []): string[] =>
  complaints(state, rounds, timers);

describe("What a soak says did not return", () => {
  it("is nothing if later rounds end as the first one did, and less than at first", () => {
    assert.deepEqual(judge(played({ sockets: 0 }, { files: {}, stored: {} }, {})), []);
  });

  it("names objects of which there are more after each round", () => {
    const objects = (count: number) => ({
      heap: { ...state.heap, objects: { FeedSession: count, Emitter: 30 } },
    });
    assert.deepEqual(judge(played(objects(1), objects(21), objects(41))), [
      "More objects in the extension host's heap after each round: FeedSession (1, 21, 41)",
    ]);
    assert.deepEqual(judge(played(objects(1), objects(1), objects(2))), [], "one that may be in use");
  });

  it("counts data beyond the margin, after all rounds together", () => {
    const data = (bytes: number) => ({ heap: { ...state.heap, dataBytes: 60 * mebibyte + bytes } });
    assert.deepEqual(judge(played(data(0), data(margins.dataBytes))), []);
    assert.deepEqual(judge(played(data(0), data(0.3 * mebibyte), data(0.6 * mebibyte))), [
      "Data in the extension host's heap grew by 0.60 MiB, from 60.00 MiB to 60.30 MiB to 60.60 MiB: 0.50 MiB are tolerated",
    ]);
  });

  it("has the place of each timer", () => {
    const places = ["one", "two", "two", "two"].map((place) => `setTimeout of 1000 ms at ${place}`);
    assert.deepEqual(judge(played({}, {}), places.slice(3)), [], "that of saved feeds");
    assert.deepEqual(judge(played({}, {}), places), [
      "Timers did not end: 1 × setTimeout of 1000 ms at one, 3 × setTimeout of 1000 ms at two",
    ]);
  });

  it("tells of requests, connections and extension hosts that are left after any round", () => {
    const processes = ["extensionHost", "extensionHost", "renderer"];
    assert.deepEqual(judge(played({ requests: ["GET /v2/feed"] }, { sockets: 2 }, { processes }, {})), [
      "After round 1, 1 requests arrived while nothing was open: GET /v2/feed",
      "After round 2, 2 connections to the service were open",
      "After round 3, there were 2 extension hosts",
    ]);
  });

  it("tells of handles, processes, and what is in the window", () => {
    const window = { heapBytes: 80 * mebibyte, nodes: 4000, documents: 3, listeners: 900 };
    const handles = ["TCPServerWrap", "TCPServerWrap", "TCPServerWrap"];
    assert.deepEqual(judge(played({}, { window, handles, processes: [...state.processes, "ptyHost"] })), [
      "The window's heap grew by 16.00 MiB, from 64.00 MiB to 80.00 MiB: 6.00 MiB are tolerated",
      "The window's nodes grew by 2000, from 2000 to 4000: 300 are tolerated",
      "The window's listeners grew by 400, from 500 to 900: 300 are tolerated",
      "More documents in the window after each round: documents (1, 3)",
      "More processes after each round: ptyHost (0, 1)",
      "Handles of the extension host (TCPServerWrap, TCPServerWrap, TCPServerWrap) grew by 2, from 1 to 3: 1 are tolerated",
    ]);
  });

  it("names files and stored entries", () => {
    const later = {
      files: { "globalStorage/state.json": 1000, "globalStorage/new": 7 },
      stored: { visits: 900, history: 300 },
    };
    assert.deepEqual(judge(played({}, later)), [
      "Files appeared: globalStorage/new (7 bytes)",
      "Files grew: globalStorage/state.json (from 100 to 1000 bytes)",
      "Stored entries grew: visits (from 300 to 900 characters), history (from 0 to 300 characters)",
    ]);
  });

  it("lets caches grow up to their limit", () => {
    const documents = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`${documentsFolder}/${n}.json`, 20_000]));
    assert.deepEqual(judge(played({ files: documents(1) }, { files: documents(200) })), []);
    assert.match(
      judge(played({ files: {} }, { files: documents(201) })).join(),
      /^201 files with 4020000 bytes are more than 200 with 67108864: .* and 181 more$/,
    );
    const followed = (bytes: number) => ({ files: { "globalStorage/savedFeeds/0a/followed.json": bytes } });
    assert.deepEqual(judge(played(followed(300), followed(6_000))), []);
    assert.match(judge(played(followed(300), followed(9_000))).join(), /^1 files with 9000 bytes are more/);
  });

  it("tells of a feed whose page has more nodes in later rounds", () => {
    assert.deepEqual(
      judge([
        { state, panelNodes: [600, 1100] },
        { state, panelNodes: [600, 1500] },
      ]),
      ["Nodes of a feed after it was used grew by 400, from 1100 to 1500: 300 are tolerated"],
    );
  });
});
