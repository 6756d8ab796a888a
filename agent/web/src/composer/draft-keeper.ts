import { nameOf, type ThreadState } from "../thread/thread-state.ts";
import type { ThreadStore } from "../thread/thread-store.ts";
import { userContent, userText } from "../thread/user-content.ts";
import { composerTexts } from "../words/composer.ts";
import { type ComposerStore, contentOf, type Outgoing } from "./composer-store.ts";
import type { Drafts, KeptDraft, SentDraft } from "./drafts.ts";
import type { SteerStore } from "./queue/steer-store.ts";

/** Milliseconds in which a server that was reloaded from may still take what was sent. */
const MAY_COME_MS = 2_000;
const NONE: KeptDraft = { text: "", files: [], refused: [] };
const PARTS = ["text", "files", "refused"] as const;

interface DraftKeeperOptions {
  readonly drafts: Drafts;
  readonly thread: Pick<ThreadStore, "state" | "subscribe" | "tell">;
  readonly composer: ComposerStore;
  readonly steers: Pick<SteerStore, "say">;
  /** Default: two seconds. */
  readonly mayComeMs?: number;
}

/**
 * Keeps what is written for its thread, over changes of the thread and reloads of the page, and what is sent until the
 * server has it.
 */
export class DraftKeeper {
  readonly #options: DraftKeeperOptions;
  /** The thread that is shown. */
  #name: string | undefined;
  #kept = NONE;
  #outgoing: Outgoing | undefined;
  /** What was sent before the page was loaded, while it is not known whether it has arrived. */
  #sent: SentDraft | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Begins to keep. */
  constructor(options: DraftKeeperOptions) {
    this.#options = options;
    this.#show(undefined);
    options.composer.subscribe(() => this.#keep());
    options.thread.subscribe(() => this.#follow());
  }

  #follow(): void {
    const state = this.#options.thread.state();
    const [before, name] = [this.#name, nameOf(state)];
    // The thread that is shown has just got its name: what is being written stays.
    const isSame = before === undefined && state.messages.length > 0;
    // The thread that was shown is gone: what is being written is not.
    const isGone = name === undefined && state.problem !== undefined;
    if (before !== name && (isSame || isGone)) this.#rename(name);
    else if (before !== name) this.#show(name);
    this.#judge(state);
  }

  #rename(name: string | undefined): void {
    const { drafts } = this.#options;
    for (const part of PARTS) drafts.write(this.#name, part, NONE[part]);
    drafts.keepSent(this.#name, undefined);
    this.#name = name;
    this.#kept = NONE;
    this.#outgoing = undefined;
    this.#keep();
  }

  #show(name: string | undefined): void {
    const { drafts, composer } = this.#options;
    this.#forget();
    this.#name = name;
    this.#outgoing = undefined;
    this.#kept = drafts.read(name);
    this.#sent = drafts.sent(name);
    composer.show(this.#kept);
  }

  #keep(): void {
    const { drafts, thread, composer } = this.#options;
    const { outgoing, ...written } = composer.state();
    const before = this.#kept;
    this.#kept = written;
    for (const part of PARTS) {
      if (written[part] !== before[part]) composer.keeps(part, drafts.write(this.#name, part, written[part]));
    }
    if (outgoing === this.#outgoing) return;
    this.#outgoing = outgoing;
    drafts.keepSent(this.#name, outgoing && { ...outgoing, seq: thread.state().seq });
  }

  /** What was sent has arrived where the thread has it, and may yet where the thread is there. */
  #judge(state: ThreadState): void {
    const sent = this.#sent;
    if (sent === undefined || state.isLoading) return;
    if (hasArrived(state, sent)) this.#settle();
    else if (nameOf(state) === undefined) this.#bringBack(sent);
    else if (sent.steerId !== undefined) void this.#sayAgain(sent, sent.steerId);
    else this.#timer ??= setTimeout(() => this.#bringBack(sent), this.#options.mayComeMs ?? MAY_COME_MS);
  }

  /** Whether the server has it or not: with its id it is one message. */
  async #sayAgain(sent: SentDraft, steerId: string): Promise<void> {
    const name = this.#name;
    this.#forget();
    const isTaken = await this.#options.steers.say(contentOf(sent), steerId);
    if (name !== this.#name) return;
    if (isTaken) this.#settle();
    else this.#bringBack(sent);
  }

  #bringBack(sent: SentDraft): void {
    const { composer, thread } = this.#options;
    this.#settle();
    composer.bringBack(sent);
    thread.tell(composerTexts.broughtBack);
  }

  #settle(): void {
    this.#forget();
    this.#options.drafts.keepSent(this.#name, undefined);
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sent = undefined;
  }
}

function hasArrived({ seq, messages }: ThreadState, sent: SentDraft): boolean {
  if (seq <= sent.seq) return false;
  const text = userText(contentOf(sent));
  return messages.some(({ role, content }) => {
    return role === "user" && userText(typeof content === "string" ? content : userContent(content)) === text;
  });
}
