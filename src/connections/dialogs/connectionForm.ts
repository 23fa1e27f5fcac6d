import { checkBaseUrl } from "../../api/http/urls";
import {
  checkDataset,
  checkName,
  checkOrganizationId,
  type Connection,
  defaultDataset,
  parseKey,
} from "../connection";
import { showInputStep, type InputStep } from "./inputStep";

/** What was typed so far, as it was typed: kept while going back and forth. */
export interface Draft {
  baseUrl: string;
  key: string;
  organizationId: string;
  dataset: string;
  name: string;
}

export type Field = keyof Draft;

/** Where the questions go on: at a field, maybe with the reason for asking again. */
export interface Position {
  readonly field: Field;
  readonly complaint?: string;
}

const labels: Readonly<Record<Field, string>> = {
  baseUrl: "base URL",
  key: "API key",
  organizationId: "organization ID",
  dataset: "dataset",
  name: "name",
};

export interface FormRequest {
  readonly title: string;
  readonly fields: readonly Field[];
  /** Written to while the person types. */
  readonly draft: Draft;
  readonly position: Position;
  /** Names that are taken. */
  readonly others: readonly string[];
  /** What is edited; absent when it is new. */
  readonly before?: Connection;
}

/**
 * Asks the fields from `position` on, one after the other, with a way back. Answers the key that was entered (without one:
 * the stored key stays), or nothing when the person gave up.
 */
export async function promptForDraft(form: FormRequest): Promise<{ readonly value?: string } | undefined> {
  const { draft, fields } = form;
  let index = fields.indexOf(form.position.field);
  let { complaint } = form.position;
  for (let field = fields[index]; field !== undefined; field = fields[index]) {
    if (field === "name" && draft.name === "") {
      draft.name = proposeName(draft, form.others);
    }
    const answer = await showInputStep({
      ...question(field, form),
      title: `${form.title}: ${labels[field]}`,
      step: index + 1,
      totalSteps: fields.length,
      value: draft[field],
      ...(complaint === undefined ? {} : { complaint }),
    });
    if (answer.kind === "cancelled") {
      return undefined;
    }
    draft[field] = answer.value;
    index += answer.kind === "next" ? 1 : -1;
    complaint = undefined;
  }
  const key = parseKey(draft.key);
  return "key" in key ? { value: key.key } : {};
}

/** The connection that a complete draft describes. */
export function connectionOf(draft: Draft): Connection {
  const address = checkBaseUrl(draft.baseUrl);
  if (!address.ok) {
    throw new Error(address.reason);
  }
  const organizationId = draft.organizationId.trim();
  return {
    name: draft.name.trim(),
    baseUrl: address.baseUrl,
    origin: address.origin,
    dataset: draft.dataset.trim() || defaultDataset,
    ...(organizationId ? { organizationId } : {}),
    sample: false,
  };
}

function question(field: Field, form: FormRequest): Pick<InputStep, "prompt" | "check"> & Partial<InputStep> {
  switch (field) {
    case "baseUrl":
      return {
        prompt: "Base URL of the service",
        placeholder: "https://api.example.com",
        check: (text) => {
          const address = checkBaseUrl(text);
          return address.ok ? undefined : address.reason;
        },
      };
    case "key":
      return keyQuestion(form);
    case "organizationId":
      return {
        prompt: "Organization ID, or leave it empty if the key belongs to one organization",
        check: checkOrganizationId,
      };
    case "dataset":
      return {
        prompt: `Dataset segment of the event feed's address; usually ${defaultDataset}`,
        placeholder: defaultDataset,
        check: checkDataset,
      };
    case "name":
      return { prompt: "A name for this connection", check: (text) => checkName(text, form.others) };
  }
}

/** Where the origin stays the same, the stored key may stay too. */
function keyQuestion({ draft, before }: FormRequest): Pick<InputStep, "prompt" | "check" | "masked"> {
  const address = checkBaseUrl(draft.baseUrl);
  const mayStay = before !== undefined && address.ok && address.origin === before.origin;
  return {
    prompt: mayStay
      ? "API key. Leave it empty to keep the one that is stored."
      : "API key. Stored securely; sent only to this address.",
    masked: true,
    check: (text) => {
      const result = parseKey(text);
      return "key" in result || (mayStay && text.trim() === "") ? undefined : result.reason;
    },
  };
}

function proposeName(draft: Draft, taken: readonly string[]): string {
  const address = checkBaseUrl(draft.baseUrl);
  const host = address.ok ? new URL(address.baseUrl).host : "Connection";
  let name = host;
  for (let n = 2; taken.includes(name); n++) {
    name = `${host} ${n}`;
  }
  return name;
}
