import type { Message, SettledCall } from "@toolwright/core";
import type { FolderConversation } from "@toolwright/workspace/ports";
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
}

/** A conversation: every message is a run that knows what was said before. */
export class Conversing {
  readonly #options: ConversingOptions;
  #run: AbortController | undefined;
  /** What came back after the run that had asked for it. */
  #late: readonly string[] = [];

  constructor(options: ConversingOptions) {
    this.#options = options;
    options.opened().activity.subscribe("*", new RunView(options.terminal.screen).show);
  }

  /** Runs one message to its end and shows it. Never rejects. */
  async say(content: string): Promise<void> {
    const { tape, steps, terminal, signal, maxIterations } = this.#options;
    const run = new AbortController();
    this.#run = run;
    const unwatch = terminal.watchKeys(() => this.stop());
    const config = {
      ...steps,
      ...tape,
      signal: AbortSignal.any([signal, run.signal]),
      onAsyncResult: (late: SettledCall) => this.#hear(late),
      ...(maxIterations === undefined ? {} : { maxIterations }),
    };
    const news = await this.#options.news().catch(() => undefined);
    const late = this.#late;
    this.#late = [];
    const said = [news, ...late, content].flatMap((text): Message[] => (text ? [{ role: "user", content: text }] : []));
    const opened = this.#options.opened();
    await opened.run([...opened.history, ...said], config);
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
