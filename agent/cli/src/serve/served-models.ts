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

  makeUsual(model: ChosenModel): void {
    this.#all = [model, ...this.#all.filter(({ spec }) => spec !== model.spec)];
  }
}
