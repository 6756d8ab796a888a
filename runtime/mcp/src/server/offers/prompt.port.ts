import type { MaybePromise } from "@toolwright/core/internal";
import type { McpCaller } from "../calls/caller.port.ts";
import type { McpContent } from "./content.port.ts";

/** A prompt that the client's person can choose. */
export interface McpPrompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly McpPromptArgument[];
  /** A text is one message of the user. */
  get(args: Readonly<Record<string, string>>, caller: McpCaller): MaybePromise<string | readonly McpPromptMessage[]>;
}

export interface McpPromptArgument {
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
  /** What could stand here, the likeliest first, for what has been typed; 100 are sent. */
  readonly complete?: (typed: string) => MaybePromise<readonly string[]>;
}

/** A message of a prompt. */
export interface McpPromptMessage {
  readonly role: "user" | "assistant";
  readonly content: McpContent;
}
