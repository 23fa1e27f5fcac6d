import * as vscode from "vscode";
import type { Settings } from "../settings";
import { Emitter } from "../shared/emitter";
import { Disposable } from "../util/disposable";
import { type Connection, decodeConnections, notListReason, toEntry } from "./connection";

/** The connections in the user setting `companyFeed.connections`. A workspace's value is ignored. */
export class ConnectionList extends Disposable {
  private readonly changed = this.register(new Emitter<void>());
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
    return this.decoded.filter((entry) => typeof entry !== "string");
  }

  /** @returns a sentence as the `reason` */
  get invalidEntries(): readonly { readonly index: number; readonly reason: string }[] {
    return this.decoded.flatMap((entry, index) =>
      typeof entry === "string" ? [{ index, reason: entry }] : [],
    );
  }

  /** Includes the names of invalid entries. */
  get names(): ReadonlySet<string> {
    return new Set(this.entries.flatMap((entry) => nameOf(entry) ?? []));
  }

  find(name: string): Connection | undefined {
    return this.all.find((connection) => connection.name === name);
  }

  /** Adds a connection, or replaces the one named `replacedName`. Invalid entries are left alone. */
  save(connection: Connection, replacedName = connection.name): Promise<void> {
    return this.write(replacedName, [toEntry(connection)]);
  }

  /** Removes a connection. Invalid entries are left alone. */
  remove(name: string): Promise<void> {
    return this.write(name, []);
  }

  private get value(): unknown {
    return this.settings.inspect("connections")?.globalValue;
  }

  private get entries(): readonly unknown[] {
    const { value } = this;
    return Array.isArray(value) ? (value as readonly unknown[]) : [];
  }

  /** @param replacement replaces the connection with this name; invalid entries may have the same name */
  private async write(name: string, replacement: readonly unknown[]): Promise<void> {
    const { value, entries } = this;
    if (value !== undefined && !Array.isArray(value)) {
      // Don't overwrite it.
      throw new Error(notListReason());
    }
    const index = decodeConnections(value).findIndex(
      (entry) => typeof entry !== "string" && entry.name === name,
    );
    const at = index < 0 ? entries.length : index;
    const written = [...entries.slice(0, at), ...replacement, ...entries.slice(at + 1)];
    await this.settings.update("connections", written, vscode.ConfigurationTarget.Global);
  }
}

function nameOf(entry: unknown): string | undefined {
  const name = (entry as { name?: unknown } | null | undefined)?.name;
  return typeof name === "string" ? name.trim() || undefined : undefined;
}
