import { ApiError } from "../api/errors";
import type { ServiceClient } from "../api/types";
import type { Connection } from "./connection";
import type { KeyLookup } from "./keyStore";

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
  /** The proxy that requests go through, without credentials; absent when there is none. */
  readonly proxy: string | undefined;
  readonly key: KeyLookup;
  readonly client: ServiceClient;
}

/** `Test Connection`: walks the way to the service, station by station, and says for each what happened and what to do. */
export async function testConnection(
  connection: Connection,
  environment: TestEnvironment,
  report: (step: TestStep) => void = () => undefined,
): Promise<readonly TestStep[]> {
  const steps: TestStep[] = [];
  const walk = async (step: Promise<TestStep> | TestStep): Promise<TestStep> => {
    const done = await step;
    steps.push(done);
    report(done);
    return done;
  };
  const { protocol, hostname, port } = new URL(connection.baseUrl);
  const host = hostname.replace(/^\[|\]$/g, "");
  await walk(proxyStep(environment.proxy));
  await walk(nameStep(host, environment));
  await walk(
    protocol === "https:"
      ? tlsStep(host, Number(port || 443), environment)
      : { name: "TLS", outcome: "skipped", finding: "Plain http, on this machine alone." },
  );
  const key = await walk(keyStep(connection, environment.key));
  if (key.outcome === "failed") {
    return steps;
  }
  const { client } = environment;
  const collections = await walk(
    callStep("Collections, key and organization", connection, async () => {
      const page = await client.listCollections({ limit: 1, offset: 0 });
      const total =
        page.totalCount === undefined ? "" : ` There are ${page.totalCount.toLocaleString()} in all.`;
      return `The service accepts the key and lists collections.${total}`;
    }),
  );
  if (collections.outcome === "passed") {
    await walk(
      callStep("Event feed", connection, async () => {
        const page = await client.readFeed({
          pageSize: 1,
          fields: "ids",
          since: new Date(Date.now() - 3_600_000).toISOString(),
        });
        return page.items.length > 0
          ? "The feed answers with events."
          : "The feed answers; it has no event of the last hour.";
      }),
    );
  }
  return steps;
}

function proxyStep(proxy: string | undefined): TestStep {
  return {
    name: "Proxy",
    outcome: "passed",
    finding:
      proxy === undefined
        ? "None is set: requests go straight to the service."
        : `Requests go through ${proxy}.`,
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
      : { name, outcome: "skipped", finding: `${host} does not resolve here; the proxy resolves it.` };
  }
}

async function tlsStep(host: string, port: number, { handshake, proxy }: TestEnvironment): Promise<TestStep> {
  const name = "TLS";
  if (proxy !== undefined) {
    return { name, outcome: "skipped", finding: "Not tried on its own, as requests go through a proxy." };
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

function keyStep(connection: Connection, key: KeyLookup): TestStep {
  const name = "API key";
  switch (key.kind) {
    case "found":
      return { name, outcome: "passed", finding: `A key is stored for ${connection.origin}.` };
    case "missing":
      return {
        name,
        outcome: "failed",
        finding: "No key is stored.",
        advice: "Run Company Feed: Set API Key….",
      };
    case "otherOrigin":
      return {
        name,
        outcome: "failed",
        finding: `The stored key was entered for ${key.origin} and is not sent elsewhere.`,
        advice: "Run Company Feed: Set API Key… to enter one for this address.",
      };
    case "unreadable":
      return {
        name,
        outcome: "failed",
        finding: key.reason,
        advice:
          "Run Company Feed: Set API Key…; it can be kept for this session where the secret storage does not work.",
      };
  }
}

async function callStep(
  name: string,
  connection: Connection,
  call: () => Promise<string>,
): Promise<TestStep> {
  try {
    return { name, outcome: "passed", finding: await call() };
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    return { name, outcome: "failed", finding: error.message, ...adviceFor(error, connection) };
  }
}

function adviceFor({ failure }: ApiError, connection: Connection): { readonly advice?: string } {
  switch (failure.kind) {
    case "unauthorized":
    case "unsendable":
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
    case "untrusted":
      return { advice: "The certificate is not trusted; see TLS above." };
    case "malformed":
    case "tooLarge":
      return {
        advice:
          "Something else answers at this address; a login page or a gateway, maybe. Check the base URL.",
      };
    case "rejected":
    case "aborted":
      return {};
  }
}

/** Node's error code, such as CERT_HAS_EXPIRED; messages may hold anything and are left out. */
function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === "string" ? code : "no reason given";
}
