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

/** @param renames old names to new ones */
function connectionsOf(
  all: readonly Connection[],
  renames: Readonly<Record<string, string>> = {},
): Connections {
  const clientFor = (name: string) => {
    const connection = all.find((other) => other.name === (renames[name] ?? name));
    return connection && { connection };
  };
  return { clientFor, list: { all } } as unknown as Connections;
}

function resumable(connections: Connections, from = acme): { names: string[]; isSame: boolean } {
  const { clients, isSame } = clientsFor(
    checkpointOf({ job: { ...job, source: sourceOf(from) } }),
    connections,
  );
  return { names: clients.map(({ connection }) => connection.name), isSame };
}

describe("clients that an export can be resumed with", () => {
  it("are that of its own connection while it is for the same service", () => {
    const other = { ...acme, name: "Other" };
    assert.deepEqual(resumable(connectionsOf([other, acme])), { names: ["Acme"], isSame: true });
  });

  it("are that of its own connection after this window renamed it", () => {
    const [renamed, other] = [
      { ...acme, name: "New" },
      { ...acme, name: "Other" },
    ];
    assert.deepEqual(resumable(connectionsOf([other, renamed], { Acme: "New" })), {
      names: ["New"],
      isSame: true,
    });
  });

  it("are those of all connections to the same service when its own is no longer known", () => {
    const others = [
      { ...acme, name: "New" },
      { ...acme, name: "Staging", dataset: "other" },
      { ...acme, name: "Organization", organizationId: "org" },
      { ...acme, name: "Elsewhere", baseUrl: "https://other.example.com" },
      { ...acme, name: "Second" },
    ];
    assert.deepEqual(resumable(connectionsOf(others)), { names: ["New", "Second"], isSame: false });
  });

  it("do not include another service under the same name", () => {
    const replaced = { ...acme, baseUrl: "https://other.example.com" };
    assert.deepEqual(resumable(connectionsOf([replaced])), { names: [], isSame: false });
    assert.deepEqual(resumable(connectionsOf([replaced, { ...acme, name: "New" }])).names, ["New"]);
  });

  it("are for the same organization", () => {
    const organization = { ...acme, organizationId: "org" };
    assert.deepEqual(resumable(connectionsOf([organization]), organization), {
      names: ["Acme"],
      isSame: true,
    });
    const others = [acme, { ...acme, name: "Other", organizationId: "other" }];
    assert.deepEqual(resumable(connectionsOf(others), organization), { names: [], isSame: false });
  });

  it("do not exist for loaded events", () => {
    const { query, window, format, target } = job;
    const loaded = checkpointOf({ job: { query, window, format, target } });
    assert.deepEqual(clientsFor(loaded, connectionsOf([acme])).clients, []);
  });
});
