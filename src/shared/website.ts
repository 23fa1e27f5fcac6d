/** The web address of a domain as the service names it; nothing unless it is a host name, with http or https at most. */
export function websiteOf(domain: string | undefined): string | undefined {
  // The last part begins with a letter: a browser reads a name that ends in a number as an IP address.
  const match =
    /^(?:(https?):\/\/)?((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9])\/?$/i.exec(
      domain?.trim() ?? "",
    );
  const host = match?.[2]?.toLowerCase();
  if (host === undefined || host.length > 253) {
    return undefined;
  }
  return `${match?.[1]?.toLowerCase() ?? "https"}://${host}/`;
}
