import type { TextCallOptions } from "../../text-calls/read-text-calls.ts";
import type { TimeLimitOptions } from "./time-limits.ts";

/** What every model behind a server of one's own address is made with. */
export interface ModelServerOptions extends TimeLimitOptions, TextCallOptions {
  /** What stands before `/chat/completions` or `/responses`, for example `http://127.0.0.1:4000/v1`. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer …`; without it no such header is sent. */
  readonly apiKey?: string;
  /** As the server names it. */
  readonly model: string;
  /** For people and records; by default what kind of server it is and the model. */
  readonly name?: string;
  /** Sent with every request; they win over the adapter's own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Stands in for the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** How often a failed request is sent again before its answer begins; 2 by default. */
  readonly maxRetries?: number;
  /** Milliseconds before the first retry, doubled for each further one; 500 by default. */
  readonly firstRetryMs?: number;
  /**
   * An answer with more tokens than this is cut and ends as `length`; 131,072 by default, or the request's own
   * `maxTokens` where that is more. Pieces of the stream are counted, for a server sends about one
   * for each token, and every 64 letters of a longer piece.
   */
  readonly maxAnswerTokens?: number;
  /** An answer with more bytes than this, as they are sent, is cut and ends as `length`; 128 MiB by default. */
  readonly maxAnswerBytes?: number;
  /**
   * Calls that a model writes as text. By default an answer of a server on this machine (`127.0.0.1`, `localhost`,
   * `::1`) that is nothing but calls is taken as calls, and the run says so; those of other servers stay text, and the
   * run warns. True takes the calls of offered tools at the end of any answer, false takes none.
   */
  readonly textCalls?: boolean;
  /** Tokens the model can read. */
  readonly contextWindow?: number;
  /**
   * The media types that the model reads beside text, such as `["image/*", "application/pdf"]`. By default what is
   * known of its name, and images of a model that is not known. In the place of any other part it reads one line.
   */
  readonly takes?: readonly string[];
  /**
   * Whether requests that offer tools are marked with `cache_control`, so that Anthropic reads what it has read before
   * at a tenth of the price. By default those to a model whose name says that it is Anthropic's; true for one behind
   * another name, false for a server that refuses the field.
   */
  readonly promptCaching?: boolean;
  /**
   * When a loop's `output` goes out as the server's own format of answers, and not in words: `without-tools` for
   * servers that hold a text to a schema from its first character on, because they then call no tool; `never` where a
   * server refuses the field.
   */
  readonly structuredOutput?: "always" | "without-tools" | "never";
}
