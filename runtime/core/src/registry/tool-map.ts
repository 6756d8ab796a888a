import type { Tool } from "../tool/tool.ts";

/** Which tools a runner knows: name → tool, in the order they were added. Nothing else dispatches. */
export class ToolMap<T extends Tool = Tool> {
  readonly #tools = new Map<string, T>();
  #listed: readonly T[] | undefined;

  constructor(tools: readonly T[] = []) {
    for (const tool of tools) this.add(tool);
  }

  get(name: string): T | undefined {
    return this.#tools.get(name);
  }

  /** The tools in registration order; the same array while nothing is registered. */
  tools(): readonly T[] {
    this.#listed ??= [...this.#tools.values()];
    return this.#listed;
  }

  /** The names in registration order. */
  list(): string[] {
    return [...this.#tools.keys()];
  }

  count(): number {
    return this.#tools.size;
  }

  /** Takes a tool out, for the next step on; false where there is none of this name. */
  protected remove(name: string): boolean {
    this.#listed = undefined;
    return this.#tools.delete(name);
  }

  /** Adds a tool, or replaces the one of its name, which keeps its place. */
  protected add(tool: T): void {
    this.#tools.set(tool.name, tool);
    this.#listed = undefined;
  }
}

/** Whether it is a registry. Not by `instanceof`: two copies of this package may meet. */
export function isMap(source: object): source is ToolMap {
  return "tools" in source && "get" in source && typeof source.tools === "function";
}
