import type { Part } from "@toolwright/core";
import type { CompleteAnswer, OfferedContent, PromptList, ResourceList } from "@toolwright/view";
import { z } from "zod";
import type { AgentOffers, Offered } from "../../agent.ts";
import { readBody } from "../../guard/read-body.ts";
import type { ServerContext } from "../../server-context.ts";
import { answer, refuse } from "../refuse.ts";

/** Characters of a name, of what stands for an argument, and of an address; arguments, and resources at once. */
const MAX_NAME = 200;
const MAX_VALUE = 10_000;
const MAX_URI = 2_000;
const MAX_ARGUMENTS = 20;
const MAX_RESOURCES = 50;

const name = z.string().min(1).max(MAX_NAME);
const promptBody = z.strictObject({
  server: name,
  name,
  arguments: z.record(name, z.string().max(MAX_VALUE)).refine((args) => Object.keys(args).length <= MAX_ARGUMENTS),
});
const completeBody = promptBody.extend({ argument: name, typed: z.string().max(MAX_VALUE) });

const PROMPT_FORM = "The body must be { server, name, arguments }, with a text for each argument.";
const COMPLETE_FORM = "The body must be { server, name, arguments, argument, typed }.";
const NO_OFFERS = "This agent has no MCP servers.";

/** `GET /api/mcp/prompts`: what MCP servers have to say in a person's place. */
export async function listPrompts({ agent: { offers } }: ServerContext): Promise<Response> {
  if (offers === undefined) return refuse(501, NO_OFFERS);
  const list: PromptList = { prompts: await offers.prompts() };
  return answer(list);
}

/** `POST /api/mcp/prompt`: what one says, to be shown before it is sent. */
export async function getPrompt({ agent: { offers }, limits }: ServerContext, request: Request): Promise<Response> {
  const read = await readBody(request, { schema: promptBody, error: PROMPT_FORM, limits });
  if (!read.ok) return refuse(read.status, read.error);
  return offers === undefined ? refuse(501, NO_OFFERS) : contentOf(await offers.prompt(read.body, request.signal));
}

/** `POST /api/mcp/complete`: what could stand for an argument of a prompt. */
export async function completeArgument(
  { agent: { offers }, limits }: ServerContext,
  request: Request,
): Promise<Response> {
  const read = await readBody(request, { schema: completeBody, error: COMPLETE_FORM, limits });
  if (!read.ok) return refuse(read.status, read.error);
  if (offers === undefined) return refuse(501, NO_OFFERS);
  const completed: CompleteAnswer = { values: await offers.complete(read.body, request.signal) };
  return answer(completed);
}

/** `GET /api/mcp/resources?q=…`: resources of MCP servers whose name, address or description has these letters. */
export async function findResources({ agent: { offers } }: ServerContext, request: Request): Promise<Response> {
  const words = (new URL(request.url).searchParams.get("q") ?? "").toLowerCase();
  if (offers === undefined) return refuse(501, NO_OFFERS);
  if (words.length > MAX_NAME) return refuse(400, `q takes ${MAX_NAME} characters at most.`);
  const found = (await offers.resources()).filter((one) => lineOf(one).includes(words)).slice(0, MAX_RESOURCES);
  const list: ResourceList = { resources: found.map(({ server, uri, about }) => ({ server, uri, about })) };
  return answer(list);
}

function lineOf({ server, uri, about }: Awaited<ReturnType<AgentOffers["resources"]>>[number]): string {
  return `${server}:${uri} ${about}`.toLowerCase();
}

/** `GET /api/mcp/resource?server=…&uri=…`: one, as it goes before a message. */
export async function readResource({ agent: { offers } }: ServerContext, request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const [server, uri] = [searchParams.get("server") ?? "", searchParams.get("uri") ?? ""];
  if (offers === undefined) return refuse(501, NO_OFFERS);
  if (server === "" || server.length > MAX_NAME) return refuse(400, `server takes 1 to ${MAX_NAME} characters.`);
  if (uri === "" || uri.length > MAX_URI) return refuse(400, `uri takes 1 to ${MAX_URI} characters.`);
  return contentOf(await offers.resource({ server, uri }, request.signal));
}

/** Texts and images: what a person can say. */
function contentOf(offered: Offered<readonly Part[]>): Response {
  if (!offered.ok) return refuse(502, offered.error);
  const parts = offered.value.filter(({ type }) => type === "text" || type === "image");
  const content: OfferedContent = { content: parts };
  return answer(content);
}
