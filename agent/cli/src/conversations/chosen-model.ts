import type { ModelPort } from "@toolwright/core";
import type { ChatFlags } from "../flags.ts";
import { type ChosenModel, chooseModel } from "../model/choose-model.ts";
import { effortConfig } from "../model/effort.ts";
import type { Environment } from "../model/environment.ts";
import { refuseUselessFlags } from "../model/refuse-useless-flags.ts";
import type { Thinking } from "../setup/prepare.ts";
import { type TapeConfig, tapeConfig } from "../setup/tape-config.ts";
import { UsageError } from "../usage-error.ts";

interface ChoosingFrom {
  readonly flags: ChatFlags;
  readonly environment: Environment;
}

/** The model of a chat, which a person may change from message to message. */
export class ChosenForChat {
  readonly #flags: ChatFlags;
  readonly #environment: Environment;
  #chosen: ChosenModel;
  #tape: TapeConfig;
  #effort: string | undefined;

  private constructor({ flags, environment }: ChoosingFrom, chosen: ChosenModel, tape: TapeConfig) {
    this.#flags = flags;
    this.#environment = environment;
    this.#chosen = chosen;
    this.#tape = tape;
    this.#effort = flags.effort;
  }

  /** That of the flags, with keys of this environment. Throws a `UsageError`. */
  static async open(flags: ChatFlags, environment: Environment = process.env): Promise<ChosenForChat> {
    const chosen = await chooseModel(flags, environment);
    refuseUselessFlags(flags, [chosen]);
    effortConfig(chosen, flags.effort);
    return new ChosenForChat({ flags, environment }, chosen, await tapeConfig(chosen, flags.record));
  }

  /** As the person would name it. */
  get spec(): string {
    return this.#chosen.spec;
  }

  get isOffline(): boolean {
    return this.#chosen.isOffline;
  }

  get isSmall(): boolean {
    return this.#chosen.isSmall;
  }

  /** Whether it names conversations: a language model does, and no tape holds what it is asked for that. */
  get givesTitles(): boolean {
    return this.#chosen.sender !== "nobody" && this.#flags.record === undefined && this.#flags.titles !== false;
  }

  get model(): ModelPort {
    return this.#chosen.model;
  }

  /** How hard it can be told to think, the least first. */
  get efforts(): readonly string[] {
    return this.#chosen.efforts;
  }

  /** How hard it thinks; undefined as its provider has it. */
  get effort(): string | undefined {
    return this.#effort;
  }

  /** From the next message on. Throws a `UsageError` for one that the model does not take. */
  set effort(effort: string | undefined) {
    effortConfig(this.#chosen, effort);
    this.#effort = effort;
  }

  /** What every run is given. */
  get config(): TapeConfig["config"] {
    return { ...this.#tape.config, ...effortConfig(this.#chosen, this.#effort) };
  }

  /** What sub-agents are given. */
  get thinking(): Thinking {
    return { model: this.model, ...effortConfig(this.#chosen, this.#effort) };
  }

  /**
   * Another one from the next message on; an effort that it does not take is the usual one then. Throws a `UsageError`,
   * and nothing has changed then.
   */
  async change(spec: string): Promise<void> {
    if (this.#flags.record !== undefined)
      throw new UsageError("A tape is of one model: leave --record out to change it.");
    const { baseUrl: _ofTheFirst, ...flags } = this.#flags;
    const chosen = await chooseModel({ ...flags, model: spec }, this.#environment);
    this.#tape = await tapeConfig(chosen, undefined);
    this.#chosen = chosen;
    if (!chosen.efforts.includes(this.#effort ?? "")) this.#effort = undefined;
  }

  /** Nothing more is recorded. */
  close(): void {
    this.#tape.close();
  }
}
