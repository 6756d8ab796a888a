import type { LlmToolDefinition } from "../model/model-port.ts";
import type { Tool } from "../tool/tool.ts";
import { toolToSchema } from "./tool-to-schema.ts";

/** Which tools exist: name → tool, in registration order. Nothing else dispatches. */
export class ToolRegistry {
  readonly #tools = new Map<string, Tool>();
  #listed: readonly Tool[] | undefined;

  constructor(tools: readonly Tool[] = []) {
    for (const tool of tools) this.register(tool);
  }

  /** Adds a tool, or replaces the one of its name, which keeps its place. */
  register(tool: Tool): void {
    this.#tools.set(tool.name, tool);
    this.#listed = undefined;
  }

  get(name: string): Tool | undefined {
    return this.#tools.get(name);
  }

  /** The tools in registration order; the same array while nothing is registered. */
  tools(): readonly Tool[] {
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

  /** Lines such as ``- `read_file` - Read a text file.`` */
  getSummaries(): string[] {
    return this.tools().map((tool) => `- \`${tool.name}\` - ${tool.description.split("\n", 1)[0]}`);
  }

  /** What a model is told of every tool. */
  getDefinitions(): LlmToolDefinition[] {
    return this.tools().map(toolToSchema);
  }
}
