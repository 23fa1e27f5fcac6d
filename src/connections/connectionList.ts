import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Settings } from "../settings";
import { Disposable } from "../util/disposable";
import { type InvalidEntry, type Connection, decodeConnections, toEntry } from "./connection";

/** The connections in the user setting `companyFeed.connections`. A workspace's value is ignored. */
export class ConnectionList extends Disposable {
  private readonly changed = this.register(new vscode.EventEmitter<void>());
  private decoded: ReturnType<typeof decodeConnections>;

  readonly onDidChange = this.changed.event;

  constructor(private readonly settings: Settings) {
    super();
    this.decoded = decodeConnections(this.value);
    this.register(
      settings.onDidChange("connections")(() => {
        this.decoded = decodeConnections(this.value);
        this.changed.fire();
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
    return new Set(this.entries.flatMap((entry) => nameOf(entry) ?? []));
  }

  find(name: string): Connection | undefined {
    return this.all.find((connection) => connection.name === name);
  }

  /** Adds a connection, or replaces the one named `replacedName`. Invalid entries are left alone. */
  async save(connection: Connection, replacedName = connection.name): Promise<void> {
    const entries = this.entriesToChange();
    const index = indexOfConnection(replacedName, entries);
    entries.splice(index < 0 ? entries.length : index, 1, toEntry(connection));
    await this.write(entries);
  }

  /** Removes a connection. Invalid entries are left alone. */
  async remove(name: string): Promise<void> {
    const entries = this.entriesToChange();
    const index = indexOfConnection(name, entries);
    await this.write(entries.filter((_, other) => other !== index));
  }

  private get value(): unknown {
    return this.settings.inspect("connections")?.globalValue;
  }

  private get entries(): unknown[] {
    const { value } = this;
    return Array.isArray(value) ? [...(value as unknown[])] : [];
  }

  /** @throws when the setting is not a list: it must not be overwritten */
  private entriesToChange(): unknown[] {
    const { value } = this;
    if (value !== undefined && !Array.isArray(value)) {
      throw new Error(
        l10n.t("The setting companyFeed.connections must be a list. Fix it in settings.json first."),
      );
    }
    return this.entries;
  }

  private write(entries: readonly unknown[]): Promise<void> {
    return this.settings.update("connections", entries, vscode.ConfigurationTarget.Global);
  }
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
