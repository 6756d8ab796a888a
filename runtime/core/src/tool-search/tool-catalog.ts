import type { Registrable } from "../faces/registrable.ts";
import { toTool } from "../faces/to-tool.ts";
import { checkArgument } from "../options/check-options.ts";
import { anArray } from "../options/option-rules.ts";
import { ToolError } from "../result/tool-error.ts";
import { compileLinearRegExp } from "../text/linear-regexp.ts";
import type { Tool } from "../tool/tool.ts";
import { WordIndex } from "./word-index.ts";

const A_LIST = { ...anArray, form: "an array of tools: new ToolCatalog([tool])" };

/** Tools that a model is not told of until it looks for them. Shared by any number of conversations. */
export class ToolCatalog {
  readonly #tools = new Map<string, Tool>();
  #index: WordIndex | undefined;

  constructor(tools: readonly Registrable[] = []) {
    checkArgument(tools, { of: "What a ToolCatalog is given", rule: A_LIST });
    for (const tool of tools) this.register(tool);
  }

  /**
   * Adds a tool, or replaces the one of its name. It can be found from now on. Throws a `TypeError` for what is no
   * tool.
   */
  register(given: Registrable): void {
    const tool = toTool(given);
    this.#tools.set(tool.name, tool);
    this.#index = undefined;
  }

  get(name: string): Tool | undefined {
    return this.#tools.get(name);
  }

  count(): number {
    return this.#tools.size;
  }

  /** All of them, in the order of their names. */
  tools(): readonly Tool[] {
    return this.#sorted();
  }

  /** By the words of name and description, best first. */
  findByWords(query: string): Tool[] {
    this.#index ??= new WordIndex(this.#sorted());
    return this.#index.find(query);
  }

  /** By a regular expression, in the order of the names. Throws a `ToolError` when it cannot be used. */
  findByPattern(pattern: string): Tool[] {
    return findByPattern(this.#sorted(), pattern);
  }

  #sorted(): Tool[] {
    return [...this.#tools.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}

/** The tools whose name or description matches, whatever the case. Throws a `ToolError` for a pattern that is none. */
function findByPattern(tools: readonly Tool[], pattern: string): Tool[] {
  const compiled = compileLinearRegExp(inLowerCase(pattern));
  if (!compiled.ok) {
    throw new ToolError(`The regular expression cannot be used: ${compiled.problem}.`, {
      code: "user_error",
      suggestion: "Search for plain words, without regex.",
    });
  }
  const { regexp } = compiled;
  const matches = (text: string) => regexp.test(text.toLowerCase());
  return tools.filter(({ name, description }) => matches(name) || matches(description));
}

/** An escape means something else in the other case: `\S` is not `\s`. */
function inLowerCase(pattern: string): string {
  return pattern.replace(/\\[\s\S]|[^\\]+/g, (piece) => (piece.startsWith("\\") ? piece : piece.toLowerCase()));
}
