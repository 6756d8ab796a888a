import { checkArgument } from "../options/check-options.ts";
import { anObject } from "../options/option-rules.ts";

/** What a prompt can define, by the names of the functions that do. */
export type DefinitionType = "def" | "defData" | "defSystem" | "defTool" | "defAgent";

/** Named things that come and go with their definitions: a map, or an object with a property for each. */
type Named = { keys(): Iterable<string>; delete(name: string): unknown } | object;

/** Where a prompt keeps what was defined. */
export interface DefinitionCollections {
  readonly variables?: Named;
  readonly systems?: Named;
  readonly tools?: Named;
}

const COLLECTIONS = { form: "an object: { variables, systems, tools }", fits: anObject.fits };

/** Remembers what one pass of a prompt function defined, so that what the next pass leaves out can go. */
export class DefinitionTracker {
  readonly #seen = new Set<string>();

  mark(type: DefinitionType, name: string): void {
    this.#seen.add(`${type}:${name}`);
  }

  isSeen(type: DefinitionType, name: string): boolean {
    return this.#seen.has(`${type}:${name}`);
  }

  /** What was marked, as `type:name`, in order. */
  getSeenDefinitions(): string[] {
    return [...this.#seen];
  }

  /** Begins a new pass: nothing has been seen. */
  prepareReconciliation(): void {
    this.#seen.clear();
  }

  /** Ends a pass: deletes what it did not define, and gives the names of that. */
  removeUnseenDefinitions(collections: DefinitionCollections): string[] {
    checkArgument(collections, { of: "The collections of removeUnseenDefinitions", rule: COLLECTIONS });
    const { variables, systems, tools } = collections;
    return [
      ...this.#removeUnseen(variables, ["def", "defData"]),
      ...this.#removeUnseen(systems, ["defSystem"]),
      ...this.#removeUnseen(tools, ["defTool", "defAgent"]),
    ];
  }

  #removeUnseen(collection: Named = {}, types: readonly DefinitionType[]): string[] {
    const isMap = isMapLike(collection);
    const names = isMap ? [...collection.keys()] : Object.keys(collection);
    const unseen = names.filter((name) => !types.some((type) => this.isSeen(type, name)));
    for (const name of unseen) {
      if (isMap) collection.delete(name);
      else Reflect.deleteProperty(collection, name);
    }
    return unseen;
  }
}

function isMapLike(collection: Named): collection is Extract<Named, { delete: unknown }> {
  // What is defined may be called `keys` or `delete`, and be a function.
  return !Object.hasOwn(collection, "delete") && "delete" in collection && "keys" in collection;
}
