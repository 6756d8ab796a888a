/** Why a request to a server came to nothing. */
export type FailureKind =
  /** The server said so, in the words of the protocol. */
  | "refused"
  /** The connection ended while the answer was waited for. */
  | "lost"
  /** The server no longer knows this session: the request was not looked at. */
  | "expired"
  /** It wants to know who asks, and nobody has logged in, or not for this. */
  | "unauthorised"
  /** Nobody waits for it any more. */
  | "aborted"
  /** What came is no answer that can be read. */
  | "unreadable";

/** The rest of an error of the protocol. */
export interface Refusal {
  readonly code: number;
  readonly data: unknown;
}

/** A request that came to nothing. Its message is the server's, or says what happened to the connection. */
export class McpFailure extends Error {
  readonly kind: FailureKind;
  /** What a server that refused sent beside its message. */
  readonly refusal: Refusal | undefined;

  constructor(kind: FailureKind, message: string, cause?: unknown, refusal?: Refusal) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.refusal = refusal;
  }
}
