/** The URL of a company's domain; undefined unless that is a host name, with or without http or https. */
export function websiteOf(domain: string | undefined): string | undefined {
  // The last label starts with a letter: browsers treat a name that ends in a number as an IP address.
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
