import type { Hooks } from "../hooks/hooks.ts";

/** What is told to hooks of a run that has ended. */
export interface EndedRun {
  readonly threadId: string | undefined;
  /** For the program of the status line. */
  readonly about: object;
}

/** What command lines of the person's own do when a run has ended, and what one of them says under the prompt. */
export class AfterRun {
  stopReason = "stop";
  readonly #hooks: Hooks | undefined;
  readonly #onStatus: ((said: string | undefined) => void) | undefined;
  #said: string | undefined;

  /** `onStatus`: where somebody sees the line of the status. */
  constructor(hooks: Hooks | undefined, onStatus?: (said: string | undefined) => void) {
    this.#hooks = hooks;
    this.#onStatus = onStatus;
  }

  /** What the program of the status line has said last. */
  get status(): string | undefined {
    return this.#said;
  }

  async end({ threadId, about }: EndedRun): Promise<void> {
    const { stopReason } = this;
    await this.#hooks?.runEnded({ stopReason, threadId });
    await this.showStatus(about);
  }

  /** Has the program say what it says now. */
  async showStatus(about: object): Promise<void> {
    if (this.#onStatus === undefined || this.#hooks === undefined) return;
    const said = (await this.#hooks.status(about)) || undefined;
    if (said === this.#said) return;
    this.#said = said;
    this.#onStatus(said);
  }
}
