import { retryText } from "../shared/times";
import { oneLine, withFullStop } from "../util/strings";
import type { ApiError } from "./errors";

/** `api.example.com is unavailable (503). Retrying in 8 s.` */
export function failureText(error: ApiError, retryInMs: number): string {
  return `${withFullStop(oneLine(error.message, 300))} ${retryText(retryInMs)}`;
}
