/** Something that owns a resource: a listener, a timer, a request. */
export interface IDisposable {
  dispose(): void;
}

/** Owns what it was given and disposes of it, last in first out. What comes after disposal is disposed of at once. */
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
    for (const item of items.reverse()) {
      item.dispose();
    }
  }
}

/** Base of classes that own resources. */
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

/** Holds one thing at a time; what was there is disposed of when the next comes in. */
export class MutableDisposable<T extends IDisposable> implements IDisposable {
  private item: T | undefined;
  private closed = false;

  get value(): T | undefined {
    return this.item;
  }

  set value(next: T | undefined) {
    const previous = this.item;
    this.item = next;
    if (previous !== next) {
      previous?.dispose();
    }
    if (this.closed && next) {
      this.item = undefined;
      next.dispose();
    }
  }

  /** Hands the thing over to the caller, who owns it from now on. */
  release(): T | undefined {
    const item = this.item;
    this.item = undefined;
    return item;
  }

  dispose(): void {
    this.closed = true;
    this.value = undefined;
  }
}
