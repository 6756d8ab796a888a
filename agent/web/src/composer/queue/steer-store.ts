import type { SteerAnswer, SteerList } from "@toolwright/view";
import { isFields, listIn, textIn } from "@toolwright/view/internal";
import type { Api } from "../../server/api.ts";
import { askAgain, isUnanswered } from "../../thread/ask-again.ts";
import type { ThreadStore } from "../../thread/thread-store.ts";
import { sentContent, type UserContent } from "../../thread/user-content.ts";
import { Watchable } from "../../thread/watchable.ts";

/** What was said while a run goes on. */
export interface QueuedMessage {
  readonly id: string;
  readonly content: UserContent;
  /**
   * `sending`: the server has not taken it. `waiting`: it joins the next request. `unsent`: the run ended without it.
   */
  readonly state: "sending" | "waiting" | "unsent";
}

/** How often it is said, and how many milliseconds pass before the second time: half a minute in all. */
const TRIES = 7;
const RETRY_MS = 500;

const NONE: readonly QueuedMessage[] = [];

/** What waits to join the run of the shown thread, in the order in which it was said. */
export class SteerStore extends Watchable<readonly QueuedMessage[]> {
  readonly #api: Api;
  readonly #thread: ThreadStore;
  #seen = "";

  constructor(api: Api, thread: ThreadStore) {
    super(NONE);
    this.#api = api;
    this.#thread = thread;
  }

  /**
   * Follows the shown thread: asks anew whenever it is another one, and when its run has heard something or has ended.
   */
  watch(): () => void {
    const follow = () => {
      const { threadId, isRunning, isLoading, messages } = this.#thread.state();
      const now = [threadId, isRunning || isLoading, heardIn(messages.at(-1))].join(" ");
      if (now === this.#seen) return;
      const isOther = now.split(" ", 1)[0] !== this.#seen.split(" ", 1)[0];
      this.#seen = now;
      if (isOther) this.set(NONE);
      if (threadId !== undefined) void this.#load();
    };
    follow();
    return this.#thread.subscribe(follow);
  }

  /**
   * Says something to the run that is under way, twice with one id as once; false where the server did not take it, and
   * why is told.
   */
  async say(content: UserContent, id: string): Promise<boolean> {
    const path = this.#path();
    if (path === undefined) return false;
    this.set([...this.state().filter((known) => known.id !== id), { id, content, state: "sending" }]);
    const message = { role: "user", content: sentContent(content) };
    // Nobody knows whether the server has what broke off. A page that is being left hears that, too: the next one asks
    // again.
    const answer = await askAgain(() => this.#api.post<SteerAnswer>(path, { id, message }), {
      mayChange: (status, times) => isUnanswered(status) && times < TRIES && path === this.#path(),
      retryMs: RETRY_MS,
    });
    if (path !== this.#path()) return true;
    if (!answer.ok) {
      this.set(this.state().filter((known) => known.id !== id));
      this.#thread.tell(answer.error);
      return false;
    }
    await this.#load();
    return true;
  }

  /** Takes a message back; what it said, or undefined where the run has it already. */
  async takeBack(id: string): Promise<UserContent | undefined> {
    const path = this.#path();
    const known = this.state().find((message) => message.id === id);
    if (path === undefined || known === undefined) return undefined;
    const answer = await this.#api.delete(`${path}/${encodeURIComponent(id)}`);
    if (!answer.ok && answer.status !== 404) this.#thread.tell(answer.error);
    await this.#load();
    return answer.ok ? known.content : undefined;
  }

  async #load(): Promise<void> {
    const path = this.#path();
    if (path === undefined) return;
    const answer = await this.#api.get<SteerList>(path);
    if (!answer.ok || path !== this.#path()) return;
    const told = new Set(answer.value.messages.map(({ id }) => id));
    const sending = this.state().filter(({ id, state }) => state === "sending" && !told.has(id));
    this.set([...answer.value.messages.flatMap(queued), ...sending]);
  }

  #path(): string | undefined {
    const { threadId } = this.#thread.state();
    return threadId === undefined ? undefined : `/api/threads/${encodeURIComponent(threadId)}/steer`;
  }
}

function queued({ id, state, content }: SteerAnswer): readonly QueuedMessage[] {
  return (state === "waiting" || state === "unsent") && content !== undefined ? [{ id, content, state }] : [];
}

/** What a run has heard, and what waits for it, as far as its stream tells. */
function heardIn(message: { readonly content: unknown; readonly metadata?: unknown } | undefined): string {
  const parts = Array.isArray(message?.content) ? message.content : [];
  const heard = parts.filter((part) => isFields(part) && part.name === "steered").length;
  const custom = isFields(message?.metadata) ? message.metadata.custom : undefined;
  const waiting = listIn(custom, "waiting").map((one) => textIn(one, "messageId") ?? "");
  return `${heard}:${waiting.join(",")}`;
}
