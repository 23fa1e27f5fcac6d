import * as vscode from "vscode";
import { settings } from "../ids";
import { Disposable } from "../util/disposable";
import { type InvalidEntry, type Connection, decodeConnections, toEntry } from "./connection";

/** The connections of the setting `companyFeed.connections`: the user's own, never a workspace's. */
export class ConnectionList extends Disposable {
  private readonly changed = this.register(new vscode.EventEmitter<void>());
  private current = decodeConnections(readSetting());

  readonly onDidChange = this.changed.event;

  constructor() {
    super();
    this.register(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(`${settings.section}.${settings.connections}`)) {
          this.current = decodeConnections(readSetting());
          this.changed.fire();
        }
      }),
    );
  }

  get all(): readonly Connection[] {
    return this.current.connections;
  }

  get broken(): readonly InvalidEntry[] {
    return this.current.broken;
  }

  /** Names in the setting, of entries that cannot be used too. */
  get names(): ReadonlySet<string> {
    return new Set(rawEntries().flatMap((entry) => nameOf(entry) ?? []));
  }

  /** Whether every entry of the setting has a name: nothing is known of one that is absent, no list or half-typed. */
  get complete(): boolean {
    const value = readSetting();
    return Array.isArray(value) && value.every((entry) => nameOf(entry) !== undefined);
  }

  find(name: string): Connection | undefined {
    return this.all.find((connection) => connection.name === name);
  }

  /** Adds a connection, or puts it in the place of the one named `replacing`. Entries that could not be read stay. */
  async save(connection: Connection, replacing?: string): Promise<void> {
    const entries = entriesToChange();
    const entry = toEntry(connection);
    const index = placeOf(replacing ?? connection.name, entries);
    if (index < 0) {
      entries.push(entry);
    } else {
      entries[index] = entry;
    }
    await writeSetting(entries);
  }

  /** Removes the connection; entries that could not be read stay. */
  async remove(name: string): Promise<void> {
    const entries = entriesToChange();
    const index = placeOf(name, entries);
    await writeSetting(entries.filter((_, place) => place !== index));
  }
}

function configuration(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration(settings.section);
}

/** The user's value alone: whatever a workspace says here is not looked at. */
function readSetting(): unknown {
  return configuration().inspect<unknown>(settings.connections)?.globalValue;
}

function rawEntries(): unknown[] {
  const value = readSetting();
  return Array.isArray(value) ? [...(value as unknown[])] : [];
}

/** The entries as a basis for writing: what is no list is the person's to correct, not ours to replace. */
function entriesToChange(): unknown[] {
  if (readSetting() !== undefined && !Array.isArray(readSetting())) {
    throw new Error("The setting companyFeed.connections is not a list. Correct it in your settings first.");
  }
  return rawEntries();
}

async function writeSetting(entries: readonly unknown[]): Promise<void> {
  await configuration().update(settings.connections, entries, vscode.ConfigurationTarget.Global);
}

/** Where the connection of that name stands; an entry that cannot be used may bear the same name. */
function placeOf(name: string, entries: readonly unknown[]): number {
  const broken = new Set(decodeConnections(entries).broken.map(({ index }) => index));
  return entries.findIndex((entry, index) => !broken.has(index) && nameOf(entry) === name);
}

function nameOf(entry: unknown): string | undefined {
  const name = (entry as { name?: unknown } | null | undefined)?.name;
  return typeof name === "string" ? name.trim() || undefined : undefined;
}
