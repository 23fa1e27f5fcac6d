import assert from "node:assert/strict";
import type { Connection } from "../../../../src/connections/connection";
import { placeOf, resumableWith } from "../../../../src/export/ui/exportServices";
import { checkpointOf, order } from "../engine/fixture";

type Connections = Parameters<typeof resumableWith>[1];

const acme: Connection = {
  name: "Acme",
  baseUrl: "https://api.example.com",
  origin: "https://api.example.com",
  dataset: "companydata",
  sample: false,
};

/** @param renames that this window knows of, old names to new ones. */
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

function resumable(connections: Connections): { names: string[]; isSame: boolean } {
  const { services, isSame } = resumableWith(
    checkpointOf({ order: { ...order, place: placeOf(acme) } }),
    connections,
  );
  return { names: services.map(({ connection }) => connection.name), isSame };
}

describe("the services that an export can be resumed with", () => {
  it("are its own connection alone, as long as that leads to the same place", () => {
    const other = { ...acme, name: "Other" };
    assert.deepEqual(resumable(connectionsOf([other, acme])), { names: ["Acme"], isSame: true });
  });

  it("are its own connection when this window saw it renamed", () => {
    const [renamed, other] = [
      { ...acme, name: "New" },
      { ...acme, name: "Other" },
    ];
    assert.deepEqual(resumable(connectionsOf([other, renamed], { Acme: "New" })), {
      names: ["New"],
      isSame: true,
    });
  });

  it("are all connections to the same place when its own is not known by that name any more", () => {
    const others = [
      { ...acme, name: "New" },
      { ...acme, name: "Staging", dataset: "other" },
      { ...acme, name: "Organization", organizationId: "org" },
      { ...acme, name: "Elsewhere", baseUrl: "https://other.example.com" },
      { ...acme, name: "Second" },
    ];
    assert.deepEqual(resumable(connectionsOf(others)), { names: ["New", "Second"], isSame: false });
  });

  it("are none of another place, though it has the name by now", () => {
    const taken = { ...acme, baseUrl: "https://other.example.com" };
    assert.deepEqual(resumable(connectionsOf([taken])), { names: [], isSame: false });
    assert.deepEqual(resumable(connectionsOf([taken, { ...acme, name: "New" }])).names, ["New"]);
  });

  it("are none for events that were loaded", () => {
    const { query, window, format, target } = order;
    const loaded = checkpointOf({ order: { query, window, format, target } });
    assert.deepEqual(resumableWith(loaded, connectionsOf([acme])).services, []);
  });
});
