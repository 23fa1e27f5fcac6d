import type { IDisposable } from "./disposable";

export type Listener<T> = (value: T) => void;

/** Subscribes; the returned disposable ends the subscription. Shaped like VS Code's own events. */
export type Event<T> = (listener: Listener<T>) => IDisposable;

/** A source of events for code that does not know VS Code. */
export class Emitter<T> implements IDisposable {
  private readonly listeners = new Set<Listener<T>>();

  readonly event: Event<T> = (listener) => {
    // A wrapper of its own for each subscription: the same function may subscribe twice.
    const entry: Listener<T> = (value) => listener(value);
    this.listeners.add(entry);
    return { dispose: () => this.listeners.delete(entry) };
  };

  fire(value: T): void {
    for (const listener of [...this.listeners]) {
      listener(value);
    }
  }

  dispose(): void {
    this.listeners.clear();
  }
}
