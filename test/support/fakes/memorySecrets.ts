import type { SecretStorage } from "../../../src/connections/keyStore";
import { Emitter } from "../../../src/util/event";

/** Secrets in memory; a test may make it fail or hang. */
export class MemorySecrets implements SecretStorage {
  readonly held = new Map<string, string>();
  readonly changes = new Emitter<{ key: string }>();
  mood: "fine" | "throws" | "hangs" = "fine";
  readonly onDidChange = this.changes.event;
  private readonly deletion = new Emitter<void>();

  get(name: string): Promise<string | undefined> {
    return this.act(() => this.held.get(name));
  }

  store(name: string, value: string): Promise<void> {
    return this.act(() => void this.held.set(name, value));
  }

  delete(name: string): Promise<void> {
    return this.act(() => {
      this.held.delete(name);
      this.deletion.fire();
    });
  }

  /** Resolves after so many more deletions. */
  deleted(count: number): Promise<void> {
    return new Promise((resolve) => {
      let left = count;
      this.deletion.event(() => --left === 0 && resolve());
    });
  }

  private act<T>(work: () => T): Promise<T> {
    switch (this.mood) {
      case "fine":
        return Promise.resolve(work());
      case "throws":
        return Promise.reject(new Error("keyring locked: sk_secret"));
      case "hangs":
        return new Promise(() => undefined);
    }
  }
}
