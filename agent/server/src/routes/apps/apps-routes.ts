import { z } from "zod";
import type { Offered } from "../../agent.ts";
import { readBody } from "../../guard/read-body.ts";
import type { ServerContext } from "../../server-context.ts";
import { answer, refuse } from "../refuse.ts";

/** Characters of a name of a tool, and of an address. */
const MAX_NAME = 200;
const MAX_URI = 2_000;

export const NO_APPS = "No apps of MCP servers are shown here.";

const resourceBody = z.strictObject({ tool: z.string().min(1).max(MAX_NAME), uri: z.string().min(1).max(MAX_URI) });

/** `GET /api/mcp/app?tool=…`: the app that shows results of a tool. */
export async function readApp({ agent: { apps } }: ServerContext, request: Request): Promise<Response> {
  const tool = new URL(request.url).searchParams.get("tool") ?? "";
  if (apps === undefined) return refuse(501, NO_APPS);
  if (tool === "" || tool.length > MAX_NAME) return refuse(400, `tool takes 1 to ${MAX_NAME} characters.`);
  if (!apps.tools.includes(tool)) return refuse(404, `There is no app for the tool ${JSON.stringify(tool)}.`);
  return answerOf(await apps.app(tool, request.signal));
}

/** `POST /api/mcp/app/resource`: what an app reads of its own server, and shows itself. */
export async function readForApp({ agent: { apps }, limits }: ServerContext, request: Request): Promise<Response> {
  const read = await readBody(request, { schema: resourceBody, error: "The body must be { tool, uri }.", limits });
  if (!read.ok) return refuse(read.status, read.error);
  return apps === undefined ? refuse(501, NO_APPS) : answerOf(await apps.resource(read.body, request.signal));
}

function answerOf(offered: Offered<object>): Response {
  return offered.ok ? answer(offered.value) : refuse(502, offered.error);
}
