import type { Connection } from "../../connections/connection";
import type { ConnectionClient } from "../../connections/connectionClient";
import type { Connections } from "../../connections/connections";
import type { Checkpoint, ExportSource } from "../engine/checkpoint";

export function sourceOf({ name, baseUrl, origin, dataset, organizationId }: Connection): ExportSource {
  return {
    connection: name,
    baseUrl,
    origin,
    dataset,
    ...(organizationId !== undefined && { organizationId }),
  };
}

/**
 * The clients that an export can be resumed with: that of its own connection, also under a new name (`isSame`); if it is
 * no longer known, those of all connections to the same service, from which the user selects one.
 */
export function clientsFor(
  { job: { source } }: Checkpoint,
  connections: Pick<Connections, "clientFor" | "list">,
): { readonly clients: readonly ConnectionClient[]; readonly isSame: boolean } {
  if (!source) {
    return { clients: [], isSame: false };
  }
  const same = connections.clientFor(source.connection);
  if (same && leadsTo(source, same.connection)) {
    return { clients: [same], isSame: true };
  }
  const others = connections.list.all.filter((connection) => leadsTo(source, connection));
  return { clients: others.flatMap(({ name }) => connections.clientFor(name) ?? []), isSame: false };
}

function leadsTo(source: ExportSource, { baseUrl, dataset, organizationId }: Connection): boolean {
  return source.baseUrl === baseUrl && source.dataset === dataset && source.organizationId === organizationId;
}
