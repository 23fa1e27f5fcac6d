import { parseUrl } from "../../util/url";
import * as l10n from "@vscode/l10n";

/** Where a proxy can be configured: VS Code's settings `http.proxy` and `http.noProxy`, and environment variables. */
export interface ProxySettings {
  readonly proxy: string | undefined;
  readonly noProxy: readonly string[] | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Host and port of the proxy that is configured for a URL, without its credentials; undefined if there is none. Follows VS
 * Code's own requests: settings come before the environment, and a `noProxy` entry also covers the subdomains of its host.
 */
export function configuredProxy(
  { protocol, host }: { readonly protocol: string; readonly host: string },
  { proxy, noProxy, environment }: ProxySettings,
): string | undefined {
  const variable = (name: string) => environment[name] || environment[name.toLowerCase()];
  const exempt = noProxy?.length ? noProxy : (variable("NO_PROXY") ?? "").split(/[\s,]+/);
  if (exempt.some((entry) => isExempt(host, protocol, entry.trim().toLowerCase()))) {
    return undefined;
  }
  const text =
    proxy?.trim() || (protocol === "https:" && variable("HTTPS_PROXY")) || variable("HTTP_PROXY") || "";
  if (text === "") {
    return undefined;
  }
  return parseUrl(text)?.host ?? l10n.t("A proxy with an invalid URL");
}

function isExempt(host: string, protocol: string, entry: string): boolean {
  if (entry === "" || entry === "*") {
    return entry === "*";
  }
  const { hostname, port } = new URL(`${protocol}//${host}`);
  const [, entryHost = "", entryPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  const domain = entryHost.replace(/^\*?\./, "");
  return (
    (hostname === domain || hostname.endsWith(`.${domain}`)) &&
    (entryPort === undefined || entryPort === (port || (protocol === "https:" ? "443" : "80")))
  );
}
