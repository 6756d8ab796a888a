import type { Json, JsonObject } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import { McpFailure } from "../failure.ts";

/** What a server may ask in one call, and how often it may ask again. */
const MAX_ROUNDS = 10;
const MAX_QUESTIONS = 10;
/** The code of an error that names addresses to go to first. */
const URL_ELICITATION_REQUIRED = -32042;

/** What a call goes through until there is a result. */
export interface Rounds {
  /** The parameters of the call, without what is answered. */
  readonly params: JsonObject;
  send(params: JsonObject): Promise<Json>;
  /** Answers the parameters of an `elicitation/create`. */
  ask(params: Json): Promise<JsonObject>;
}

/**
 * Sends a call, and again with what was answered, as long as the server asks for more. Rejects with an `McpFailure`.
 */
export async function throughRounds({ params, send, ask }: Rounds): Promise<Json> {
  for (let [round, sent] = [0, params]; round < MAX_ROUNDS; round += 1) {
    const answer = await send(sent).catch((error: unknown) => addressesOf(error));
    if (answer instanceof Addresses) {
      if (!(await isAccepted(answer, ask))) throw answer.failure;
      continue;
    }
    if (!isJsonObject(answer) || answer.resultType !== "input_required") return answer;
    const { inputRequests, requestState } = answer;
    sent = {
      ...params,
      ...(inputRequests !== undefined && { inputResponses: await answersTo(inputRequests, ask) }),
      ...(typeof requestState === "string" && { requestState }),
    };
  }
  throw new McpFailure("unreadable", `it still asks for input after ${MAX_ROUNDS} answers`);
}

/** Answers what a server asks for in between: nothing but questions to the user. */
export async function answersTo(
  requests: Json,
  ask: Rounds["ask"],
  isKnown = (_key: string) => false,
): Promise<JsonObject> {
  const asked = isJsonObject(requests) ? Object.entries(requests).filter(([key]) => !isKnown(key)) : [];
  if (asked.length > MAX_QUESTIONS) throw new McpFailure("unreadable", `it asks ${asked.length} questions at once`);
  const answers: [string, Json][] = [];
  for (const [key, request] of asked) answers.push([key, await ask(questionIn(request))]);
  return Object.fromEntries(answers);
}

function questionIn(request: Json): Json {
  const { method, params = null } = isJsonObject(request) ? request : {};
  if (method === "elicitation/create") return params;
  const named = typeof method === "string" ? method.slice(0, 100) : "something without a name";
  throw new McpFailure("unreadable", `it asks for ${named}, which is not offered to servers`);
}

/** Addresses that a server wants the user to go to before it does anything. */
class Addresses {
  readonly failure: McpFailure;
  readonly list: readonly Json[];

  constructor(failure: McpFailure, list: readonly Json[]) {
    this.failure = failure;
    this.list = list;
  }
}

function addressesOf(error: unknown): Addresses {
  const { code, data } = (error instanceof McpFailure ? error.refusal : undefined) ?? {};
  const list =
    code === URL_ELICITATION_REQUIRED && typeof data === "object" && data !== null ? Object(data).elicitations : [];
  if (!(error instanceof McpFailure) || !Array.isArray(list) || list.length === 0 || list.length > MAX_QUESTIONS)
    throw error;
  return new Addresses(error, list);
}

async function isAccepted({ list }: Addresses, ask: Rounds["ask"]): Promise<boolean> {
  for (const params of list) if ((await ask(params)).action !== "accept") return false;
  return true;
}
