import type { FoundModels } from "@toolwright/view/internal";
import { z } from "zod";
import { readBody } from "../../guard/read-body.ts";
import type { ServerContext } from "../../server-context.ts";
import { change, NOBODY_MAY } from "../configuration/change.ts";
import { answer, refuse } from "../refuse.ts";

const NONE = "No model can be picked here: the agent has one, or nobody may.";

/** `POST /api/models/look`: the models of servers on the machine of the agent. Nothing is asked of them before it. */
export async function lookForModels({ agent, may }: ServerContext): Promise<Response> {
  if (!may.configure) return refuse(403, NOBODY_MAY);
  if (agent.picking === undefined) return refuse(501, NONE);
  const found: FoundModels = { models: await agent.picking.look() };
  return answer(found);
}

const PICKED = {
  schema: z.union([
    z.strictObject({ model: z.string().min(1).max(500) }),
    z.strictObject({ key: z.string().min(1).max(1_000), provider: z.string().max(100).optional() }),
  ]),
  error: "The body must be { model } with one that was found, or { key, provider? }.",
};

/** `POST /api/models/pick`: from the next run on it is the usual one. No answer holds the key. */
export async function pickModel({ agent, limits, may }: ServerContext, request: Request): Promise<Response> {
  if (!may.configure) return refuse(403, NOBODY_MAY);
  const { picking } = agent;
  if (picking === undefined) return refuse(501, NONE);
  const read = await readBody(request, { ...PICKED, limits });
  if (!read.ok) return refuse(read.status, read.error);
  const { body } = read;
  const make = () => ("model" in body ? picking.use(body.model) : picking.useKey(body.key, body.provider));
  const about =
    "model" in body ? body.model : `the usual model of ${body.provider ?? "the provider of the key"}, with a key`;
  return change(agent.configuration, { kind: "model_added", about, make });
}
