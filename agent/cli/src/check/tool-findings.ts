import { type Tool, toolToSchema } from "@toolwright/core";
import { type StrictProvider, toStrictDefinition } from "@toolwright/core/strict";
import { betterDescription, isIndented } from "./better-description.ts";
import { saysAVerb } from "./says-a-verb.ts";

/** What a model, a policy or a provider will stumble on in one tool. */
export interface ToolFinding {
  readonly tool: string;
  readonly code: "name" | "description" | "effects" | "allowlist" | "output" | "tokens" | "strict";
  readonly message: string;
  /** The description as it should be, where nothing but leaving words out is needed. */
  readonly better?: string;
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

/** Every finding of the tools of a module, tool by tool, in the order in which they matter. */
export function findingsOf(tools: readonly CheckedTool[]): readonly ToolFinding[] {
  const names = tools.map(({ tool: { name } }) => name);
  return tools.flatMap((checked) => {
    const { name } = checked.tool;
    const found = [
      ...named(name, names),
      ...described(checked),
      ...declared(checked),
      ...sized(checked),
      ...asStrict(checked),
    ];
    return found.map(([code, message, better]) => ({ tool: name, code, message, ...(better && { better }) }));
  });
}

type Found = readonly [code: ToolFinding["code"], message: string, better?: string | undefined];

/** Names that say of a tool that it is one. */
const EMPTY_NAME =
  /^(?:my_?)?(?:[a-z]|tool|function|func|helper|util|handler|main|test|run|do|do_?it|call|execute|action|task)_?\d*$/i;

function* named(name: string, names: readonly string[]): Generator<Found> {
  if (EMPTY_NAME.test(name)) yield ["name", "has a name that says nothing: name what it does, such as find_order."];
  if (!/^[A-Za-z_]/.test(name)) yield ["name", "has a name that begins with no letter: Gemini refuses it."];
  const alike = names.find((other, place) => place < names.indexOf(name) && plainName(other) === plainName(name));
  if (alike !== undefined)
    yield ["name", `has nearly the name of ${alike}: a model calls one for the other. Name what each does.`];
}

/** What is left of a name when it is read quickly. */
function plainName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[_-]/g, "")
    .replace(/s?\d*$/, "");
}

/** Words that a description begins with which says what a tool is, and not what it does. */
const NO_VERB = /^(?:an?|the|this|it|tool|function|helper|utility|used)\b/i;

function* described({ tool: { description } }: CheckedTool): Generator<Found> {
  const text = description.trim();
  const words = text.split(/\s+/);
  const better = betterDescription(description);
  if (text === "") yield ["description", "has no description: a model is told nothing of what it is for."];
  else if (words.length < 2) yield ["description", "has a description of one word: say what it does, and to what."];
  else if (NO_VERB.test(text))
    yield [
      "description",
      `has a description that begins with "${words[0]}": begin with what it does, such as Read or Send.`,
      better,
    ];
  else if (!saysAVerb(text))
    yield ["description", "has a description without a verb: begin with what it does, such as Read or Send."];
  else if (isIndented(description))
    yield ["description", "has a description with the indentation of its source: a model reads every space.", better];
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
  if (spec.output !== undefined) return;
  if (typeof spec.allowlist === "object")
    yield ["output", "has an allowlist of keys and no output schema: a misspelt key lets nothing out."];
  else if (spec.allowlist === undefined)
    yield [
      "output",
      "has no output schema: nobody can say which keys there are, and a wrong output reaches the model.",
    ];
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
