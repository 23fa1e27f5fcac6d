import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import { Emitter, type Event } from "../shared/emitter";
import { parseJson, parseOrUndefined } from "../shared/schemas";
import type { Clock } from "../util/clock";
import { Disposable } from "../util/disposable";
import { errorMessage } from "../util/errors";
import type { Connection } from "./connection";
import { type SecretStorage, withSecretTimeout } from "./secretStorage";

export type KeyLookup =
  | { readonly kind: "found"; readonly key: string }
  /** No key is stored for this origin, or it can't be read. `reason` is a sentence. */
  | { readonly kind: "missing" | "unreadable"; readonly reason: string };

const prefix = "companyFeed.key.";
const secretSchema = v.object({ origin: v.string(), key: v.pipe(v.string(), v.nonEmpty()) });

/**
 * The only code that reads or writes keys in the SecretStorage. A key is stored as `{origin, key}` under the
 * connection's name. Only `findKey` returns it, and only for the origin that it was entered for. To trace
 * where a key goes, follow the callers of `findKey`: only `service/` sends it, in the `Authorization` header
 * (src/service/httpRequest.ts). A key that was just typed is sent before it is stored: see
 * `Connections.check`.
 */
export class KeyStore extends Disposable {
  private readonly changed = this.register(new Emitter<string>());

  /** Fires the connection's name, also for changes in other windows, and possibly more than once a change. */
  readonly onDidChange: Event<string> = this.changed.event;

  constructor(
    private readonly secrets: SecretStorage,
    private readonly clock: Clock,
  ) {
    super();
    const listener = secrets.onDidChange(({ key }) => {
      if (key.startsWith(prefix)) {
        this.changed.fire(key.slice(prefix.length));
      }
    });
    this.register({ dispose: () => void listener.dispose() });
  }

  async findKey({ name, origin }: Pick<Connection, "name" | "origin">): Promise<KeyLookup> {
    const unreadable = (reason: string): KeyLookup => ({
      kind: "unreadable",
      reason: l10n.t('Couldn\'t read the API key for "{0}". {1}', name, reason),
    });
    let text: string | undefined;
    try {
      text = await withSecretTimeout(this.clock, this.secrets.get(prefix + name));
    } catch (error) {
      return unreadable(errorMessage(error));
    }
    if (text === undefined) {
      return { kind: "missing", reason: l10n.t('No API key is stored for "{0}".', name) };
    }
    const secret = parseOrUndefined(secretSchema, parseJson(text));
    if (!secret) {
      return unreadable(l10n.t("The stored key is invalid."));
    }
    if (secret.origin === origin) {
      return { kind: "found", key: secret.key };
    }
    const reason = l10n.t(
      'The API key for "{0}" was entered for a different URL and is not sent to this one.',
      name,
    );
    return { kind: "missing", reason };
  }

  /** @throws {Error} with a sentence */
  async store({ name, origin }: Pick<Connection, "name" | "origin">, key: string): Promise<void> {
    await withSecretTimeout(this.clock, this.secrets.store(prefix + name, JSON.stringify({ origin, key })));
    this.changed.fire(name);
  }

  /** @throws {Error} with a sentence */
  async delete(name: string): Promise<void> {
    await withSecretTimeout(this.clock, this.secrets.delete(prefix + name));
    this.changed.fire(name);
  }
}
