import { held } from "../shared/held-text.ts";

/** What AI SDK gives to a function that mends a call. */
interface Unreadable {
  readonly toolCall: { readonly toolName: string; readonly input: string };
  readonly tools: object | undefined;
}

/**
 * The `repairToolCall` of `generateText` and `streamText`: arguments that are no JSON go to the runner's reader as they
 * are, which refuses them in words that a model can use. Without it AI SDK refuses them itself. Leaves calls of other
 * tools alone.
 */
export async function rawArguments<C extends Unreadable["toolCall"]>({
  toolCall,
  tools,
}: Unreadable & { readonly toolCall: C }): Promise<C | null> {
  const tool: unknown =
    tools && Object.hasOwn(tools, toolCall.toolName) ? Reflect.get(tools, toolCall.toolName) : undefined;
  return isOurs(tool) ? { ...toolCall, input: held(toolCall.input) } : null;
}

function isOurs(tool: unknown): boolean {
  const schema: unknown = Reflect.get(Object(tool), "inputSchema");
  const standard: unknown = Reflect.get(Object(schema), "~standard");
  return Reflect.get(Object(standard), "vendor") === "toolwright";
}
