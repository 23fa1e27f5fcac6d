export interface IDisposable {
  dispose(): void;
}

/**
 * Disposes its items in reverse order. If some throw, the others are still disposed, and the first error is
 * thrown at the end. Items that are added later are disposed at once.
 */
export class DisposableStore implements IDisposable {
  private items: IDisposable[] | undefined = [];

  get disposed(): boolean {
    return this.items === undefined;
  }

  add<T extends IDisposable>(item: T): T {
    if (this.items) {
      this.items.push(item);
    } else {
      item.dispose();
    }
    return item;
  }

  dispose(): void {
    const items = this.items ?? [];
    this.items = undefined;
    const errors: unknown[] = [];
    for (const item of items.reverse()) {
      try {
        item.dispose();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) {
      throw errors[0];
    }
  }
}

/** Base class of objects that own disposables. */
export abstract class Disposable implements IDisposable {
  private readonly disposables = new DisposableStore();

  protected get disposed(): boolean {
    return this.disposables.disposed;
  }

  protected register<T extends IDisposable>(item: T): T {
    return this.disposables.add(item);
  }

  dispose(): void {
    this.disposables.dispose();
  }
}

/** Owns one disposable, and disposes it when it is replaced. */
export class MutableDisposable<T extends IDisposable> implements IDisposable {
  private item: T | undefined;
  private disposed = false;

  get value(): T | undefined {
    return this.item;
  }

  set value(next: T | undefined) {
    const previous = this.item;
    this.item = next;
    if (previous !== next) {
      previous?.dispose();
    }
    if (this.disposed && next) {
      this.item = undefined;
      next.dispose();
    }
  }

  /** Returns the value without disposing it; the caller then owns it. */
  release(): T | undefined {
    const item = this.item;
    this.item = undefined;
    return item;
  }

  dispose(): void {
    this.disposed = true;
    this.value = undefined;
  }
}
