import type { ServerContext } from "../../../server-context.ts";
import { warnOfLeftOut } from "../left-out.ts";
import type { ChosenModel } from "../models.ts";
import { type ClientRequest, passedOptions } from "../request/client-request.ts";
import { type ClientTool, clientTools } from "../request/client-tools.ts";
import { type WrongField, wrongField } from "../request/fields.ts";
import { wrongToolChoice } from "../request/tool-choice.ts";
import { isFormWanted, RESPONSE_RULES, type ResponseBody, responseChoiceOf } from "./response-body.ts";
import type { StoredResponse } from "./stored-response.ts";

/** What a request wants of its run, or the field that cannot be had. */
export function wantedOf(
  body: ResponseBody,
  { agent, logger }: ServerContext,
  { isPlain }: ChosenModel,
): ClientRequest | WrongField {
  const wrong = wrongField(body, RESPONSE_RULES);
  if (wrong !== undefined) return wrong;
  const given = body.tools ?? [];
  const unnamed = given.findIndex(({ type, name }) => type === "function" && !name);
  if (unnamed !== -1) return { param: "tools", message: `"tools[${unnamed}]" has no name.` };
  warnOfLeftOut(body, logger);
  const serverTools = isPlain ? [] : (agent.tools ?? []);
  const tools = clientTools(given.filter(({ type }) => type === "function").map(clientToolOf));
  if (typeof tools === "string") return { param: "tools", message: tools };
  const toolChoice = responseChoiceOf(body);
  const badChoice = wrongToolChoice(toolChoice, { clientTools: tools, serverTools });
  if (badChoice !== undefined) return { param: "tool_choice", message: badChoice };
  const format = body.text?.format;
  const output = format?.type === "json_schema" ? format.schema : isFormWanted(body) ? { type: "object" } : undefined;
  return { tools, toolChoice, output, llmOptions: optionsOf(body) };
}

function clientToolOf({ name, description, parameters }: NonNullable<ResponseBody["tools"]>[number]): ClientTool {
  return { name: name ?? "", description: description ?? "", parameters: parameters ?? { type: "object" } };
}

function optionsOf(body: ResponseBody): ClientRequest["llmOptions"] {
  const { max_output_tokens: maxTokens, reasoning, text } = body;
  return {
    ...passedOptions(body),
    ...(maxTokens == null ? {} : { maxTokens }),
    ...(reasoning?.effort == null ? {} : { reasoning_effort: reasoning.effort }),
    ...(text?.verbosity == null ? {} : { verbosity: text.verbosity }),
  };
}

/** What a response repeats of its request, with what stands for what was left out. */
export function echoOf(body: ResponseBody): StoredResponse["echo"] {
  const echo = {
    background: body.background ?? false,
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    max_tool_calls: null,
    metadata: body.metadata ?? {},
    parallel_tool_calls: body.parallel_tool_calls ?? true,
    previous_response_id: body.previous_response_id ?? null,
    reasoning: { effort: body.reasoning?.effort ?? null, summary: body.reasoning?.summary ?? null },
    service_tier: "default",
    store: body.store ?? true,
    temperature: body.temperature ?? null,
    text: { format: { type: "text" }, ...body.text },
    tool_choice: body.tool_choice ?? "auto",
    tools: body.tools ?? [],
    top_logprobs: 0,
    top_p: body.top_p ?? null,
    truncation: body.truncation ?? "disabled",
    user: body.user ?? null,
  };
  return JSON.parse(JSON.stringify(echo));
}
