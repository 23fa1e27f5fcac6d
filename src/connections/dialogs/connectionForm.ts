import { checkBaseUrl } from "../../api/http/urls";
import {
  type Connection,
  defaultDataset,
  parseKey,
  validateDataset,
  validateName,
  validateOrganizationId,
} from "../connection";
import { type InputStep, showInputStep } from "./inputStep";

/** The typed values. */
interface FormValues {
  baseUrl: string;
  key: string;
  organizationId: string;
  dataset: string;
  name: string;
}

type FormField = keyof FormValues;

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

const labels: Readonly<Record<FormField, string>> = {
  baseUrl: "base URL",
  key: "API key",
  organizationId: "organization ID",
  dataset: "dataset",
  name: "name",
};

/** Asks for the fields one by one, with a Back button. @returns false if it was canceled */
export async function showConnectionForm(form: ConnectionForm, start: FormStart): Promise<boolean> {
  const { values, fields } = form;
  let index = fields.indexOf(start.field);
  let { error } = start;
  for (let field = fields[index]; field !== undefined; field = fields[index]) {
    if (field === "name" && values.name === "") {
      values.name = suggestName(values.baseUrl, form.existingNames);
    }
    const result = await showInputStep({
      ...inputFor(field, form),
      title: `${form.title}: ${labels[field]}`,
      step: index + 1,
      totalSteps: fields.length,
      value: values[field],
      error,
    });
    if (result.kind === "canceled") {
      return false;
    }
    values[field] = result.value;
    index += result.kind === "next" ? 1 : -1;
    error = undefined;
  }
  return true;
}

function inputFor(
  field: FormField,
  form: ConnectionForm,
): Pick<InputStep, "prompt" | "placeholder" | "password" | "validate"> {
  switch (field) {
    case "baseUrl":
      return {
        prompt: "Base URL of the service",
        placeholder: "https://api.example.com",
        validate: (text) => {
          const url = checkBaseUrl(text);
          return url.ok ? undefined : url.reason;
        },
      };
    case "key": {
      const isOptional = hasOriginalOrigin(form);
      return {
        prompt: isOptional
          ? "API key. Leave empty to keep the stored key."
          : "API key. Stored securely; sent only to this address.",
        password: true,
        validate: (text) => {
          const parsed = parseKey(text);
          return "key" in parsed || (isOptional && text.trim() === "") ? undefined : parsed.reason;
        },
      };
    }
    case "organizationId":
      return {
        prompt: "Organization ID. Leave empty if the key belongs to a single organization.",
        validate: validateOrganizationId,
      };
    case "dataset":
      return {
        prompt: `Dataset of the event feed, usually ${defaultDataset}`,
        placeholder: defaultDataset,
        validate: validateDataset,
      };
    case "name":
      return { prompt: "Connection name", validate: (text) => validateName(text, form.existingNames) };
  }
}

/** Whether the stored key may still be used. */
function hasOriginalOrigin({ values, original }: ConnectionForm): boolean {
  const url = checkBaseUrl(values.baseUrl);
  return original !== undefined && url.ok && url.origin === original.origin;
}

function suggestName(baseUrl: string, existingNames: readonly string[]): string {
  const url = checkBaseUrl(baseUrl);
  const host = url.ok ? new URL(url.baseUrl).host : "Connection";
  let name = host;
  for (let n = 2; existingNames.includes(name); n++) {
    name = `${host} ${n}`;
  }
  return name;
}
