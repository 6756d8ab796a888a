import type { Json, JsonObject, Part } from "@toolwright/core";
import { isJsonObject, lateSignal } from "@toolwright/core/internal";
import { contentParts, resourceParts } from "../calls/read-result.ts";
import { toolError } from "../calls/tool-errors.ts";
import { visibleText } from "../definitions/visible-text.ts";
import { McpFailure } from "../failure.ts";
import type { OneServer } from "../one-server.ts";
import { readResourceList } from "../resources/read-resource-list.ts";
import { boundedParts, markedParts } from "./marked-parts.ts";
import type { McpOffers, Offer, OfferedPrompt, OfferedResource, PromptWanted } from "./offers.port.ts";
import { readPromptList } from "./read-prompt-list.ts";

/** Milliseconds that a server may take to give something, and to complete what somebody types. */
const TIME_MS = 30_000;
const TYPING_MS = 3_000;
/** The same for a list, which is shown while somebody types. */
const LIST_MS = 5_000;
/** Values that are offered for an argument, and characters of one. */
const MAX_VALUES = 50;
const MAX_VALUE = 1_000;

type Asked = PromptWanted & { readonly argument: string; readonly typed: string };

/** What these servers offer to a person. */
export function serverOffers(servers: readonly OneServer[]): McpOffers {
  const named = (name: string) => servers.find((server) => server.name === name);
  return {
    prompts: () => listsOf(servers, promptsOf),
    resources: () => listsOf(servers, resourcesOf),
    prompt: (wanted, signal) =>
      given(named(wanted.server), wanted.server, (server) => getPrompt(server, wanted, signal)),
    resource: (wanted, signal) =>
      given(named(wanted.server), wanted.server, (server) => readResource(server, wanted.uri, signal)),
    async complete(asked, signal) {
      const server = named(asked.server);
      return server?.completes === true ? complete(server, asked, signal).catch(() => []) : [];
    },
  };
}

async function listsOf<T>(servers: readonly OneServer[], list: (server: OneServer) => Promise<readonly T[]>) {
  return (await Promise.all(servers.map((server) => list(server).catch(() => [])))).flat();
}

async function given<T>(
  server: OneServer | undefined,
  name: string,
  give: (server: OneServer) => Promise<T>,
): Promise<Offer<T>> {
  if (server === undefined) return { ok: false, error: `There is no MCP server ${JSON.stringify(name)}.` };
  try {
    return { ok: true, value: await give(server) };
  } catch (error) {
    return { ok: false, error: visibleText(toolError(error, { server: name, repeatable: true }).message, 2_000) };
  }
}

async function promptsOf(server: OneServer): Promise<readonly OfferedPrompt[]> {
  if (!server.hasPrompts) return [];
  const within = lateSignal(LIST_MS);
  return server.promptList.of(() =>
    readPromptList(server.name, (params) => server.request("prompts/list", params, within)),
  );
}

async function resourcesOf(server: OneServer): Promise<readonly OfferedResource[]> {
  if (!server.hasResources) return [];
  const within = lateSignal(LIST_MS);
  const lines = await server.resourceList.of(() =>
    readResourceList((method, params) => server.request(method, params, within)),
  );
  return lines.map((line) => ({ server: server.name, ...line }));
}

async function getPrompt(
  server: OneServer,
  { name, arguments: args }: PromptWanted,
  signal: AbortSignal | undefined,
): Promise<readonly Part[]> {
  const answer = await server.request("prompts/get", { name, arguments: { ...args } }, limited(TIME_MS, signal));
  if (!isJsonObject(answer) || !Array.isArray(answer.messages))
    throw new McpFailure("unreadable", "its prompt has no messages");
  const said = answer.messages.slice(0, MAX_MESSAGES).flatMap(messageOf);
  const isOfOne = said.every(({ role }) => role === "user");
  return boundedParts(
    said.flatMap(({ role, parts }) => (isOfOne ? parts : [{ type: "text", text: `${role}:` }, ...parts])),
  );
}

/** Messages of a prompt. */
const MAX_MESSAGES = 100;

function messageOf(entry: Json): readonly { readonly role: "user" | "assistant"; readonly parts: readonly Part[] }[] {
  if (!isJsonObject(entry)) return [];
  const { role, content = null } = entry;
  return [{ role: role === "assistant" ? role : "user", parts: contentParts([content]) }];
}

async function readResource(server: OneServer, uri: string, signal: AbortSignal | undefined): Promise<readonly Part[]> {
  const answer = await server.request("resources/read", { uri }, limited(TIME_MS, signal));
  return markedParts(resourceParts(answer), { server: server.name, uri });
}

async function complete(server: OneServer, asked: Asked, signal: AbortSignal | undefined): Promise<readonly string[]> {
  const params: JsonObject = {
    ref: { type: "ref/prompt", name: asked.name },
    argument: { name: asked.argument, value: asked.typed },
    context: { arguments: { ...asked.arguments } },
  };
  const answer = await server.request("completion/complete", params, limited(TYPING_MS, signal));
  const values = isJsonObject(answer) && isJsonObject(answer.completion) ? answer.completion.values : [];
  if (!Array.isArray(values)) return [];
  const texts = values.slice(0, MAX_VALUES).filter((value) => typeof value === "string");
  return texts.filter((text) => text !== "" && visibleText(text, MAX_VALUE) === text);
}

function limited(ms: number, signal: AbortSignal | undefined): AbortSignal {
  const late = lateSignal(ms);
  return signal === undefined ? late : AbortSignal.any([signal, late]);
}
