import { checkOptions } from "../options/check-options.ts";
import { aLogger } from "../options/composed-rules.ts";
import type { Conversation } from "../tool/conversation.ts";
import { conversationKey } from "../tool/conversation.ts";
import type { Logger } from "../tool/logger.ts";
import { DependencyValues } from "./values.ts";

/** Options of {@link DependencyHolder}. */
export interface DependencyHolderOptions {
  /** Told of a value that could not be disposed of. Default: the console. */
  readonly logger?: Logger;
}

/**
 * Holds what outlives a run: dependencies of scope `conversation` and `process`. For runners and loops, as
 * `dependencies`.
 */
export class DependencyHolder {
  readonly #logger: Logger;
  readonly #conversations = new Map<string, DependencyValues>();
  readonly #said = new Set<string>();
  #process = new DependencyValues();

  /** Throws a `TypeError` for an option that does not exist or cannot be. */
  constructor(options: DependencyHolderOptions = {}) {
    checkOptions<DependencyHolderOptions>(options, { of: "DependencyHolder", rules: { logger: aLogger } });
    this.#logger = options.logger ?? console;
  }

  /**
   * Disposes of what a conversation made, in the reverse order of making. The next call of it begins anew. Never
   * rejects.
   */
  async endConversation(conversation: Conversation): Promise<void> {
    const key = conversationKey(conversation);
    const scope = this.#conversations.get(key);
    this.#conversations.delete(key);
    await scope?.dispose(this.#failed);
  }

  /** Disposes of everything: what conversations made first, then what all of them share. Never rejects. */
  async dispose(): Promise<void> {
    const conversations = [...this.#conversations.values()];
    const shared = this.#process;
    this.#conversations.clear();
    this.#process = new DependencyValues();
    await Promise.all(conversations.map((scope) => scope.dispose(this.#failed)));
    await shared.dispose(this.#failed);
  }

  /** @internal What all conversations share. */
  get process(): DependencyValues {
    return this.#process;
  }

  /** @internal Undefined for a call that belongs to no conversation: callers without a name would share one. */
  of(conversation: Conversation | undefined): DependencyValues | undefined {
    if (conversation === undefined || (conversation.channel === "" && conversation.chatId === "")) return undefined;
    const key = conversationKey(conversation);
    const scope = this.#conversations.get(key) ?? new DependencyValues();
    this.#conversations.set(key, scope);
    return scope;
  }

  /** @internal Whether something is said for the first time. */
  isNew(saying: string): boolean {
    if (this.#said.has(saying)) return false;
    this.#said.add(saying);
    return true;
  }

  readonly #failed = (error: unknown): void => {
    this.#logger.error("A dependency could not be disposed of", { error });
  };
}

/** What runners and loops use that are given no other. Dispose of it when the program ends. */
export const sharedDependencies = new DependencyHolder();
