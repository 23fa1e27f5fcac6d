import * as l10n from "@vscode/l10n";
import type { FindEnvironment } from "../find/listQuickPick";
import type { CollectionsView } from "./collectionsView";
import type { SelectedCollection, SelectedDocument } from "./selection";

/** Lets the user pick what a command is for when nothing is selected. The quick picks are loaded on first use. */
export class ItemPicker {
  constructor(
    private readonly view: CollectionsView,
    private readonly environment: FindEnvironment,
  ) {}

  async pickCollection(title: string): Promise<SelectedCollection | undefined> {
    const { input } = this.view;
    if (!input) {
      return undefined;
    }
    const { findCollection } = await import("../find/collectionQuickPicks");
    const item = await this.view.withQuickPick(() => findCollection(input.list, this.environment, title));
    return item && { input, item };
  }

  /** @param node of the collection, if it is known. */
  async pickDocument(title: string, node?: unknown): Promise<SelectedDocument | undefined> {
    const selected =
      this.view.selected(node) ?? (await this.pickCollection(l10n.t("{0}: Select a Collection", title)));
    if (!selected) {
      return undefined;
    }
    const { input, item: collection } = selected;
    const list = input.documentsOf(collection.value);
    const { findDocument } = await import("../find/documentQuickPick");
    const item = await this.view.withQuickPick(() => findDocument(list, this.environment, title));
    return item && input === this.view.input ? { input, collection, list, item } : undefined;
  }
}
