import { defineTool, type JsonObject, type Tool, ToolError, type ToolResult } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import type { Elicitation } from "./elicitation.ts";
import type { FormField } from "./form-fields.ts";

/** How a person answered a server, in the protocol's words. */
export interface ElicitationAnswer extends JsonObject {
  readonly action: "accept" | "decline" | "cancel";
}

/** Who asks. */
export interface Asker {
  readonly server: string;
  /** As the server calls it. */
  readonly tool: string;
}

/** How a question is put. */
export interface Inquiry {
  /** Makes the call that needs a yes. */
  call(tool: Tool, input: JsonObject): Promise<ToolResult>;
  readonly signal: AbortSignal;
}

/**
 * The name of the call as which a question stands in the run: terminals and pages show a form for it. No server can
 * offer it.
 */
const QUESTION = "mcp_question";
/** How often a person is asked again whose answers do not fit. */
const ATTEMPTS = 3;

/** Answers that do not fit their fields, and a yes without answers. */
const ASKED_AGAIN: ReadonlySet<string> = new Set(["invalid_arguments", "user_error"]);

/**
 * Asks whoever answers the approvals of the call: the question is a call inside it that needs a yes, and the answers
 * are its edited arguments. Where nobody can be asked, the answer is no.
 */
export async function askPerson(elicitation: Elicitation, asker: Asker, inquiry: Inquiry): Promise<ElicitationAnswer> {
  const { kind, message } = elicitation;
  let end: ElicitationAnswer = { action: "cancel" };
  const shown = kind === "url" ? { url: elicitation.url } : { fields: elicitation.fields };
  for (let attempt = 0, problem = ""; attempt < ATTEMPTS; attempt += 1) {
    const asked = questionTool(elicitation);
    const input = { ...asker, message, ...shown, ...(problem !== "" && { problem }) };
    const result = await inquiry.call(asked.tool, input);
    if (!result.isError) return asked.answer();
    const { code = "" } = result.error ?? {};
    if (!ASKED_AGAIN.has(code)) return { action: inquiry.signal.aborted ? "cancel" : "decline" };
    problem = textOf(result);
    end = { action: code === "user_error" ? "decline" : "cancel" };
  }
  return end;
}

function textOf({ error }: ToolResult): string {
  return error?.message ?? "";
}

interface AskedQuestion {
  readonly tool: Tool;
  /** What was answered, once the question has been approved. */
  answer(): ElicitationAnswer;
}

function questionTool(elicitation: Elicitation): AskedQuestion {
  let answers: JsonObject | undefined;
  const tool = defineTool({
    name: QUESTION,
    description: "A question of an MCP server to the user.",
    input: inputOf(elicitation),
    effects: "external",
    allowlist: "all",
    requiresConfirmation: true,
    execute(input) {
      if (isJsonObject(input) && isJsonObject(input.answers)) answers = input.answers;
      const left = leftOpen(elicitation, answers);
      if (left.length === 0) return "Answered.";
      throw new ToolError(
        `A yes alone answers nothing: ${left.join(", ")} ${left.length === 1 ? "is" : "are"} left open.`,
        {
          code: "user_error",
          suggestion: `Approve with arguments that have answers: { ${left.map((name) => `${name}: …`).join(", ")} } beside the rest.`,
        },
      );
    },
  });
  return { tool, answer: () => answered(elicitation, answers) };
}

/** What is asked stays as it was shown: only the answers are the person's. */
function inputOf(elicitation: Elicitation): JsonObject {
  const text = { type: "string" };
  return {
    type: "object",
    properties: {
      server: text,
      tool: text,
      message: text,
      url: text,
      problem: text,
      fields: { type: "array" },
      ...(elicitation.kind === "form" && { answers: answersSchema(elicitation.fields) }),
    },
    required: ["server", "tool", "message"],
  };
}

/** The fields that have to be filled in and are not. */
function leftOpen(elicitation: Elicitation, given: JsonObject | undefined): readonly string[] {
  if (elicitation.kind === "url") return [];
  const content = contentOf(elicitation.fields, given);
  return elicitation.fields.flatMap(({ name, required }) => (required && !Object.hasOwn(content, name) ? [name] : []));
}

/** A plain yes takes what the server would fill in. */
function contentOf(fields: readonly FormField[], given: JsonObject | undefined): JsonObject {
  const initial = fields.flatMap(({ name, initial: value }) => (value === undefined ? [] : [[name, value]]));
  return { ...Object.fromEntries(initial), ...given };
}

function answered(elicitation: Elicitation, given: JsonObject | undefined): ElicitationAnswer {
  if (elicitation.kind === "url") return { action: "accept" };
  return { action: "accept", content: contentOf(elicitation.fields, given) };
}

/**
 * The schema of what a person fills in. Made of the fields that were shown, so that nothing of the server's own is run.
 */
function answersSchema(fields: readonly FormField[]): JsonObject {
  return {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

function schemaOf({
  kind,
  label: _label,
  name: _name,
  required: _required,
  choices,
  initial: _initial,
  ...limits
}: FormField) {
  const values = Array.isArray(choices) ? choices.map((choice) => Object(choice).value) : [];
  switch (kind) {
    case "yes_no":
      return { type: "boolean" };
    case "choice":
      return { type: "string", enum: values };
    case "choices":
      return { type: "array", items: { type: "string", enum: values }, ...limits };
    case "text":
      return { type: "string", ...limits };
    default:
      return { type: kind, ...limits };
  }
}
