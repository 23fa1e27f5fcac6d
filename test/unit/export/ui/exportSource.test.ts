import assert from "node:assert/strict";
import type { Connection } from "../../../../src/connections/connection";
import { sourceOf, clientsFor } from "../../../../src/export/ui/exportSource";
import { checkpointOf, job } from "../engine/fixture";

type Connections = Parameters<typeof clientsFor>[1];

const acme: Connection = {
  name: "Acme",
  baseUrl: "https://api.example.com",
  origin: "https://api.example.com",
  dataset: "companydata",
  sample: false,
};

/** @param renames old names to new ones @param keys fingerprints by name */
function connectionsOf(
  all: readonly Connection[],
  renames: Readonly<Record<string, string>> = {},
  keys: Readonly<Record<string, string>> = {},
): Connections {
  const clientFor = (name: string) => {
    const connection = all.find((other) => other.name === (renames[name] ?? name));
    const keyFingerprint = connection && keys[connection.name];
    return connection && { connection, keyFingerprint, findKeyFingerprint: () => Promise.resolve() };
  };
  return { clientFor, list: { all } } as unknown as Connections;
}

async function resumable(
  connections: Connections,
  from = acme,
  key?: string,
): Promise<{ names: string[]; isSame: boolean }> {
  const { clients, isSame } = await clientsFor(
    checkpointOf({ job: { ...job, source: sourceOf(from, key) } }),
    connections,
  );
  return { names: clients.map(({ connection }) => connection.name), isSame };
}

describe("clients that an export can be resumed with", () => {
  it("are that of its own connection while it is for the same service", async () => {
    const other = { ...acme, name: "Other" };
    assert.deepEqual(await resumable(connectionsOf([other, acme])), { names: ["Acme"], isSame: true });
  });

  it("are that of its own connection after this window renamed it", async () => {
    const [renamed, other] = [
      { ...acme, name: "New" },
      { ...acme, name: "Other" },
    ];
    assert.deepEqual(await resumable(connectionsOf([other, renamed], { Acme: "New" })), {
      names: ["New"],
      isSame: true,
    });
  });

  it("are those of all connections to the same service when its own is no longer known", async () => {
    const others = [
      { ...acme, name: "New" },
      { ...acme, name: "Staging", dataset: "other" },
      { ...acme, name: "Organization", organizationId: "org" },
      { ...acme, name: "Elsewhere", baseUrl: "https://other.example.com" },
      { ...acme, name: "Second" },
    ];
    assert.deepEqual(await resumable(connectionsOf(others)), { names: ["New", "Second"], isSame: false });
  });

  it("do not include another service under the same name", async () => {
    const replaced = { ...acme, baseUrl: "https://other.example.com" };
    assert.deepEqual(await resumable(connectionsOf([replaced])), { names: [], isSame: false });
    assert.deepEqual((await resumable(connectionsOf([replaced, { ...acme, name: "New" }]))).names, ["New"]);
  });

  it("are for the same organization", async () => {
    const organization = { ...acme, organizationId: "org" };
    assert.deepEqual(await resumable(connectionsOf([organization]), organization), {
      names: ["Acme"],
      isSame: true,
    });
    const others = [acme, { ...acme, name: "Other", organizationId: "other" }];
    assert.deepEqual(await resumable(connectionsOf(others), organization), { names: [], isSame: false });
  });

  it("have the key that it was started with", async () => {
    const keys = { Acme: "aaaa", New: "bbbb" };
    const connections = connectionsOf([acme, { ...acme, name: "New" }], {}, keys);
    assert.deepEqual(await resumable(connections, acme, "aaaa"), { names: ["Acme"], isSame: true });
    assert.deepEqual(await resumable(connections, acme, "bbbb"), { names: ["New"], isSame: false });
    const checkpoint = checkpointOf({ job: { ...job, source: sourceOf(acme, "cccc") } });
    assert.deepEqual(await clientsFor(checkpoint, connections), {
      clients: [],
      isSame: false,
      hasOtherKey: true,
    });
  });

  it("have any key where one of them is not known", async () => {
    const older = connectionsOf([acme], {}, { Acme: "aaaa" });
    assert.deepEqual(await resumable(older, acme), { names: ["Acme"], isSame: true });
    assert.deepEqual(await resumable(connectionsOf([acme]), acme, "aaaa"), { names: ["Acme"], isSame: true });
  });

  it("are looked up after a key that was replaced unnoticed was found", async () => {
    let keyFingerprint = "aaaa";
    const findKeyFingerprint = () => {
      keyFingerprint = "bbbb";
      return Promise.reject(new Error("The key was replaced."));
    };
    const clientFor = () => ({ connection: acme, keyFingerprint, findKeyFingerprint });
    const connections = { clientFor, list: { all: [acme] } } as unknown as Connections;
    assert.deepEqual(await resumable(connections, acme, "aaaa"), { names: [], isSame: false });
  });

  it("do not exist for loaded events", async () => {
    const { query, window, format, target } = job;
    const loaded = checkpointOf({ job: { query, window, format, target } });
    assert.deepEqual((await clientsFor(loaded, connectionsOf([acme]))).clients, []);
  });
});
