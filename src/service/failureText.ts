import * as l10n from "@vscode/l10n";
import { formatNumber } from "../shared/text";
import { oneLine, withFullStop } from "../util/strings";
import type { ApiError } from "./errors";

/** `api.example.com is unavailable (503). Retrying in 8 s.` */
export function retryText({ error }: { readonly error: ApiError }, delayMs: number): string {
  const seconds = Math.ceil(delayMs / 1000);
  const next = seconds > 0 ? l10n.t("Retrying in {0} s.", formatNumber(seconds)) : l10n.t("Retrying…");
  return `${withFullStop(oneLine(error.message, 300))} ${next}`;
}
