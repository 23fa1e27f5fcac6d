import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import * as vscode from "vscode";
import { settings as names } from "./ids";
import type { TypesFormat } from "./service/types";
import type { Event } from "./shared/emitter";
import type { FeedQuery } from "./shared/feedQuery";

/** A setting, by its key in `ids.ts`. */
type SettingName = Exclude<keyof typeof names, "section">;

/** Milliseconds per unit of each duration setting. */
const unitsMs = {
  requestTimeout: 1000,
  feedPollInterval: 1000,
  feedOverlap: 60_000,
  alertsQuietMinutes: 60_000,
} as const;

/** Declaration of a number setting in package.json. */
const numberSetting = v.object({ default: v.number(), minimum: v.number(), maximum: v.number() });

/** The part of package.json that is read. */
const manifestSchema = v.object({
  contributes: v.object({ configuration: v.object({ properties: v.record(v.string(), v.unknown()) }) }),
});

/** Current values of the settings. Numbers are kept within their bounds; invalid ones get their default. */
export class Settings {
  /** The number settings in package.json, by their full names. */
  private readonly numbers: ReadonlyMap<string, v.InferOutput<typeof numberSetting>>;

  /** @param manifest the parsed package.json */
  constructor(manifest: unknown) {
    const { properties } = v.parse(manifestSchema, manifest).contributes.configuration;
    this.numbers = new Map(
      Object.entries(properties).flatMap(([name, declared]) =>
        v.is(numberSetting, declared) ? [[name, declared] as const] : [],
      ),
    );
  }

  /** Fires when one of these settings may have changed. */
  onDidChange(...changeable: readonly SettingName[]): Event<void> {
    return (listener) =>
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (changeable.some((name) => change.affectsConfiguration(fullName(name)))) {
          listener();
        }
      });
  }

  /** The values in the settings files of the user, the workspace and a folder. */
  inspect(name: SettingName, folder?: vscode.WorkspaceFolder) {
    return configuration(folder).inspect<unknown>(names[name]);
  }

  /** @param value undefined to remove the setting */
  async update(
    name: SettingName,
    value: unknown,
    target: vscode.ConfigurationTarget,
    folder?: vscode.WorkspaceFolder,
  ): Promise<void> {
    try {
      await configuration(folder).update(names[name], value, target);
    } catch (cause) {
      const sentence = l10n.t(
        "VS Code couldn't write settings.json. Make sure that it has no unsaved changes or errors and isn't read-only.",
      );
      throw new Error(sentence, { cause });
    }
  }

  /** @param scope `user` to ignore the workspace */
  number(name: SettingName, scope: "window" | "user" = "window"): number {
    const declared = this.numbers.get(fullName(name));
    if (!declared) {
      throw new RangeError(`package.json does not declare the number setting ${fullName(name)}.`);
    }
    const value = scope === "user" ? this.userValue(name) : configuration().get<unknown>(names[name]);
    return typeof value === "number" && Number.isFinite(value)
      ? Math.round(Math.min(Math.max(value, declared.minimum), declared.maximum))
      : declared.default;
  }

  durationMs(name: keyof typeof unitsMs, scope?: "user"): number {
    return this.number(name, scope) * unitsMs[name];
  }

  get defaultFeedQuery(): FeedQuery {
    return { window: { kind: "last", days: this.number("feedWindowDays") }, types: [] };
  }

  /** The user's value: a workspace must not change how requests are written. */
  get feedTypesFormat(): TypesFormat {
    return this.userValue("feedTypesFormat") === "repeat" ? "repeat" : "comma";
  }

  /** The user's value: a workspace must not let other programs in. */
  get mcpEnabled(): boolean {
    return this.inspect("mcpEnabled")?.globalValue === true;
  }

  /** The user's value; 0: a free port. */
  get mcpPort(): number {
    return this.number("mcpPort", "user");
  }

  private userValue(name: SettingName): unknown {
    const inspected = this.inspect(name);
    return inspected?.globalValue ?? inspected?.defaultValue;
  }
}

function fullName(name: SettingName): string {
  return `${names.section}.${names[name]}`;
}

function configuration(folder?: vscode.WorkspaceFolder): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration(names.section, folder?.uri ?? null);
}
