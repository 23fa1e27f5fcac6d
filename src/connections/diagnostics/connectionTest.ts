import { ApiError } from "../../api/errors";
import type { ServiceClient } from "../../api/types";
import type { Connection } from "../connection";
import type { KeyLookup } from "../keyStore";

/** One station on the way to the service. */
export interface TestStep {
  readonly name: string;
  readonly outcome: "passed" | "failed" | "skipped";
  /** What was found, a sentence or several; never a secret. */
  readonly finding: string;
  /** What the person can do about it. */
  readonly advice?: string;
}

/** What the test needs from outside. */
export interface TestEnvironment {
  /** Addresses of a host name; rejects as `dns.promises.lookup` does. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  /** Opens and closes a TLS connection. Rejects when the certificate is not trusted. */
  readonly handshake: (
    host: string,
    port: number,
  ) => Promise<{ readonly protocol: string; readonly issuer: string; readonly validTo: string }>;
  /** The proxy that settings or environment name for this address, without credentials. (A system's own is not known.) */
  readonly proxy: string | undefined;
  readonly key: KeyLookup;
  readonly client: ServiceClient;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
}

/** `Test Connection`: walks the way to the service, station by station, and says for each what happened and what to do. */
export async function testConnection(
  connection: Connection,
  environment: TestEnvironment,
  report: (step: TestStep) => void = () => undefined,
): Promise<readonly TestStep[]> {
  const steps: TestStep[] = [];
  const walk = (...done: TestStep[]): void => {
    steps.push(...done);
    done.forEach(report);
  };
  const { protocol, hostname, port } = new URL(connection.baseUrl);
  const host = hostname.replace(/^\[|\]$/g, "");
  walk(proxyStep(environment.proxy));
  walk(await nameStep(host, environment));
  walk(
    protocol === "https:"
      ? await tlsStep(host, Number(port || 443), environment)
      : { name: "TLS", outcome: "skipped", finding: "Plain http, on this machine alone." },
  );
  const { client, key } = environment;
  if (key.kind !== "found") {
    walk(withoutKey(connection, key));
    const reason = "Not tried without a key.";
    walk(...["Redirects", "Organization", "Collections", "Event feed"].map((name) => skipped(name, reason)));
    return steps;
  }
  const collections = await asked(async () => {
    const { totalCount } = await client.listCollections({ limit: 1, offset: 0 });
    const total = totalCount === undefined ? "" : ` There are ${totalCount.toLocaleString()} in all.`;
    return `The service lists collections.${total}`;
  });
  const kind = collections.error?.kind;
  walk(keyStep(connection, collections.error));
  walk(redirectStep(connection, collections.error));
  walk(organizationStep(connection, collections.error));
  if (kind === "unauthorized" || kind === "invalidRequest" || kind === "redirected") {
    const reason = `See ${kind === "redirected" ? "Redirects" : "API key"} above.`;
    walk(skipped("Collections", reason), skipped("Event feed", reason));
    return steps;
  }
  walk(
    kind === "forbidden"
      ? skipped("Collections", "See Organization above.")
      : endpointStep("Collections", connection, collections),
  );
  if (collections.error && !answered(collections.error)) {
    walk(skipped("Event feed", "Not tried, as the service does not answer."));
    return steps;
  }
  const feed = await asked(async () => {
    const since = new Date(environment.now() - 3_600_000).toISOString();
    const page = await client.readFeed({ pageSize: 1, fields: "ids", since });
    return page.items.length > 0
      ? "The feed answers with events."
      : "The feed answers; it has no event of the last hour.";
  });
  walk(endpointStep("Event feed", connection, feed));
  return steps;
}

/** Whether the service answered at all, if only in part. */
function answered({ failure }: ApiError): boolean {
  return failure.kind === "timeout"
    ? failure.answering
    : failure.kind !== "unreachable" && failure.kind !== "untrusted";
}

interface Asked {
  readonly finding: string;
  readonly error?: ApiError;
}

async function asked(call: () => Promise<string>): Promise<Asked> {
  try {
    return { finding: await call() };
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    return { finding: error.message, error };
  }
}

function skipped(name: string, finding: string): TestStep {
  return { name, outcome: "skipped", finding };
}

function proxyStep(proxy: string | undefined): TestStep {
  return {
    name: "Proxy",
    outcome: "passed",
    finding:
      proxy === undefined
        ? "Neither VS Code's settings nor the environment name one for this address; one of the system may be in use."
        : `${proxy}, as VS Code's settings or the environment say.`,
  };
}

async function nameStep(host: string, { resolve, proxy }: TestEnvironment): Promise<TestStep> {
  const name = "Name resolution";
  try {
    const addresses = await resolve(host);
    return { name, outcome: "passed", finding: `${host} is ${addresses.join(", ")}.` };
  } catch {
    return proxy === undefined
      ? {
          name,
          outcome: "failed",
          finding: `${host} does not resolve to an address.`,
          advice:
            "Check the base URL for a typing mistake, and that you are online (or in the company's VPN).",
        }
      : { name, outcome: "skipped", finding: `${host} does not resolve here; the proxy may do so.` };
  }
}

async function tlsStep(host: string, port: number, { handshake, proxy }: TestEnvironment): Promise<TestStep> {
  const name = "TLS";
  if (proxy !== undefined) {
    return { name, outcome: "skipped", finding: "Not tried on its own, as a proxy stands in between." };
  }
  try {
    const { protocol, issuer, validTo } = await handshake(host, port);
    return {
      name,
      outcome: "passed",
      finding: `${protocol}, certificate by ${issuer}, valid until ${validTo}.`,
    };
  } catch (error) {
    return {
      name,
      outcome: "failed",
      finding: `No trusted connection to ${host}:${port} (${codeOf(error)}).`,
      advice:
        "If your company inspects traffic, its root certificate has to be in the system's store; VS Code's setting " +
        "http.systemCertificates lets it be used.",
    };
  }
}

function withoutKey(connection: Connection, key: Exclude<KeyLookup, { kind: "found" }>): TestStep {
  const failed = { name: "API key", outcome: "failed" } as const;
  switch (key.kind) {
    case "missing":
      return { ...failed, finding: "No key is stored.", advice: "Run Company Feed: Set API Key…." };
    case "otherOrigin":
      return {
        ...failed,
        finding: `The stored key was entered for ${key.origin} and is not sent to ${connection.origin}.`,
        advice: "Run Company Feed: Set API Key… to enter one for this address.",
      };
    case "unreadable":
      return {
        ...failed,
        finding: key.reason,
        advice:
          "Run Company Feed: Set API Key…; it can be kept for this session where the secret storage does not work.",
      };
  }
}

function keyStep(connection: Connection, error: ApiError | undefined): TestStep {
  const name = "API key";
  if (error?.kind === "unauthorized" || error?.kind === "invalidRequest") {
    return { name, outcome: "failed", finding: error.message, ...adviceFor(error, connection) };
  }
  const found = connection.sample
    ? "The sample service has a key of its own"
    : `A key is stored for ${connection.origin}`;
  const finding =
    error === undefined || error.kind === "forbidden"
      ? `${found}, and the service accepts it.`
      : `${found}. Whether the service accepts it is not known.`;
  return { name, outcome: "passed", finding };
}

function redirectStep(connection: Connection, error: ApiError | undefined): TestStep {
  const name = "Redirects";
  if (error?.kind === "redirected") {
    return { name, outcome: "failed", finding: error.message, ...adviceFor(error, connection) };
  }
  return error !== undefined && !answered(error)
    ? skipped(name, "The service does not answer.")
    : { name, outcome: "passed", finding: "None that leads to another address." };
}

function organizationStep(connection: Connection, error: ApiError | undefined): TestStep {
  const name = "Organization";
  if (error?.kind === "forbidden") {
    return { name, outcome: "failed", finding: error.message, ...adviceFor(error, connection) };
  }
  if (error !== undefined) {
    return skipped(name, "Not known, as the service lists no collections.");
  }
  const { organizationId } = connection;
  const finding =
    organizationId === undefined
      ? "Not set; determined by the key."
      : `The service accepts ${organizationId}.`;
  return { name, outcome: "passed", finding };
}

function endpointStep(name: string, connection: Connection, { finding, error }: Asked): TestStep {
  return error === undefined
    ? { name, outcome: "passed", finding }
    : { name, outcome: "failed", finding, ...adviceFor(error, connection) };
}

function adviceFor({ failure }: ApiError, connection: Connection): { readonly advice?: string } {
  if (connection.sample) {
    return { advice: "The sample service runs inside VS Code. Reload the window and try again." };
  }
  switch (failure.kind) {
    case "unauthorized":
    case "invalidRequest":
    case "noKey":
      return { advice: "Enter the key again with Company Feed: Set API Key…; keys differ per environment." };
    case "forbidden":
      return {
        advice:
          connection.organizationId === undefined
            ? "The key is fine, but this needs an organization: add its ID with Company Feed: Edit Connection…."
            : `The key is fine, but not for organization ${connection.organizationId}: correct or empty it with Company Feed: Edit Connection….`,
      };
    case "notFound":
      return {
        advice: `Check base URL (${connection.baseUrl}) and dataset (${connection.dataset}) with Company Feed: Edit Connection….`,
      };
    case "redirected":
      return {
        advice:
          "The key is not sent elsewhere. If the service moved, enter its new address with Company Feed: Edit Connection….",
      };
    case "unavailable":
      return { advice: "The service is there but busy or down. Try again in a while." };
    case "unreachable":
    case "timeout":
      return {
        advice:
          "Check that you are online, in the right VPN, and that VS Code's http.proxy setting is right.",
      };
    case "interrupted":
      return {
        advice:
          "The service is there, but its responses arrive incomplete. Try again; a proxy or VPN may cut them off.",
      };
    case "untrusted":
      return { advice: "The certificate is not trusted; see TLS above." };
    case "malformed":
    case "tooLarge":
      return {
        advice:
          "Something else answers at this address; a login page or a gateway, maybe. Check the base URL.",
      };
    case "rejected":
    case "connectionChanged":
    case "aborted":
      return {};
  }
}

/** Node's error code, such as CERT_HAS_EXPIRED; messages may hold anything and are left out. */
function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === "string" ? code : "no reason given";
}
