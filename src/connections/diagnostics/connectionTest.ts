import { ApiError } from "../../api/errors";
import type { ServiceClient } from "../../api/types";
import type { Connection } from "../connection";
import type { KeyLookup } from "../keyStore";
import { adviceFor } from "./reportText";

export interface TestStep {
  readonly name: string;
  readonly outcome: "passed" | "failed" | "skipped";
  /** The findings in one or more sentences, without secrets. */
  readonly finding: string;
  /** What the user can do about it. */
  readonly advice?: string | undefined;
}

type KeyProblem = Exclude<KeyLookup, { readonly kind: "found" }>;

export interface TestEnvironment {
  /** Resolves a host name to its addresses; rejects as `dns.promises.lookup` does. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  /** Opens and closes a TLS connection; rejects if the certificate is not trusted. */
  readonly handshake: (
    host: string,
    port: number,
  ) => Promise<{ readonly protocol: string; readonly issuer: string; readonly validTo: string }>;
  /** The configured proxy for the service, without credentials; the system's proxy is unknown. */
  readonly proxy: string | undefined;
  /** Why there is no key to send; undefined if there is one. */
  readonly keyProblem: KeyProblem | undefined;
  readonly client: ServiceClient;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
}

/** `Test Connection`: checks each step of reaching the service. */
export async function* testConnection(
  connection: Connection,
  environment: TestEnvironment,
): AsyncGenerator<TestStep> {
  yield* networkSteps(new URL(connection.baseUrl), environment);
  if (!environment.keyProblem) {
    yield* serviceSteps(connection, environment);
    return;
  }
  yield missingKeyStep(connection, environment.keyProblem);
  for (const name of ["Redirects", "Organization", "Collections", "Event feed"]) {
    yield skipped(name, "Not checked without an API key.");
  }
}

async function* networkSteps(url: URL, environment: TestEnvironment): AsyncGenerator<TestStep> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  yield proxyStep(environment.proxy);
  yield await nameStep(host, environment);
  yield url.protocol === "https:"
    ? await tlsStep(host, Number(url.port || 443), environment)
    : skipped("TLS", "Not used: plain HTTP on this machine.");
}

async function* serviceSteps(
  connection: Connection,
  { client, now }: TestEnvironment,
): AsyncGenerator<TestStep> {
  const collections = await attempt(async () => {
    const { totalCount } = await client.listCollections({ limit: 1, offset: 0 });
    return totalCount === undefined
      ? "The service lists collections."
      : `The service lists collections (${totalCount.toLocaleString("en-US")} in total).`;
  });
  const { error } = collections;
  yield keyStep(connection, error);
  yield redirectStep(connection, error);
  yield organizationStep(connection, error);
  if (error?.kind === "unauthorized" || error?.kind === "invalidRequest" || error?.kind === "redirected") {
    const reason = `See ${error.kind === "redirected" ? "Redirects" : "API key"} above.`;
    yield skipped("Collections", reason);
    yield skipped("Event feed", reason);
    return;
  }
  yield error?.kind === "forbidden"
    ? skipped("Collections", "See Organization above.")
    : endpointStep("Collections", connection, collections);
  if (error && !hasResponded(error)) {
    yield skipped("Event feed", "Not checked: the service did not respond.");
    return;
  }
  const feed = await attempt(async () => {
    const since = new Date(now() - 3_600_000).toISOString();
    const page = await client.readFeed({ pageSize: 1, fields: "ids", since });
    return page.items.length > 0
      ? "The feed returns events."
      : "The feed responds, but has no events from the last hour.";
  });
  yield endpointStep("Event feed", connection, feed);
}

interface Attempt {
  readonly finding: string;
  readonly error?: ApiError;
}

async function attempt(request: () => Promise<string>): Promise<Attempt> {
  try {
    return { finding: await request() };
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    return { finding: error.message, error };
  }
}

/** Whether there was a response, even an incomplete one. */
function hasResponded({ failure }: ApiError): boolean {
  return failure.kind === "timeout"
    ? failure.responding
    : failure.kind !== "unreachable" && failure.kind !== "untrusted";
}

function passed(name: string, finding: string): TestStep {
  return { name, outcome: "passed", finding };
}

function failed(name: string, finding: string, advice: string | undefined): TestStep {
  return { name, outcome: "failed", finding, advice };
}

function skipped(name: string, finding: string): TestStep {
  return { name, outcome: "skipped", finding };
}

function proxyStep(proxy: string | undefined): TestStep {
  return passed(
    "Proxy",
    proxy === undefined
      ? "None in VS Code's settings or the environment. A system proxy may be in use."
      : `${proxy}, from VS Code's settings or the environment.`,
  );
}

async function nameStep(host: string, { resolve, proxy }: TestEnvironment): Promise<TestStep> {
  const name = "Name resolution";
  try {
    return passed(name, `${host} resolves to ${(await resolve(host)).join(", ")}.`);
  } catch {
    return proxy === undefined
      ? failed(
          name,
          `${host} does not resolve.`,
          "Check the base URL for typos, and that you are online or connected to your company's VPN.",
        )
      : skipped(name, `${host} does not resolve on this machine. The proxy may resolve it.`);
  }
}

async function tlsStep(host: string, port: number, { handshake, proxy }: TestEnvironment): Promise<TestStep> {
  const name = "TLS";
  if (proxy !== undefined) {
    return skipped(name, "Not checked separately: requests go through a proxy.");
  }
  try {
    const { protocol, issuer, validTo } = await handshake(host, port);
    return passed(name, `${protocol}, certificate issued by ${issuer}, valid until ${validTo}.`);
  } catch (error) {
    return failed(
      name,
      `No trusted connection to ${host}:${port} (${codeOf(error)}).`,
      "If your company inspects traffic, install its root certificate on this machine and turn on VS Code's setting " +
        "http.systemCertificates.",
    );
  }
}

function missingKeyStep(connection: Connection, problem: KeyProblem): TestStep {
  const name = "API key";
  switch (problem.kind) {
    case "missing":
      return failed(name, "No API key is stored.", "Run Company Feed: Set API Key…");
    case "otherOrigin":
      return failed(
        name,
        `The stored key was entered for ${problem.origin} and is not sent to ${connection.origin}.`,
        "Enter a key for this address with Company Feed: Set API Key…",
      );
    case "unreadable":
      return failed(
        name,
        problem.reason,
        "Enter the key again with Company Feed: Set API Key… If it can't be stored, you can keep it for this session.",
      );
  }
}

function keyStep(connection: Connection, error: ApiError | undefined): TestStep {
  const name = "API key";
  if (error?.kind === "unauthorized" || error?.kind === "invalidRequest") {
    return failed(name, error.message, adviceFor(error, connection));
  }
  const source = connection.sample
    ? "The sample service has its own key"
    : `A key is stored for ${connection.origin}`;
  return passed(
    name,
    error === undefined || error.kind === "forbidden"
      ? `${source}, and the service accepts it.`
      : `${source}. It is unknown whether the service accepts it.`,
  );
}

function redirectStep(connection: Connection, error: ApiError | undefined): TestStep {
  const name = "Redirects";
  if (error?.kind === "redirected") {
    return failed(name, error.message, adviceFor(error, connection));
  }
  return error && !hasResponded(error)
    ? skipped(name, "The service did not respond.")
    : passed(name, "None to another address.");
}

function organizationStep(connection: Connection, error: ApiError | undefined): TestStep {
  const name = "Organization";
  if (error?.kind === "forbidden") {
    return failed(name, error.message, adviceFor(error, connection));
  }
  if (error) {
    return skipped(name, "Unknown: the service does not list collections.");
  }
  const { organizationId } = connection;
  return passed(
    name,
    organizationId === undefined
      ? "Not set; determined by the key."
      : `The service accepts ${organizationId}.`,
  );
}

function endpointStep(name: string, connection: Connection, { finding, error }: Attempt): TestStep {
  return error ? failed(name, finding, adviceFor(error, connection)) : passed(name, finding);
}

/** Node's error code, such as CERT_HAS_EXPIRED; the message is left out, as it may contain anything. */
function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === "string" ? code : "unknown error";
}
