import * as vscode from "vscode";
import { settings } from "./ids";
import type { FeedQuery } from "./shared/feedQuery";
import { isRecord } from "./shared/typeGuards";

/** A number setting in package.json. */
interface NumberSetting {
  readonly default: number;
  readonly minimum: number;
  readonly maximum: number;
}

/** The current values of the settings, within the bounds that package.json sets; invalid ones get their default. */
export class Settings {
  /** @param manifest the parsed package.json */
  constructor(private readonly manifest: unknown) {}

  get collectionsPageSize(): number {
    return this.number(settings.collectionsPageSize);
  }

  get feedPageSize(): number {
    return this.number(settings.feedPageSize);
  }

  get feedPollIntervalMs(): number {
    return this.number(settings.feedPollInterval) * 1000;
  }

  get feedOverlapMs(): number {
    return this.number(settings.feedOverlap) * 60_000;
  }

  /** For all panels together. */
  get feedMaxEvents(): number {
    return this.number(settings.feedMaxEvents);
  }

  /** How many events an opened feed goes on to load by itself. */
  get feedPreloadEvents(): number {
    return this.number(settings.feedPreloadEvents);
  }

  /** At most one toast about saved feeds in this time. */
  get alertsQuietMs(): number {
    return this.number(settings.alertsQuietMinutes) * 60_000;
  }

  get feedWindowDays(): number {
    return this.number(settings.feedWindowDays);
  }

  /** What a newly opened feed shows. */
  get defaultFeedQuery(): FeedQuery {
    return { window: { kind: "last", days: this.feedWindowDays }, types: [] };
  }

  get requestTimeoutMs(): number {
    return this.number(settings.requestTimeout) * 1000;
  }

  /** The user's value: a workspace must not change requests. */
  get feedTypesFormat(): "comma" | "repeat" {
    const inspected = configuration().inspect(settings.feedTypesFormat);
    return (inspected?.globalValue ?? inspected?.defaultValue) === "repeat" ? "repeat" : "comma";
  }

  /** Of the extension. */
  get version(): string {
    return isRecord(this.manifest) ? String(this.manifest["version"]) : "";
  }

  /** The user's value: a workspace must not let other programs in. */
  get mcpEnabled(): boolean {
    return configuration().inspect(settings.mcpEnabled)?.globalValue === true;
  }

  private number(name: string): number {
    const { default: defaultValue, minimum, maximum } = this.declaration(name);
    const value: unknown = configuration().get(name);
    return typeof value === "number" && Number.isFinite(value)
      ? Math.round(Math.min(Math.max(value, minimum), maximum))
      : defaultValue;
  }

  private declaration(name: string): NumberSetting {
    const manifest = this.manifest as {
      contributes: { configuration: { properties: Record<string, NumberSetting> } };
    };
    const declaration = manifest.contributes.configuration.properties[`${settings.section}.${name}`];
    if (!declaration) {
      throw new RangeError(`package.json does not declare the setting ${name}.`);
    }
    return declaration;
  }
}

function configuration(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration(settings.section);
}
