import type {
  GetPromptResult,
  InputRequiredResult,
  PromptMessage,
  Server,
  ServerContext,
} from "@modelcontextprotocol/server";
import { present } from "@toolwright/core/internal";
import { CallOverMcp } from "../calls/caller.ts";
import { askClient, readRound } from "../calls/rounds.ts";
import type { Client } from "../mcp-server.port.ts";
import type { Shared } from "../shared.ts";
import type { McpPrompt, McpPromptMessage } from "./prompt.port.ts";

/** Values that one completion may give. */
const MAX_COMPLETIONS = 100;

/** Adds the prompts of a server, and what their arguments could be. */
export function addPrompts(server: Server, shared: Shared, clientOf: (ctx: ServerContext) => Client): void {
  const { sdk, options } = shared;
  const prompts = options.prompts ?? [];
  const find = (name: string) => {
    const prompt = prompts.find((one) => one.name === name);
    if (prompt === undefined)
      throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, "There is no such prompt.");
    return prompt;
  };
  server.setRequestHandler("prompts/list", () => ({ prompts: prompts.map(listed) }));
  server.setRequestHandler("prompts/get", async ({ params }, ctx) => {
    const prompt = find(params.name);
    const args = params.arguments ?? {};
    const missing = prompt.arguments?.find(({ name, required }) => required === true && args[name] === undefined);
    if (missing !== undefined)
      throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, `The argument ${missing.name} is missing.`);
    return getPrompt({ shared, ctx, client: clientOf(ctx), prompt, args });
  });
  server.setRequestHandler("completion/complete", async ({ params: { ref, argument } }) => {
    const complete =
      ref.type === "ref/prompt"
        ? find(ref.name).arguments?.find(({ name }) => name === argument.name)?.complete
        : undefined;
    const values = (await complete?.(argument.value)) ?? [];
    const completion = { values: values.slice(0, MAX_COMPLETIONS), total: values.length };
    return { completion: { ...completion, hasMore: values.length > MAX_COMPLETIONS } };
  });
}

function listed({ name, title, description, arguments: args }: McpPrompt) {
  return {
    name,
    ...present({ title, description }),
    ...(args !== undefined && { arguments: args.map(({ complete: _, ...argument }) => argument) }),
  };
}

interface GetPrompt {
  readonly shared: Shared;
  readonly ctx: ServerContext;
  readonly client: Client;
  readonly prompt: McpPrompt;
  readonly args: Readonly<Record<string, string>>;
}

/** A prompt may ask, too: then it is made anew with the answer. */
async function getPrompt({ prompt, ...asked }: GetPrompt): Promise<GetPromptResult | InputRequiredResult> {
  const { shared, client, args } = asked;
  const request = { ...asked, name: prompt.name, args: { ...args } };
  const round = await readRound(request);
  const { sdk, scrubber } = shared;
  const caller = new CallOverMcp({ sdk, scrubber, capabilities: client.capabilities, answers: round.answers });
  try {
    const made = await prompt.get(args, caller);
    const messages =
      typeof made === "string" ? [{ role: "user", content: { type: "text", text: made } } as const] : made;
    return { ...present({ description: prompt.description }), messages: messages.map(messageOf) };
  } catch (error) {
    if (caller.asked !== undefined) return askClient(request, round, { requests: caller.asked });
    throw error;
  }
}

function messageOf({ role, content }: McpPromptMessage): PromptMessage {
  return content.type === "resource"
    ? { role, content: { type: "resource", resource: { ...content.resource } } }
    : { role, content: { ...content } };
}
