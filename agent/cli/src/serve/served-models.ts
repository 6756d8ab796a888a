import type { ChosenModel } from "../model/choose-model.ts";
import type { OfferedModels } from "./offered-models.ts";

/** The models of a server, the usual one first; a person may put another one there. */
export class ServedModels {
  #all: OfferedModels;

  constructor(models: OfferedModels) {
    this.#all = models;
  }

  get all(): OfferedModels {
    return this.#all;
  }

  get usual(): ChosenModel {
    return this.#all[0];
  }

  /** Undefined, or an unknown name, is the usual one. */
  named(spec: string | undefined): ChosenModel {
    return this.#all.find((model) => model.spec === spec) ?? this.usual;
  }

  /** In the place of the one of its name, or behind the others; the stand-in stays the last. */
  add(model: ChosenModel): void {
    const place = this.#all.findIndex(({ spec }) => spec === model.spec);
    const [usual, ...others] = this.#all;
    if (place === 0) this.#all = [model, ...others];
    else if (place > 0) this.#all = [usual, ...others.with(place - 1, model)];
    else this.#all = [usual, ...others.filter(isReal), model, ...others.filter((other) => !isReal(other))];
  }

  /** Makes one the usual one. False for an unknown name. */
  makeUsual(spec: string): boolean {
    const model = this.#all.find((one) => one.spec === spec);
    if (model === undefined) return false;
    this.#all = [model, ...this.#all.filter((one) => one !== model)];
    return true;
  }

  /** Where it was the usual one, that is the next. */
  remove(spec: string): void {
    const [next, ...others] = this.#all.filter((model) => model.spec !== spec);
    if (next !== undefined) this.#all = [next, ...others];
  }
}

function isReal({ isOffline }: ChosenModel): boolean {
  return !isOffline;
}
