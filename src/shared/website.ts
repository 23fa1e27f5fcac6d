/** The web address of a domain as the service names it; nothing unless it is a host name, with http or https at most. */
export function websiteOf(domain: string | undefined): string | undefined {
  const match = /^(?:(https?):\/\/)?((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63})\/?$/i.exec(
    domain?.trim() ?? "",
  );
  const host = match?.[2];
  return host === undefined || host.length > 253 || /^[\d.]+$/.test(host)
    ? undefined
    : `${match?.[1]?.toLowerCase() ?? "https"}://${host}/`;
}
