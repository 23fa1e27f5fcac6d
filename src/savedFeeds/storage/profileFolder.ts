import { randomBytes } from "node:crypto";
import path from "node:path";
import * as l10n from "@vscode/l10n";
import { storageKeys } from "../../ids";

/** The extension's global state, which VS Code keeps for each profile. */
export interface ProfileState {
  get(key: string): unknown;
  update(key: string, value: unknown): Thenable<void>;
}

/**
 * The folder with the state of the followed feeds of a profile. VS Code's profiles have settings of their own, but share the global
 * storage, so the name of the folder is in the state of the profile.
 */
export class ProfileFolder {
  private known: string | undefined;
  private created: string | undefined;

  constructor(
    private readonly state: ProfileState,
    private readonly storageFolder: string,
  ) {}

  /** Undefined if nothing is followed in any window. */
  get path(): string | undefined {
    const name = this.name ?? this.known;
    return name === this.state.get(storageKeys.unusedSavedFeedsFolder) ? undefined : this.pathOf(name);
  }

  /** The folder that this window named. If another window named one at the same moment, only the name that was stored last counts. */
  get createdPath(): string | undefined {
    return this.pathOf(this.created);
  }

  /** To be called before a feed is followed: names the folder unless it has a name. */
  async create(): Promise<void> {
    await this.setUnused(undefined);
    if (this.path === undefined) {
      this.created = randomBytes(8).toString("hex");
      await this.state.update(storageKeys.savedFeedsFolder, this.created);
    }
    if (this.name === undefined) {
      throw new Error(l10n.t("VS Code couldn't store which feeds are followed."));
    }
  }

  /**
   * Stores the name again if it was lost: a window stores the extension's state as a whole, and one that changed another part of it
   * at the same moment did not know the name.
   * @param isUsed whether feeds are followed: another window that did not know may have stored the opposite.
   */
  async keepName(isUsed: boolean): Promise<void> {
    this.known = this.name ?? this.known;
    if (this.name === undefined && this.known !== undefined) {
      await this.state.update(storageKeys.savedFeedsFolder, this.known);
    }
    if (isUsed) {
      await this.setUnused(undefined);
    }
  }

  /** To be called when nothing is followed any more: no window looks into the folder until a feed is followed again. */
  async leave(): Promise<void> {
    await this.setUnused(this.name);
  }

  private async setUnused(name: string | undefined): Promise<void> {
    if (this.state.get(storageKeys.unusedSavedFeedsFolder) !== name) {
      await this.state.update(storageKeys.unusedSavedFeedsFolder, name);
    }
  }

  private get name(): string | undefined {
    const name = this.state.get(storageKeys.savedFeedsFolder);
    return typeof name === "string" && /^[\da-f]{16}$/.test(name) ? name : undefined;
  }

  private pathOf(name: string | undefined): string | undefined {
    return name === undefined ? undefined : path.join(this.storageFolder, name);
  }
}
