import * as l10n from "@vscode/l10n";
import { formatNumber } from "../shared/text";
import { oneLine, withFullStop } from "../util/strings";
import type { ApiError } from "./errors";
import type { RetryNotice } from "./types";

/** `api.example.com is unavailable (503). Retrying in 8 s.` */
export function retryText({ error }: Pick<RetryNotice, "error">, delayMs: number): string {
  return `${withFullStop(oneLine(error.message, 300))} ${countdownText(delayMs)}`;
}

/** `Retrying in 8 s.` */
export function countdownText(delayMs: number): string {
  const seconds = Math.ceil(delayMs / 1000);
  return seconds > 0 ? l10n.t("Retrying in {0} s.", formatNumber(seconds)) : l10n.t("Retrying…");
}

/** Why a request failed, short enough for a side bar of 170 px and for the status line of a feed. The error's message follows. */
export function shortReason({ failure }: ApiError): string {
  switch (failure.kind) {
    case "noKey":
      return l10n.t("No API key");
    case "unauthorized":
      return l10n.t("Key rejected");
    case "forbidden":
      return l10n.t("No access");
    case "notFound":
      return l10n.t("Not found");
    case "notOffered":
      return l10n.t("Not offered");
    case "changesNotAllowed":
      return l10n.t("Changes not allowed");
    case "rejected":
      return l10n.t("Rejected");
    case "unavailable":
      return failure.status === 429 ? l10n.t("Rate limited") : l10n.t("Unavailable");
    case "throttled":
      return l10n.t("Rate limited");
    case "unreachable":
      return l10n.t("Not reachable");
    case "interrupted":
      return l10n.t("Interrupted");
    case "untrusted":
      return l10n.t("Not trusted");
    case "timeout":
      return l10n.t("Timed out");
    case "malformed":
      return l10n.t("Bad response");
    case "tooLarge":
      return l10n.t("Too large");
    case "redirected":
      return l10n.t("Redirected");
    case "invalidRequest":
    case "invalidName":
      return l10n.t("Invalid request");
    case "connectionChanged":
      return failure.removed ? l10n.t("Removed") : l10n.t("Changed");
    case "aborted":
      return l10n.t("Canceled");
    case "internal":
      return l10n.t("Internal error");
  }
}
