import type { Connection } from "../../connections/connection";
import type { ConnectionClient } from "../../connections/connectionClient";
import type { Connections } from "../../connections/connections";
import type { Checkpoint, ExportSource } from "../engine/checkpoint";

export function sourceOf(
  { name, baseUrl, origin, dataset, organizationId }: Connection,
  keyFingerprint?: string,
): ExportSource {
  return {
    connection: name,
    baseUrl,
    origin,
    dataset,
    ...(organizationId !== undefined && { organizationId }),
    ...(keyFingerprint !== undefined && { keyFingerprint }),
  };
}

export interface ResumingClients {
  readonly clients: readonly ConnectionClient[];
  /** The client is that of the connection that the export was started with. */
  readonly isSame: boolean;
  /** There is no client, but there is a connection to the same service with another key. */
  readonly hasOtherKey: boolean;
}

/**
 * The clients that an export can be resumed with. If its own connection still leads to the same service with the same key, that
 * is its client alone. Otherwise, it is those of all connections that do, such as its own under a new name. The user selects
 * one of them.
 */
export async function clientsFor(
  { job: { source } }: Checkpoint,
  connections: Pick<Connections, "clientFor" | "list">,
): Promise<ResumingClients> {
  if (!source) {
    return { clients: [], isSame: false, hasOtherKey: false };
  }
  const own = connections.clientFor(source.connection);
  const isSameService = own !== undefined && leadsTo(source, own.connection);
  const same = isSameService ? await clientWithKey(source, source.connection, connections) : undefined;
  if (same) {
    return { clients: [same], isSame: true, hasOtherKey: false };
  }
  const others = connections.list.all.filter((connection) => leadsTo(source, connection));
  const clients = await Promise.all(others.map(({ name }) => clientWithKey(source, name, connections)));
  const usable = clients.flatMap((client) => client ?? []);
  return { clients: usable, isSame: false, hasOtherKey: usable.length === 0 && others.length > 0 };
}

/** The client of a connection, unless it has another key than the export was started with. */
async function clientWithKey(
  { keyFingerprint }: ExportSource,
  name: string,
  connections: Pick<Connections, "clientFor">,
): Promise<ConnectionClient | undefined> {
  // A client that finds another key than it has used is replaced.
  await connections
    .clientFor(name)
    ?.findKeyFingerprint()
    .catch(() => undefined);
  const client = connections.clientFor(name);
  const now = client?.keyFingerprint;
  return keyFingerprint === undefined || now === undefined || now === keyFingerprint ? client : undefined;
}

function leadsTo(source: ExportSource, { baseUrl, dataset, organizationId }: Connection): boolean {
  return source.baseUrl === baseUrl && source.dataset === dataset && source.organizationId === organizationId;
}
