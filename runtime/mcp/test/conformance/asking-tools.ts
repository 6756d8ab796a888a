import { defineTool, type JsonObject, type Tool, type ToolContext } from "@toolwright/core";
import { type McpCaller, mcpCaller } from "../../src/server.ts";

type Answering = (caller: McpCaller, input: JsonObject) => Promise<string>;

/** A tool that asks its client something before it answers. */
function asking(name: string, description: string, answer: Answering): Tool {
  return defineTool({
    name,
    description,
    input: { type: "object", properties: { prompt: { type: "string" }, message: { type: "string" } } },
    effects: { kind: "read", volatile: true },
    execute: async (input: JsonObject, ctx: ToolContext) => answer(await ctx.resolve(mcpCaller), input),
  });
}

/** A form with these fields, all of them needed. */
export function form(message: string, properties: JsonObject, required = Object.keys(properties)) {
  return { message, schema: { type: "object", properties, required } };
}

const NAME = form("What is your name?", { name: { type: "string" } });
const CONFIRM = form("Please confirm", { ok: { type: "boolean" } });

function toModel(text: string, maxTokens: number): JsonObject {
  return { messages: [{ role: "user", content: { type: "text", text } }], maxTokens };
}

/** The tools of the suite that ask: the same for clients of both revisions. */
export const askingTools: readonly Tool[] = [
  asking("test_sampling", "Asks the client's model.", async (caller, { prompt }) => {
    const answer = await caller.sample("completion", toModel(String(prompt), 100));
    return `LLM response: ${JSON.stringify(answer.content)}`;
  }),
  asking("test_elicitation", "Asks the client's person.", async (caller, { message }) => {
    const fields = { username: { type: "string" }, email: { type: "string" } };
    const { action, content } = await caller.elicit("details", form(String(message), fields));
    return `User response: action: ${action}, content: ${JSON.stringify(content ?? {})}`;
  }),
  asking("test_elicitation_sep1034_defaults", "Asks with defaults.", async (caller) => {
    const { action, content } = await caller.elicit("defaults", form("Please look these over.", DEFAULTS, []));
    return `Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`;
  }),
  asking("test_elicitation_sep1330_enums", "Asks for choices of every kind.", async (caller) => {
    const { action, content } = await caller.elicit("choices", form("Please choose.", CHOICES, []));
    return `Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`;
  }),
  asking("test_missing_capability", "Needs the client's model.", async (caller) => {
    const answer = await caller.sample("pong", toModel("Reply with the single word: pong", 16));
    return JSON.stringify(answer.content);
  }),
  asking("test_input_required_result_elicitation", "Asks for a name.", async (caller) => {
    const { content } = await caller.elicit("user_name", NAME);
    return `Hello, ${content?.name ?? "stranger"}!`;
  }),
  asking("test_input_required_result_sampling", "Asks the client's model for a capital.", async (caller) => {
    const answer = await caller.sample("capital_question", toModel("What is the capital of France?", 100));
    return JSON.stringify(answer.content);
  }),
  asking("test_input_required_result_list_roots", "Asks for the client's folders.", async (caller) => {
    return JSON.stringify(await caller.roots("client_roots"));
  }),
  asking("test_input_required_result_request_state", "Asks, and knows its own state again.", async (caller) => {
    await caller.elicit("confirm", CONFIRM);
    return "state-ok";
  }),
  asking("test_input_required_result_tampered_state", "Asks under a seal.", async (caller) => {
    await caller.elicit("confirm", CONFIRM);
    return "The seal was whole.";
  }),
  asking("test_input_required_result_multiple_inputs", "Asks three things at once.", async (caller) => {
    const answers = await Promise.all([
      caller.elicit("user_name", NAME),
      caller.sample("greeting", toModel("Generate a greeting", 50)),
      caller.roots("client_roots"),
    ]);
    return JSON.stringify(answers);
  }),
  asking("test_input_required_result_multi_round", "Asks one thing after the other.", async (caller) => {
    const name = await caller.elicit("step1", form("Step 1: What is your name?", { name: { type: "string" } }));
    const color = await caller.elicit(
      "step2",
      form("Step 2: What is your favorite color?", { color: { type: "string" } }),
    );
    return `${name.content?.name} likes ${color.content?.color}.`;
  }),
  asking("test_input_required_result_capabilities", "Asks only what the client can answer.", async (caller) => {
    const questions: Promise<unknown>[] = [];
    if (caller.can("elicitation")) questions.push(caller.elicit("user_name", NAME));
    if (caller.can("sampling")) questions.push(caller.sample("greeting", toModel("Generate a greeting", 50)));
    if (caller.can("roots")) questions.push(caller.roots("client_roots"));
    return JSON.stringify(await Promise.all(questions));
  }),
];

const DEFAULTS = {
  name: { type: "string", default: "John Doe" },
  age: { type: "integer", default: 30 },
  score: { type: "number", default: 95.5 },
  status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
  verified: { type: "boolean", default: true },
};

const titled = (prefix: string) =>
  ["First", "Second", "Third"].map((word, at) => ({ const: `${prefix}${at + 1}`, title: `${word} option` }));
const OPTIONS = ["option1", "option2", "option3"];

const CHOICES = {
  untitledSingle: { type: "string", enum: OPTIONS },
  titledSingle: { type: "string", oneOf: titled("value") },
  legacyEnum: { type: "string", enum: ["opt1", "opt2", "opt3"], enumNames: ["One", "Two", "Three"] },
  untitledMulti: { type: "array", items: { type: "string", enum: OPTIONS } },
  titledMulti: { type: "array", items: { anyOf: titled("value") } },
};
