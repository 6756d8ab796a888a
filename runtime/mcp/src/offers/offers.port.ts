import type { Part } from "@toolwright/core";

/** What came of asking a server: what it gave, or one sentence that says why there is nothing. */
export type Offer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string };

/** A prompt of a server, as a person is shown it; its words are the server's. */
export interface OfferedPrompt {
  readonly server: string;
  readonly name: string;
  /** Its title and what it is; one line. */
  readonly about: string;
  readonly arguments: readonly PromptArgument[];
}

/** What a prompt asks for. */
export interface PromptArgument {
  readonly name: string;
  /** One line. */
  readonly about: string;
  readonly required: boolean;
}

/** Which prompt, and what stands for its arguments. */
export interface PromptWanted {
  readonly server: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, string>>;
}

/** A resource of a server, as a person is shown it. */
export interface OfferedResource {
  readonly server: string;
  readonly uri: string;
  /** Its title and what it is; one line. */
  readonly about: string;
  /** Parts of the address are to be filled in. */
  readonly isTemplate: boolean;
}

/**
 * What servers offer to a person. A server that does not answer costs what it would have offered. All texts are
 * bounded, and hold no characters that nobody sees.
 */
export interface McpOffers {
  prompts(): Promise<readonly OfferedPrompt[]>;
  /** The text of a prompt, as the parts of one message. It is the server's: show it before it is sent. */
  prompt(wanted: PromptWanted, signal?: AbortSignal): Promise<Offer<readonly Part[]>>;
  /** What could stand for an argument, for what is typed; `arguments` are the others. Empty where nobody knows. */
  complete(
    asked: PromptWanted & { readonly argument: string; readonly typed: string },
    signal?: AbortSignal,
  ): Promise<readonly string[]>;
  resources(): Promise<readonly OfferedResource[]>;
  /**
   * A resource as parts that go before a message: its texts between two lines that say which server it is from, and
   * that it is data.
   */
  resource(
    wanted: { readonly server: string; readonly uri: string },
    signal?: AbortSignal,
  ): Promise<Offer<readonly Part[]>>;
}
