import type { Agent } from "../../agent.ts";
import { modelsOf } from "../../runs/run-choice.ts";
import type { ServerContext } from "../../server-context.ts";
import { answer } from "../refuse.ts";
import { refuseV1 } from "./errors.ts";

/** A model as a client chooses it. */
export interface ChosenModel {
  /** One of the agent's. */
  readonly model: string;
  /** The model alone, without the agent's tools and instructions. */
  readonly isPlain: boolean;
  /** What the answer calls it. */
  readonly name: string;
}

/** Behind the name of a model: the same one without the agent's tools and instructions. */
const PLAIN = "/plain";

/** `GET /v1/models`: the agent with each of its models, and each of them alone. */
export function listModels({ agent }: ServerContext): Response {
  return answer({ object: "list", data: namesOf(agent).map(modelOf) });
}

/** `GET /v1/models/:id`: one of them. */
export function getModel({ agent }: ServerContext, id: string): Response {
  if (namesOf(agent).includes(id)) return answer(modelOf(id));
  return refuseV1(404, `The model ${JSON.stringify(id.slice(0, 100))} is not offered here.`, {
    code: "model_not_found",
  });
}

/**
 * Clients are often set to a model's name of their own: as other local servers do, the usual one answers, and says so.
 */
export function modelNamed({ agent }: ServerContext, name: string): ChosenModel {
  const offered = modelsOf(agent);
  const wantsPlain = !offered.includes(name) && name.endsWith(PLAIN);
  const asked = wantsPlain ? name.slice(0, -PLAIN.length) : name;
  const model = offered.includes(asked) ? asked : agent.model;
  return { model, isPlain: wantsPlain || agent.isPlain === true, name: wantsPlain ? `${model}${PLAIN}` : model };
}

function namesOf(agent: Agent): readonly string[] {
  return [...new Set(modelsOf(agent).flatMap((model) => [model, `${model}${PLAIN}`]))];
}

function modelOf(id: string): object {
  return { id, object: "model", created: 0, owned_by: "toolwright" };
}
