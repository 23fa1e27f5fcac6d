import type { CopyParams } from "../../shared/protocol";
import type { MenuChoice } from "./eventMenu";
import { maxSelectedEvents } from "../../shared/limits";
import type { GridSelection } from "./gridSelection";
import type { HostConnection } from "../host/hostConnection";
import { copiedText } from "../ui/text";

/** What is done with the selected events, and what is said of it. */
export class SelectionController {
  count = 0;
  /** Said of the last thing the person did. */
  remark = "";
  private someMayBeGone = false;
  private lookingForGone = false;

  constructor(
    private readonly link: Pick<HostConnection, "post" | "request">,
    private readonly selection: () => GridSelection,
    private readonly changed: () => void,
  ) {}

  /** @param refused more was asked for than can be selected, and nothing changed */
  selectionIs({ refused }: { readonly refused: boolean }): void {
    this.count = this.selection().size;
    this.remark = refused ? `At most ${maxSelectedEvents.toLocaleString()} events can be selected` : "";
    this.changed();
  }

  choose(choice: MenuChoice): void {
    const { ids } = this.selection();
    if (choice !== "open") {
      void this.copy({ ids, as: choice });
    } else if (ids.length > 0) {
      this.link.post({ type: "openJson", ids });
    }
  }

  export(): void {
    this.link.post({ type: "export", ids: this.selection().ids });
  }

  /** Says what became of it once the host did it. */
  async copy(params: CopyParams): Promise<void> {
    const { ids, as } = params;
    if (ids.length > 0) {
      const copied = await this.link.request("copy", params).catch(() => undefined);
      this.remark = copiedText(copied, ids.length, as);
      this.changed();
    }
  }

  /** What went from the feed is not selected any more; rows that change meanwhile are looked at again. */
  async dropGone(): Promise<void> {
    this.someMayBeGone = true;
    if (this.lookingForGone) {
      return;
    }
    this.lookingForGone = true;
    while (this.someMayBeGone && this.selection().size > 0) {
      this.someMayBeGone = false;
      const { ids } = this.selection();
      const loaded = new Set(await this.link.request("loaded", { ids }).catch(() => ids));
      this.selection().deselect(ids.filter((id) => !loaded.has(id)));
    }
    this.lookingForGone = false;
  }
}
