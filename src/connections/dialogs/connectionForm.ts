import * as l10n from "@vscode/l10n";
import { checkBaseUrl } from "../../service/urls";
import { type InputStep, showInputStep, showPickStep } from "../../dialogSteps";
import {
  addScheme,
  type Connection,
  defaultDataset,
  parseKey,
  validateDataset,
  validateName,
  validateOrganizationId,
} from "../connection";

/** The typed values. */
interface FormValues {
  baseUrl: string;
  key: string;
  organizationId: string;
  dataset: string;
  name: string;
  allowChanges: boolean;
}

type FormField = keyof FormValues;
type TextField = Exclude<FormField, "allowChanges">;

export interface ConnectionForm {
  readonly title: string;
  readonly fields: readonly FormField[];
  /** Updated while the user fills in the form. */
  readonly values: FormValues;
  readonly existingNames: readonly string[];
  /** The connection that is edited; absent for a new one. */
  readonly original?: Connection;
}

/** Where to start, and an error to show there. */
export interface FormStart {
  readonly field: FormField;
  readonly error?: string;
}

const exampleUrl = "https://api.example.com";

function labelOf(field: FormField): string {
  switch (field) {
    case "baseUrl":
      return l10n.t("base URL");
    case "key":
      return l10n.t("API key");
    case "organizationId":
      return l10n.t("organization ID");
    case "dataset":
      return l10n.t("dataset");
    case "name":
      return l10n.t("name");
    case "allowChanges":
      return l10n.t("changes");
  }
}

/** Asks for the fields one by one, with a Back button. @returns false if it was canceled */
export async function showConnectionForm(form: ConnectionForm, start: FormStart): Promise<boolean> {
  const { values, fields } = form;
  let index = Math.max(0, fields.indexOf(start.field));
  let { error } = start;
  for (let field = fields[index]; field !== undefined; field = fields[index]) {
    if (field === "name" && values.name === "") {
      values.name = suggestName(values.baseUrl, form.existingNames);
    }
    const step = {
      title: l10n.t({
        message: "{0}: {1}",
        args: [form.title, labelOf(field)],
        comment: ["The title of a dialog, and the field that it asks for"],
      }),
      step: index + 1,
      totalSteps: fields.length,
    };
    if (field === "allowChanges") {
      const picked = await showPickStep({
        ...step,
        ...allowChangesPick(),
        isActive: ({ allow }) => allow === (values.allowChanges && isSameEnvironment(form)),
      });
      if (picked.kind === "canceled") {
        return false;
      }
      if (picked.kind === "next") {
        values.allowChanges = picked.item.allow;
      }
      index += picked.kind === "next" ? 1 : -1;
      continue;
    }
    const result = await showInputStep({ ...step, ...inputFor(field, form), value: values[field], error });
    if (result.kind === "canceled") {
      return false;
    }
    values[field] = field === "baseUrl" ? addScheme(result.value) : result.value;
    index += result.kind === "next" ? 1 : -1;
    error = undefined;
  }
  return true;
}

function allowChangesPick() {
  return {
    placeholder: l10n.t("Commands that create, change or delete collections and documents"),
    items: [
      { label: l10n.t("Keep allowed"), description: l10n.t("Each change is confirmed"), allow: true },
      { label: l10n.t("Don't allow"), description: l10n.t("Ask before the next change"), allow: false },
    ],
  };
}

/** Another URL, organization or key may be for another environment: what was allowed for one is not kept by itself. */
function isSameEnvironment({ values, original }: ConnectionForm): boolean {
  const url = checkBaseUrl(values.baseUrl);
  return (
    original !== undefined &&
    url.ok &&
    url.baseUrl === original.baseUrl &&
    values.organizationId.trim() === (original.organizationId ?? "") &&
    values.key.trim() === ""
  );
}

function inputFor(
  field: TextField,
  form: ConnectionForm,
): Pick<InputStep, "prompt" | "placeholder" | "password" | "validate"> {
  switch (field) {
    case "baseUrl":
      return {
        prompt: l10n.t("Base URL of the service"),
        placeholder: exampleUrl,
        validate: (text) => {
          const url = checkBaseUrl(addScheme(text));
          return url.ok ? undefined : url.reason;
        },
      };
    case "key": {
      const isOptional = hasOriginalOrigin(form);
      return {
        prompt: isOptional
          ? l10n.t("API key. Leave empty to keep the stored key.")
          : l10n.t("API key. Stored securely; sent only to {0}.", originOf(form)),
        password: true,
        validate: (text) => {
          const parsed = parseKey(text);
          return "key" in parsed || (isOptional && text.trim() === "") ? undefined : parsed.reason;
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
        validate: (text) => validateName(text, form.existingNames),
      };
  }
}

/** Whether the stored key may still be used. */
function hasOriginalOrigin({ values, original }: ConnectionForm): boolean {
  return original !== undefined && originOf({ values }) === original.origin;
}

/** Empty if the base URL is invalid. */
function originOf({ values }: Pick<ConnectionForm, "values">): string {
  const url = checkBaseUrl(values.baseUrl);
  return url.ok ? url.origin : "";
}

function suggestName(baseUrl: string, existingNames: readonly string[]): string {
  const url = checkBaseUrl(baseUrl);
  const host = url.ok ? new URL(url.baseUrl).host : l10n.t("Connection");
  let name = host;
  for (let n = 2; existingNames.includes(name); n++) {
    name = `${host} ${n}`;
  }
  return name;
}
