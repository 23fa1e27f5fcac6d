import type { SecretStorage } from "../../../src/connections/secretStorage";
import { Emitter } from "../../../src/shared/emitter";

/** A secret storage in memory. */
export class MemorySecrets implements SecretStorage {
  readonly values = new Map<string, string>();
  readonly changes = new Emitter<{ key: string }>();
  behavior: "works" | "fails" | "hangs" = "works";
  readonly onDidChange = this.changes.event;

  get(name: string): Promise<string | undefined> {
    return this.act(() => this.values.get(name));
  }

  store(name: string, value: string): Promise<void> {
    return this.act(() => void this.values.set(name, value));
  }

  delete(name: string): Promise<void> {
    return this.act(() => void this.values.delete(name));
  }

  private act<T>(work: () => T): Promise<T> {
    switch (this.behavior) {
      case "works":
        return Promise.resolve(work());
      case "fails":
        return Promise.reject(new Error("keyring locked: sk_secret"));
      case "hangs":
        return new Promise(() => undefined);
    }
  }
}
