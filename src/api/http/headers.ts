import { percentEncoded } from "./urls";
import { ApiError } from "../errors";
import type { ServiceTarget } from "../types";

/** Visible ASCII: what a bearer token is made of, and more. */
const tokenText = /^[\x21-\x7e]+$/;
const headerText = /^[\x20-\x7e]+$/;

const defaultUserAgent = "company-feed";

/**
 * The headers of every request (`interface.md`, Authentication and Endpoints). Throws `invalidRequest` when the key or the
 * organization ID cannot be part of a header; the sentence names neither.
 */
export function requestHeaders(target: ServiceTarget, userAgent: string | undefined): Record<string, string> {
  if (target.key === "") {
    throw new ApiError({ kind: "invalidRequest" }, "The API key is empty.");
  }
  if (!tokenText.test(target.key)) {
    throw new ApiError(
      { kind: "invalidRequest" },
      "The API key holds a space, a line break or a character that no key has. Copy it again, without what stands around it.",
    );
  }
  const organizationId = target.organizationId?.trim() ?? "";
  if (organizationId !== "" && !headerText.test(organizationId)) {
    throw new ApiError(
      { kind: "invalidRequest" },
      "The organization ID holds a character that cannot be sent.",
    );
  }
  return {
    Accept: "application/json",
    Authorization: `Bearer ${target.key}`,
    ...(organizationId === "" ? {} : { "X-Organization-ID": organizationId }),
    "User-Agent": userAgent !== undefined && headerText.test(userAgent) ? userAgent : defaultUserAgent,
  };
}

/** What cannot be seen between two characters, or barely: spaces, controls, zero-width characters, marks. */
const unseen = "[\\s\\p{Cc}\\p{Cf}\\p{M}\\p{Default_Ignorable_Code_Point}]*";

/**
 * Takes the key out of a text: plain, percent-encoded, or in base64, alone or as the header has it; in either case, and with
 * anything between its characters that a reader does not see.
 */
export function redactor(key: string): (text: string) => string {
  const encoded = encodeURIComponent(key.replace(/\p{Cs}/gu, "\ufffd"));
  const base64 = [key, `Bearer ${key}`].map((text) =>
    Buffer.from(text).toString("base64").replace(/=+$/, ""),
  );
  const spellings = [
    ...base64,
    ...base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_")),
    key,
    encoded,
    encodeURIComponent(encoded),
    percentEncoded(key),
  ];
  const patterns = [...new Set(spellings)]
    .filter(Boolean)
    .map((text) => Array.from(text, (char) => char.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(unseen));
  // Hosts, among others, come back in lower case.
  const pattern = new RegExp(patterns.join("|"), "giu");
  return (text) => (patterns.length === 0 ? text : text.replace(pattern, "[key]"));
}
