import type { ModelPort } from "@toolwright/core";
import type { ChatFlags } from "../flags.ts";
import { type ChosenModel, chooseModel } from "../model/choose-model.ts";
import { refuseUselessFlags } from "../model/refuse-useless-flags.ts";
import { type TapeConfig, tapeConfig } from "../setup/tape-config.ts";
import { UsageError } from "../usage-error.ts";

/** The model of a chat, which a person may change from message to message. */
export class ChosenForChat {
  readonly #flags: ChatFlags;
  #chosen: ChosenModel;
  #tape: TapeConfig;

  private constructor(flags: ChatFlags, chosen: ChosenModel, tape: TapeConfig) {
    this.#flags = flags;
    this.#chosen = chosen;
    this.#tape = tape;
  }

  /** That of the flags. Throws a `UsageError`. */
  static async open(flags: ChatFlags): Promise<ChosenForChat> {
    const chosen = await chooseModel(flags, process.env);
    refuseUselessFlags(flags, [chosen]);
    return new ChosenForChat(flags, chosen, await tapeConfig(chosen, flags.record));
  }

  /** As the person would name it. */
  get spec(): string {
    return this.#chosen.spec;
  }

  get isOffline(): boolean {
    return this.#chosen.isOffline;
  }

  /** Whether it names conversations: a language model does, and no tape holds what it is asked for that. */
  get givesTitles(): boolean {
    return this.#chosen.sender !== "nobody" && this.#flags.record === undefined && this.#flags.titles !== false;
  }

  get model(): ModelPort {
    return this.#chosen.model;
  }

  /** What every run is given. */
  get config(): TapeConfig["config"] {
    return this.#tape.config;
  }

  /** Another one from the next message on. Throws a `UsageError`, and nothing has changed then. */
  async change(spec: string): Promise<void> {
    if (this.#flags.record !== undefined)
      throw new UsageError("A tape is of one model: leave --record out to change it.");
    const { baseUrl: _ofTheFirst, ...flags } = this.#flags;
    const chosen = await chooseModel({ ...flags, model: spec }, process.env);
    this.#tape = await tapeConfig(chosen, undefined);
    this.#chosen = chosen;
  }

  /** Nothing more is recorded. */
  close(): void {
    this.#tape.close();
  }
}
