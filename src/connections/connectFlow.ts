import * as vscode from "vscode";
import { checkBaseUrl } from "../api/address";
import { ApiError } from "../api/errors";
import { withoutLinks } from "../util/plainText";
import { checkName, checkOrganizationId, type Connection, defaultDataset, readKey } from "./connection";
import type { Connections } from "./connections";
import { askStep, type InputStep } from "./inputSteps";
import { SecretStoreError } from "./keyStore";

/** What was typed so far: kept while going back and forth. */
interface Draft {
  baseUrl: string;
  key: string;
  organizationId: string;
  name: string;
}

type Field = keyof Draft;

const order: readonly Field[] = ["baseUrl", "key", "organizationId", "name"];

/** Where the flow goes on: at a field, maybe with the reason for asking again. */
interface Position {
  readonly field: Field;
  readonly complaint?: string;
}

type CheckResult =
  { readonly kind: "fine" } | { readonly kind: "cancelled" } | ({ readonly kind: "ask" } & Position);

/**
 * `Connect…`: asks base URL, key, organization and name, checks them with the service, and only then stores the connection
 * and its key and makes it the active one. Answers the new connection, or nothing when the person gave up.
 */
export async function connect(connections: Connections): Promise<Connection | undefined> {
  const draft: Draft = { baseUrl: "", key: "", organizationId: "", name: "" };
  let position: Position | undefined = { field: "baseUrl" };
  for (;;) {
    const complete = await fillIn(draft, position, connections);
    if (!complete) {
      return undefined;
    }
    const connection = connectionOf(draft);
    const result = await checkWithService(connection, keyOf(draft), connections);
    switch (result.kind) {
      case "cancelled":
        return undefined;
      case "ask":
        position = result;
        break;
      case "fine":
        if (await storeKey(connection, keyOf(draft), connections)) {
          await connections.list.save(connection);
          await connections.activate(connection.name);
          return connection;
        }
        return undefined;
    }
  }
}

/** Walks the questions from `position` on; false when the person gave up. */
async function fillIn(draft: Draft, position: Position, connections: Connections): Promise<boolean> {
  let index = order.indexOf(position.field);
  let complaint = position.complaint;
  for (;;) {
    const field = order[index];
    if (field === undefined) {
      return true;
    }
    if (field === "name" && draft.name === "") {
      draft.name = proposeName(draft, connections);
    }
    const answer = await askStep({
      ...question(field, connections),
      title: "Connect to a service",
      step: index + 1,
      totalSteps: order.length,
      value: draft[field],
      ...(complaint === undefined ? {} : { complaint }),
    });
    if (answer.kind === "cancelled") {
      return false;
    }
    draft[field] = answer.value;
    index += answer.kind === "next" ? 1 : -1;
    complaint = undefined;
  }
}

function question(
  field: Field,
  connections: Connections,
): Pick<InputStep, "prompt" | "check"> & Partial<InputStep> {
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
      return {
        prompt: "API key. It goes into VS Code's secret storage and is sent to this address alone.",
        masked: true,
        check: (text) => {
          const result = readKey(text);
          return "reason" in result ? result.reason : undefined;
        },
      };
    case "organizationId":
      return {
        prompt: "Organization ID, or leave it empty if the key belongs to one organization",
        check: checkOrganizationId,
      };
    case "name":
      return {
        prompt: "A name for this connection",
        check: (text) =>
          checkName(
            text,
            connections.list.all.map((connection) => connection.name),
          ),
      };
  }
}

function proposeName(draft: Draft, connections: Connections): string {
  const address = checkBaseUrl(draft.baseUrl);
  const host = address.ok ? new URL(address.baseUrl).host : "Connection";
  const taken = new Set(connections.list.all.map((connection) => connection.name));
  let name = host;
  for (let n = 2; taken.has(name); n++) {
    name = `${host} ${n}`;
  }
  return name;
}

function connectionOf(draft: Draft): Connection {
  const address = checkBaseUrl(draft.baseUrl);
  if (!address.ok) {
    throw new Error(address.reason);
  }
  const organizationId = draft.organizationId.trim();
  return {
    name: draft.name.trim(),
    baseUrl: address.baseUrl,
    origin: address.origin,
    dataset: defaultDataset,
    ...(organizationId ? { organizationId } : {}),
    sample: false,
  };
}

function keyOf(draft: Draft): string {
  const result = readKey(draft.key);
  if ("reason" in result) {
    throw new Error(result.reason);
  }
  return result.key;
}

/** One small request with what was typed. Nothing is stored yet. */
async function checkWithService(
  connection: Connection,
  key: string,
  connections: Connections,
): Promise<CheckResult> {
  for (;;) {
    try {
      await ask(connection, key, connections);
      return { kind: "fine" };
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error;
      }
      const next = await reactTo(error);
      if (next !== "retry") {
        return next;
      }
    }
  }
}

async function ask(connection: Connection, key: string, connections: Connections): Promise<void> {
  await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: `Checking ${connection.name}…`,
      cancellable: true,
    },
    async (_, token) => {
      const controller = new AbortController();
      const listener = token.onCancellationRequested(() => controller.abort());
      try {
        const client = await connections.clientWith(connection, key);
        await client.listCollections({ limit: 1, offset: 0 }, { signal: controller.signal });
      } finally {
        listener.dispose();
      }
    },
  );
}

/** Whether to ask again (and what), to try again, to give up, or to store it all the same. */
async function reactTo(error: ApiError): Promise<CheckResult | "retry"> {
  switch (error.kind) {
    case "unauthorized":
    case "unsendable":
      return { kind: "ask", field: "key", complaint: error.message };
    case "forbidden":
      return { kind: "ask", field: "organizationId", complaint: error.message };
    case "aborted":
      return { kind: "ask", field: "name" };
    default: {
      const choice = await vscode.window.showWarningMessage(
        withoutLinks(error.message, 500),
        { modal: true, detail: "The connection was not saved yet." },
        "Retry",
        "Edit",
        "Save Anyway",
      );
      switch (choice) {
        case "Retry":
          return "retry";
        case "Edit":
          return { kind: "ask", field: "baseUrl" };
        case "Save Anyway":
          return { kind: "fine" };
        case undefined:
          return { kind: "cancelled" };
      }
    }
  }
}

/** False when the key could not be stored and the person does not want to go on without. */
export async function storeKey(
  connection: Connection,
  key: string,
  connections: Connections,
): Promise<boolean> {
  try {
    await connections.keys.store(connection, key);
    return true;
  } catch (error) {
    if (!(error instanceof SecretStoreError)) {
      throw error;
    }
    const keep = "Keep for This Session";
    const choice = await vscode.window.showWarningMessage(
      `${error.message} The key cannot be stored.`,
      { modal: true, detail: "It can be kept in memory until this window closes." },
      keep,
    );
    if (choice === keep) {
      connections.keys.keepForSession(connection, key);
      return true;
    }
    return false;
  }
}
