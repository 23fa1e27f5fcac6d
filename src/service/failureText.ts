import * as l10n from "@vscode/l10n";
import { formatNumber } from "../shared/text";
import { oneLine, withFullStop } from "../util/strings";
import type { ApiError } from "./errors";

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
    case "unavailable":
      return failure.status === 429 ? l10n.t("Rate limited") : l10n.t("Unavailable");
    case "unreachable":
      return l10n.t("Not reachable");
    case "untrusted":
      return l10n.t("Not trusted");
    case "interrupted":
      return l10n.t("Interrupted");
    case "timeout":
      return l10n.t("Timed out");
    case "malformed":
      return l10n.t("Bad response");
    case "tooLarge":
      return l10n.t("Too large");
    case "redirected":
      return l10n.t("Redirected");
    case "connectionChanged":
      return failure.removed ? l10n.t("Removed") : l10n.t("Changed");
    case "rejected":
      return l10n.t("Rejected");
    default:
      return l10n.t("Failed");
  }
}

/** `api.example.com is unavailable (503). Retrying in 8 s.` */
export function retryText({ error }: { readonly error: ApiError }, delayMs: number): string {
  return `${withFullStop(oneLine(error.message, 300))} ${countdownText(delayMs)}`;
}

/** `Retrying in 8 s.` */
export function countdownText(delayMs: number): string {
  const seconds = Math.ceil(delayMs / 1000);
  return seconds > 0 ? l10n.t("Retrying in {0} s.", formatNumber(seconds)) : l10n.t("Retrying…");
}
