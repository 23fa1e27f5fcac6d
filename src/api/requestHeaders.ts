import { percentEncoded } from "./address";
import { ApiError } from "./errors";
import type { ServiceTarget } from "./types";

/** Visible ASCII: what a bearer token is made of, and more. */
const tokenText = /^[\x21-\x7e]+$/;
const headerText = /^[\x20-\x7e]+$/;

const defaultUserAgent = "company-feed";

/**
 * The headers of every request (`interface.md`, Authentication and Endpoints). Throws `unsendable` when the key or the
 * organization ID cannot be part of a header; the sentence names neither.
 */
export function requestHeaders(target: ServiceTarget, userAgent: string | undefined): Record<string, string> {
  if (target.key === "") {
    throw new ApiError({ kind: "unsendable" }, "The API key is empty.");
  }
  if (!tokenText.test(target.key)) {
    throw new ApiError(
      { kind: "unsendable" },
      "The API key holds a space, a line break or a character that no key has. Copy it again, without what stands around it.",
    );
  }
  const organizationId = target.organizationId?.trim() ?? "";
  if (organizationId !== "" && !headerText.test(organizationId)) {
    throw new ApiError({ kind: "unsendable" }, "The organization ID holds a character that cannot be sent.");
  }
  return {
    Accept: "application/json",
    Authorization: `Bearer ${target.key}`,
    ...(organizationId === "" ? {} : { "X-Organization-ID": organizationId }),
    "User-Agent": userAgent !== undefined && headerText.test(userAgent) ? userAgent : defaultUserAgent,
  };
}

/** Takes the key out of a text: plain, percent-encoded in either way, or in base64. */
export function redactor(key: string): (text: string) => string {
  const base64 = Buffer.from(key).toString("base64").replace(/=+$/, "");
  const spellings = [
    key,
    encodeURIComponent(key.replace(/\p{Cs}/gu, "\ufffd")),
    percentEncoded(key),
    base64,
    base64.replaceAll("+", "-").replaceAll("/", "_"),
  ].filter((spelling) => spelling !== "");
  return (text) => spellings.reduce((rest, spelling) => rest.replaceAll(spelling, "[key]"), text);
}
