/** The web address of a domain as the service names it; nothing unless it is a host name, with http or https at most. */
export function websiteOf(domain: string | undefined): string | undefined {
  const match =
    /^(?:(https?):\/\/)?((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9][a-z0-9-]{0,61}[a-z0-9])\/?$/i.exec(
      domain?.trim() ?? "",
    );
  const host = match?.[2]?.toLowerCase();
  if (host === undefined || host.length > 253) {
    return undefined;
  }
  const address = `${match?.[1]?.toLowerCase() ?? "https"}://${host}/`;
  // Names that a browser reads as a number become an IP address there.
  return URL.canParse(address) && new URL(address).hostname === host && !/^[\d.]+$/.test(host)
    ? address
    : undefined;
}
