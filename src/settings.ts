import * as vscode from "vscode";
import { settings } from "./ids";

/** What package.json says of a number setting. */
interface NumberSetting {
  readonly default: number;
  readonly minimum: number;
  readonly maximum: number;
}

/** The settings that are plain values. Defaults and bounds are those of package.json; what is off falls back to them. */
export class Settings {
  /** @param manifest the extension's package.json. */
  constructor(private readonly manifest: unknown) {}

  /** Collections to ask for at a time. */
  get collectionsPageSize(): number {
    return this.number(settings.collectionsPageSize);
  }

  /** Events to ask for at a time. */
  get feedPageSize(): number {
    return this.number(settings.feedPageSize);
  }

  get feedPollIntervalMs(): number {
    return this.number(settings.feedPollInterval) * 1000;
  }

  get feedOverlapMs(): number {
    return this.number(settings.feedOverlap) * 60_000;
  }

  /** Over all panels. */
  get feedMaxEvents(): number {
    return this.number(settings.feedMaxEvents);
  }

  get feedWindowDays(): number {
    return this.number(settings.feedWindowDays);
  }

  get requestTimeoutMs(): number {
    return this.number(settings.requestTimeout) * 1000;
  }

  /** How several types are written into a request. Never a workspace's to say. */
  get feedTypesFormat(): "comma" | "repeat" {
    const inspected = configuration().inspect(settings.feedTypesFormat);
    return (inspected?.globalValue ?? inspected?.defaultValue) === "repeat" ? "repeat" : "comma";
  }

  private number(name: string): number {
    const { default: standard, minimum, maximum } = this.declared(name);
    const value: unknown = configuration().get(name);
    return typeof value === "number" && Number.isFinite(value)
      ? Math.round(Math.min(Math.max(value, minimum), maximum))
      : standard;
  }

  private declared(name: string): NumberSetting {
    const manifest = this.manifest as {
      contributes: { configuration: { properties: Record<string, NumberSetting> } };
    };
    const declared = manifest.contributes.configuration.properties[`${settings.section}.${name}`];
    if (!declared) {
      throw new Error(`package.json does not declare the setting ${name}.`);
    }
    return declared;
  }
}

function configuration(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration(settings.section);
}
