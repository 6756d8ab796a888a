import { checkArgument, shownValue } from "../options/check-options.ts";
import type { Tool } from "../tool/tool.ts";
import { type DefinitionCollections, DefinitionTracker, type DefinitionType } from "./definition-tracker.ts";

/** A variable of a prompt. */
export interface VariableEntry {
  readonly name: string;
  readonly type: "def" | "defData";
  /** The text that the model reads. */
  readonly value: string;
}

/** A part of a prompt's system text. */
export interface SystemEntry {
  readonly name: string;
  readonly value: string;
}

/** What has been defined so far; a name defined again keeps its place. */
export class DefinitionStore implements DefinitionCollections {
  readonly variables = new Map<string, VariableEntry>();
  readonly systems = new Map<string, SystemEntry>();
  readonly tools = new Map<string, Tool>();
  readonly tracker = new DefinitionTracker();
  readonly #onDuplicate: (name: string) => void;

  /** `onDuplicate` hears of a name that one pass defines twice: the last definition counts. */
  constructor(onDuplicate: (name: string) => void) {
    this.#onDuplicate = onDuplicate;
  }

  defineVariable(entry: VariableEntry): void {
    this.#mark(entry.type, tagName(entry.name));
    this.variables.set(entry.name, entry);
  }

  defineSystem(entry: SystemEntry): void {
    this.#mark("defSystem", tagName(entry.name));
    this.systems.set(entry.name, entry);
  }

  defineTool(type: "defTool" | "defAgent", tool: Tool): void {
    this.#mark(type, tool.name);
    this.tools.set(tool.name, tool);
  }

  #mark(type: DefinitionType, name: string): void {
    if (this.tracker.isSeen(type, name)) this.#onDuplicate(name);
    this.tracker.mark(type, name);
  }
}

/** Names become tags in the system text. Throws a `TypeError` for one that cannot. */
function tagName(name: string): string {
  if (typeof name === "string" && /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/.test(name)) return name;
  throw new TypeError(`The name ${shownValue(name)} cannot be a tag: letters, digits, "_", "-" and "." only.`);
}

/** Named things to look at: what an effect sees of a prompt. A snapshot. */
export interface DefinitionCollection<T extends { readonly name: string }> extends Iterable<T> {
  has(name: string): boolean;
  filter(keep: (item: T) => boolean): T[];
  map<R>(make: (item: T) => R): R[];
}

const ITERABLE = {
  form: "an array, or another iterable",
  fits: (value: unknown) => typeof value === "object" && Symbol.iterator in Object(value),
};

/** Wraps a list of named things. */
export function createCollection<T extends { readonly name: string }>(items: Iterable<T>): DefinitionCollection<T> {
  checkArgument(items, { of: "The items of createCollection", rule: ITERABLE });
  const list = [...items];
  return {
    has: (name) => list.some((item) => item.name === name),
    filter: (keep) => list.filter((item) => keep(item)),
    map: (make) => list.map((item) => make(item)),
    [Symbol.iterator]: () => list.values(),
  };
}
