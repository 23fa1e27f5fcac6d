import type { IDisposable } from "../../util/disposable";
import type { EventBudget } from "./eventBudget";
import type { EventStore } from "../store/eventStore";

/** The room that a session has within the limit of loaded events (design.md, The limit). */
export class EventRoom {
  /** @param replaced what is shown now, and goes when this session is. */
  constructor(
    private readonly store: EventStore,
    private readonly budget: EventBudget,
    private replaced: EventStore | undefined,
  ) {}

  /** How many more events there may be; negative when there are too many. */
  get left(): number {
    return this.budget.leftFor(this.store, this.replaced);
  }

  /** From now on the session is shown: its events count for the others, too, until the result is disposed of. */
  show(): IDisposable {
    this.replaced = undefined;
    return this.budget.add(this.store);
  }

  /**
   * Lets the oldest events go where there are too many.
   * @param added no more go than came: where others have too many, that is not made up for here.
   * @returns whether any went.
   */
  makeRoom(added: number): boolean {
    const count = Math.min(-this.left, added);
    if (count <= 0) {
      return false;
    }
    this.store.removeOldest(count);
    return true;
  }
}
