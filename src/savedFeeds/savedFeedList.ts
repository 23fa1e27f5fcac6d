import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Settings } from "../settings";
import { Disposable } from "../util/disposable";
import {
  isSameSource,
  type SavedFeed,
  type SavedFeedEntry,
  savedFeedId,
  type SavedFeedId,
  type SavedFeedSource,
} from "./model/savedFeed";
import {
  decodeSavedFeeds,
  type DecodedSavedFeeds,
  insertEntry,
  type InvalidSavedFeed,
  placeOf,
  removeEntry,
  replaceEntry,
} from "./model/savedFeedEntries";

/** An entry of the settings that is not a valid saved feed. */
export interface InvalidSavedFeedEntry extends InvalidSavedFeed {
  readonly source: SavedFeedSource;
}

/** A settings file that this window reads. */
interface SettingsFile {
  readonly source: SavedFeedSource;
  /** Undefined for the user's. */
  readonly folder?: vscode.WorkspaceFolder;
  readonly target: vscode.ConfigurationTarget;
  readonly value: unknown;
}

interface Rename {
  readonly from: SavedFeedId;
  readonly to: SavedFeedId;
}

/**
 * The feeds in the setting `companyFeed.savedFeeds`: the user's, those of the workspace file, those of each folder. Only what is in
 * the settings: whether a feed is followed is known on this machine (`SavedFeeds`).
 */
export class SavedFeedList extends Disposable {
  private readonly changed = this.register(new vscode.EventEmitter<void>());
  private readonly renamed = this.register(new vscode.EventEmitter<Rename>());
  private decoded: readonly (DecodedSavedFeeds & { readonly source: SavedFeedSource })[] | undefined;
  /** A rename that is not in the settings yet. */
  private pendingRename: Rename | undefined;
  private writing: Promise<unknown> = Promise.resolve();

  readonly onDidChange = this.changed.event;
  /** This window renamed a feed. Fires before `onDidChange`, when the list has the new name already. */
  readonly onDidRename = this.renamed.event;

  constructor(private readonly settings: Settings) {
    super();
    this.register(settings.onDidChange("savedFeeds", "feedWindowDays")(() => this.update()));
    this.register(vscode.workspace.onDidChangeWorkspaceFolders(() => this.update()));
  }

  /** In the order of the settings: the user's, then those of the workspace file, then those of its folders. */
  get entries(): readonly SavedFeedEntry[] {
    return this.files.flatMap(({ source, feeds }) =>
      feeds.map((feed) => ({ id: savedFeedId(source, feed.name), source, feed })),
    );
  }

  get invalidEntries(): readonly InvalidSavedFeedEntry[] {
    return this.files.flatMap(({ source, invalidEntries }) =>
      invalidEntries.map((entry) => ({ ...entry, source })),
    );
  }

  find(id: SavedFeedId): SavedFeedEntry | undefined {
    return this.entries.find((entry) => entry.id === id);
  }

  /** The names of the feeds of one settings file. */
  namesIn(source: SavedFeedSource): readonly string[] {
    return this.files.find((file) => isSameSource(file.source, source))?.feeds.map(({ name }) => name) ?? [];
  }

  /** Where a feed can be saved: the user's settings, and the workspace's. */
  get sources(): readonly SavedFeedSource[] {
    return this.settingsFiles().map(({ source }) => source);
  }

  /** @param place among the entries of the settings file; at their end if absent */
  async add(feed: SavedFeed, source: SavedFeedSource, place?: number): Promise<SavedFeedId> {
    await this.write(source, (value) => {
      this.requireFreeName(feed.name, this.decode(value).feeds);
      return insertEntry(value, feed, place);
    });
    return savedFeedId(source, feed.name);
  }

  /**
   * Changes a feed, possibly its name. @returns its new ID
   * @param change of the feed as the settings have it then: it may have been edited elsewhere since it was shown. Nothing is written
   * if it returns the same object
   */
  async edit(id: SavedFeedId, change: (feed: SavedFeed) => SavedFeed): Promise<SavedFeedId> {
    const { source, feed: shown } = this.get(id);
    let newId = id;
    await this.write(source, (value) => {
      const { feeds } = this.decode(value);
      const now = feeds.find(({ name }) => name === shown.name) ?? shown;
      const feed = change(now);
      if (feed === now) {
        return undefined;
      }
      this.requireFreeName(
        feed.name,
        feeds.filter((other) => other !== now),
      );
      const entries = replaceEntry(value, shown.name, feed);
      newId = savedFeedId(source, feed.name);
      this.pendingRename = newId === id ? undefined : { from: id, to: newId };
      return entries;
    });
    this.fireRename();
    return newId;
  }

  /** @returns what `add` needs to restore it */
  async remove(id: SavedFeedId): Promise<SavedFeedEntry & { readonly place: number }> {
    const entry = this.get(id);
    let place = 0;
    await this.write(entry.source, (value) => {
      place = placeOf(value, entry.feed.name);
      return removeEntry(value, entry.feed.name);
    });
    return { ...entry, place };
  }

  private get files(): readonly (DecodedSavedFeeds & { readonly source: SavedFeedSource })[] {
    this.decoded ??= this.settingsFiles().map(({ source, value }) => ({ source, ...this.decode(value) }));
    return this.decoded;
  }

  private decode(value: unknown): DecodedSavedFeeds {
    return decodeSavedFeeds(value, this.settings.defaultFeedQuery.window);
  }

  private requireFreeName(name: string, feeds: readonly SavedFeed[]): void {
    // Another window may have saved one with this name.
    if (feeds.some((feed) => feed.name === name)) {
      throw new Error(l10n.t('A saved feed named "{0}" already exists.', name));
    }
  }

  private get(id: SavedFeedId): SavedFeedEntry {
    const entry = this.find(id);
    if (!entry) {
      throw new Error(l10n.t("This saved feed was removed or renamed."));
    }
    return entry;
  }

  private update(): void {
    this.decoded = undefined;
    this.fireRename();
    this.changed.fire();
  }

  private fireRename(): void {
    const rename = this.pendingRename;
    if (rename && this.find(rename.to)) {
      this.pendingRename = undefined;
      this.renamed.fire(rename);
    }
  }

  /**
   * One change at a time: each is made to what the settings contain then.
   * @param change returns undefined to write nothing
   */
  private async write(
    source: SavedFeedSource,
    change: (value: unknown) => readonly unknown[] | undefined,
  ): Promise<void> {
    const write = async (): Promise<void> => {
      const file = this.settingsFiles().find((each) => isSameSource(each.source, source));
      if (!file) {
        throw new Error(l10n.t("The folder of this saved feed is no longer open."));
      }
      const entries = change(file.value);
      if (entries) {
        const value = entries.length === 0 ? undefined : entries;
        await this.settings.update("savedFeeds", value, file.target, file.folder);
      }
    };
    const written = this.writing.then(write, write);
    this.writing = written;
    await written;
  }

  private settingsFiles(): readonly SettingsFile[] {
    const { name = l10n.t("Workspace"), workspaceFile, workspaceFolders = [] } = vscode.workspace;
    const { Global, Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;
    const inspected = this.settings.inspect("savedFeeds");
    const user: SettingsFile = { source: { kind: "user" }, target: Global, value: inspected?.globalValue };
    const workspace: SettingsFile[] = workspaceFile
      ? [
          {
            source: { kind: "workspace", uri: workspaceFile.toString(), label: name },
            target: Workspace,
            value: inspected?.workspaceValue,
          },
        ]
      : [];
    // Without a workspace file, the settings of the only folder are those of the workspace.
    const folders = workspaceFolders.map((folder): SettingsFile => {
      const inFolder = this.settings.inspect("savedFeeds", folder);
      return {
        source: { kind: "folder", uri: folder.uri.toString(), label: folder.name },
        folder,
        target: workspaceFile ? WorkspaceFolder : Workspace,
        value: workspaceFile ? inFolder?.workspaceFolderValue : inFolder?.workspaceValue,
      };
    });
    return [user, ...workspace, ...folders];
  }
}
