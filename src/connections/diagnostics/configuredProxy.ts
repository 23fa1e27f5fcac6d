/** Where a proxy may be named: VS Code's `http.proxy` and `http.noProxy`, and the environment. */
export interface ProxySources {
  readonly proxy: string | undefined;
  readonly noProxy: readonly string[] | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Host and port of the proxy that is named for an address, never the name and password that may stand with it; undefined
 * where none is, or where the address is exempt. The rules are those of VS Code's own requests: its settings come before the
 * environment, `noProxy` holds names that stand for themselves and all that ends in them.
 */
export function configuredProxy(
  { protocol, host }: { readonly protocol: string; readonly host: string },
  { proxy, noProxy, environment }: ProxySources,
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
  return URL.canParse(text) ? new URL(text).host : "A proxy whose address cannot be read";
}

function isExempt(host: string, protocol: string, entry: string): boolean {
  if (entry === "" || entry === "*") {
    return entry === "*";
  }
  const { hostname, port } = new URL(`${protocol}//${host}`);
  const [, name = "", portOfEntry] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  const bare = name.replace(/^\*?\./, "");
  const fits = hostname === bare || hostname.endsWith(`.${bare}`);
  return (
    fits && (portOfEntry === undefined || portOfEntry === (port || (protocol === "https:" ? "443" : "80")))
  );
}
