type Listener<T> = (value: T) => void;

/** Subscribes until the result is disposed. Compatible with VS Code's events. */
export type Event<T> = (listener: Listener<T>) => { dispose(): void };

/** VS Code's `EventEmitter`, for code that does not import it. */
export class Emitter<T> {
  private readonly listeners = new Set<Listener<T>>();

  readonly event: Event<T> = (listener) => {
    // Wrapped, since the same function may subscribe twice.
    const wrapper: Listener<T> = (value) => listener(value);
    this.listeners.add(wrapper);
    return { dispose: () => this.listeners.delete(wrapper) };
  };

  /** A listener that throws has a bug, which is reported as an unhandled rejection. The others are called all the same. */
  fire(value: T): void {
    for (const listener of [...this.listeners]) {
      try {
        listener(value);
      } catch (error) {
        void Promise.resolve().then(() => {
          throw error;
        });
      }
    }
  }

  dispose(): void {
    this.listeners.clear();
  }
}
