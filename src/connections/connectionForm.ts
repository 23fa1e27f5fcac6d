import * as l10n from "@vscode/l10n";
import { type InputStep, showInputStep } from "../dialogSteps";
import { ApiError } from "../service/errors";
import { checkBaseUrl } from "../service/urls";
import { errorMessage } from "../util/errors";
import { withFullStop } from "../shared/text";
import { showModalWarning } from "../window";
import {
  addScheme,
  type Connection,
  defaultDataset,
  parseKey,
  toConnection,
  toEntry,
  validateDataset,
  validateName,
  validateOrganizationId,
} from "./connection";
import type { Connections } from "./connections";

const exampleUrl = "https://api.example.com";

type FormField = "baseUrl" | "key" | "organizationId" | "dataset" | "name";

/** Why the service does not accept the values. */
interface Refusal {
  /** The field to correct; the base URL if the service can't be reached. */
  readonly field: FormField;
  readonly message: string;
}

/** @param key undefined to keep the stored one */
type Save = (connection: Connection, key: string | undefined) => Promise<void>;

/**
 * Asks for the fields of a connection one by one, with a Back button. Checks the values with the service when
 * the steps for the key and the organization are left. Keeps the input whatever fails.
 */
export class ConnectionForm {
  private readonly values: Record<FormField, string>;
  private readonly existingNames: readonly string[];
  /** `checkedValues` that need no check: the stored ones, later those that the service accepted. */
  private accepted: string | undefined;
  /** Base URL that the user saves although it can't be reached. */
  private uncheckedUrl: string | undefined;
  /** Set to show the step of another field. */
  private refusal: Refusal | undefined;

  constructor(
    private readonly connections: Connections,
    private readonly title: string,
    private readonly fields: readonly FormField[],
    private readonly original?: Connection,
  ) {
    this.values = {
      baseUrl: original?.baseUrl ?? "",
      key: "",
      organizationId: original?.organizationId ?? "",
      dataset: original?.dataset ?? defaultDataset,
      name: original?.name ?? "",
    };
    // Including names of invalid entries, which saving under the same name would replace.
    this.existingNames = [...connections.list.names].filter((name) => name !== original?.name);
    this.accepted = original && this.checkedValues;
  }

  /** @param save called in the last step, which stays open if it fails. @returns undefined if canceled */
  async show(save: Save): Promise<Connection | undefined> {
    const { fields } = this;
    let index = 0;
    let error: string | undefined;
    for (;;) {
      const field = fields[index];
      if (field === undefined) {
        return this.entered.connection;
      }
      const result = await showInputStep({
        ...this.inputFor(field),
        error,
        title: this.titleOf(field),
        step: index + 1,
        totalSteps: fields.length,
        value: this.values[field] || (field === "name" ? this.proposedName : ""),
        check: (entered, signal) => this.tryLeave(field, entered, signal, save),
      });
      const { refusal } = this;
      this.refusal = undefined;
      error = refusal?.message;
      if (result.kind === "canceled") {
        return undefined;
      }
      if (result.kind === "back") {
        this.setValue(field, result.value);
        index--;
      } else {
        index = refusal ? fields.indexOf(refusal.field) : index + 1;
      }
    }
  }

  /** @returns the error to stay in this step with. Sets `refusal` to go to another step. */
  private async tryLeave(field: FormField, entered: string, signal: AbortSignal, save: Save) {
    const { fields } = this;
    this.setValue(field, entered);
    const refusal = await this.check(field, signal);
    if (refusal && !signal.aborted) {
      if (!fields.includes(refusal.field)) {
        return l10n.t("{0} Use Edit Connection… to change other settings.", withFullStop(refusal.message));
      }
      const isHere = refusal.field === field;
      this.refusal = isHere ? undefined : refusal;
      return isHere ? refusal.message : undefined;
    }
    return field === fields.at(-1) && !signal.aborted ? this.trySave(save) : undefined;
  }

  private get entered(): { readonly connection: Connection; readonly key: string | undefined } {
    const { connections, values, original } = this;
    const name = values.name || this.proposedName;
    // Its paths may have been set meanwhile.
    const stored = original && (connections.list.find(original.name) ?? original);
    // Changes have to be allowed again: the connection may be for another environment now.
    const kept = stored && { ...toEntry(stored), allowChanges: false };
    const connection = toConnection({ ...kept, ...values, name });
    if (typeof connection === "string") {
      throw new Error(connection);
    }
    const parsed = parseKey(values.key);
    return { connection, key: parsed.kind === "key" ? parsed.key : undefined };
  }

  /** The values that the service checks. */
  private get checkedValues(): string {
    const { baseUrl, key, organizationId } = this.values;
    return JSON.stringify([baseUrl, key.trim(), organizationId.trim()]);
  }

  /** Empty until the base URL is valid. */
  private get origin(): string {
    const url = checkBaseUrl(this.values.baseUrl);
    return typeof url === "string" ? "" : url.origin;
  }

  /** The host of the base URL, used until the name is edited. */
  private get proposedName(): string {
    const { origin, existingNames } = this;
    const host = origin === "" ? l10n.t("Connection") : new URL(origin).host;
    let name = host;
    for (let n = 2; existingNames.includes(name); n++) {
      name = `${host} ${n}`;
    }
    return name;
  }

  private setValue(field: FormField, value: string): void {
    const isProposed = field === "name" && value === this.proposedName;
    this.values[field] = isProposed ? "" : field === "baseUrl" ? addScheme(value) : value;
  }

  private async check(field: FormField, signal: AbortSignal): Promise<Refusal | undefined> {
    const { connections, original, values, checkedValues } = this;
    const isChecked = field === "key" || field === "organizationId";
    if (!isChecked || checkedValues === this.accepted || values.baseUrl === this.uncheckedUrl) {
      return undefined;
    }
    const { connection, key: entered } = this.entered;
    const stored = original && (await connections.keys.findKey({ ...connection, name: original.name }));
    const key = entered ?? (stored?.kind === "found" ? stored.key : undefined);
    if (key === undefined) {
      return { field: "key", message: l10n.t("No API key is stored for this connection. Enter one.") };
    }
    try {
      await connections.check(connection, key, signal);
      this.accepted = checkedValues;
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error;
      }
      const { kind } = error;
      const message = withFullStop(error.message);
      if (kind === "unauthorized") {
        return { field: "key", message };
      }
      if (kind === "forbidden") {
        return { field: "organizationId", message };
      }
      if (signal.aborted) {
        return undefined;
      }
      return (await this.shouldGoOn(message)) ? this.check(field, signal) : { field: "baseUrl", message };
    }
  }

  private async trySave(save: Save): Promise<string | undefined> {
    const { connection, key } = this.entered;
    try {
      await save(connection, key);
      return undefined;
    } catch (error) {
      return l10n.t("{0} Press Enter to try again.", withFullStop(errorMessage(error)));
    }
  }

  /** Asks what to do if the service can't be reached. @returns false to edit the base URL */
  private async shouldGoOn(message: string): Promise<boolean> {
    const retry = l10n.t("Retry");
    const edit = l10n.t({ message: "Edit", args: [], comment: ["Verb, a button"] });
    const save = l10n.t("Save Anyway");
    const choice = await showModalWarning(message, l10n.t("Nothing has been saved yet."), retry, edit, save);
    if (choice === save) {
      this.uncheckedUrl = this.values.baseUrl;
    }
    return choice === save || choice === retry;
  }

  private titleOf(field: FormField): string {
    const ofField = l10n.t({
      message: "{0}: {1}",
      args: [this.title, labels[field]()],
      comment: ["The title of a dialog, and the field that it asks for"],
    });
    return this.fields.length > 1 ? ofField : this.title;
  }

  private inputFor(field: FormField): Pick<InputStep, "prompt" | "placeholder" | "password" | "validate"> {
    switch (field) {
      case "baseUrl":
        return {
          prompt: l10n.t("Base URL of the service"),
          placeholder: exampleUrl,
          validate: (text) => {
            const url = checkBaseUrl(addScheme(text));
            return typeof url === "string" ? url : undefined;
          },
        };
      case "key": {
        // The only field of Set API Key…, which requires one.
        const isOptional = this.origin === this.original?.origin && this.fields.length > 1;
        return {
          prompt: isOptional
            ? l10n.t("Leave empty to keep the stored key.")
            : l10n.t("Stored securely and sent only to {0}.", this.origin),
          password: true,
          validate: (text) => {
            const parsed = parseKey(text);
            return parsed.kind === "key" || (isOptional && text.trim() === "") ? undefined : parsed.reason;
          },
        };
      }
      case "organizationId":
        return {
          prompt: l10n.t("Organization ID. Leave empty if the key belongs to a single organization."),
          validate: validateOrganizationId,
        };
      case "dataset":
        return {
          prompt: l10n.t("Dataset of the event feed, usually {0}", defaultDataset),
          placeholder: defaultDataset,
          validate: validateDataset,
        };
      case "name":
        return {
          prompt: l10n.t("Connection name"),
          validate: (text) => validateName(text, this.existingNames),
        };
    }
  }
}

const labels: Readonly<Record<FormField, () => string>> = {
  baseUrl: () => l10n.t("base URL"),
  key: () => l10n.t("API key"),
  organizationId: () => l10n.t("organization ID"),
  dataset: () => l10n.t("dataset"),
  name: () => l10n.t("name"),
};
