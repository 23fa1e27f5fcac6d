import { domainToUnicode } from "node:url";
import { maxFilterLength } from "../../../shared/limits";
import { comparableText } from "../../../shared/text";
import { domainOf, isEntityId } from "../../model/watchlist";

export type EntryKind = "domain" | "entityId" | "name";

/** Why a cell is not understood as a company. */
export type CellProblem =
  | "empty"
  | "placeholder"
  | "number"
  | "noLetters"
  | "tooLong"
  | "severalLines"
  | "notAWebsite"
  | "sharedWebsite"
  | "mailProvider";

export type ReadCell =
  | { readonly kind: EntryKind; readonly entry: string }
  | { readonly kind: "problem"; readonly problem: CellProblem };

/** Sites on which a path, not the domain, stands for the company. */
const sharedWebsites = new Set(
  (
    "linkedin.com crunchbase.com facebook.com instagram.com twitter.com x.com youtube.com github.com gitlab.com medium.com " +
    "angel.co wellfound.com pitchbook.com glassdoor.com xing.com tiktok.com google.com wikipedia.org"
  ).split(" "),
);

/** Providers of mail addresses that say nothing about the company. */
const mailProviders = new Set(
  (
    "gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com icloud.com me.com mac.com aol.com " +
    "proton.me protonmail.com gmx.de gmx.net gmx.com web.de t-online.de mail.com mail.ru yandex.ru qq.com 163.com zoho.com"
  ).split(" "),
);

const placeholders = new Set("n/a na #n/a - -- – none null nil nan undefined unknown tbd tba ? .".split(" "));

/** Not "3M", which is a company; "$3M" is none. */
const number = /^(?:[+-]?\s?\d[\d.,'\s]*(?:%|\p{Sc})?|[+-]?\p{Sc}\s?\d[\d.,'\s]*(?:[kmb]|mm|bn)?)$/iu;
const date = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ][\d:.]+Z?)?$/;
const mailAddress = /^(?:.*<)?(?:mailto:)?[^\s<>@]+@([^\s<>@]+?)>?$/i;
const scheme = /^[a-z][a-z0-9+.-]*:\/\//i;

/** Reads what a cell says of a company: a domain (also of a URL or a mail address), an entity ID, or a name. */
export function readCell(cell: string): ReadCell {
  const text = unwrapped(cell);
  if (text === "") {
    return problemOf("empty");
  }
  if (text.includes("\n")) {
    return problemOf("severalLines");
  }
  if (placeholders.has(text.toLowerCase())) {
    return problemOf("placeholder");
  }
  const mail = mailAddress.exec(text);
  if (mail) {
    return readMailDomain(mail[1] ?? "");
  }
  if (scheme.test(text) || /^[^\s/]+\.[^\s/.]{2,}[/?#]\S*$/.test(text)) {
    return readUrl(text);
  }
  const domain = domainOf(text);
  if (domain !== undefined) {
    return domainEntry(domain);
  }
  if (isEntityId(text)) {
    return text.length > maxFilterLength ? problemOf("tooLong") : { kind: "entityId", entry: text };
  }
  return readName(text);
}

function readMailDomain(host: string): ReadCell {
  const domain = domainOf(host);
  return domain === undefined
    ? problemOf("notAWebsite")
    : mailProviders.has(domain)
      ? problemOf("mailProvider")
      : domainEntry(domain);
}

function readUrl(text: string): ReadCell {
  const url = scheme.test(text) ? text : `https://${text}`;
  if (!URL.canParse(url) || !/^https?:/i.test(url)) {
    return problemOf("notAWebsite");
  }
  const { hostname, pathname, search } = new URL(url);
  const domain = domainOf(hostname);
  if (domain === undefined) {
    return problemOf("notAWebsite");
  }
  const isPage = pathname !== "/" || search !== "";
  return isPage && isSharedWebsite(domain) ? problemOf("sharedWebsite") : domainEntry(domain);
}

/** As people write it: `bücher.example`, not `xn--bcher-kva.example`. */
function domainEntry(domain: string): ReadCell {
  const readable = domainToUnicode(domain);
  return { kind: "domain", entry: domainOf(readable) === domain ? readable : domain };
}

/** Also a part of one, such as `de.linkedin.com`. */
function isSharedWebsite(domain: string): boolean {
  const labels = domain.split(".");
  return labels.some((_, index) => sharedWebsites.has(labels.slice(index).join(".")));
}

function readName(text: string): ReadCell {
  const name = text.replace(/\s+/gu, " ");
  if (number.test(name) || date.test(name)) {
    return problemOf("number");
  }
  if (!/[\p{L}\p{N}]/u.test(comparableText(name))) {
    return problemOf("noLetters");
  }
  return name.length > maxFilterLength ? problemOf("tooLong") : { kind: "name", entry: name };
}

/** Without what a list, a program or a mail has around its items: bullets, quotation marks, a comma at the end. */
function unwrapped(cell: string): string {
  const text = cell
    .trim()
    .replace(/^[-*•–]\s+/u, "")
    .replace(/[,;]$/, "")
    .trim();
  const quoted = /^(["'“”„«»])(.*)["'“”«»]$/su.exec(text);
  // A quotation mark without a counterpart stays behind where a file is damaged.
  return (quoted ? (quoted[2] ?? "").replaceAll('""', '"') : text.replace(/^"(?=[^"]*$)/, "")).trim();
}

function problemOf(problem: CellProblem): ReadCell {
  return { kind: "problem", problem };
}
