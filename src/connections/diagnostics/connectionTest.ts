import * as l10n from "@vscode/l10n";
import { ApiError, isCertificateCode, isHandshakeCode } from "../../service/errors";
import type { ServiceClient } from "../../service/types";
import { formatNumber } from "../../shared/text";
import { errorCode } from "../../util/errors";
import type { Connection } from "../connection";
import type { KeyLookup } from "../keyStore";
import { adviceFor, feedAdviceFor, tlsAdvice } from "./advice";

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
  /** Aborted: the requests end, and with them the test. */
  readonly signal: AbortSignal;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
}

/** `Test Connection`: checks each step of reaching the service. */
export async function* testConnection(
  connection: Connection,
  environment: TestEnvironment,
): AsyncGenerator<TestStep> {
  let failedStep: TestStep | undefined;
  for await (const step of networkSteps(new URL(connection.baseUrl), environment)) {
    failedStep ??= step.outcome === "failed" ? step : undefined;
    yield step;
  }
  if (!environment.keyProblem) {
    yield* serviceSteps(connection, failedStep, environment);
    return;
  }
  const finding = l10n.t("Not checked without an API key.");
  yield skipped(stepNames.connection(), finding);
  yield missingKeyStep(connection, environment.keyProblem);
  yield* skippedEndpoints(finding);
}

const stepNames = {
  proxy: () => l10n.t("Proxy"),
  nameResolution: () => l10n.t("Name resolution"),
  tls: () => l10n.t("TLS"),
  connection: () => l10n.t("Connection"),
  key: () => l10n.t("API key"),
  redirects: () => l10n.t("Redirects"),
  organization: () => l10n.t("Organization"),
  collections: () => l10n.t("Collections"),
  feed: () => l10n.t("Event feed"),
};

async function* networkSteps(url: URL, environment: TestEnvironment): AsyncGenerator<TestStep> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  yield proxyStep(environment.proxy);
  const nameResolution = await nameStep(host, environment);
  yield nameResolution;
  if (url.protocol !== "https:") {
    yield skipped(stepNames.tls(), l10n.t("Not used: plain HTTP on this machine."));
  } else if (environment.proxy !== undefined) {
    yield skipped(stepNames.tls(), l10n.t("Not checked separately: requests go through a proxy."));
  } else if (nameResolution.outcome === "failed") {
    yield skipped(stepNames.tls(), seeAbove(stepNames.nameResolution()));
  } else {
    yield await tlsStep(host, Number(url.port || 443), environment);
  }
}

function* skippedEndpoints(finding: string): Generator<TestStep> {
  for (const name of [stepNames.redirects, stepNames.organization, stepNames.collections, stepNames.feed]) {
    yield skipped(name(), finding);
  }
}

/** @param networkFailure why there may be no response */
async function* serviceSteps(
  connection: Connection,
  networkFailure: TestStep | undefined,
  { client, signal, now }: TestEnvironment,
): AsyncGenerator<TestStep> {
  const collections = await attempt(async () => {
    const { totalCount } = await client.listCollections({ limit: 1, offset: 0 }, { signal });
    return totalCount === undefined
      ? l10n.t("The service lists collections.")
      : l10n.t("The service lists collections ({0} in total).", formatNumber(totalCount));
  });
  const { error } = collections;
  yield connectionStep(connection, error, networkFailure);
  if (error && !hasResponded(error)) {
    yield keyStep(connection, error);
    yield* skippedEndpoints(l10n.t("Not checked: the service did not respond."));
    return;
  }
  const steps = [
    keyStep(connection, error),
    redirectStep(connection, error),
    organizationStep(connection, error),
  ];
  yield* steps;
  const failedStep = steps.find((step) => step.outcome === "failed");
  yield failedStep
    ? skipped(stepNames.collections(), seeAbove(failedStep.name))
    : endpointStep(stepNames.collections(), collections, error && adviceFor(error, connection));
  if (failedStep && error?.kind !== "forbidden") {
    yield skipped(stepNames.feed(), seeAbove(failedStep.name));
    return;
  }
  const feed = await attempt(async () => {
    const since = new Date(now() - 3_600_000).toISOString();
    const page = await client.readFeed({ pageSize: 1, fields: "ids", since }, { signal });
    return page.items.length > 0
      ? l10n.t("The feed returns events.")
      : l10n.t("The feed responds, but has no events from the last hour.");
  });
  const feedAdvice = feed.error && feedAdviceFor(feed.error, connection, error);
  yield endpointStep(stepNames.feed(), feed, feedAdvice);
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

function seeAbove(step: string): string {
  return l10n.t("See {0} above.", step);
}

function proxyStep(proxy: string | undefined): TestStep {
  return passed(
    stepNames.proxy(),
    proxy === undefined
      ? l10n.t("None in VS Code's settings or the environment. A system proxy may be in use.")
      : l10n.t("{0}, from VS Code's settings or the environment.", proxy),
  );
}

async function nameStep(host: string, { resolve, proxy }: TestEnvironment): Promise<TestStep> {
  const name = stepNames.nameResolution();
  try {
    return passed(name, l10n.t("{0} resolves to {1}.", host, (await resolve(host)).join(", ")));
  } catch {
    return proxy === undefined
      ? failed(
          name,
          l10n.t("{0} does not resolve.", host),
          l10n.t("Check the base URL for typos, and that you are online or connected to your company's VPN."),
        )
      : skipped(name, l10n.t("{0} does not resolve on this machine. The proxy may resolve it.", host));
  }
}

async function tlsStep(host: string, port: number, { handshake }: TestEnvironment): Promise<TestStep> {
  const name = stepNames.tls();
  try {
    const { protocol, issuer, validTo } = await handshake(host, port);
    return passed(
      name,
      l10n.t("{0}, certificate issued by {1}, valid until {2}.", protocol, issuer, validTo),
    );
  } catch (error) {
    // The message is left out, as it may contain anything.
    const code = errorCode(error);
    const shownCode = code ?? l10n.t("unknown error");
    const address = `${host}:${port}`;
    const finding = isCertificateCode(code)
      ? l10n.t("The certificate of {0} is not trusted ({1}).", address, shownCode)
      : isHandshakeCode(code)
        ? l10n.t("{0} did not complete the TLS handshake ({1}).", address, shownCode)
        : l10n.t("Couldn't connect to {0} ({1}).", address, shownCode);
    return failed(name, finding, tlsAdvice(code));
  }
}

function connectionStep(
  connection: Connection,
  error: ApiError | undefined,
  networkFailure: TestStep | undefined,
): TestStep {
  const name = stepNames.connection();
  if (invalidPart(error)) {
    return skipped(name, l10n.t("Not checked: nothing was sent."));
  }
  if (!error || hasResponded(error)) {
    return passed(name, l10n.t("The service responds."));
  }
  return networkFailure
    ? skipped(name, seeAbove(networkFailure.name))
    : failed(name, error.message, adviceFor(error, connection));
}

function missingKeyStep(connection: Connection, problem: KeyProblem): TestStep {
  const name = stepNames.key();
  switch (problem.kind) {
    case "missing":
      return failed(name, l10n.t("No API key is stored."), l10n.t("Run Company Feed: Set API Key…"));
    case "otherOrigin":
      return failed(
        name,
        l10n.t(
          "The stored key was entered for {0} and is not sent to {1}.",
          problem.origin,
          connection.origin,
        ),
        l10n.t("Enter a key for this URL with Company Feed: Set API Key…"),
      );
    case "unreadable":
      return failed(
        name,
        problem.reason,
        l10n.t(
          "Enter the key again with Company Feed: Set API Key… If it can't be stored, you can keep it for this session.",
        ),
      );
  }
}

function keyStep(connection: Connection, error: ApiError | undefined): TestStep {
  const name = stepNames.key();
  if (error?.kind === "unauthorized" || invalidPart(error) === "key") {
    return failed(name, error?.message ?? "", error && adviceFor(error, connection));
  }
  const { origin, sample } = connection;
  if (error === undefined || error.kind === "forbidden") {
    return passed(
      name,
      sample
        ? l10n.t("The sample service has its own key, and the service accepts it.")
        : l10n.t("A key is stored for {0}, and the service accepts it.", origin),
    );
  }
  return skipped(
    name,
    sample
      ? l10n.t("The sample service has its own key. It is unknown whether the service accepts it.")
      : l10n.t("A key is stored for {0}. It is unknown whether the service accepts it.", origin),
  );
}

function redirectStep(connection: Connection, error: ApiError | undefined): TestStep {
  const name = stepNames.redirects();
  if (error?.kind === "redirected") {
    return failed(name, error.message, adviceFor(error, connection));
  }
  if (invalidPart(error)) {
    return skipped(name, l10n.t("Not checked: nothing was sent."));
  }
  return passed(name, l10n.t("None to another host."));
}

function organizationStep(connection: Connection, error: ApiError | undefined): TestStep {
  const name = stepNames.organization();
  if (error?.kind === "forbidden" || invalidPart(error) === "organizationId") {
    return failed(name, error?.message ?? "", error && adviceFor(error, connection));
  }
  if (error) {
    return skipped(name, whyUnknown(error));
  }
  const { organizationId } = connection;
  return passed(
    name,
    organizationId === undefined
      ? l10n.t("Not set; determined by the key.")
      : l10n.t("The service accepts {0}.", organizationId),
  );
}

/** Why it is unknown whether the service accepts the organization. */
function whyUnknown(error: ApiError): string {
  switch (error.kind) {
    case "unauthorized":
    case "invalidRequest":
      return seeAbove(stepNames.key());
    case "redirected":
      return seeAbove(stepNames.redirects());
    case "timeout":
    case "interrupted":
      return l10n.t("Unknown: the response is incomplete.");
    case "unavailable":
      return l10n.t("Unknown: the service is unavailable.");
    default:
      return l10n.t("Unknown: the service does not list collections.");
  }
}

/** The part of the connection because of which nothing was sent. */
function invalidPart(error: ApiError | undefined): string | undefined {
  return error?.failure.kind === "invalidRequest" ? error.failure.part : undefined;
}

function endpointStep(name: string, { finding, error }: Attempt, advice: string | undefined): TestStep {
  return error ? failed(name, finding, advice) : passed(name, finding);
}
