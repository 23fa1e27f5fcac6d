import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Settings } from "../settings";
import { Emitter } from "../shared/emitter";
import type { FeedWindow } from "../shared/feedQuery";
import { Disposable } from "../util/disposable";
import {
  type SavedFeed,
  type SavedFeedEntry,
  savedFeedId,
  type SavedFeedId,
  type SavedFeedSource,
} from "./model/savedFeed";
import {
  decodeSavedFeeds,
  type DecodedSavedFeeds,
  entriesOf,
  type InvalidSavedFeed,
  findEntry,
  toEntry,
} from "./model/savedFeedEntries";

export type InvalidSavedFeedEntry = InvalidSavedFeed & { readonly source: SavedFeedSource };

interface SettingsFile {
  readonly source: SavedFeedSource;
  readonly folder?: vscode.WorkspaceFolder;
  readonly target: vscode.ConfigurationTarget;
  readonly value: unknown;
}

interface Rename {
  readonly from: SavedFeedId;
  readonly to: SavedFeedId;
}

/** The setting `companyFeed.savedFeeds` of the user, the workspace file and each folder. */
export class SavedFeedList extends Disposable {
  private readonly changed = this.register(new Emitter<void>());
  private readonly renamed = this.register(new Emitter<Rename>());
  private decoded: readonly (DecodedSavedFeeds & { readonly source: SavedFeedSource })[] | undefined;
  private pendingRename: Rename | undefined;
  private writing: Promise<unknown> = Promise.resolve();

  readonly onDidChange = this.changed.event;
  /** This window renamed a feed. Fires before `onDidChange`; the list already has the new name. */
  readonly onDidRename = this.renamed.event;

  constructor(private readonly settings: Settings) {
    super();
    this.register(settings.onDidChange("savedFeeds", "feedWindowDays")(() => this.update()));
    this.register(vscode.workspace.onDidChangeWorkspaceFolders(() => this.update()));
  }

  /** In the order of the settings: those of the user, the workspace file, the folders. */
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

  namesIn(source: SavedFeedSource): readonly string[] {
    return this.files.find(isOf(source))?.feeds.map(({ name }) => name) ?? [];
  }

  /** @param place among the entries of the settings file; at their end if absent */
  async add(feed: SavedFeed, source: SavedFeedSource, place = Infinity): Promise<SavedFeedId> {
    await this.write(source, (entries) => entries.toSpliced(place, 0, toEntry(feed)));
    return savedFeedId(source, feed.name);
  }

  /**
   * Changes a feed, possibly its name.
   * @param change gets the feed from the settings, which may have been edited elsewhere since it was shown
   */
  async edit(id: SavedFeedId, change: (feed: SavedFeed) => SavedFeed): Promise<void> {
    const { source, feed: shown } = this.get(id);
    await this.write(source, (entries) => {
      const { place, feed: now } = findEntry(entries, shown.name, this.defaultWindow(source));
      const feed = change(now);
      const to = savedFeedId(source, feed.name);
      this.pendingRename = to === id ? undefined : { from: id, to };
      return entries.with(place, toEntry(feed));
    }).catch((error: unknown) => {
      this.pendingRename = undefined;
      throw error;
    });
    this.fireRename();
  }

  async remove(id: SavedFeedId): Promise<SavedFeedEntry & { readonly place: number }> {
    const entry = this.get(id);
    let place = 0;
    await this.write(entry.source, (entries) => {
      ({ place } = findEntry(entries, entry.feed.name, this.defaultWindow(entry.source)));
      return entries.toSpliced(place, 1);
    });
    return { ...entry, place };
  }

  private get files(): readonly (DecodedSavedFeeds & { readonly source: SavedFeedSource })[] {
    this.decoded ??= this.settingsFiles().map(({ source, value }) => ({
      source,
      ...decodeSavedFeeds(value, this.defaultWindow(source)),
    }));
    return this.decoded;
  }

  /** For the user's feeds the user's, because one window checks for all, whatever its workspace. */
  private defaultWindow({ kind }: SavedFeedSource): FeedWindow {
    return { kind: "last", days: this.settings.number("feedWindowDays", kind === "user" ? kind : "window") };
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

  /** Makes one change at a time, because each needs the settings after the previous one. */
  private async write(
    source: SavedFeedSource,
    change: (entries: readonly unknown[]) => readonly unknown[],
  ): Promise<void> {
    const write = async (): Promise<void> => {
      const file = this.settingsFiles().find(isOf(source));
      if (!file) {
        throw new Error(l10n.t("The folder of this saved feed is no longer open."));
      }
      const entries = entriesOf(file.value);
      const changed = change(entries);
      requireNoneInvalid(entries, changed, this.defaultWindow(source));
      const value = changed.length === 0 ? undefined : changed;
      await this.settings.update("savedFeeds", value, file.target, file.folder);
    };
    const written = this.writing.then(write, write);
    this.writing = written;
    await written;
  }

  private settingsFiles(): readonly SettingsFile[] {
    const { name = l10n.t("Workspace"), workspaceFile, workspaceFolders = [] } = vscode.workspace;
    const { Global, Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;
    const { globalValue, workspaceValue } = this.settings.inspect("savedFeeds") ?? {};
    const files: SettingsFile[] = [{ source: { kind: "user" }, target: Global, value: globalValue }];
    if (workspaceFile) {
      const source = { kind: "workspace", uri: workspaceFile.toString(), label: name } as const;
      files.push({ source, target: Workspace, value: workspaceValue });
    }
    for (const folder of workspaceFolders) {
      const inFolder = this.settings.inspect("savedFeeds", folder);
      files.push({
        source: { kind: "folder", uri: folder.uri.toString(), label: folder.name },
        folder,
        // Without a workspace file, the settings of the only folder are the workspace settings.
        target: workspaceFile ? WorkspaceFolder : Workspace,
        value: workspaceFile ? inFolder?.workspaceFolderValue : inFolder?.workspaceValue,
      });
    }
    return files;
  }
}

function isOf(source: SavedFeedSource): (file: { readonly source: SavedFeedSource }) => boolean {
  return (file) => savedFeedId(file.source, "") === savedFeedId(source, "");
}

/** @throws {Error} if an entry becomes invalid: another window may have added the same name */
function requireNoneInvalid(before: readonly unknown[], after: readonly unknown[], window: FeedWindow): void {
  const [known, found] = [before, after].map((value) =>
    decodeSavedFeeds(value, window).invalidEntries.map(({ reason }) => reason),
  );
  if (known && found && found.length > known.length) {
    throw new Error(found.find((reason) => !known.includes(reason)) ?? found.at(-1));
  }
}
