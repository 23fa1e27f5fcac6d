import * as l10n from "@vscode/l10n";
import { type ApiError, isCertificateCode, isHandshakeCode } from "../../service/errors";
import type { Connection } from "../connection";

/** What the user can do about an error of the collections. */
export function adviceFor({ failure }: ApiError, connection: Connection): string | undefined {
  const { baseUrl, organizationId } = connection;
  if (connection.sample) {
    return l10n.t("The sample service runs inside VS Code. Reload the window and try again.");
  }
  switch (failure.kind) {
    case "unauthorized":
    case "noKey":
      return keyAdvice();
    case "invalidRequest":
      return failure.part === "key" ? keyAdvice() : l10n.t("Change it with Company Feed: Edit Connection…");
    case "forbidden":
      return organizationId === undefined
        ? l10n.t(
            "The key is valid, but an organization ID is required. Add it with Company Feed: Edit Connection…",
          )
        : l10n.t(
            "The key is valid, but not for organization {0}. Change or clear the ID with Company Feed: Edit Connection…",
            organizationId,
          );
    case "notFound":
      return l10n.t("Check the base URL ({0}) with Company Feed: Edit Connection…", baseUrl);
    case "redirected":
      return l10n.t(
        "The key is not sent to other hosts. If the service moved, change the base URL with Company Feed: Edit Connection…",
      );
    case "notOffered":
    case "invalidName":
    case "changesNotAllowed":
      return undefined;
    case "unavailable":
      return l10n.t("The service is reachable, but busy or down. Try again later.");
    case "timeout":
      return failure.responding
        ? l10n.t(
            "The service is reachable, but slow. Try again, or allow more time with the setting companyFeed.requestTimeout.",
          )
        : networkAdvice();
    case "unreachable":
      return networkAdvice();
    case "interrupted":
      return l10n.t(
        "The service is reachable, but its responses are incomplete. Try again. A proxy or VPN may be the cause.",
      );
    case "untrusted":
      return tlsAdvice(failure.code);
    case "malformed":
    case "tooLarge":
      return l10n.t(
        "The response may be from a sign-in page or a gateway instead of the service. Check the base URL.",
      );
    case "rejected":
    case "connectionChanged":
    case "aborted":
    case "internal":
      return undefined;
  }
}

/** What the user can do about an error of the feed. @param collectionsError of the same service; undefined if it lists them */
export function feedAdviceFor(
  error: ApiError,
  connection: Connection,
  collectionsError: ApiError | undefined,
): string | undefined {
  const { dataset, sample } = connection;
  if (sample) {
    return adviceFor(error, connection);
  }
  if (error.kind === "forbidden") {
    return collectionsError
      ? l10n.t("See {0} above.", l10n.t("Organization"))
      : l10n.t(
          "The key is valid for the collections, but not for the dataset {0}. Check the dataset with Company Feed: Edit Connection…, or use a key that may read it.",
          dataset,
        );
  }
  if (error.kind === "notFound") {
    return collectionsError
      ? l10n.t(
          "Check the base URL ({0}) and the dataset ({1}) with Company Feed: Edit Connection…",
          connection.baseUrl,
          dataset,
        )
      : l10n.t(
          "The base URL works for the collections. Check the dataset ({0}) with Company Feed: Edit Connection…",
          dataset,
        );
  }
  return adviceFor(error, connection);
}

/** @param code Node's error code */
export function tlsAdvice(code: string | undefined): string {
  if (code === "CERT_HAS_EXPIRED" || code === "CERT_NOT_YET_VALID") {
    return l10n.t("Check the date of this machine. If it is right, the service needs a new certificate.");
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID" || code === "HOSTNAME_MISMATCH") {
    return l10n.t("The certificate is for another host. Check the base URL.");
  }
  if (isCertificateCode(code)) {
    return l10n.t(
      "If your company inspects traffic, install its root certificate on this machine and turn on VS Code's setting http.systemCertificates.",
    );
  }
  return isHandshakeCode(code)
    ? l10n.t(
        "The server may not support HTTPS on this port. Check the base URL. A firewall or proxy may also be the cause.",
      )
    : networkAdvice();
}

function keyAdvice(): string {
  return l10n.t("Enter the key again with Company Feed: Set API Key… Each environment has its own keys.");
}

function networkAdvice(): string {
  return l10n.t(
    "Check the base URL, that you are online and connected to the right VPN, and VS Code's setting http.proxy.",
  );
}
