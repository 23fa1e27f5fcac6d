/** What went wrong with a call: one kind for each way of reacting to it. */
export type Failure =
  /** No usable key is stored for the connection: nothing was sent. */
  | { readonly kind: "noKey" }
  /** The connection was changed or removed meanwhile: nothing is sent on its behalf any more. */
  | { readonly kind: "connectionChanged" }
  /** 401: the key is missing or refused. */
  | { readonly kind: "unauthorized"; readonly status: number }
  /** 403: the key is fine, but not for this organization or operation. */
  | { readonly kind: "forbidden"; readonly status: number }
  /** 404: nothing at this address; base URL or dataset are likely off. */
  | { readonly kind: "notFound"; readonly status: number }
  /** Any other 4xx: the service does not accept this request; asking again changes nothing. */
  | { readonly kind: "rejected"; readonly status: number }
  /** 429 and 5xx (and 408, 409) after the attempts that were allowed; worth another try later. */
  | { readonly kind: "unavailable"; readonly status: number; readonly retryAfterMs?: number }
  /** No answer. `code` is Node's (ECONNREFUSED, ENOTFOUND, …) where it gave one. */
  | { readonly kind: "unreachable"; readonly code?: string }
  /** The connection ended in the middle of an answer. */
  | { readonly kind: "interrupted"; readonly code?: string }
  /** TLS: the certificate is not trusted or does not fit. */
  | { readonly kind: "untrusted"; readonly code?: string }
  /** No complete answer in time. `answering`: one had begun. */
  | { readonly kind: "timeout"; readonly timeoutMs: number; readonly answering: boolean }
  /** An answer that is not what `interface.md` describes: HTML, no JSON, no list. */
  | { readonly kind: "malformed"; readonly status: number }
  /** A body larger than any sane page. */
  | { readonly kind: "tooLarge"; readonly limitBytes: number }
  /** A redirect to another origin, which must not get the key, or a circle of redirects. */
  | { readonly kind: "redirected"; readonly location: string }
  /** The address or a header cannot be sent as it is (a key with odd characters, a base URL that is none). */
  | { readonly kind: "invalidRequest" }
  /** The caller ended it. */
  | { readonly kind: "aborted" };

export type FailureKind = Failure["kind"];

/** The one error that `src/api` throws. Code branches on `failure.kind`, never on the message. */
export class ApiError extends Error {
  constructor(
    readonly failure: Failure,
    /** A sentence for the person; may hold text from the service, which is text and nothing else. */
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  get kind(): FailureKind {
    return this.failure.kind;
  }
}

/** Whether a request might succeed with another key. */
export function dependsOnKey({ kind }: ApiError): boolean {
  return kind === "unauthorized" || kind === "forbidden" || kind === "noKey" || kind === "invalidRequest";
}
