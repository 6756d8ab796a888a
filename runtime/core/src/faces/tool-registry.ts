import type { JsonObject } from "../json/json.ts";
import type { LlmToolDefinition } from "../model/model-port.ts";
import { shownValue } from "../options/check-options.ts";
import { anObject } from "../options/option-rules.ts";
import { ToolMap } from "../registry/tool-map.ts";
import { toolToSchema } from "../registry/tool-to-schema.ts";
import type { ChainedResult } from "../result/result-helpers.ts";
import type { Logger } from "../tool/logger.ts";
import type { Tool } from "../tool/tool.ts";
import { executeByName } from "./execute-by-name.ts";
import type { Registrable } from "./registrable.ts";
import type { AsyncCallback } from "./registry-tool.ts";
import { distinctTools, toTool } from "./to-tool.ts";

/** Options of a call by name. */
export interface ExecuteOptions {
  readonly signal?: AbortSignal;
  /** Hears of start, end and failure, with secrets masked. Default: warnings and errors to the console. */
  readonly logger?: Logger;
}

/** The tools of a program: what a runner looks names up in, with calls by name for programs that have no loop. */
export class ToolRegistry extends ToolMap<Tool> {
  /** Throws a `TypeError` for what is no tool, and for two of one name. */
  constructor(tools: readonly Registrable[] = []) {
    super();
    if (!Array.isArray(tools)) throw noList(tools);
    for (const tool of distinctTools(tools)) this.add(tool);
  }

  /** Adds a tool, or replaces the one of its name, which keeps its place. Throws a `TypeError` for what is no tool. */
  register(tool: Registrable): void {
    this.add(toTool(tool));
  }

  /** Takes a tool out: runs under way do without it from their next step on. False where there is none of this name. */
  unregister(name: string): boolean {
    return this.remove(name);
  }

  /** Lines such as ``- `read_file` - Read a text file.`` */
  getSummaries(): string[] {
    return this.tools().map((tool) => `- \`${tool.name}\` - ${tool.description.split("\n", 1)[0]}`);
  }

  /** What a model is told of every tool. */
  getDefinitions(): LlmToolDefinition[] {
    return this.tools().map(toolToSchema);
  }

  /** Another name of {@link getDefinitions}. */
  toProviderDefs(): LlmToolDefinition[] {
    return this.getDefinitions();
  }

  /** Runs one call by its tool's name, for no conversation in particular. Never rejects. */
  execute(name: string, args?: JsonObject | string | null, options?: ExecuteOptions): Promise<ChainedResult> {
    return executeByName(this, { name, args, options });
  }

  /**
   * Runs one call for a conversation. What its background work comes to goes to `asyncCallback`, once. Never rejects.
   */
  executeWithContext(
    name: string,
    args: JsonObject | string | null | undefined,
    channel: string,
    chatId: string,
    asyncCallback?: AsyncCallback<ChainedResult> | null,
    options?: ExecuteOptions,
  ): Promise<ChainedResult> {
    const conversation = { channel, chatId };
    return executeByName(this, { name, args, conversation, asyncCallback, options });
  }
}

function noList(given: unknown): TypeError {
  const wanted = "A ToolRegistry takes an array of tools";
  if (
    typeof given !== "object" ||
    given === null ||
    !("execute" in given || "spec" in given || "parameters" in given || "asTool" in given)
  ) {
    const names = anObject.fits(given) ? Object.keys(Object(given)) : [];
    const near = names.length === 0 ? "new ToolRegistry([tool])" : "new ToolRegistry(Object.values(tools))";
    return new TypeError(`${wanted}: ${near}. This is ${shownValue(given)}.`);
  }
  return new TypeError(`${wanted}: new ToolRegistry([tool]). This is one tool.`);
}
