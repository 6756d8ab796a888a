import type { Tool, ToolRegistry } from "@toolwright/core";

/**
 * Puts tools into a registry, and takes those out that it put there and that are gone. A tool of the program's own
 * keeps its name.
 */
export class RegistryKeeper {
  readonly #registry: ToolRegistry;
  readonly #put = new Map<string, Tool>();

  constructor(registry: ToolRegistry) {
    this.#registry = registry;
  }

  update(tools: readonly Tool[]): void {
    const wanted = new Map(tools.map((tool) => [tool.name, tool]));
    for (const [name, tool] of this.#put) {
      if (wanted.has(name)) continue;
      this.#put.delete(name);
      if (this.#registry.get(name) === tool) this.#registry.unregister(name);
    }
    for (const [name, tool] of wanted) {
      const there = this.#registry.get(name);
      if (there !== undefined && there !== tool && there !== this.#put.get(name)) continue;
      if (there !== tool) this.#registry.register(tool);
      this.#put.set(name, tool);
    }
  }
}
