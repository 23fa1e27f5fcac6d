import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { connect } from "node:tls";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Clock } from "../../util/clock";
import { Disposable } from "../../util/disposable";
import { oneLine } from "../../util/strings";
import { withProgressNotification } from "../../window";
import { type Connection, connectionLabel } from "../connection";
import type { Connections } from "../connections";
import { testConnection, type TestEnvironment, type TestStep } from "./connectionTest";
import { configuredProxy } from "./configuredProxy";
import { reportText } from "./reportText";

const scheme = "company-feed-report";
const handshakeTimeoutMs = 15_000;

/** Runs `Test Connection` and shows the report as a read-only document. */
export class ConnectionReports extends Disposable implements vscode.TextDocumentContentProvider {
  private readonly changed = this.register(new vscode.EventEmitter<vscode.Uri>());
  private readonly reports = new Map<string, string>();

  readonly onDidChange = this.changed.event;

  constructor(
    private readonly connections: Connections,
    private readonly clock: Clock,
  ) {
    super();
    this.register(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return (
      this.reports.get(uri.toString()) ??
      `${l10n.t("This report is no longer available. Run Company Feed: Test Connection again.")}\n`
    );
  }

  async run(connection: Connection): Promise<void> {
    const client = this.connections.clientFor(connection.name);
    if (!client) {
      return;
    }
    const { baseUrl, key } = await client.resolveTarget();
    const tested = { ...connection, baseUrl };
    const environment: TestEnvironment = {
      resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
      handshake,
      proxy: proxyFor(new URL(baseUrl)),
      keyProblem: key.kind === "found" ? undefined : key,
      client,
      now: () => this.clock.now(),
    };
    const startedAt = new Date(this.clock.now());
    const steps: TestStep[] = [];
    await withProgressNotification(
      l10n.t("Testing {0}…", connectionLabel(connection)),
      false,
      async (report) => {
        for await (const step of testConnection(tested, environment)) {
          steps.push(step);
          report(step.name);
        }
      },
    );
    await this.show(connectionLabel(connection), reportText(tested, steps, startedAt));
  }

  private async show(name: string, text: string): Promise<void> {
    const fileName = oneLine(name, 60).replace(/[/\\?#:*"<>|]/g, "_");
    const uri = vscode.Uri.from({ scheme, path: `/${l10n.t("Connection test of {0}", fileName)}.txt` });
    this.reports.set(uri.toString(), text);
    this.changed.fire(uri);
    await vscode.window.showTextDocument(uri, { preview: true });
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
