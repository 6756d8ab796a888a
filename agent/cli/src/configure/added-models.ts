import type { Secret } from "@toolwright/core";
import type { ModelFlags } from "../flags.ts";
import { chooseModel } from "../model/choose-model.ts";
import type { Environment } from "../model/environment.ts";
import type { ServedModels } from "../serve/served-models.ts";
import { UsageError } from "../usage-error.ts";

/** A model that a person adds while the server runs. */
export interface AddedModel {
  readonly spec: string;
  /** Of its server, where it is not that of its provider. */
  readonly address?: string;
  /** Kept in memory until the model is removed or the process ends. */
  readonly key?: string;
  /** What the model is made with: the key stands in it, and nowhere else that a tool could read. */
  readonly environment: Environment;
}

/** The models that people have added to those that a server was started with. */
export class AddedModels {
  readonly #models: ServedModels;
  readonly #flags: Omit<ModelFlags, "model" | "baseUrl">;
  readonly #added = new Map<string, Omit<AddedModel, "environment">>();

  constructor(models: ServedModels, flags: Omit<ModelFlags, "model" | "baseUrl">) {
    this.#models = models;
    this.#flags = flags;
  }

  /** What is known of one that was added; undefined for all others. */
  find(spec: string): Pick<AddedModel, "address" | "key"> | undefined {
    return this.#added.get(spec);
  }

  /** What no event, answer or log may hold. */
  get secrets(): readonly Secret[] {
    return [...this.#added.values()].flatMap(({ key }) =>
      key === undefined ? [] : [{ name: "MODEL_KEY", value: key }],
    );
  }

  /** Undefined where it is there from now on; or why it cannot be used, in one sentence. */
  async add({ environment, ...added }: AddedModel): Promise<string | undefined> {
    const { spec, address } = added;
    if (this.#models.all.some((model) => model.spec === spec) && !this.#added.has(spec))
      return `The server was started with ${spec}; start it with the other key or address instead.`;
    try {
      const named = { model: spec, ...(address !== undefined && { baseUrl: address }) };
      this.#models.add(await chooseModel({ ...this.#flags, ...named }, environment));
      this.#added.set(spec, added);
      return undefined;
    } catch (thrown) {
      if (thrown instanceof UsageError) return thrown.message;
      throw thrown;
    }
  }

  /** Takes one away, and forgets its key; runs under way end with it. False for one that was not added. */
  remove(spec: string): boolean {
    if (!this.#added.delete(spec)) return false;
    this.#models.remove(spec);
    return true;
  }
}
