import type { ModelServerOptions } from "../openai-compatible/http/model-server-options.ts";

/** Variables of the environment. An empty one counts as absent. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** How the model of a provider is made; all of it has defaults. */
export interface ModelOptions
  extends Pick<
    ModelServerOptions,
    "apiKey" | "contextWindow" | "takes" | "textCalls" | "promptCaching" | "fetch" | "firstByteTimeoutMs" | "maxRetries"
  > {
  /** The server, in the place of the provider's own. It may need no key. */
  readonly baseUrl?: string;
  /** Where keys and addresses are looked for. Default: the environment of this process. */
  readonly environment?: Environment;
  /** The server is asked for responses (`/responses`), not for chat completions. Default false. */
  readonly responses?: boolean;
}
