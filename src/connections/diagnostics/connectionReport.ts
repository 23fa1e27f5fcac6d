import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { connect } from "node:tls";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { TextReports } from "../../textReports";
import type { Clock } from "../../util/clock";
import { oneLine } from "../../util/strings";
import { withProgressNotification } from "../../window";
import type { Connection } from "../connection";
import { connectionLabel } from "../../shared/connectionLabel";
import type { Connections } from "../connections";
import { testConnection, type TestEnvironment, type TestStep } from "./connectionTest";
import { configuredProxy } from "./configuredProxy";
import { reportText } from "./reportText";

const handshakeTimeoutMs = 15_000;

/** Runs `Test Connection` and shows the report as a read-only document. */
export class ConnectionReports {
  constructor(
    private readonly connections: Connections,
    private readonly reports: TextReports,
    private readonly clock: Clock,
  ) {}

  async run(connection: Connection): Promise<void> {
    const client = this.connections.clientFor(connection.name);
    if (!client) {
      throw new Error(l10n.t('The connection "{0}" was removed.', connection.name));
    }
    const { baseUrl, key } = await client.resolveTarget();
    const tested = { ...connection, baseUrl };
    const environment: Omit<TestEnvironment, "signal"> = {
      resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
      handshake,
      proxy: proxyFor(new URL(baseUrl)),
      keyProblem: key.kind === "found" ? undefined : key,
      client,
      now: () => this.clock.now(),
    };
    const startedAt = new Date(this.clock.now());
    const steps: TestStep[] = [];
    const label = connectionLabel(connection);
    const isComplete = await withProgressNotification(
      l10n.t("Testing {0}…", label),
      async (report, signal) => {
        for await (const step of testConnection(tested, { ...environment, signal })) {
          if (signal.aborted) {
            return false;
          }
          steps.push(step);
          report(step.name);
        }
        return true;
      },
    );
    if (!isComplete) {
      return;
    }
    await this.reports.show(
      l10n.t("Connection test of {0}", oneLine(label, 60)),
      reportText(tested, steps, startedAt),
    );
  }
}

/** Trusts the same certificates as VS Code's requests. */
function handshake(host: string, port: number): ReturnType<TestEnvironment["handshake"]> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, ...(isIP(host) ? {} : { servername: host }) });
    socket.setTimeout(handshakeTimeoutMs, () => {
      socket.destroy();
      reject(Object.assign(new Error(), { code: "ETIMEDOUT" }));
    });
    socket.once("error", reject);
    socket.once("secureConnect", () => {
      const { issuer, valid_to: validTo } = socket.getPeerCertificate();
      const protocol = socket.getProtocol() ?? "TLS";
      socket.destroy();
      resolve({
        protocol,
        issuer: oneLine(String(issuer.O ?? issuer.CN), 100),
        validTo: oneLine(validTo, 60),
      });
    });
  });
}

function proxyFor({ protocol, host }: URL): string | undefined {
  const settings = vscode.workspace.getConfiguration("http");
  if (settings.get("proxySupport") === "off") {
    return undefined;
  }
  return configuredProxy(
    { protocol, host },
    {
      proxy: settings.get<string>("proxy"),
      noProxy: settings.get<string[]>("noProxy"),
      environment: process.env,
    },
  );
}
