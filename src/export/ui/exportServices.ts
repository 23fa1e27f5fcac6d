import type { Connection } from "../../connections/connection";
import type { Connections } from "../../connections/connections";
import type { ConnectionClient } from "../../connections/connectionClient";
import type { Checkpoint, ExportPlace } from "../engine/checkpoint";

/** Where an export reads from, as its checkpoint keeps it. */
export function placeOf({ name, baseUrl, origin, dataset, organizationId }: Connection): ExportPlace {
  return {
    connection: name,
    baseUrl,
    origin,
    dataset,
    ...(organizationId === undefined ? {} : { organizationId }),
  };
}

/**
 * The services that an export can be resumed with: its own connection, under a new name too. Where that is not known any more,
 * all connections to the same place; which of them is meant is for the person to say.
 */
export function resumableWith(
  { order: { place } }: Checkpoint,
  connections: Pick<Connections, "clientFor" | "list">,
): { readonly services: readonly ConnectionClient[]; readonly isSame: boolean } {
  if (!place) {
    return { services: [], isSame: false };
  }
  const same = connections.clientFor(place.connection);
  if (same && isSamePlace(placeOf(same.connection), place)) {
    return { services: [same], isSame: true };
  }
  const others = connections.list.all.filter((connection) => isSamePlace(placeOf(connection), place));
  return { services: others.flatMap(({ name }) => connections.clientFor(name) ?? []), isSame: false };
}

function isSamePlace(a: ExportPlace, b: ExportPlace): boolean {
  return a.baseUrl === b.baseUrl && a.dataset === b.dataset && a.organizationId === b.organizationId;
}
