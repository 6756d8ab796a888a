import { type Message, resumeToolLoop, type SettledCall, type ToolLoopConfig } from "@toolwright/core";
import type { FolderConversation } from "@toolwright/workspace/ports";
import type { KeptConversation } from "../conversations/kept-conversation.ts";
import type { StepOptions } from "../setup/prepare.ts";
import type { TapeConfig } from "../setup/tape-config.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { contentText } from "../view/result-text.ts";
import { RunView } from "../view/run-view.ts";

export interface ConversingOptions {
  /** What a message goes to. */
  readonly opened: () => FolderConversation;
  readonly tape: TapeConfig["config"];
  readonly steps: StepOptions;
  readonly terminal: Terminal;
  /** Ends everything. */
  readonly signal: AbortSignal;
  /** Model calls at most for one message. */
  readonly maxIterations: number | undefined;
  /** What the model has to know before it reads the next message. */
  readonly news: () => Promise<string | undefined>;
  /** Where it is kept on disk. */
  readonly kept: KeptConversation | undefined;
}

type RunConfig = TapeConfig["config"] & Pick<ToolLoopConfig, "signal" | "onAsyncResult" | "maxIterations">;

/** A conversation: every message is a run that knows what was said before. */
export class Conversing {
  readonly #options: ConversingOptions;
  #run: AbortController | undefined;
  /** What came back after the run that had asked for it. */
  #late: readonly string[] = [];
  /** What was said as far as a run went that was left open. */
  #finished: readonly Message[] | undefined;
  hasSpoken = false;

  constructor(options: ConversingOptions) {
    this.#options = options;
    options.opened().activity.subscribe("*", new RunView(options.terminal.screen).show);
  }

  /** Runs one message to its end and shows it. Never rejects. */
  async say(content: string): Promise<void> {
    await this.#options.kept?.begin(content);
    this.hasSpoken = true;
    const news = await this.#options.news().catch(() => undefined);
    const late = this.#late;
    this.#late = [];
    const said = [news, ...late, content].flatMap((text): Message[] => (text ? [{ role: "user", content: text }] : []));
    const opened = this.#options.opened();
    const history = this.#finished ?? opened.history;
    this.#finished = undefined;
    await this.#work((config) => opened.run([...history, ...said], config));
  }

  /** Goes on with a run that was left open when its process died. Never rejects. */
  async finish(): Promise<void> {
    const { config } = this.#options.opened();
    await this.#work(async (own) => {
      this.#finished = (await resumeToolLoop({ ...config, ...own })).messages;
    });
  }

  /** One run, which a person can stop. */
  async #work(run: (config: RunConfig) => Promise<unknown>): Promise<void> {
    const { tape, steps, terminal, signal, maxIterations } = this.#options;
    const controller = new AbortController();
    this.#run = controller;
    const unwatch = terminal.watchKeys(() => this.stop());
    await run({
      ...steps,
      ...tape,
      signal: AbortSignal.any([signal, controller.signal]),
      onAsyncResult: (late: SettledCall) => this.#hear(late),
      ...(maxIterations === undefined ? {} : { maxIterations }),
    });
    unwatch();
    this.#run = undefined;
  }

  #hear({ toolName, message }: SettledCall): void {
    this.#late = [...this.#late, `[${toolName} came back: ${contentText(message.content)}]`];
  }

  /** Stops the run under way; the conversation goes on. */
  stop(): void {
    this.#run?.abort();
  }
}
