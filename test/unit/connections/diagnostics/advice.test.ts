import assert from "node:assert/strict";
import { ApiError, type Failure, type FailureKind } from "../../../../src/service/errors";
import { type Connection, sampleConnection } from "../../../../src/connections/connection";
import { adviceFor, feedAdviceFor, tlsAdvice } from "../../../../src/connections/diagnostics/advice";

const connection: Connection = {
  name: "Acme",
  baseUrl: "https://api.example/v2",
  origin: "https://api.example",
  dataset: "companydata",
  sample: false,
};

const key = /^Enter the key again with Company Feed: Set API Key…/;
const network = /^Check the base URL, that you are online/;
const certificate = /^If your company inspects traffic/;

const error = (failure: Failure): ApiError => new ApiError(failure, "No.");

/** What is advised for every kind of failure of the collections. */
const advice: {
  readonly [K in FailureKind]: readonly (readonly [Extract<Failure, { kind: K }>, RegExp | undefined])[];
} = {
  noKey: [[{ kind: "noKey" }, key]],
  unauthorized: [[{ kind: "unauthorized", status: 401 }, key]],
  invalidRequest: [
    [{ kind: "invalidRequest", part: "key" }, key],
    [{ kind: "invalidRequest", part: "baseUrl" }, /^Change it with Company Feed: Edit Connection…$/],
  ],
  forbidden: [[{ kind: "forbidden", status: 403 }, /an organization ID is required/]],
  notFound: [[{ kind: "notFound", status: 404 }, /^Check the base URL \(https:\/\/api\.example\/v2\)/]],
  redirected: [[{ kind: "redirected" }, /is not sent to other hosts/]],
  unavailable: [[{ kind: "unavailable", status: 503 }, /reachable, but busy or down/]],
  timeout: [
    [{ kind: "timeout", timeoutMs: 1, responding: true }, /reachable, but slow/],
    [{ kind: "timeout", timeoutMs: 1, responding: false }, network],
  ],
  unreachable: [[{ kind: "unreachable", code: "ENOTFOUND" }, network]],
  interrupted: [[{ kind: "interrupted" }, /its responses are incomplete/]],
  untrusted: [
    [{ kind: "untrusted", code: "CERT_HAS_EXPIRED" }, /^Check the date of this machine/],
    [{ kind: "untrusted" }, network],
  ],
  malformed: [[{ kind: "malformed" }, /a sign-in page or a gateway/]],
  tooLarge: [[{ kind: "tooLarge" }, /a sign-in page or a gateway/]],
  notOffered: [[{ kind: "notOffered", status: 405 }, undefined]],
  invalidName: [[{ kind: "invalidName" }, undefined]],
  changesNotAllowed: [[{ kind: "changesNotAllowed" }, undefined]],
  rejected: [[{ kind: "rejected", status: 422 }, undefined]],
  connectionChanged: [[{ kind: "connectionChanged" }, undefined]],
  aborted: [[{ kind: "aborted" }, undefined]],
  internal: [[{ kind: "internal" }, undefined]],
};

function assertAdvice(shown: string | undefined, expected: RegExp | undefined): void {
  if (expected === undefined) {
    assert.equal(shown, undefined);
  } else {
    assert.match(shown ?? "", expected);
  }
}

describe("The advice of a connection test", () => {
  for (const [kind, cases] of Object.entries(advice)) {
    it(`is what the user can do if it fails with ${kind}`, () => {
      for (const [failure, expected] of cases) {
        assertAdvice(adviceFor(error(failure), connection), expected);
      }
    });
  }

  it("names the organization that the key is not valid for", () => {
    assertAdvice(
      adviceFor(error({ kind: "forbidden", status: 403 }), { ...connection, organizationId: "org_1" }),
      /not for organization org_1\. Change or clear the ID/,
    );
  });

  it("is to reload the window if the sample service fails", () => {
    const reload = /^The sample service runs inside VS Code\. Reload the window/;
    const failure = error({ kind: "notFound", status: 404 });
    assertAdvice(adviceFor(failure, sampleConnection), reload);
    assertAdvice(feedAdviceFor(failure, sampleConnection, undefined), reload);
  });

  it("is about the dataset where the collections are fine, and is otherwise the same as theirs", () => {
    const forbidden = error({ kind: "forbidden", status: 403 });
    const missing = error({ kind: "notFound", status: 404 });
    const down = error({ kind: "unavailable", status: 503 });
    for (const [feed, collections, expected] of [
      [forbidden, undefined, /but not for the dataset companydata\./],
      [forbidden, forbidden, /^See Organization above\.$/],
      [missing, undefined, /works for the collections\. Check the dataset \(companydata\)/],
      [missing, missing, /^Check the base URL \(https:.*\) and the dataset \(companydata\)/],
      [down, undefined, /busy or down/],
      [down, forbidden, /busy or down/],
    ] as const) {
      assertAdvice(feedAdviceFor(feed, connection, collections), expected);
    }
  });

  it("depends on what is wrong with TLS", () => {
    for (const [code, expected] of [
      ["CERT_HAS_EXPIRED", /^Check the date of this machine/],
      ["CERT_NOT_YET_VALID", /^Check the date of this machine/],
      ["ERR_TLS_CERT_ALTNAME_INVALID", /for another host/],
      ["HOSTNAME_MISMATCH", /for another host/],
      ["CERT_REVOKED", certificate],
      ["CRL_HAS_EXPIRED", certificate],
      ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", certificate],
      ["ERR_TLS_CERT_SIGNATURE_ALGORITHM_UNSUPPORTED", certificate],
      ["DEPTH_ZERO_SELF_SIGNED_CERT", certificate],
      ["SELF_SIGNED_CERT_IN_CHAIN", certificate],
      ["INVALID_CA", certificate],
      ["INVALID_PURPOSE", certificate],
      ["PATH_LENGTH_EXCEEDED", certificate],
      ["EPROTO", /may not support HTTPS on this port/],
      ["ERR_SSL_WRONG_VERSION_NUMBER", /may not support HTTPS on this port/],
      ["ECONNRESET", network],
      ["XCERT_REVOKED", network],
      ["EPROTONOSUPPORT", network],
      ["INVALID_CALL", network],
      [undefined, network],
    ] as const) {
      assertAdvice(tlsAdvice(code), expected);
    }
  });
});
