/** An HTTP request, as far as the handler looks at it. */
export interface SampleRequest {
  readonly method: string;
  /** Path and query as they stand in the request line. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** An HTTP response, before compression and transport. */
export interface SampleResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Answers a request; never throws. */
export type SampleHandler = (request: SampleRequest) => SampleResponse;

/** Refuses a request: thrown while it is being read, turned into the response by the handler. */
export class Refusal extends Error {
  /** @param body JSON body; the shapes are those of `field-notes.md`, Error bodies. */
  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`Refused with ${status}`);
  }
}

/** 422, naming the query parameter at fault. */
export function invalidParameter(name: string, message: string, type = "value_error"): Refusal {
  return new Refusal(422, { detail: [{ loc: ["query", name], msg: message, type }] });
}
