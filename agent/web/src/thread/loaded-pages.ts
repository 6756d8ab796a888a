import type { ThreadMessageLike } from "@assistant-ui/react";
import { joinPages, type ThreadMessage, type ThreadPage } from "@toolwright/view";
import type { LoadedPage, RatingRequest } from "@toolwright/view/internal";
import { loadedMessages } from "./loaded-messages.ts";
import { toMessage } from "./to-message.ts";

/** The number of the first event of a thread. */
const FIRST = 1;

/** The pages of a thread that are loaded: the newest one, which can be read again, and all before it. */
export class LoadedPages {
  #older: LoadedPage | undefined;
  #newest: LoadedPage = { messages: [] };
  /** Each message as it is shown, as long as it is the same. */
  readonly #shown = new WeakMap<ThreadMessage, ThreadMessageLike>();
  #messages: readonly ThreadMessageLike[] = [];

  /** What asks for the newest page again, from where it begins. */
  get query(): string {
    return `?from=${this.#from}`;
  }

  /** Where older messages go on; undefined when there are none. */
  get before(): number | undefined {
    return (this.#older ?? this.#newest).before;
  }

  /** All that is loaded, without the answer of an open run. */
  get messages(): readonly ThreadMessageLike[] {
    return this.#messages;
  }

  /** Takes the newest page. Older ones stay where it begins with the same event as the one before. */
  renew(page: ThreadPage): this {
    const from = this.#from;
    const { kept: messages, open } = loadedMessages(page);
    // The stream of an open run tells it from its beginning.
    const { later, before } = { ...page, ...(open?.runSeq !== undefined && { before: open.runSeq }) };
    const isAll = before === undefined || before === FIRST;
    this.#newest = { messages, ...(later && { later }), ...(!isAll && { before }) };
    if (this.#from !== from) this.#older = undefined;
    this.#show();
    return this;
  }

  prepend(page: ThreadPage): void {
    this.#older = this.#older === undefined ? page : joinPages(page, this.#older);
    this.#show();
  }

  rated(runId: string, { thumb, note }: RatingRequest): void {
    const rating = thumb === null ? undefined : { thumb, ...(note !== undefined && { note }) };
    const rate = (page: LoadedPage): LoadedPage => ({ ...page, messages: page.messages.map(rateMessage) });
    const rateMessage = (message: ThreadMessage): ThreadMessage => {
      if (message.role === "user" || message.runId !== runId) return message;
      const { rating: _before, ...rest } = message;
      return rating === undefined ? rest : { ...rest, rating };
    };
    this.#newest = rate(this.#newest);
    this.#older = this.#older && rate(this.#older);
    this.#show();
  }

  get #from(): number {
    return this.#newest.before ?? 0;
  }

  #show(): void {
    const { messages } = this.#older === undefined ? this.#newest : joinPages(this.#older, this.#newest);
    this.#messages = messages.map((message) => {
      const known = this.#shown.get(message) ?? toMessage(message);
      this.#shown.set(message, known);
      return known;
    });
  }
}
