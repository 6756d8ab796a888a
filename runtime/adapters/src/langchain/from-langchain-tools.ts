import {
  defineTool,
  jsonOutput,
  type Part,
  partsOutput,
  type Tool,
  type ToolContext,
  ToolError,
  type ToolReturn,
} from "@toolwright/core";
import { isFields } from "@toolwright/core/internal";
import { checkFromOptions, type FromToolsOptions, refuseUnknownEffects, saidOf } from "../reverse/from-options.ts";

/** A tool of LangChain, as far as it is looked at. */
export interface LangChainToolLike {
  readonly name: string;
  readonly description?: unknown;
  readonly schema?: unknown;
  readonly invoke?: unknown;
}

/**
 * Tools of LangChain as tools of ours. They are `external` and ask a person, unless `effects` says what they do; their
 * schema, deadline and abort signal hold. Needs `@langchain/core`; rejects with a `TypeError` that names a tool which
 * cannot run here.
 */
export async function fromLangChainTools(
  tools: readonly LangChainToolLike[],
  options: FromToolsOptions = {},
): Promise<Tool[]> {
  checkFromOptions("fromLangChainTools", options);
  const { toJsonSchema } = await import("@langchain/core/utils/json_schema");
  const made = tools.map((theirs) => ours(theirs, { toJsonSchema, options }));
  refuseUnknownEffects("fromLangChainTools", made, options);
  return made;
}

interface Known {
  readonly toJsonSchema: unknown;
  readonly options: FromToolsOptions;
}

function ours(theirs: LangChainToolLike, { toJsonSchema, options }: Known): Tool {
  const { name, description, schema, invoke } = theirs;
  if (typeof invoke !== "function" || typeof toJsonSchema !== "function") {
    throw new TypeError(`fromLangChainTools: ${String(name)} has no invoke, so it cannot run here.`);
  }
  return defineTool({
    ...saidOf(name, options),
    name,
    description: typeof description === "string" ? description : "",
    input: schema === undefined ? { type: "object" } : { ...Object(toJsonSchema(schema, { io: "input" })) },
    execute: async (args: unknown, ctx) => {
      const call = { type: "tool_call", id: ctx.toolCallId, name, args };
      return shown(await Reflect.apply(invoke, theirs, [call, configOf(ctx)]));
    },
  });
}

function configOf({ signal, toolCallId, deps }: ToolContext) {
  return { signal, toolCallId, configurable: deps };
}

/** A tool message is read as its model would; its artifact is for pages. */
function shown(answer: unknown): ToolReturn<unknown> {
  if (typeof answer === "string" || answer === undefined) return answer;
  if (!isFields(answer) || !("tool_call_id" in answer)) return jsonOutput(answer);
  const { content, status } = answer;
  const text = typeof content === "string" ? content : undefined;
  if (status === "error") throw new ToolError(text ?? JSON.stringify(content));
  if (text !== undefined) return text;
  return Array.isArray(content) ? partsOutput(content.map(partOf)) : jsonOutput(content);
}

const DATA_URL = /^data:(image\/[\w.+-]+);base64,(.*)$/s;

function partOf(block: unknown): Part {
  if (!isFields(block)) return { type: "text", text: String(block) };
  const { type, text, image_url: image } = block;
  if (type === "text") return { type: "text", text: String(text) };
  const url = isFields(image) ? image.url : image;
  const [, mediaType, data] = DATA_URL.exec(String(url)) ?? [];
  return mediaType && data ? { type: "image", mediaType, data } : { type: "text", text: JSON.stringify(block) };
}
