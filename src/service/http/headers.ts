import * as l10n from "@vscode/l10n";
import { ApiError } from "../errors";
import type { ServiceTarget } from "../types";
import { percentEncoded } from "./urls";

const tokenText = /^[\x21-\x7e]+$/;
const headerText = /^[\x20-\x7e]+$/;

/**
 * The headers of every request (`docs/service.md`, Authentication). This is the only place where the API key is written into
 * a request. Throws `invalidRequest` when a value cannot be sent; the message contains neither key nor organization ID.
 */
export function requestHeaders(target: ServiceTarget): Readonly<Record<string, string>> {
  if (target.key === "") {
    throw new ApiError({ kind: "invalidRequest", part: "key" }, l10n.t("The API key is empty."));
  }
  if (!tokenText.test(target.key)) {
    throw new ApiError(
      { kind: "invalidRequest", part: "key" },
      l10n.t(
        "The API key contains a space, a line break or another character that isn't allowed. Copy it again.",
      ),
    );
  }
  const organizationId = target.organizationId?.trim() ?? "";
  if (organizationId !== "" && !headerText.test(organizationId)) {
    throw new ApiError(
      { kind: "invalidRequest", part: "organizationId" },
      l10n.t("The organization ID contains a character that isn't allowed."),
    );
  }
  return {
    Accept: "application/json",
    Authorization: `Bearer ${target.key}`,
    ...(organizationId === "" ? {} : { "X-Organization-ID": organizationId }),
    "User-Agent": "company-feed",
  };
}

/** Invisible between two characters: spaces, controls, zero-width characters, marks. */
const invisible = "[\\s\\p{Cc}\\p{Cf}\\p{M}\\p{Default_Ignorable_Code_Point}]*";

/**
 * Replaces the key in a text that is logged or shown: the logged URL, a redirect's target, the service's error message. It
 * finds the key in plain text, percent-encoded and in base64 (alone or with `Bearer`), in any letter case, and with invisible
 * characters inside.
 */
export function redactor(key: string): (text: string) => string {
  const encoded = encodeURIComponent(key.toWellFormed());
  const base64 = [key, `Bearer ${key}`].flatMap((text) => {
    const bytes = Buffer.from(text);
    return [bytes.toString("base64").replace(/=+$/, ""), bytes.toString("base64url")];
  });
  const spellings = [...base64, key, encoded, encodeURIComponent(encoded), percentEncoded(key)];
  const patterns = spellings
    .filter(Boolean)
    .map((text) => Array.from(text, (char) => char.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(invisible));
  const pattern = new RegExp(patterns.join("|"), "giu");
  return (text) => (key === "" ? text : text.replace(pattern, "[key]"));
}
