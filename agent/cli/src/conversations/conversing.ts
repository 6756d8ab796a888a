import {
  createSteerQueue,
  type Message,
  type Part,
  resumeToolLoop,
  type SettledCall,
  type ToolLoopConfig,
} from "@toolwright/core";
import { contentText } from "@toolwright/core/internal";
import type { FolderConversation } from "@toolwright/workspace";
import { lateNote } from "../setup/background-work.ts";
import type { StepOptions } from "../setup/prepare.ts";
import type { TapeConfig } from "../setup/tape-config.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { KeptConversation } from "./kept-conversation.ts";
import { KeptQueue, type Waiting } from "./kept-queue.ts";

export interface ConversingOptions {
  /** What a message goes to. */
  readonly opened: () => FolderConversation;
  /** What every run is given. */
  readonly tape: () => TapeConfig["config"];
  readonly steps: StepOptions;
  readonly terminal: Terminal;
  /** Ends everything. */
  readonly signal: AbortSignal;
  /** Model calls at most for one message. */
  readonly maxIterations: number | undefined;
  /** What one message may spend beside what the conversation has spent. */
  readonly budget: () => Promise<Pick<ToolLoopConfig, "budget">>;
  /** What the model has to know before it reads the next message. */
  readonly news: () => Promise<string | undefined>;
  /** Where it is kept on disk. */
  readonly kept: KeptConversation | undefined;
  /** Told of what was said to a run that goes on in this process. */
  readonly onWaiting: (waiting: Waiting) => void;
}

type RunConfig = TapeConfig["config"] &
  Pick<ToolLoopConfig, "signal" | "onAsyncResult" | "maxIterations" | "budget" | "steering">;

/** Where messages to a run wait: in the store, or, where nothing is kept, in memory. */
type Queue = KeptQueue | ReturnType<typeof createSteerQueue>;

/** A conversation: every message is a run that knows what was said before. */
export class Conversing {
  readonly #options: ConversingOptions;
  #run: { readonly controller: AbortController; readonly queue: Queue } | undefined;
  /** What came back after the run that had asked for it. */
  #late: string[] = [];
  /** What was said as far as a run went that was left open. */
  #finished: readonly Message[] | undefined;
  hasSpoken = false;

  constructor(options: ConversingOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#run !== undefined;
  }

  /** Runs one message to its end. `along`: what the model reads before it. Never rejects. */
  async say(content: string | readonly Part[], along: readonly string[] = []): Promise<void> {
    await this.#options.kept?.begin(contentText(content));
    this.hasSpoken = true;
    const news = await this.#options.news().catch(() => undefined);
    const late = this.#late;
    this.#late = [];
    const before = [news, ...late, ...along].flatMap((text): Message[] =>
      text ? [{ role: "user", content: text }] : [],
    );
    const said: Message[] = [...before, { role: "user", content }];
    const opened = this.#options.opened();
    const history = this.#finished ?? opened.history;
    this.#finished = undefined;
    await this.#work((config) => opened.run([...history, ...said], config));
  }

  /** Says something to the run under way; undefined where there is none. */
  steer(content: string | readonly Part[]): { readonly sent: Promise<boolean> } | undefined {
    return this.#run?.queue.add(content);
  }

  /** Goes on with a run that was left open when its process died. Never rejects. */
  async finish(): Promise<void> {
    const { opened, onWaiting } = this.#options;
    const { config } = opened();
    await this.#work(async (own, queue) => {
      if (this.#options.kept?.isToStop) this.stop();
      if (queue instanceof KeptQueue) for (const waiting of await queue.takeUp()) onWaiting(waiting);
      this.#finished = (await resumeToolLoop({ ...config, ...own })).messages;
    });
  }

  /**
   * Puts a summary by the model in the place of what was said. Says why where it could not; undefined where it is done.
   */
  async compact(instructions: string): Promise<string | undefined> {
    const opened = this.#options.opened();
    if (this.#finished !== undefined || !opened.history.some(({ role }) => role === "user"))
      return "There is nothing to summarise yet.";
    let problem: string | undefined;
    await this.#work(async ({ model, signal }) => {
      const { compacted, error } = await opened.compact({
        ...(model && { model }),
        ...(signal && { signal }),
        ...(instructions !== "" && { instructions }),
      });
      if (compacted === undefined) problem = error?.message ?? "There is too little to summarise.";
    });
    return problem;
  }

  /** One run, which a person can stop. */
  async #work(run: (config: RunConfig, queue: Queue) => Promise<unknown>): Promise<void> {
    const { tape, steps, terminal, signal, maxIterations, budget, kept } = this.#options;
    const controller = new AbortController();
    const taped = tape();
    const queue = kept?.queue() ?? createSteerQueue();
    this.#run = { controller, queue };
    const unwatch = terminal.watchKeys(() => this.stop());
    const config = {
      ...steps,
      ...taped,
      use: [...(steps.use ?? []), ...(taped.use ?? [])],
      steering: queue,
      signal: AbortSignal.any([signal, controller.signal]),
      onAsyncResult: (late: SettledCall) => this.#late.push(lateNote(late)),
      ...(await budget()),
      ...(maxIterations === undefined ? {} : { maxIterations }),
    };
    await run(config, queue);
    this.#run = undefined;
    await queue.close();
    unwatch();
  }

  /** Stops the run under way; the conversation goes on. */
  stop(): void {
    this.#run?.controller.abort();
  }
}
