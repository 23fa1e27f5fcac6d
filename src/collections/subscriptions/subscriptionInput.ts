import * as l10n from "@vscode/l10n";
import { formatNumber } from "../../shared/text";
import { domainOf, parseTypedUrl } from "../../util/url";
import { listText } from "../changes/changeText";

const maxDomains = 10_000;

/** @returns why the text is not accepted as a callback URL */
export function checkCallbackUrl(text: string): string | undefined {
  const input = text.trim();
  if (input === "") {
    return l10n.t("Enter the callback URL.");
  }
  if (!/^https:\/\//i.test(input)) {
    return l10n.t("Enter a URL that starts with https://.");
  }
  const url = parseTypedUrl(input);
  if (!url) {
    return l10n.t("Enter a complete URL, such as {0}.", "https://hooks.example.com/alerts");
  }
  return url.username === "" && url.password === ""
    ? undefined
    : l10n.t("Remove the user name and password from the URL.");
}

/** Splits a text at spaces, line breaks, commas and semicolons into domains and other parts, each once. */
export function domainsIn(text: string): {
  readonly domains: readonly string[];
  readonly others: readonly string[];
} {
  const domains = new Set<string>();
  const others = new Set<string>();
  for (const part of text.split(/[\s,;]+/).filter(Boolean)) {
    const domain = domainOf(part);
    if (domain === undefined) {
      others.add(part);
    } else {
      domains.add(domain);
    }
  }
  return { domains: [...domains], others: [...others] };
}

/** @returns why the text is not accepted as a list of domains */
export function checkDomains(text: string): string | undefined {
  const { domains, others } = domainsIn(text);
  if (others.length > 0) {
    return others.length === 1
      ? l10n.t('"{0}" is not a domain.', listText(others))
      : l10n.t("These are not domains: {0}.", listText(others));
  }
  if (domains.length === 0) {
    return l10n.t("Enter at least one domain.");
  }
  return domains.length > maxDomains
    ? l10n.t(
        "A webhook alert can have up to {0} domains. You entered {1}.",
        formatNumber(maxDomains),
        formatNumber(domains.length),
      )
    : undefined;
}
