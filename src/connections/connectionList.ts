import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { settings } from "../ids";
import { Disposable } from "../util/disposable";
import { type InvalidEntry, type Connection, decodeConnections, toEntry } from "./connection";

/** The connections in the user setting `companyFeed.connections`. A workspace's value is ignored. */
export class ConnectionList extends Disposable {
  private readonly changed = this.register(new vscode.EventEmitter<void>());
  private decoded = decodeConnections(readSetting());

  readonly onDidChange = this.changed.event;

  constructor() {
    super();
    this.register(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(`${settings.section}.${settings.connections}`)) {
          this.decoded = decodeConnections(readSetting());
          this.changed.fire();
        }
      }),
    );
  }

  get all(): readonly Connection[] {
    return this.decoded.connections;
  }

  get invalidEntries(): readonly InvalidEntry[] {
    return this.decoded.invalidEntries;
  }

  /** The names in the setting, including those of invalid entries. */
  get names(): ReadonlySet<string> {
    return new Set(readEntries().flatMap((entry) => nameOf(entry) ?? []));
  }

  /** Whether `names` is complete: the setting is a list, and each entry has a name. */
  get hasAllNames(): boolean {
    const value = readSetting();
    return Array.isArray(value) && value.every((entry) => nameOf(entry) !== undefined);
  }

  find(name: string): Connection | undefined {
    return this.all.find((connection) => connection.name === name);
  }

  /** Adds a connection, or replaces the one named `replacedName`. Invalid entries are left alone. */
  async save(connection: Connection, replacedName = connection.name): Promise<void> {
    const entries = readEntriesToChange();
    const index = indexOfConnection(replacedName, entries);
    entries.splice(index < 0 ? entries.length : index, 1, toEntry(connection));
    await writeSetting(entries);
  }

  /** Removes a connection. Invalid entries are left alone. */
  async remove(name: string): Promise<void> {
    const entries = readEntriesToChange();
    const index = indexOfConnection(name, entries);
    await writeSetting(entries.filter((_, other) => other !== index));
  }
}

function configuration(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration(settings.section);
}

function readSetting(): unknown {
  return configuration().inspect<unknown>(settings.connections)?.globalValue;
}

async function writeSetting(entries: readonly unknown[]): Promise<void> {
  await configuration().update(settings.connections, entries, vscode.ConfigurationTarget.Global);
}

function readEntries(): unknown[] {
  const value = readSetting();
  return Array.isArray(value) ? [...(value as unknown[])] : [];
}

/** @throws when the setting is not a list: it must not be overwritten */
function readEntriesToChange(): unknown[] {
  const value = readSetting();
  if (value !== undefined && !Array.isArray(value)) {
    throw new Error(
      l10n.t("The setting companyFeed.connections must be a list. Fix it in settings.json first."),
    );
  }
  return readEntries();
}

/** Skips invalid entries, which may have the same name. */
function indexOfConnection(name: string, entries: readonly unknown[]): number {
  const invalid = new Set(decodeConnections(entries).invalidEntries.map(({ index }) => index));
  return entries.findIndex((entry, index) => !invalid.has(index) && nameOf(entry) === name);
}

function nameOf(entry: unknown): string | undefined {
  const name = (entry as { name?: unknown } | null | undefined)?.name;
  return typeof name === "string" ? name.trim() || undefined : undefined;
}
