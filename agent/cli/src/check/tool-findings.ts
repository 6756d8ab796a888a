import { type Tool, toolToSchema } from "@toolwright/core";
import { type StrictProvider, toStrictDefinition } from "@toolwright/core/strict";

/** What a model, a policy or a provider will stumble on in one tool. */
export interface ToolFinding {
  readonly tool: string;
  readonly code: "description" | "effects" | "allowlist" | "output" | "tokens" | "strict";
  readonly message: string;
}

/** A tool as it is looked at. */
export interface CheckedTool {
  readonly tool: Tool;
  /** What its definition costs in every request. */
  readonly tokens: number;
  /** Whose strict mode it is to be written for; left out: nobody's. */
  readonly strict?: StrictProvider | undefined;
}

/** Tokens of one definition that a small model still reads beside ten others. */
const MOST_TOKENS = 500;

/** Every finding of a tool, in the order in which they matter. */
export function findingsOf(checked: CheckedTool): readonly ToolFinding[] {
  const { name } = checked.tool;
  return [...described(checked), ...declared(checked), ...sized(checked), ...asStrict(checked)].map(
    ([code, message]) => ({ tool: name, code, message }),
  );
}

type Found = readonly [code: ToolFinding["code"], message: string];

/** Words that a description begins with which says what a tool is, and not what it does. */
const NO_VERB = /^(?:an?|the|this|it|tool|function|helper|utility)\b/i;

function* described({ tool: { description } }: CheckedTool): Generator<Found> {
  const words = description.trim().split(/\s+/);
  if (description.trim() === "")
    yield ["description", "has no description: a model is told nothing of what it is for."];
  else if (words.length < 2) yield ["description", "has a description of one word: say what it does, and to what."];
  else if (NO_VERB.test(description.trim()))
    yield [
      "description",
      `has a description that begins with "${words[0]}": begin with what it does, such as Read or Send.`,
    ];
}

function* declared({ tool: { effects, spec } }: CheckedTool): Generator<Found> {
  if (effects.kind === undefined)
    yield [
      "effects",
      'declares no effects: it is run alone, and asked about as if it changed something. Say "read", "write" or "external".',
    ];
  if (spec.allowlist === undefined)
    yield [
      "allowlist",
      'has no allowlist: a server refuses it. Name the keys of its output that may leave, or say "all".',
    ];
  if (typeof spec.allowlist === "object" && spec.output === undefined)
    yield ["output", "has an allowlist of keys and no output schema: a misspelt key lets nothing out."];
}

function* sized({ tokens }: CheckedTool): Generator<Found> {
  if (tokens > MOST_TOKENS)
    yield [
      "tokens",
      `costs ${tokens} tokens in every request, more than ${MOST_TOKENS}: shorten it, or make two of it.`,
    ];
}

function* asStrict({ tool, strict }: CheckedTool): Generator<Found> {
  if (strict === undefined) return;
  const written = toStrictDefinition(toolToSchema(tool), strict);
  if (written.ok) return;
  for (const { code, path, keyword } of written.problems) {
    const where = path === "" ? "its parameters" : path;
    const what = keyword === undefined ? "" : ` (${keyword})`;
    yield ["strict", `cannot be strict for ${strict}: ${code.replaceAll("_", " ")}${what} in ${where}.`];
  }
}
